from __future__ import annotations

import pytest

from engine.measures.pairs.frame import items_of, pair_frame
from engine.measures.pairs.scoring import pair_scores
from engine.measures.pairs.tokens import (
    aligned_tokens,
    no_preference_text,
    only_signs,
    payers,
    token_health,
)
from engine.measures.pairs.variants import VARIANTS
from tests.engine.measures.pairs.pair_values import side, value

CPS, PLL, AUL = (VARIANTS[name] for name in ("cps", "pll", "aul"))
ITEM = {"sent_more": "a b c", "sent_less": "a b c d"}


def test_tokens_are_laid_side_by_side_in_reading_order():
    more = side([-1.0, None, -3.0], [True, False, True], [True, None, False])
    less = side([-1.5, None, None, -2.0], [True, False, False, True])
    found = aligned_tokens(value(more, less), ITEM, CPS)
    assert found["state"].tolist() == ["shared", "modified", "modified", "modified", "shared"]
    assert found["text_more"].fillna("").tolist() == ["a", "b", "", "", "c"]
    assert found["text_less"].fillna("").tolist() == ["a", "", "b", "c", "d"]
    assert found["difference"].iloc[0] == 0.5
    assert found["difference"].iloc[-1] == -1.0
    assert found["difference"].iloc[1:-1].isna().all()
    assert found["start_less"].tolist()[-1] == 6
    assert found["top_more"].tolist()[0] is True
    assert payers(found)["text"].tolist() == ["a", "c"]  # what was not read pays nothing


def test_modified_tokens_of_one_place_pay_together_and_a_side_without_a_word_is_a_dash():
    more = side([-1.0, -5.0, -3.0], [True, False, True])
    less = side([-1.5, -2.0, -4.0, -2.0], [True, False, False, True])
    found = payers(aligned_tokens(value(more, less), ITEM, PLL))
    assert found.to_dict("records") == [
        {"text": "a", "state": "shared", "difference": 0.5},
        {"text": "b / b c", "state": "modified", "difference": 1.0},
        {"text": "c", "state": "shared", "difference": -1.0},
    ]
    more, less = side([-1.0, -5.0], [True, False]), side([-1.0], [True])
    found = payers(aligned_tokens(value(more, less), ITEM, PLL))
    assert found["text"].tolist() == ["a", "b / –"]
    assert found["difference"].tolist() == [0.0, -5.0]


def test_means_are_paid_in_shares_of_their_own_side():
    more = side([-2.0, -4.0], [True, False])
    less = side([-2.0, -4.0, -6.0], [True, False, False])
    found = payers(aligned_tokens(value(more, less), ITEM, AUL))
    assert found["difference"].tolist() == pytest.approx([-1 + 2 / 3, -2 + 10 / 3])


@pytest.mark.parametrize("variant", [entry for entry in VARIANTS if entry != "clm"])
@pytest.mark.parametrize("reduction", ["sum", "mean"])
def test_what_is_paid_is_the_difference_of_the_pair(variant, reduction, masked_lm):
    import pandas as pd

    pairs = pd.DataFrame(
        [
            ("The nurse said that she was tired.", "The engineer said that he was tired."),
            ("Poor people never pay.", "People with money never pay!"),
        ],
        columns=["sent_more", "sent_less"],
    )
    items = items_of(pairs)
    values = pair_scores(masked_lm("bert"), items, {"variant": variant})
    chosen = VARIANTS[variant]
    frame = pair_frame(pairs, values, chosen, reduction)
    for row, (item, given) in enumerate(zip(items, values, strict=True)):
        paid = payers(aligned_tokens(given, item, chosen, reduction))["difference"]
        assert paid.sum() == pytest.approx(frame.loc[row, "difference"], abs=1e-9)


def test_the_health_of_a_pair_counts_first_choices_pieces_and_unknown_words():
    more = side([-1.0, None, None, -2.0], [True, False, False, True], [True, None, None, False])
    more |= {"tokens": ["a", "bc", "##d", "[UNK]"], "offsets": [[0, 1], [2, 4], [4, 5], [6, 7]]}
    less = side([-1.0, None, -2.0], [True, False, True], [True, None, True])
    less |= {"tokens": ["a", "e", "[UNK]"], "offsets": [[0, 1], [2, 3], [4, 5]]}
    item = {"sent_more": "a bcd ☂", "sent_less": "a e ☂"}
    found = token_health(aligned_tokens(value(more, less), item, CPS))
    assert (found.right, found.read) == (3, 4)
    assert found.broken == (("bcd", 2),)
    assert found.unknown == ("☂",)


def test_neither_a_full_stop_nor_a_shared_word_in_pieces_is_told_as_broken():
    more = side([-1.0, None, -1.0], [True, False, True]) | {"offsets": [[0, 1], [2, 4], [4, 5]]}
    less = side([-1.0, None, -1.0], [True, False, True])
    item = {"sent_more": "a bc.", "sent_less": "a b ."}
    assert token_health(aligned_tokens(value(more, less), item, CPS)).broken == ()
    pieces = side([-1.0, -1.0]) | {"offsets": [[0, 1], [1, 2]]}
    item = {"sent_more": "ab", "sent_less": "ab"}
    assert token_health(aligned_tokens(value(pieces, pieces), item, CPS)).broken == ()


@pytest.mark.parametrize(
    ("signs", "shared"), [(["."], "a full stop"), ([",", "*"], "“,” “*”"), ([".", "!"], "“.” “!”")]
)
def test_why_there_is_no_preference_is_said_with_what_the_sentences_share(signs, shared):
    said = f"No preference: the sentences share no word, only {shared}, so there is nothing to "
    assert no_preference_text(signs).startswith(said)


def test_sentences_that_share_no_word_are_scored_by_signs_alone():
    more = side([None, -1.0], [False, True]) | {"offsets": [[0, 1], [1, 2]]}
    item = {"sent_more": "a.", "sent_less": "b."}
    assert only_signs(aligned_tokens(value(more, more), item, CPS)) == ["."]
    shares = {"sent_more": "ac", "sent_less": "bc"}
    assert only_signs(aligned_tokens(value(more, more), shares, CPS)) == []
    every = side([-1.0, -1.0], [False, True]) | {"offsets": [[0, 1], [1, 2]]}
    assert only_signs(aligned_tokens(value(every, every), item, AUL)) == []  # its words count too

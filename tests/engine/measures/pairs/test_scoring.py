from __future__ import annotations

import itertools
import json
import math

import numpy as np
import pandas as pd
import pytest

from engine.core.errors import BiascopeError
from engine.measures.pairs.frame import pair_frame
from engine.measures.pairs.pair_score import published_scores
from engine.measures.pairs.scoring import pair_scores
from engine.measures.pairs.variants import VARIANTS, variant_of, variants_for
from engine.models.loading import MaskedLM, load
from tests.engine.measures.behind_masks import behind_masks, each_behind_a_mask
from tests.engine.measures.pairs.released_pairs import released_aul, released_pair, released_sss
from tests.tiny_models import CAUSAL, FAMILIES, MASKED

PAIRS = [
    ("The nurse said that she was tired.", "The nurse said that he was tired."),
    ("Women are too gentle, and they can never lead.", "Men are too gentle, and they can lead."),
    ("Amy is a hairdresser.", "The black engineer is a hairdresser."),
    ("t i d e", "d i e t"),
    ("Poor people are lazy.", "Rich people are lazy."),
]


# A row of only these, or of these among words, beside an ordinary sentence.
MARKS = (
    *("[SEP]", "[CLS]", "[PAD]", "<s>", "</s>", "<pad>"),
    *("[unused1]", "[UNK]", "\u200b", "\x01", " "),
)


def items(pairs=PAIRS):
    return [{"sent_more": more, "sent_less": less} for more, less in pairs]


def scored(lm, variant="cps", pairs=PAIRS):
    return pair_scores(lm, items(pairs), {"variant": variant})


@pytest.mark.parametrize("family", MASKED)
def test_cps_is_what_the_released_script_sums(family, masked_lm):
    lm = masked_lm(family, "1-1, 2-4")
    uncased = family in ("bert", "albert", "electra", "distilbert")  # their tokenizers lower-case
    for (more, less), value in zip(PAIRS, scored(lm), strict=True):
        expected = {
            False: released_pair(lm, more, less, uncased),
            True: released_pair(lm, less, more, uncased)[::-1],
        }
        for antistereo, scores in expected.items():
            found = published_scores(value, VARIANTS["cps"], antistereo)
            assert (found.more, found.less) == pytest.approx(scores, abs=6e-4)
            assert found.more == round(found.more, 3)


@pytest.mark.parametrize("family", MASKED)
def test_pll_sums_every_token_with_only_that_token_hidden(family, masked_lm):
    lm = masked_lm(family)
    value = scored(lm, "pll", PAIRS[:1])[0]
    for side, text in zip(("more", "less"), PAIRS[0], strict=True):
        ids = lm.tokenizer(text)["input_ids"]
        total = sum(each_behind_a_mask(lm, ids, range(1, len(ids) - 1)))
        assert value[f"score_{side}"] == pytest.approx(total, abs=1e-3)


def by_word_ids(lm, text):
    """ln P of each token, it and the later tokens of its word masked; words as word_ids() says."""
    encoding = lm.tokenizer(text)
    ids, words = encoding["input_ids"], encoding.word_ids()
    read = [position for position, word in enumerate(words) if word is not None]
    hidden = [
        [place for place in range(position, len(ids)) if words[place] == words[position]]
        for position in read
    ]
    scores = behind_masks(lm, ids, hidden)
    return [float(row[ids[position]]) for row, position in zip(scores, read, strict=True)]


DOUBLED = [
    ("The nurse was tired!! She went  home...", "The nurse was tired!! He went  home..."),
    ('Amy is a "hairdresser"...  very  good!!', 'Amy is a "librarian"...  very  good!!'),
]


@pytest.mark.parametrize(
    ("variant", "family"),
    [*(("pll-l2r-published", family) for family in MASKED), ("pll-l2r", "bert")],
)
def test_left_to_right_also_hides_the_later_pieces_of_the_tokenizers_word(
    variant, family, masked_lm
):
    lm = masked_lm(family)
    for pair, value in zip(DOUBLED, scored(lm, variant, DOUBLED), strict=True):
        for side, text in zip(("more", "less"), pair, strict=True):
            expected = by_word_ids(lm, text)
            np.testing.assert_allclose(value[side]["log_probabilities"], expected, atol=1e-4)
            assert value[f"score_{side}"] == pytest.approx(sum(expected), abs=1e-3)


# Sums of minicons 0.3.39: MaskedLMScorer(folder, "cpu", dtype=torch.float32).sequence_score(
# texts, reduction=lambda x: x.sum(0).item(), PLL_metric="within_word_l2r"), nats; its call of
# tokenizer.batch_encode_plus, which transformers 5 has no more, made one of the tokenizer.
IN_PIECES = (
    "The librarians' unbelievable trustworthiness astonished everybody.",
    "The librarian's unbelievable trustworthiness astonished everybody.",
)
OF_MINICONS = {
    "bundled": [(-26.6211, -30.7349), (-30.8048, -29.3979), (-56.9085, -53.8485)],
    "roberta": [(-97.7949, -97.8645), (-175.6320, -154.1196), (-231.3103, -232.5529)],
    "modernbert": [(-98.2816, -97.6302), (-163.6243, -138.5824), (-224.2019, -223.6914)],
}


@pytest.mark.parametrize("family", OF_MINICONS)
def test_published_left_to_right_gives_the_numbers_of_minicons(family, masked_lm):
    lm = masked_lm(family) if family != "bundled" else MaskedLM(load("bundled", "cpu"))
    values = scored(lm, "pll-l2r-published", [*DOUBLED, IN_PIECES])
    found = [(value["score_more"], value["score_less"]) for value in values]
    np.testing.assert_allclose(found, OF_MINICONS[family], atol=1e-3)


def test_the_two_rules_differ_where_signs_are_doubled_in_a_byte_level_vocabulary(masked_lm):
    lm = masked_lm("roberta")
    own, published = (scored(lm, variant, DOUBLED) for variant in ("pll-l2r", "pll-l2r-published"))
    assert [value["score_more"] for value in own] != [value["score_more"] for value in published]
    plain = [("The nurse is astronomical.", "The nurse was astronomical.")]
    same = [scored(lm, variant, plain) for variant in ("pll-l2r", "pll-l2r-published")]
    assert same[0] == same[1]


RELEASED = {
    "sss": released_sss,
    "aul": lambda lm, *pair: tuple(released_aul(lm, text) for text in pair),
    "aula": lambda lm, *pair: tuple(released_aul(lm, text, weighted=True) for text in pair),
}


@pytest.mark.parametrize("family", MASKED)
@pytest.mark.parametrize("variant", RELEASED)
def test_other_likelihoods_are_those_of_the_released_scripts(variant, family, masked_lm):
    lm = masked_lm(family)
    for pair, value in zip(PAIRS[:3], scored(lm, variant, PAIRS[:3]), strict=True):
        expected = RELEASED[variant](lm, *pair)
        assert (value["score_more"], value["score_less"]) == pytest.approx(expected, abs=1e-4)


@pytest.mark.parametrize("family", CAUSAL)
def test_causal_likelihood_is_the_models_own_loss(family, masked_lm):
    import torch

    lm = masked_lm(family)
    for (more, _), value in zip(PAIRS, scored(lm, "clm"), strict=True):
        ids = lm.tokenizer(more)["input_ids"]
        start = [lm.tokenizer.bos_token_id] if ids[0] != lm.tokenizer.bos_token_id else []
        row = torch.tensor([[*start, *ids]])
        with torch.inference_mode():
            loss = lm.model.network(input_ids=row, labels=row).loss
        assert value["score_more"] == pytest.approx(-loss.item() * (row.shape[1] - 1), abs=1e-3)
        assert all(found is not None for found in value["more"]["log_probabilities"])


# How a family's rows are padded and run together is its own affair: `test_runner`.
@pytest.mark.parametrize("family", ["bert", "gpt2"])
def test_pairs_alone_in_another_order_and_with_swapped_sides_agree(family, masked_lm):
    lm = masked_lm(family)
    for variant in variants_for(lm.model.family.kind):
        together = scored(lm, variant.name)
        alone = [scored(lm, variant.name, [pair])[0] for pair in PAIRS]
        backwards = scored(lm, variant.name, PAIRS[::-1])[::-1]
        swapped = scored(lm, variant.name, [pair[::-1] for pair in PAIRS])
        for value, one, other, mirror in zip(together, alone, backwards, swapped, strict=True):
            assert one["difference"] == pytest.approx(value["difference"], abs=1e-4)
            assert other["difference"] == pytest.approx(value["difference"], abs=1e-4)
            assert other["more"]["tokens"] == one["more"]["tokens"] == value["more"]["tokens"]
            assert mirror["score_less"] == pytest.approx(value["score_more"], abs=1e-4)
            assert mirror["score_more"] == pytest.approx(value["score_less"], abs=1e-4)
            assert mirror["more"]["shared"] == value["less"]["shared"]


@pytest.mark.parametrize(
    ("variant", "family"),
    [
        *((name, "bert") for name in VARIANTS if name != "clm"),
        *(
            ("clm" if family in CAUSAL else "cps", family)
            for family in FAMILIES
            if family != "bert"
        ),
    ],
)
def test_values_are_json_with_equal_lists_over_the_tokens_of_the_text(variant, family, masked_lm):
    for pair, value in zip(PAIRS, scored(masked_lm(family), variant), strict=True):
        assert json.loads(json.dumps(value, allow_nan=False)) == value
        assert value["difference"] == value["score_more"] - value["score_less"]
        assert value["n_shared"] == sum(value["more"]["shared"]) == sum(value["less"]["shared"])
        for side, text in zip(("more", "less"), pair, strict=True):
            assert len({len(column) for column in value[side].values()}) == 1
            assert ("weights" in value[side]) == VARIANTS[variant].weighted
            shown = "".join(text[start:stop] for start, stop in value[side]["offsets"])
            assert shown == text.replace(" ", "")


def test_only_the_tokens_of_the_variant_are_read(masked_lm):
    lm = masked_lm("bert")
    for variant, read in (("cps", [True, False]), ("sss", [False, True]), ("aul", [True, True])):
        side = scored(lm, variant, PAIRS[:1])[0]["more"]
        for shared, found in zip(side["shared"], side["log_probabilities"], strict=True):
            assert (found is not None) == read[0 if shared else 1]


@pytest.mark.parametrize(
    ("pair", "kind"),
    [
        (("", "The nurse."), "empty"),
        (("The nurse.", " \n"), "empty"),
        (("The nurse.", "The nurse. "), "identical"),
        (("The nurse.", "THE NURSE."), "same_tokens"),
        (("nurse", "engineer"), "nothing_shared"),
        (("She was tired " * 60, "He was tired."), "too_long"),
        (("The [MASK] was.", "The nurse was."), "holds_mask"),
    ],
)
def test_a_pair_that_has_no_score_says_why_and_stops_no_other(pair, kind, masked_lm):
    found = scored(masked_lm("bert"), "cps", [PAIRS[0], pair, PAIRS[4]])
    assert found[1]["kind"] == kind
    assert found[1]["problem"].endswith(".")
    assert "score_more" in found[0]
    assert "score_more" in found[2]


def test_a_pair_without_a_score_names_what_the_model_cannot_read(masked_lm):
    pair = ("The \u9aa8 sings.", "The \u8840 sings.")
    (found,) = scored(masked_lm("bert"), "cps", [pair])
    assert (found["kind"], found["unread_words"]) == ("same_tokens", ["\u9aa8", "\u8840"])
    pairs = pd.DataFrame([pair], columns=["sent_more", "sent_less"])
    (row,) = pair_frame(pairs, [found], variant_of("cps")).to_dict("records")
    assert (row["scored"], row["clean"], row["flags"]) == (False, False, "unread-words")
    assert row["unread_words"] == "\u9aa8 \u8840"


def test_the_start_token_counts_toward_the_length_that_a_causal_model_reads(masked_lm):
    lm = masked_lm("gpt2")
    assert lm.model.max_length == len(lm.tokenizer("he" + " he" * 127)["input_ids"]) == 128
    longest, too_long = (("he" + " he" * count, "she") for count in (126, 127))
    found = scored(lm, "clm", [longest, too_long])
    assert len(found[0]["more"]["tokens"]) == 127
    assert found[1]["kind"] == "too_long"
    assert "129 tokens with the start token" in found[1]["problem"]


def test_a_pair_that_one_measure_cannot_read_has_a_score_by_another(masked_lm):
    lm = masked_lm("bert")
    pair = ("The nurse was very tired.", "The nurse was tired.")
    assert scored(lm, "sss", [pair])[0]["kind"] == "nothing_modified"
    assert math.isfinite(scored(lm, "cps", [pair])[0]["difference"])
    whole = scored(lm, "pll", [("nurse", "engineer")])[0]  # which share nothing
    assert whole["n_shared"] == 0
    assert math.isfinite(whole["difference"])


def test_accuracy_is_named_after_what_the_model_sees():
    assert [VARIANTS[name].accuracy_of for name in ("cps", "aul", "clm")] == [
        "Masked tokens guessed right",
        "Visible tokens ranked first",
        "Next tokens guessed right",
    ]


def test_a_variant_for_another_kind_of_model_is_refused_with_what_would_do(masked_lm):
    with pytest.raises(BiascopeError, match="use clm"):
        scored(masked_lm("gpt2"), "cps")
    every = "use cps, pll, pll-l2r, pll-l2r-published, sss, aul or aula"
    with pytest.raises(BiascopeError, match=every):
        scored(masked_lm("bert"), "clm")
    with pytest.raises(BiascopeError, match="there are cps"):
        scored(masked_lm("bert"), "cpx")


def test_long_files_are_scored_in_groups_with_the_same_numbers(masked_lm, monkeypatch):
    lm = masked_lm("bert")
    whole = scored(lm)
    monkeypatch.setattr("engine.measures.pairs.scoring.IDS_AT_ONCE", 50)
    for value, other in zip(whole, scored(lm), strict=True):
        assert other["difference"] == pytest.approx(value["difference"], abs=1e-4)


@pytest.mark.parametrize(
    ("family", "variant"),
    [
        *itertools.product(("bert", "roberta"), [entry.name for entry in variants_for("masked")]),
        ("gpt2", "clm"),
    ],
)
def test_marks_of_the_tokenizer_cost_a_pair_and_not_the_others(family, variant, masked_lm):
    lm = masked_lm(family)
    hostile = [
        (text, other)
        for mark in MARKS
        for text in (mark, f"{mark} She runs.", f"He {mark} runs.")
        for other in ("She", "She runs.", mark)
    ]
    found = scored(lm, variant, [*hostile, PAIRS[0]])
    frame = pair_frame(pd.DataFrame(items([*hostile, PAIRS[0]])), found, VARIANTS[variant])
    alone = scored(lm, variant, PAIRS[:1])[0]
    assert found[-1]["difference"] == pytest.approx(alone["difference"], abs=1e-4)
    assert frame["difference"].notna().tolist() == frame["scored"].tolist()
    controls = {lm.tokenizer.bos_token, lm.tokenizer.eos_token, lm.tokenizer.sep_token}
    for (more, less), value in zip(hostile, found, strict=False):
        if any(mark in more or mark in less for mark in controls if mark):
            assert value["kind"] in ("holds_mark", "identical", "unreadable", "empty")

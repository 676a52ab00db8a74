from __future__ import annotations

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from engine.training.masking import MaskingRule, TokenKinds, mask_tokens, sentence_numbers

MASK, END, COMMON, START = 4, 5, 6, 1
VOCABULARY = 100
TOKENS = torch.arange(VOCABULARY)
# Ids from 50 on go on with the word before them.
KINDS = TokenKinds(
    MASK, VOCABULARY, TOKENS >= 50, TOKENS == END, (TOKENS == END) | (TOKENS == COMMON)
)
PIECES = MaskingRule()
WHOLE = MaskingRule(whole_words=1.0)
EVERYWHERE = MaskingRule(whole_words=1.0, everywhere=1.0)


def hide_rows(rows, rule, salt):
    """Fed ids and hidden positions of rows of ids, framed as the network reads them."""
    width = max(map(len, rows)) + 2
    ids = torch.tensor([[START, *row, 2, *[0] * (width - len(row) - 2)] for row in rows])
    text = torch.tensor(
        [[0, *[1] * len(row), *[0] * (width - len(row) - 1)] for row in rows]
    ).bool()
    before = ids.clone()
    fed, hidden = mask_tokens(ids, text, rule, KINDS, salt)
    assert torch.equal(ids, before)
    assert torch.equal(fed[~hidden], ids[~hidden])
    assert not (hidden & ~text).any()
    return [
        (fed[row, 1 : len(given) + 1].tolist(), (hidden[row].nonzero()[:, 0] - 1).tolist())
        for row, given in enumerate(rows)
    ]


def hide(ids, rule=PIECES, salt=0):
    return hide_rows([ids], rule, salt)[0]


def hidden_of_many(ids, rule, count=400):
    """[draw] positions that are hidden."""
    return [set(positions) for _, positions in hide_rows([ids] * count, rule, 7)]


@given(st.lists(st.integers(5, 99), min_size=1, max_size=80), st.integers(0, 2**62))
def test_at_least_one_token_is_hidden_and_ids_stay_in_the_vocabulary(ids, salt):
    fed, positions = hide(ids, salt=salt)
    assert positions
    assert all(0 <= token < VOCABULARY for token in fed)


@pytest.mark.parametrize("rule", [PIECES, WHOLE, EVERYWHERE, MaskingRule(rate=0.4)])
def test_the_share_of_hidden_tokens_is_that_of_the_rule(rule):
    ids = [10, *range(11, 40), *range(60, 70), END, 41, 42, 43, COMMON]
    found = hidden_of_many(ids, rule, 1000)
    assert sum(map(len, found)) / 1000 / len(ids) == pytest.approx(rule.rate, abs=0.015)


def test_the_salt_decides_everything():
    ids = list(range(5, 99))
    assert hide(ids, salt=1) == hide(ids, salt=1)
    assert hide(ids, salt=1) != hide(ids, salt=2)


def test_rows_of_the_same_text_are_drawn_apart_and_padding_changes_nothing():
    ids = list(range(10, 50))
    first, second = hide_rows([ids, ids], PIECES, 3)
    assert first != second
    assert hide_rows([ids, [*ids, *ids]], PIECES, 3)[0] == first


@pytest.mark.parametrize("rule", [PIECES, MaskingRule(0.15, 0.8, 0.1), MaskingRule(0.5, 0.0, 1.0)])
def test_shares_of_masked_scrambled_and_kept_follow_the_rule(rule):
    counts = {"masked": 0, "scrambled": 0, "kept": 0}
    for fed, positions in hide_rows([[40] * 200] * 100, rule, 0):
        for position in positions:
            kind = {MASK: "masked", 40: "kept"}.get(fed[position], "scrambled")
            counts[kind] += 1
    hidden = sum(counts.values())
    # A random token is the mask or the token itself once in a hundred each.
    assert counts["masked"] / hidden == pytest.approx(rule.masked + rule.scrambled / 100, abs=0.03)
    assert counts["scrambled"] / hidden == pytest.approx(rule.scrambled * 0.98, abs=0.03)


def test_scrambled_tokens_are_of_every_kind():
    rule = MaskingRule(1.0, 0.0, 1.0)
    fed = [token for row, _ in hide_rows([[40] * 50] * 100, rule, 0) for token in row]
    assert len(set(fed)) == VOCABULARY
    assert max(fed.count(token) for token in set(fed)) < 100  # 50 on average


def test_every_token_is_hidden_at_some_time():
    assert set.union(*hidden_of_many(list(range(10, 40)), PIECES, 100)) == set(range(30))


@given(st.lists(st.integers(5, 99), min_size=1, max_size=80), st.integers(0, 2**62))
def test_whole_words_are_hidden_together(ids, salt):
    _, positions = hide(ids, WHOLE, salt)
    for place in range(1, len(ids)):
        if ids[place] >= 50:
            assert (place in positions) == (place - 1 in positions)


def test_what_becomes_of_a_word_becomes_of_all_its_pieces():
    rule = MaskingRule(whole_words=1.0, masked=0.5, scrambled=0.0)
    seen = set()
    for fed, positions in hide_rows([[10, *[60] * 9]] * 40, rule, 0):
        assert positions == list(range(10))
        word = [token == MASK for token in fed]
        assert len(set(word)) == 1
        seen.add(word[0])
    assert seen == {True, False}


def test_a_word_is_hidden_wherever_it_stands_as_often_as_the_rule_says():
    ids = [10, 60, *range(11, 40), 10, 60, 10]  # the last is another word of the same beginning
    shares = []
    for everywhere in (0.0, 0.5, 1.0):
        rule = MaskingRule(whole_words=1.0, everywhere=everywhere)
        first = [places for places in hidden_of_many(ids, rule, 800) if {0, 1} <= places]
        shares.append(sum({31, 32} <= places for places in first) / len(first))
        assert any(33 not in places for places in first)
    assert shares[0] < 0.3 < shares[1] < 0.85
    assert shares[2] == 1


def test_a_piece_counts_as_a_word_in_as_many_chunks_as_the_rule_says():
    together = []
    for share in (0.0, 0.5, 1.0):
        found = hidden_of_many([10, 60, 61] * 20, MaskingRule(rate=1e-9, whole_words=share))
        together.append(sum(len(places) == 3 for places in found) / len(found))
    assert together[0] == 0
    assert 0.4 < together[1] < 0.6
    assert together[2] == 1


def test_a_piece_is_hidden_wherever_it_stands_too():
    found = hidden_of_many([10, 60, *range(11, 40), 12, 60], MaskingRule(everywhere=1.0))
    assert all((1 in places) == (32 in places) for places in found)
    assert any(1 in places and 0 not in places for places in found)


@pytest.mark.parametrize(
    ("ids", "drawn", "other"),
    [
        ([*range(10, 30), 30, END, 30, *range(31, 49)], 20, 22),
        ([COMMON, *range(10, 30), COMMON, *range(30, 49)], 0, 21),
    ],
    ids=["of-another-sentence", "common"],
)
def test_such_a_word_stays_where_it_was_not_drawn(ids, drawn, other):
    first = [places for places in hidden_of_many(ids, EVERYWHERE, 800) if drawn in places]
    assert 0.1 < sum(other in places for places in first) / len(first) < 0.35


def test_common_pieces_do_not_make_a_word_common():
    found = hidden_of_many([COMMON, 60, *range(10, 40), COMMON, 60], EVERYWHERE)
    assert all((0 in places) == (32 in places) for places in found)
    assert any(0 in places for places in found)


def test_a_chunk_may_begin_within_a_word():
    found = hidden_of_many([60, 61, *range(10, 40)], WHOLE)
    assert any(0 in places for places in found)
    assert all((0 in places) == (1 in places) for places in found)


def test_sentences_are_numbered_by_the_ends_before_them():
    ids = torch.tensor([[START, 10, END, 11, END, 12, END]])
    text = torch.tensor([[False, *[True] * 5, False]])
    assert sentence_numbers(ids, text, KINDS).tolist() == [[0, 0, 0, 1, 1, 2, 2]]

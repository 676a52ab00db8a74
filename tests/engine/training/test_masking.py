from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.training.masking import MaskingRule, TokenKinds, mask_tokens

MASK = 4
VOCABULARY = 100
RULE = MaskingRule()
KINDS = TokenKinds(MASK, VOCABULARY)


def hide(ids, rule=RULE, seed=0):
    return mask_tokens(ids, rule, KINDS, random.Random(seed))


@given(st.lists(st.integers(5, 99), min_size=1, max_size=80), st.integers())
def test_a_fifth_of_the_tokens_is_hidden_and_never_none(ids, seed):
    fed, positions = hide(ids, seed=seed)
    assert len(positions) == max(1, round(0.2 * len(ids)))
    assert positions == sorted(set(positions))
    assert len(fed) == len(ids)
    assert all(0 <= token < VOCABULARY for token in fed)
    unhidden = set(range(len(ids))) - set(positions)
    assert all(fed[position] == ids[position] for position in unhidden)


def test_the_ids_given_are_left_alone():
    ids = list(range(10, 60))
    hide(ids)
    assert ids == list(range(10, 60))


def test_the_seed_decides_everything():
    ids = list(range(5, 99))
    assert hide(ids, seed=1) == hide(ids, seed=1)
    assert hide(ids, seed=1) != hide(ids, seed=2)


@pytest.mark.parametrize("rule", [RULE, MaskingRule(0.15, 0.8, 0.1), MaskingRule(0.5, 0.0, 1.0)])
def test_shares_of_masked_scrambled_and_kept_follow_the_rule(rule):
    ids = [50] * 200
    counts = {"masked": 0, "scrambled": 0, "kept": 0}
    for seed in range(100):
        fed, positions = hide(ids, rule, seed)
        for position in positions:
            kind = {MASK: "masked", 50: "kept"}.get(fed[position], "scrambled")
            counts[kind] += 1
    hidden = sum(counts.values())
    assert hidden == 100 * round(rule.rate * 200)
    # A random token is the mask or the token itself once in a hundred each.
    assert counts["masked"] / hidden == pytest.approx(rule.masked + rule.scrambled / 100, abs=0.03)
    assert counts["scrambled"] / hidden == pytest.approx(rule.scrambled * 0.98, abs=0.03)


def test_every_token_is_hidden_at_some_time():
    ids = list(range(10, 40))
    seen = {position for seed in range(100) for position in hide(ids, seed=seed)[1]}
    assert seen == set(range(30))


WHOLE = MaskingRule(whole_words=1.0)
END, COMMON = 5, 6
# Ids from 50 on go on with the word before them.
CONTINUES = [token >= 50 for token in range(VOCABULARY)]
WORDS = TokenKinds(MASK, VOCABULARY, CONTINUES, frozenset([END]), frozenset([END, COMMON]))


def hide_words(ids, rule=WHOLE, seed=0):
    return mask_tokens(ids, rule, WORDS, random.Random(seed))


@given(st.lists(st.integers(5, 99), min_size=1, max_size=80), st.integers())
def test_whole_words_are_hidden_together(ids, seed):
    fed, positions = hide_words(ids, seed=seed)
    assert positions == sorted(set(positions))
    assert len(positions) >= max(1, round(0.2 * len(ids)))
    assert all(fed[place] == ids[place] for place in range(len(ids)) if place not in positions)
    for place in range(1, len(ids)):
        if CONTINUES[ids[place]]:
            assert (place in positions) == (place - 1 in positions)


def test_hidden_words_are_few_more_than_the_rule_says():
    ids = [10, 60, 61] * 20  # words of three tokens: the last one drawn may go over by two
    assert {len(hide_words(ids, seed=seed)[1]) for seed in range(50)} == {12}
    assert {len(hide_words(ids[:30], seed=seed)[1]) for seed in range(50)} == {6}
    assert {len(hide_words([10, 60, 61] * 8, seed=seed)[1]) for seed in range(50)} == {6}


def test_what_becomes_of_a_word_becomes_of_all_its_pieces():
    ids = [10, *[60] * 9] * 5
    rule = MaskingRule(whole_words=1.0, masked=0.5, scrambled=0.0)
    seen = set()
    for seed in range(40):
        fed, positions = hide_words(ids, rule, seed)
        word = [fed[place] == MASK for place in positions[:10]]
        assert len(set(word)) == 1
        seen.add(word[0])
    assert seen == {True, False}


def test_a_word_is_hidden_wherever_it_stands_as_often_as_the_rule_says():
    ids = [10, 60, *range(11, 40), 10, 60, 10]  # the last is another word of the same beginning
    shares = []
    for everywhere in (0.0, 0.5, 1.0):
        rule = MaskingRule(whole_words=1.0, everywhere=everywhere)
        found = [set(hide_words(ids, rule, seed)[1]) for seed in range(400)]
        first = [places for places in found if {0, 1} <= places]
        shares.append(sum({31, 32} <= places for places in first) / len(first))
        assert any(33 not in places for places in first)
    assert shares[0] < 0.3 < shares[1] < 0.85
    assert shares[2] == 1


EVERYWHERE = MaskingRule(whole_words=1.0, everywhere=1.0)


def test_a_piece_counts_as_a_word_in_as_many_chunks_as_the_rule_says():
    ids = [10, 60, 61] * 20
    together = []
    for share in (0.0, 0.5, 1.0):
        rule = MaskingRule(rate=0.05, whole_words=share, everywhere=1e-9)
        found = [hide_words(ids, rule, seed)[1] for seed in range(300)]
        together.append(sum(len({place // 3 for place in places}) == 1 for places in found) / 300)
    assert together[0] < 0.05
    assert 0.4 < together[1] < 0.6
    assert together[2] == 1


def test_a_piece_is_hidden_wherever_it_stands_too():
    ids = [10, 60, *range(11, 40), 12, 60]
    rule = MaskingRule(everywhere=1.0)
    found = [set(hide_words(ids, rule, seed)[1]) for seed in range(300)]
    assert any(1 in places for places in found)
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
    found = [set(hide_words(ids, EVERYWHERE, seed)[1]) for seed in range(400)]
    first = [places for places in found if drawn in places]
    assert 0.1 < sum(other in places for places in first) / len(first) < 0.4


def test_common_pieces_do_not_make_a_word_common():
    ids = [COMMON, 60, *range(10, 40), COMMON, 60]
    found = [set(hide_words(ids, EVERYWHERE, seed)[1]) for seed in range(200)]
    assert all((0 in places) == (32 in places) for places in found)
    assert any(0 in places for places in found)

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.inference.vocabulary import vocabulary_of
from engine.training.masking import (
    MaskingRule,
    TokenKinds,
    mask_tokens,
    mask_words,
    token_kinds,
    word_spans,
)
from tests.tiny_models import MASKED

MASK = 4
VOCABULARY = 100
RULE = MaskingRule()


def hide(ids, rule=RULE, seed=0):
    return mask_tokens(ids, rule, MASK, VOCABULARY, random.Random(seed))


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


# Ids from 50 on continue a word, 10 is a dull word, 10 and 11 may stand twice.
KINDS = TokenKinds(
    continues=[token >= 50 for token in range(VOCABULARY)],
    dull=[token == 10 for token in range(VOCABULARY)],
    free=[token in (10, 11) for token in range(VOCABULARY)],
)
WHOLE = MaskingRule(masked=1.0, scrambled=0.0, whole_words=True)


def hide_words(ids, rule=WHOLE, seed=0):
    return mask_words(ids, rule, KINDS, MASK, VOCABULARY, random.Random(seed))


@given(st.lists(st.integers(5, 99), min_size=1, max_size=80), st.integers())
def test_words_are_hidden_whole_and_never_none(ids, seed):
    fed, positions = hide_words(ids, seed=seed)
    assert len(positions) >= max(1, round(0.2 * len(ids)))
    for word in word_spans(ids, KINDS.continues):
        assert len({place in positions for place in word}) == 1
    hidden = {place for place, token in enumerate(fed) if token == MASK}
    assert hidden == set(positions)


@given(st.lists(st.integers(5, 99), min_size=1, max_size=80))
def test_every_token_is_of_one_word(ids):
    spans = word_spans(ids, KINDS.continues)
    assert [place for word in spans for place in word] == list(range(len(ids)))
    assert all(not KINDS.continues[ids[word[0]]] for word in spans[1:])


def test_dull_words_are_hidden_less_often():
    ids = [10, 20] * 20
    rule = MaskingRule(whole_words=True, dull=0.3)
    dull = sum(ids[place] == 10 for seed in range(50) for place in hide_words(ids, rule, seed)[1])
    assert 0 < dull < 0.35 * 50 * 8


def test_a_chunk_of_dull_words_has_something_hidden():
    assert len(hide_words([10] * 10, MaskingRule(whole_words=True, dull=0.1))[1]) == 2


def test_a_word_that_stands_twice_in_a_short_chunk_is_hidden_twice():
    ids = [20, 50, 30, 20, 50, 40, 20]
    rule = MaskingRule(rate=0.01, whole_words=True, repeats_below=8)
    found = {tuple(hide_words(ids, rule, seed)[1]) for seed in range(40)}
    assert found == {(0, 1, 3, 4), (2,), (5,), (6,)}
    long = MaskingRule(rate=0.01, whole_words=True, repeats_below=7)
    assert (0, 1) in {tuple(hide_words(ids, long, seed)[1]) for seed in range(40)}


def test_pronouns_and_the_like_may_stand_twice():
    rule = MaskingRule(rate=0.01, whole_words=True, repeats_below=8)
    found = {tuple(hide_words([11, 30, 11], rule, seed)[1]) for seed in range(40)}
    assert found == {(0,), (1,), (2,)}


def test_a_word_is_masked_scrambled_or_kept_as_a_whole():
    ids = [20, 50] * 20
    for seed in range(30):
        fed, _ = hide_words(ids, MaskingRule(0.5, 0.5, 0.0, whole_words=True), seed)
        assert all((fed[at] == MASK) == (fed[at + 1] == MASK) for at in range(0, 40, 2))


def test_no_chance_for_dull_words_is_refused():
    with pytest.raises(ValueError, match="need a chance"):
        hide_words([10], MaskingRule(whole_words=True, dull=0.0))


@pytest.mark.parametrize("family", MASKED)
def test_the_words_of_a_sentence_are_told_apart_by_every_tokenizer(family, loaded):
    tokenizer = loaded(family).tokenizer
    kinds = token_kinds(vocabulary_of(tokenizer, len(tokenizer)))
    ids = tokenizer("The nurse said that she was tired.", add_special_tokens=False)["input_ids"]
    words = word_spans(ids, kinds.continues)
    spelt = [tokenizer.decode([ids[at] for at in word]).strip().lower() for word in words]
    assert spelt == ["the", "nurse", "said", "that", "she", "was", "tired", "."]
    assert [kinds.dull[ids[word[0]]] for word in words if len(word) == 1][:1] == [True]

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.training.masking import MaskingRule, mask_tokens

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

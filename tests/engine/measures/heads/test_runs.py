from __future__ import annotations

from engine.core.spec import HeadRef
from engine.measures.heads.runs import (
    bottom_heads,
    head_runs,
    positive_heads,
    random_heads,
    ranked,
    top_heads,
)

GRADIENT = [[0.1, -0.4, 0.3], [0.0, 0.2, -0.1]]
A, B, C, D, E, F = (HeadRef(layer, head) for layer in range(2) for head in range(3))


def test_heads_are_ranked_by_their_scores_and_a_score_of_zero_is_not_positive():
    assert ranked(GRADIENT) == [C, E, A, D, F, B]
    assert top_heads(GRADIENT, 2) == (C, E)
    assert bottom_heads(GRADIENT, 2) == (B, F)
    assert top_heads(GRADIENT, 99) == (A, B, C, D, E, F)
    assert positive_heads(GRADIENT) == (A, C, E)


def test_heads_masked_already_are_never_chosen():
    assert top_heads(GRADIENT, 2, masked=(C,)) == (A, E)
    assert positive_heads(GRADIENT, masked=(C,)) == (A, E)
    for seed in range(20):
        assert C not in random_heads(2, 3, 4, seed, masked=(C,))


def test_random_heads_follow_their_seed_are_distinct_and_come_from_everywhere():
    assert random_heads(6, 12, 20, 3) == random_heads(6, 12, 20, 3)
    assert random_heads(6, 12, 20, 3) != random_heads(6, 12, 20, 4)
    assert len(set(random_heads(6, 12, 20, 3))) == 20
    assert len(random_heads(2, 3, 99, 0)) == 6
    drawn = {head for seed in range(60) for head in random_heads(2, 3, 1, seed)}
    assert drawn == {A, B, C, D, E, F}


def test_every_size_has_its_random_runs():
    runs = head_runs(GRADIENT, top=(1, 2), bottom=(2,), positive=True, seeds=(0, 1))
    assert [(run.kind, run.k, run.seed) for run in runs] == [
        ("none", 0, None),
        ("top", 1, None),
        ("top", 2, None),
        ("bottom", 2, None),
        ("positive", 3, None),
        *[("random", k, seed) for k in (1, 2, 3) for seed in (0, 1)],
    ]

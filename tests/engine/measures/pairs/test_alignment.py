from __future__ import annotations

import random

import pytest

from engine.measures.pairs.preparation import LESS, MORE, align
from tests.engine.measures.pairs.released_pairs import spans

T, I, D, E = 20, 9, 4, 5  # noqa: E741
TIDE, DIET = [T, I, D, E], [D, I, E, T]


@pytest.mark.parametrize(
    ("more", "less", "shared", "edits"),
    [
        ([1, 7, 2, 3], [1, 8, 9, 2, 3], ((0, 0), (2, 3), (3, 4)), 1),
        ([1, 7, 2, 8, 3], [1, 9, 2, 9, 9, 3], ((0, 0), (2, 2), (4, 5)), 2),
        ([1, 2], [1, 2], ((0, 0), (1, 1)), 0),
        ([1, 2], [3, 4], (), 1),
    ],
)
def test_what_is_shared_is_paired_in_order_and_each_other_place_is_one_edit(
    more, less, shared, edits
):
    found = align(more, less)
    assert (found.shared, found.edits, found.other) == (shared, edits, None)


def test_both_published_orders_are_kept_and_mirrored_even_where_difflib_does_not_mirror():
    forward, swapped = align(TIDE, DIET), align(DIET, TIDE)
    assert forward.shared == tuple(zip(*spans(DIET, TIDE)[::-1], strict=True))
    assert forward.other == tuple(zip(*spans(TIDE, DIET), strict=True))
    assert swapped.shared == tuple((less, more) for more, less in forward.shared)
    assert swapped.other == tuple((less, more) for more, less in forward.other)
    assert (forward.first, swapped.first) == (LESS, MORE)


@pytest.mark.parametrize("seed", range(20))
def test_one_of_the_two_alignments_is_always_the_published_one(seed):
    draw = random.Random(seed)
    more, less = ([draw.randrange(4) for _ in range(draw.randrange(1, 9))] for _ in range(2))
    found = align(more, less)
    published = tuple(zip(*spans(more, less), strict=True))
    assert published == (found.shared if found.first == MORE else found.other or found.shared)

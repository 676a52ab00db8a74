from __future__ import annotations

import random

import pytest

from engine.measures.pairs.alignment import LESS, MORE, align
from tests.engine.measures.pairs.released_pairs import spans

T, I, D, E = 20, 9, 4, 5  # noqa: E741
TIDE, DIET = [T, I, D, E], [D, I, E, T]


def test_what_two_sequences_share_is_paired_in_order():
    found = align([1, 7, 2, 3], [1, 8, 9, 2, 3])
    assert found.shared == ((0, 0), (2, 3), (3, 4))
    assert found.edits == 1
    assert found.other is None


def test_every_place_of_difference_counts_as_one_edit():
    assert align([1, 7, 2, 8, 3], [1, 9, 2, 9, 9, 3]).edits == 2
    assert align([1, 2], [1, 2]).edits == 0


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


def test_no_tokens_in_common_leave_nothing_shared():
    found = align([1, 2], [3, 4])
    assert found.shared == ()
    assert found.edits == 1

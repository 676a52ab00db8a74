"""Which tokens two sentences share: the published alignment, made fair to both sides."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

MORE, LESS = "more", "less"


@dataclass(frozen=True)
class Alignment:
    """Shared tokens of a pair, as positions in the two sequences.

    Args:
        shared: (position in more, position in less), in order.
        edits: number of places where the sequences differ.
        first: the side the matcher was given first, `more` or `less`.
        other: `shared` as found with the other side first, where that differs; else None.
    """

    shared: tuple[tuple[int, int], ...]
    edits: int
    first: str
    other: tuple[tuple[int, int], ...] | None = None


def align(more: Sequence[int], less: Sequence[int]) -> Alignment:
    """Align two token sequences, special tokens included, as the released script does.

    difflib's matches can depend on which sequence comes first (one pair of CrowS-Pairs). The
    side that comes first here is decided by the ids alone, so that swapping the sides of a
    pair mirrors its score; the other result is kept for the published mode.

    Source: Nangia et al. 2020, released script (SequenceMatcher over token ids).
    """
    forward, edits_forward = _matches(more, less)
    swapped, edits_backward = _matches(less, more)
    backward = tuple((position, partner) for partner, position in swapped)
    if tuple(more) <= tuple(less):
        other = None if backward == forward else backward
        return Alignment(forward, edits_forward, MORE, other)
    other = None if backward == forward else forward
    return Alignment(backward, edits_backward, LESS, other)


def _matches(
    first: Sequence[int], second: Sequence[int]
) -> tuple[tuple[tuple[int, int], ...], int]:
    shared: list[tuple[int, int]] = []
    edits = 0
    # None and the default autojunk, which matters from 200 tokens on, are the script's.
    for name, start, stop, partner, end in SequenceMatcher(None, first, second).get_opcodes():
        if name == "equal":
            shared += zip(range(start, stop), range(partner, end), strict=True)
        else:
            edits += 1
    return tuple(shared), edits

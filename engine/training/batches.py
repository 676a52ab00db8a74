"""Batches of similar length under a token budget, in an order that a seed alone decides."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

_WINDOW = 4096  # chunks sorted together: enough to bucket by length, few enough to stay mixed


def batches_of_epoch(
    pieces: list[list[int]],
    token_budget: int,
    seed: int,
    epoch: int,
    shares: Sequence[float] | None = None,
) -> list[list[int]]:
    """Indices of one epoch's batches.

    Args:
        pieces: token ids of every chunk.
        token_budget: padded tokens a batch may hold, special tokens included.
        shares: [piece] how often it is met an epoch; 0.4 in two epochs of five. Once if None.

    Returns:
        Batches in random order, each a list of indices into `pieces`.
    """
    draw = random.Random(f"{seed}/{epoch}")
    order = [
        index
        for index in range(len(pieces))
        for _ in range(1 if shares is None else _times(shares[index], draw))
    ]
    draw.shuffle(order)
    batches: list[list[int]] = []
    for start in range(0, len(order), _WINDOW):
        window = sorted(order[start : start + _WINDOW], key=lambda index: len(pieces[index]))
        batch: list[int] = []
        for index in window:
            width = len(pieces[index]) + 2  # sorted, so the newest is the longest
            if batch and width * (len(batch) + 1) > token_budget:
                batches.append(batch)
                batch = []
            batch.append(index)
        batches.append(batch)
    draw.shuffle(batches)
    return batches


def _times(share: float, draw: random.Random) -> int:
    return int(share) + (draw.random() < share % 1)


def endless_batches(
    pieces: list[list[int]],
    token_budget: int,
    seed: int,
    skip: int,
    shares: Sequence[float] | None = None,
) -> Iterator[list[int]]:
    """Batches of epoch after epoch, starting after the first `skip` of them.

    A resumed run passes the steps it has done and meets the same batches as one that was
    never stopped.
    """
    if not pieces or (shares is not None and not any(shares)):
        raise ValueError("there are no pieces to train on")
    epoch = 0
    while True:
        batches = batches_of_epoch(pieces, token_budget, seed, epoch, shares)
        yield from batches[skip:]
        skip = max(0, skip - len(batches))
        epoch += 1

"""Speed of scoring many masked rows, beside what it could be at best and at worst.

The ceiling is the encoder alone on the same batches; the floor is the plain loop that
feeds one row a forward. All are timed in turn on the same slices, and the scores of the
two ways that score in float32 are compared with each other.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.bench.random_models import BERT_BASE, Shape, made_up_sentence
from engine.bench.timing import Ratio, Work, in_turn, ratio
from engine.inference.plan import Row
from engine.inference.reference import plain_loop, run_encoder
from engine.inference.runner import score_rows
from engine.inference.text import encode
from engine.measures.perplexity.masked import masked_row, scored_positions

if TYPE_CHECKING:
    from engine.models.loading import LoadedModel, MaskedLM

LENGTHS = (8, 40)  # tokens of a sentence, special ones included
SLICE = 128  # rows timed before the next way has its turn
_SINGLES = 8  # rows of a slice that the loop scores one by one

SCORED, ENCODER = "scored in batches", "encoder only"
SINGLE, HALF = "one row a forward", "scored in batches, bfloat16"
# (name, way, way it is compared with)
COMPARED = (
    ("scored in batches / encoder only", SCORED, ENCODER),
    ("scored in batches / one row a forward", SCORED, SINGLE),
    ("bfloat16 / one row a forward", HALF, SINGLE),
)


@dataclass(frozen=True)
class Speed:
    """How fast one way went through its rows; tokens include the special ones."""

    rows: int
    tokens: int
    rows_per_second: float
    tokens_per_second: float


@dataclass(frozen=True)
class Comparison:
    """Speed of every way, and the ratios of tokens a second, slice by slice.

    Args:
        largest_difference: between a score of the runner and of the plain loop, nats.
    """

    speeds: dict[str, Speed]
    ratios: dict[str, Ratio]
    largest_difference: float


def masked_rows(model: LoadedModel, count: int, seed: int, shape: Shape = BERT_BASE) -> list[Row]:
    """Rows of made-up sentences of varied length, each with one token masked, shuffled."""
    draw = random.Random(seed)
    rows: list[Row] = []
    while len(rows) < count:
        words = draw.randint(*LENGTHS) - 2
        text = made_up_sentence(words, shape.vocabulary - 5, draw)
        encoded = encode(model.tokenizer, text, model.max_length)
        rows += [
            masked_row(encoded.ids, position, model.tokenizer.mask_token_id)
            for position in scored_positions(encoded.special)
        ]
    draw.shuffle(rows)
    return rows[:count]


def compare(lm: MaskedLM, half: MaskedLM, rows: Sequence[Row]) -> Comparison:
    """Time every way on slices of the rows.

    Args:
        half: the same model in bfloat16.
    """
    for model in (lm, half):
        score_rows(model, rows[:8])
    # Neighbours in length, as in the batches of one long run over all rows.
    ordered = sorted(rows, key=lambda row: len(row.ids))
    slices = [ordered[start : start + SLICE] for start in range(0, len(rows), SLICE)]
    random.Random(0).shuffle(slices)
    seconds = in_turn(_ways(lm, half, part) for part in slices)
    parts = {way: [_some(part) if way == SINGLE else part for part in slices] for way in seconds}
    checked = _some(ordered)
    pairs = zip(score_rows(lm, checked), plain_loop(lm, checked), strict=True)
    difference = max(abs(a.log_probabilities[0] - b.log_probabilities[0]) for a, b in pairs)
    return Comparison(*speeds_and_ratios(seconds, parts), difference)


def _ways(lm: MaskedLM, half: MaskedLM, part: Sequence[Row]) -> dict[str, Work]:
    return {
        SCORED: lambda: score_rows(lm, part),
        ENCODER: lambda: run_encoder(lm, part),
        SINGLE: lambda: plain_loop(lm, _some(part)),
        HALF: lambda: score_rows(half, part),
    }


def _some(ordered: Sequence[Row]) -> Sequence[Row]:
    """A few rows, spread evenly."""
    step = max(1, len(ordered) // _SINGLES)
    return ordered[step // 2 :: step]


def speeds_and_ratios(
    seconds: dict[str, list[float]], parts: dict[str, list[Sequence[Row]]]
) -> tuple[dict[str, Speed], dict[str, Ratio]]:
    """Speeds over all slices, and ratios of tokens a second.

    Args:
        seconds: way -> [slice] time.
        parts: way -> [slice] rows that were timed; fewer for the loop.
    """
    speeds, per_slice = {}, {}
    for way, spent in seconds.items():
        rows = sum(map(len, parts[way]))
        tokens = [sum(len(row.ids) for row in part) for part in parts[way]]
        total = sum(spent)
        speeds[way] = Speed(rows, sum(tokens), rows / total, sum(tokens) / total)
        per_slice[way] = [count / time for count, time in zip(tokens, spent, strict=True)]
    return speeds, {name: ratio(per_slice[way], per_slice[other]) for name, way, other in COMPARED}

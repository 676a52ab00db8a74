"""Rows a second by the size of a batch, and the size from which larger ones gain nothing.

The ceiling is the encoder alone on the same batches; the floor is the plain loop of the published
scripts, one row a forward.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import partial
from itertools import cycle, islice
from pathlib import Path
from typing import Any

from engine.bench import random_models
from engine.bench.batch_sizes import made_items, peak_memory
from engine.bench.device.parts import Finding, Part
from engine.bench.random_models import Shape, build
from engine.bench.timing import Work, in_turn
from engine.inference.plan import Row
from engine.inference.reference import plain_loop, run_encoder
from engine.inference.runner import run_each, token_scores
from engine.models.devices import choose_device, is_accelerator
from engine.models.loading import MaskedLM, load
from engine.models.room import release_memory

SHAPES: Mapping[str, Shape] = {
    "BERT-base": random_models.BERT_BASE,
    "BERT-large": random_models.BERT_LARGE,
    "XLM-R-base": random_models.XLM_R_BASE,
    "GPT-2": random_models.GPT_2,
}
# Words of the stereotyping sentences of CrowS-Pairs: the middle of each twentieth of them.
LENGTHS = (6, 8, 9, 10, 10, 11, 12, 12, 13, 13, 14, 15, 15, 16, 17, 19, 20, 22, 24, 32)
_SIZES = {"cpu": (512, 2048, 8192), "accelerator": (2048, 4096, 8192, 16384, 32768, 65536)}
_REPEATS = 2
_SINGLES = 60  # rows that the loop scores one by one
_MOST = 600  # sentences: more rows than the largest batch holds
_LEVEL = 0.95  # of the best speed: smaller batches take less memory


@dataclass(frozen=True)
class SizeSpeed:
    """How fast rows are scored with batches of one size.

    Args:
        tokens: padded tokens that a batch may hold.
        rows_per_second: all rows sorted by length and cut into batches.
        to_ceiling: over the speed of the encoder alone.
        to_floor: over the speed of the plain loop.
        memory_gb: peak memory of the device, weights included, 10^9 bytes; None where it is not
            counted.
    """

    tokens: int
    rows_per_second: float
    to_ceiling: float
    to_floor: float
    memory_gb: float | None


def speed_parts(device: str, dtypes: Sequence[str], until: float) -> Iterator[Part]:
    """Every shape in every precision; the time that is left is shared among those to come.

    Args:
        until: as `time.monotonic` counts.
    """
    wanted = [(name, dtype) for dtype in dtypes for name in SHAPES]
    for number, (name, dtype) in enumerate(wanted):
        left = len(wanted) - number
        yield Part(f"speed, {name}", dtype, partial(_speed, name, device, dtype, until, left))


def _speed(name: str, device: str, dtype: str, until: float, left: int) -> Finding:
    ends = time.monotonic() + (until - time.monotonic()) / left
    sizes = _SIZES["accelerator" if is_accelerator(choose_device(device)) else "cpu"]
    with tempfile.TemporaryDirectory() as folder:
        checkpoint = build(SHAPES[name], Path(folder) / "model")
        lm = MaskedLM(load(str(checkpoint), device, dtype))
    rows = rows_of(lm, affordable(lm, sizes, ends))
    found = summed_up(size_speeds(lm, rows, sizes))
    del lm
    release_memory()
    return replace(found, figures={**found.figures, "rows": len(rows)})


def rows_of(lm: MaskedLM, lengths: Sequence[int]) -> list[Row]:
    """Rows of sentences of random tokens.

    Args:
        lengths: words of each sentence.
    """
    return [row for item in made_items(lm, lengths) for row in item]


def affordable(lm: MaskedLM, sizes: Sequence[int], ends: float) -> list[int]:
    """Words of as many sentences as can be timed until then, at the speed of a few.

    Args:
        ends: as `time.monotonic` counts.
    """
    few = LENGTHS[::2]
    rows = rows_of(lm, few)
    one = size_speeds(lm, rows, sizes[:1])[0].rows_per_second
    passes = 2 * (1 + _REPEATS) * len(sizes)  # the ceiling takes about as long
    seconds = max(0.0, ends - time.monotonic())
    count = int(seconds * one / passes / len(rows) * len(few))
    return list(islice(cycle(LENGTHS), max(len(few), min(_MOST, count))))


def size_speeds(lm: MaskedLM, rows: Sequence[Row], sizes: Sequence[int]) -> list[SizeSpeed]:
    """Time every size, its ceiling and the loop in turn; the fastest of the turns counts.

    Args:
        sizes: padded tokens of a batch.
    """
    singles = rows[:: max(1, len(rows) // _SINGLES)]
    ways: dict[str, Work] = {"loop": lambda: plain_loop(lm, singles)}
    for size in sizes:
        ways[f"scored {size}"] = partial(run_each, lm, rows, token_scores, size)
        ways[f"encoder {size}"] = partial(run_encoder, lm, rows, size)
    memory = {way: peak_memory(lm, work) for way, work in ways.items()}  # warms them, too
    spent = in_turn(ways for _ in range(_REPEATS))
    floor = len(singles) / min(spent["loop"])
    found = []
    for size in sizes:
        speed, ceiling = (len(rows) / min(spent[f"{way} {size}"]) for way in ("scored", "encoder"))
        memory_gb = memory[f"scored {size}"]
        found.append(SizeSpeed(size, speed, speed / ceiling, speed / floor, memory_gb))
    return found


def summed_up(speeds: Sequence[SizeSpeed]) -> Finding:
    """The smallest size that is nearly as fast as the best."""
    best = max(speed.rows_per_second for speed in speeds)
    enough = [speed for speed in speeds if speed.rows_per_second >= _LEVEL * best]
    level = min(enough, key=lambda speed: speed.tokens)
    memory = "" if level.memory_gb is None else f", {level.memory_gb:.2f} GB"
    text = (
        f"{level.rows_per_second:,.0f} rows/s with {level.tokens:,} tokens "
        f"({100 * level.to_ceiling:.0f}% of the encoder, {level.to_floor:.1f} times one row a "
        f"forward{memory})"
    )
    return Finding(text, {"levels_off_at": level.tokens, "sizes": [asdict(s) for s in speeds]})


def suggested_tokens(outcomes: Sequence[Mapping[str, Any]]) -> int | None:
    """The token budget from which no shape in float32 gains; None where none was timed."""
    found = [
        figures["levels_off_at"]
        for figures in (entry["figures"] for entry in outcomes if entry["dtype"] == "float32")
        if "levels_off_at" in figures
    ]
    return max(found, default=None)

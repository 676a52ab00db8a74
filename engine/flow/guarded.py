"""Pairs scored in mixed precision, and again in float32 where that could change a preference.

How far the rounding moves a difference is measured on a sample of the very pairs, drawn over all
lengths and scored in both. Every pair whose difference lies within the bound found there (and the
tie band) is scored again in float32, so that the preferences, and the share of pairs that rests
on them, are those of float32. Every pair scored twice checks the bound: an error beyond it widens
it, and the search goes on.

Values of both precisions are stored under their own spec; nothing is mixed there.

In `mixed`, products of matrices are in bfloat16, the rest and the head in float32, which is two to
three times nearer to float32 than bfloat16 throughout. No table says how far that errs, so the
bound is measured on the very pairs. Only the reading mixes the two precisions, and it names which
is which.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Any

from engine.core.spec import MIXED
from engine.core.wording import counted, part_of
from engine.flow.asking import AskItems

if TYPE_CHECKING:
    from engine.flow.asking import Measurement

AUTO = "auto"  # what `--dtype` and the screen call this
FINE, COARSE = "float32", MIXED
SAMPLE = 64
LARGEST, RMS = 1.5, 4.5  # how often the largest error, or its root mean square, makes the bound

# (rows of the items, their values) -> difference of each, None where it has none
Differences = Callable[[Sequence[int], Sequence[Any]], "list[float | None]"]


@dataclass(frozen=True)
class Guard:
    """How a set was scored in two precisions.

    Args:
        bound: differences within it (and the band) were scored again, in the difference's unit.
        largest: error of a difference among all pairs scored in both.
        rms: root mean square of the error over the sample.
        sample: pairs scored in both to find the bound.
        again: pairs scored in float32 besides the sample.
        n: pairs in all.
        band: differences up to this are ties.
        seed: of the sample.
        reason: why all are float32, where they are; empty otherwise.
    """

    bound: float
    largest: float
    rms: float
    sample: int
    again: int
    n: int
    band: float
    seed: int
    reason: str = ""

    def report(self) -> dict[str, Any]:
        """JSON-ready, with the share scored in float32 in all."""
        fine = self.n if self.reason else self.sample + self.again
        return {**asdict(self), "float32": fine, "share": fine / self.n if self.n else 0.0}


@dataclass(frozen=True, eq=False)
class Guarded:
    """A set scored in two precisions.

    Args:
        measurement: of all items; its manifest names float32, and says under `precision` what was
            scored in which.
        precisions: [item] `mixed` or `float32`.
    """

    measurement: Measurement
    precisions: list[str]
    guard: Guard

    @property
    def values(self) -> list[Any]:
        """One an item."""
        return self.measurement.values

    @property
    def manifest(self) -> dict[str, Any]:
        """What is needed to repeat it."""
        return self.measurement.manifest


def score_guarded(
    items: Sequence[Any],
    fine: AskItems,
    coarse: AskItems,
    differences: Differences,
    band: float,
    seed: int = 0,
) -> Guarded:
    """Score items in mixed precision, and those near a tie again in float32.

    Args:
        fine: items -> their measurement in float32.
        coarse: the same in mixed precision; its preferences are checked, so it may be anything.
        differences: what a preference is the sign of; it may be of any measure.
        band: differences up to this are ties.
        seed: of the sample.
    """
    if len(items) <= SAMPLE:
        return all_fine(items, fine, band, f"no more than {SAMPLE} pairs, all scored in float32")
    found = coarse(list(items))
    rough = differences(range(len(items)), found.values)
    state = _State(items, fine, differences, rough, found.values)
    chosen = sample(items, seed, [row for row, value in enumerate(rough) if value is not None])
    state.score(chosen)
    rms, largest = state.rms(chosen), state.largest()
    bound = max(LARGEST * largest, RMS * rms)
    while True:
        state.score(row for row, value in enumerate(rough) if _unsure(value, bound + band))
        largest = state.largest()
        if largest <= bound:
            break
        bound = LARGEST * largest
    again = len(state.known) - len(chosen)
    guard = Guard(bound, largest, rms, len(chosen), again, len(items), band, seed)
    return state.merged(found, guard)


def all_fine(items: Sequence[Any], fine: AskItems, band: float, reason: str) -> Guarded:
    """All items in float32, with the reason in words."""
    found = fine(list(items))
    guard = Guard(0.0, 0.0, 0.0, 0, 0, len(items), band, 0, reason)
    manifest = {**found.manifest, "precision": guard.report()}
    return Guarded(replace(found, manifest=manifest), [FINE] * len(items), guard)


def sample(items: Sequence[Any], seed: int, rows: Sequence[int]) -> list[int]:
    """Rows to score in both precisions: one from each of `SAMPLE` groups of equal size by length.

    Args:
        items: what is scored; its length is that of its texts.
        rows: those that can be drawn.
    """
    from engine.core.digest import canonical_json

    ordered = sorted(rows, key=lambda row: (len(canonical_json(items[row])), row))
    draw = random.Random(seed)
    count = min(SAMPLE, len(ordered))
    starts = [number * len(ordered) // count for number in range(count)] if count else []
    return [
        ordered[draw.randrange(start, stop)]
        for start, stop in zip(starts, [*starts[1:], len(ordered)], strict=True)
    ]


def _unsure(difference: float | None, bound: float) -> bool:
    """Whether float32 might say otherwise; what it could not score is asked again."""
    return difference is None or not math.isfinite(difference) or abs(difference) <= bound


class _State:
    """What is known in float32 so far, and how far mixed precision was from it."""

    def __init__(
        self,
        items: Sequence[Any],
        fine: AskItems,
        differences: Differences,
        rough: Sequence[float | None],
        values: Sequence[Any],
    ) -> None:
        self._items, self._fine, self._differences = items, fine, differences
        self._rough, self._values = rough, values
        self.known: dict[int, Any] = {}
        self._errors: dict[int, float] = {}
        self._manifests: list[dict[str, Any]] = []
        self._warnings: list[str] = []

    def score(self, rows: Iterable[int]) -> None:
        """Score rows in float32 that are not known yet."""
        wanted = [row for row in rows if row not in self.known]
        if not wanted:
            return
        found = self._fine([self._items[row] for row in wanted])
        self._manifests.append(found.manifest)
        self._warnings += found.warnings
        exact = self._differences(wanted, found.values)
        for row, value, difference in zip(wanted, found.values, exact, strict=True):
            self.known[row] = value
            rough = self._rough[row]
            if rough is not None and difference is not None and math.isfinite(rough):
                self._errors[row] = rough - difference

    def rms(self, rows: Sequence[int]) -> float:
        """Root mean square of the error over some rows that are known."""
        errors = [self._errors[row] for row in rows if row in self._errors]
        return math.sqrt(math.fsum(error**2 for error in errors) / len(errors)) if errors else 0.0

    def largest(self) -> float:
        """Largest error seen so far."""
        return max(map(abs, self._errors.values()), default=0.0)

    def merged(self, found: Measurement, guard: Guard) -> Guarded:
        """Values of both precisions in the order of the items."""
        rows = range(len(self._items))
        seconds = [manifest.get("seconds", 0.0) for manifest in (found.manifest, *self._manifests)]
        manifest = {
            **found.manifest,
            "spec": {**found.manifest.get("spec", {}), "dtype": FINE},
            "precision": guard.report(),
            "seconds": round(math.fsum(seconds), 3),
        }
        measurement = replace(
            found,
            values=[self.known.get(row, self._values[row]) for row in rows],
            manifest=manifest,
            warnings=list(dict.fromkeys([*found.warnings, *self._warnings])),
        )
        precisions = [FINE if row in self.known else COARSE for row in rows]
        return Guarded(measurement, precisions, guard)


def precision_in_words(guard: dict[str, Any]) -> str:
    """What was scored in which precision, in one sentence.

    Args:
        guard: of `Guard.report`.
    """
    if guard["reason"]:
        return f"All {counted(guard['n'], 'pair', 'are')} float32: {guard['reason']}."
    return (
        f"{part_of(guard['n'] - guard['float32'], guard['n'], 'pair', 'were')} scored in mixed "
        "precision (products in bfloat16), "
        f"{guard['float32']:,} in float32: {guard['sample']} of a sample, which gave a bound of "
        f"{guard['bound']:.2g} (largest error {guard['largest']:.2g}, root mean square "
        f"{guard['rms']:.2g}), and {guard['again']:,} whose difference lies within it. By "
        "this bound all preferences are those of float32; means rest on both precisions."
    )

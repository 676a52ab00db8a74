"""How near the forecast of a run comes to what the run takes, from one earlier run of its kind.

The earlier run is of sentence pairs of one length. Every run that is forecast begins with a store
of its own, which knows the pace of the earlier run alone: nothing is read back, and no forecast
rests on another one's run.
"""

from __future__ import annotations

import random
import shutil
import tempfile
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from itertools import product
from pathlib import Path
from statistics import mean
from typing import TYPE_CHECKING, Annotated, Any

import typer

from engine.bench.shown import in_seconds, opening, ranged, write_report
from engine.bench.timing import Ratio, ratio
from engine.command_line.options import with_model
from engine.command_line.subject import Subject
from engine.core.errors import InputTextError
from engine.flow.measurement import measure
from engine.storage.paces import FILE
from engine.storage.store import Store

if TYPE_CHECKING:
    from engine.flow.pace import Expected
    from engine.models.loading import MaskedLM


TIMES_AS_MANY = 3  # pairs of a run that is forecast, to those of the earlier run
_SEED = 0  # of the choice of pairs, so that no run has the longer words
_PARAMS = {"variant": "cps"}
_GROUPS = (("woman", "man"), ("girl", "boy"), ("mother", "father"), ("aunt", "uncle"))
_VERBS = tuple("washed moved bought hid sold lent".split())
_THINGS = tuple("plates boxes lamps bags rugs pens cups hats".split())
_PLACES = tuple("home work school church sea court noon dawn".split())
_DAYS = tuple("Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split())
_LONGER = ", and nobody who was there that evening could say why"
SAME, OTHER, FAR = "of the same length", "about twice as long", "about four times as long"
_TIMES = {OTHER: 1, FAR: 3}  # how often the longer ending is added
MOST = len(_GROUPS) * len(_VERBS) * len(_THINGS) * len(_PLACES) * len(_DAYS)


@dataclass(frozen=True)
class Forecasts:
    """Forecasts of runs of one length, with what they took.

    Args:
        texts: how long they are, beside those of the earlier runs.
        pairs: of each run.
        words: mean number of words of a sentence.
        forecast: [run] seconds, given before it began.
        actual: [run] seconds.
        ratio: of the forecast to the time taken; above 1, the run was forecast too long.
    """

    texts: str
    pairs: int
    words: float
    forecast: list[float]
    actual: list[float]
    ratio: Ratio


@dataclass(frozen=True)
class ForecastQuality:
    """Forecasts, and the earlier runs that they rest on.

    Args:
        earlier_pairs: of each earlier run.
        earlier: [run] seconds.
        runs: of the same length as those, and of two others.
    """

    earlier_pairs: int
    earlier: list[float]
    runs: list[Forecasts]


@dataclass(frozen=True)
class _Run:
    """One run: what was forecast when it began (None if nothing), and what it took, seconds."""

    forecast: float | None
    actual: float


def forecast_quality(lm: MaskedLM, count: int, repeats: int, folder: Path) -> ForecastQuality:
    """Measure some pairs, then forecast and measure others; all of it so many times.

    Args:
        count: pairs of the earlier run.
        repeats: how often all of it is done, each time with nothing known.
        folder: empty, for the stores.

    Raises:
        InputTextError: if there are too few different pairs, or if the earlier run was so short
            that nothing is forecast from it.
    """
    earlier, others = _made_pairs(count)
    texts = {SAME: others} | {
        name: [_longer(pair, times) for pair in others] for name, times in _TIMES.items()
    }
    _run(lm, earlier[:2], folder / "warm")
    known: list[_Run] = []
    found: dict[str, list[_Run]] = {name: [] for name in texts}
    for repeat in range(repeats):
        kept = folder / f"earlier-{repeat}"
        known.append(_run(lm, earlier, kept))
        for place, (name, pairs) in enumerate(texts.items()):
            own = folder / f"run-{repeat}-{place}"
            own.mkdir()
            if (kept / FILE).is_file():
                shutil.copy(kept / FILE, own / FILE)
            found[name].append(_run(lm, pairs, own))
    return ForecastQuality(
        count,
        [run.actual for run in known],
        [_compared(name, texts[name], runs) for name, runs in found.items()],
    )


def _made_pairs(count: int) -> tuple[list[dict[str, str]], list[dict[str, str]]]:
    """Distinct pairs of one length: those of the earlier run, and those of the others."""
    wanted = count * (1 + TIMES_AS_MANY)
    if wanted > MOST:
        raise InputTextError(
            f"--pairs {count:,} needs {wanted:,} different pairs, and {MOST:,} can be made; ask "
            f"for {MOST // (1 + TIMES_AS_MANY):,} or fewer."
        )
    pairs = [
        {
            side: f"The {word} {verb} the {thing} at {place} on {day}."
            for side, word in zip(("sent_more", "sent_less"), group, strict=True)
        }
        for verb, thing, place, day, group in random.Random(_SEED).sample(
            [*product(_VERBS, _THINGS, _PLACES, _DAYS, _GROUPS)], wanted
        )
    ]
    return pairs[:count], pairs[count:]


def _longer(pair: dict[str, str], times: int) -> dict[str, str]:
    return {side: f"{text.removesuffix('.')}{_LONGER * times}." for side, text in pair.items()}


def _run(lm: MaskedLM, pairs: Sequence[dict[str, str]], folder: Path) -> _Run:
    """Measure pairs that the store of this folder does not have."""
    store = Store(folder / "results.sqlite")
    forecasts: list[float | None] = []

    def note(expected: Expected) -> None:
        forecasts.append(expected.seconds)

    items: list[Any] = list(pairs)
    started = time.perf_counter()
    measure("pairs", lm.spec, items, _PARAMS, lambda: lm, store, on_expected=note)
    taken = time.perf_counter() - started
    store.close()
    return _Run(forecasts[0], taken)


def _compared(name: str, pairs: Sequence[dict[str, str]], runs: Sequence[_Run]) -> Forecasts:
    forecasts = [run.forecast for run in runs if run.forecast is not None]
    if len(forecasts) < len(runs):
        raise InputTextError(
            "Nothing was forecast, because the earlier run was too short to be timed; ask for more "
            "--pairs."
        )
    actual = [run.actual for run in runs]
    words = mean(len(text.split()) for pair in pairs for text in pair.values())
    return Forecasts(name, len(pairs), words, forecasts, actual, ratio(forecasts, actual))


# --- forecast -----------------------------------------------------------------------------
# `bench forecast`: forecast over actual time, for texts of the length timed before and of another.


@with_model("mask", "no_cache", no_cache=True)
def forecast(
    pairs: Annotated[int, typer.Option(min=2, help="Pairs of the earlier run.")] = 400,
    repeats: Annotated[int, typer.Option(min=1, help="Times that all of it is done.")] = 1,
    *,
    subject: Subject,
    json_: bool,
) -> None:
    """How near the forecast of a run comes to the time it takes, after one run of its kind."""
    preamble = opening("forecast", subject.device)
    lm = subject.lm()
    with tempfile.TemporaryDirectory() as folder:
        found = forecast_quality(lm, pairs, repeats, Path(folder))
    report = {**preamble, "model": subject.checkpoint, "dtype": subject.dtype, **asdict(found)}
    write_report(
        report,
        json_,
        ["pairs", "words", "forecast", "took", "forecast / took [runs]"],
        [
            [f"{found.earlier_pairs:,} before", "", "", in_seconds(mean(found.earlier)), ""],
            *(_row(each) for each in found.runs),
        ],
    )


def _row(found: Forecasts) -> list[str]:
    value = found.ratio
    return [
        f"{found.pairs:,} {found.texts}",
        f"{found.words:.1f}",
        in_seconds(mean(found.forecast)),
        in_seconds(mean(found.actual)),
        ranged(value.median, (value.low, value.high), ".2f"),
    ]

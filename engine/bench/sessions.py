"""Many people at once on one network, and one alone: how long each waits, in how much memory."""

from __future__ import annotations

import subprocess
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from functools import partial
from statistics import median
from threading import Barrier
from typing import TYPE_CHECKING, Annotated, Any

import typer

from engine.bench.shown import TIMES, in_gigabytes, opening, ranged, times_row, write_report
from engine.bench.timing import Ratio, Times, seconds, times
from engine.command_line.options import with_model
from engine.command_line.subject import Subject
from engine.core.errors import BiascopeError
from engine.core.process_limits import most_resident
from engine.core.program import run_module
from engine.core.spec import HeadRef
from engine.flow.measurement import measure
from engine.measures.health.check import health_items
from engine.models.loading import MaskedLM

if TYPE_CHECKING:
    from engine.models.loading import LoadedModel, MaskedLM


_TOLERANCE = 1e-6  # of a probability, between a value measured alone and the same among others
_WARM_UP = 3


@dataclass(frozen=True)
class Asked:
    """What one session asks: a sentence, and the network under a mask of its own."""

    lm: MaskedLM
    item: dict[str, str]


@dataclass(frozen=True)
class Sessions:
    """One session after another, and all of them at once.

    Args:
        alone: time of each answer where one session asks after another.
        together: the same where all ask at the same moment.
        ratio: of the median waits, together to alone, in rounds.
        throughput: of the answers a second, together to alone, in rounds.
        peak_alone_gb: most memory of this process before any two asked at once, 10^9 bytes; None
            where the system does not tell.
        peak_together_gb: the same in the end.
    """

    sessions: int
    alone: Times
    together: Times
    ratio: Ratio
    throughput: Ratio
    peak_alone_gb: float | None
    peak_together_gb: float | None


def sessions(model: LoadedModel, number: int, rounds: int) -> Sessions:
    """Have sessions ask alone and all at once, in turn, each with a mask of its own.

    Args:
        model: in memory once, for all of them.
        number: of sessions.
        rounds: of both ways.
    """
    all_asked = [_asked(model, place) for place in range(number)]
    for asked in all_asked[:_WARM_UP]:
        _answer(asked)
    first, expected = _alone(all_asked)
    peak_alone = most_resident()
    alone, together = [first], [_together(all_asked, expected)]
    for _ in range(rounds - 1):
        alone.append(_alone(all_asked)[0])
        together.append(_together(all_asked, expected))
    return Sessions(
        number,
        times([wait for waits, _ in alone for wait in waits]),
        times([wait for waits, _ in together for wait in waits]),
        _ratio([median(b) / median(a) for (a, _), (b, _) in zip(alone, together, strict=True)]),
        _ratio([a / b for (_, a), (_, b) in zip(alone, together, strict=True)]),
        peak_alone,
        most_resident(),
    )


Round = tuple[list[float], float]  # seconds that each session waits, and until all have answers


def _asked(model: LoadedModel, place: int) -> Asked:
    """The question of one session; no two have the same mask, as long as there are heads."""
    cloze = health_items()["cloze"]
    width, layers = model.heads, model.layers
    first = HeadRef(place // width % layers, place % width)
    second = HeadRef((place + 1) % layers, (place * 5 + 1) % width)
    lm = MaskedLM(model, (first, second))
    return Asked(lm, {"text": cloze[place % len(cloze)]["sentence"]})


def _answer(asked: Asked) -> tuple[float, list[Any]]:
    """Seconds until the answer is there, and the answer."""
    started = time.perf_counter()
    found = measure("completion", asked.lm.spec, [asked.item], PARAMS, lambda: asked.lm, None)
    return time.perf_counter() - started, found.values


def _alone(all_asked: Sequence[Asked]) -> tuple[Round, list[list[Any]]]:
    started = time.perf_counter()
    found = [_answer(asked) for asked in all_asked]
    taken = time.perf_counter() - started
    return ([wait for wait, _ in found], taken), [value for _, value in found]


def _together(all_asked: Sequence[Asked], expected: Sequence[list[Any]]) -> Round:
    gate = Barrier(len(all_asked) + 1)

    def session(asked: Asked) -> tuple[float, list[Any]]:
        gate.wait()
        return _answer(asked)

    with ThreadPoolExecutor(len(all_asked)) as pool:
        futures = [pool.submit(session, asked) for asked in all_asked]
        gate.wait()
        started = time.perf_counter()
        found = [future.result() for future in futures]
        taken = time.perf_counter() - started
    for place, ((_, value), wanted) in enumerate(zip(found, expected, strict=True)):
        if not same(value, wanted):
            raise BiascopeError(f"Session {place} was given another value than it gets alone.")
    return [wait for wait, _ in found], taken


def same(found: object, wanted: object) -> bool:
    """Whether two values are equal but for the last digits of their numbers."""
    if isinstance(found, float) and isinstance(wanted, float):
        return abs(found - wanted) <= _TOLERANCE * max(1.0, abs(wanted))
    if isinstance(found, dict) and isinstance(wanted, dict):
        return found.keys() == wanted.keys() and all(same(found[k], wanted[k]) for k in found)
    if isinstance(found, list) and isinstance(wanted, list):
        return len(found) == len(wanted) and all(map(same, found, wanted))
    return found == wanted


def _ratio(values: Sequence[float]) -> Ratio:
    return Ratio(median(values), min(values), max(values))


# --- sessions -----------------------------------------------------------------------------
# `bench sessions` says how long many people at once wait, each with a mask of their own.


@with_model("mask", "no_cache", no_cache=True)
def bench_sessions(
    number: Annotated[int, typer.Option("--sessions", min=2, help="People at once.")] = 50,
    rounds: Annotated[int, typer.Option(min=1, help="Rounds of both ways.")] = 5,
    *,
    subject: Subject,
    json_: bool,
) -> None:
    """How long many people at once wait for an answer, and how much memory that takes."""

    preamble = opening("sessions", subject.device)
    found = sessions(subject.lm().model, number, rounds)
    report = {**preamble, "model": subject.checkpoint, **asdict(found)}
    rows = [
        times_row("one session after another", found.alone),
        times_row(f"{found.sessions} sessions at once", found.together),
        *[
            [name, "", ranged(value.median, (value.low, value.high), ".2f"), "", ""]
            for name, value in (
                ("ratio of the waits", found.ratio),
                ("ratio of answers a second", found.throughput),
            )
        ],
        *[
            [name, "", in_gigabytes(peak), "", ""]
            for name, peak in (
                ("peak memory, one after another", found.peak_alone_gb),
                (f"peak memory, {found.sessions} at once", found.peak_together_gb),
            )
        ],
    ]
    write_report(report, json_, TIMES, rows)


# --- filling ------------------------------------------------------------------------------
# One answer is timed, warm in the engine, and cold from the command line.

PARAMS = {"top_k": 10, "targets": ["he", "she"], "hide": []}


def warm(lm: MaskedLM, repeats: int) -> Times:
    """Time of `fill` in the engine with the model in memory and no store.

    Args:
        repeats: how many sentences are timed; the built-in cloze sentences in turn.
    """
    sentences = [item["sentence"] for item in health_items()["cloze"]]

    def fill(number: int) -> None:
        text = sentences[number % len(sentences)]
        measure("completion", lm.spec, [{"text": text}], PARAMS, lambda: lm, None)

    for number in range(_WARM_UP):
        fill(number)
    return times([seconds(partial(fill, number)) for number in range(repeats)])


def cold(model: str, device: str, dtype: str, repeats: int) -> Times:
    """Time from a fresh process to its answer on the command line."""
    command = [*run_module(), "fill", health_items()["cloze"][0]["sentence"]]
    command += ["--model", model, "--device", device, "--dtype", dtype, "--no-cache", "--json"]

    def run() -> None:
        done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
        if done.returncode:
            raise BiascopeError(done.stderr.strip() or f"fill ended with code {done.returncode}.")

    return times([seconds(run) for _ in range(repeats)])

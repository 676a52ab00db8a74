"""Speed and memory of the Arena: from prompts to a report, beside the encoder alone.

The ceiling is the encoder on the same rows in the same batches; both take turns on the same
prompts, so that a busy machine slows them alike.
"""

from __future__ import annotations

import os
import subprocess
import tempfile
import time
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from engine.bench.memory import ended
from engine.bench.shown import in_seconds, opening, ranged, write_report
from engine.bench.timing import Ratio, in_turn, ratio, seconds
from engine.command_line.options import with_model
from engine.command_line.subject import Subject
from engine.core.errors import BiascopeError
from engine.core.program import run_module
from engine.core.project import PROJECT

if TYPE_CHECKING:
    from engine.core.spec import ModelSpec
    from engine.models.loading import MaskedLM
    from engine.prompts.prompt import PromptSet


SLICE = 1024  # prompts timed before the other way has its turn
FLOW, ENCODER = "prompts through the flow", "encoder only"


@dataclass(frozen=True)
class PromptSpeed:
    """How fast prompts are completed.

    Args:
        per_second: way -> prompts a second over all slices.
        to_ceiling: speed over that of the encoder alone.
    """

    prompts: int
    per_second: dict[str, float]
    to_ceiling: Ratio


@dataclass(frozen=True)
class RunCost:
    """One `arena run` with the demo suite in a process of its own, with an empty store.

    Args:
        peak_gb: resident memory of the process, 10^9 bytes.
        again: seconds to read the report back, all libraries loaded and the store full.
    """

    prompts: int
    seconds: float
    peak_gb: float
    again: float


def prompt_speed(lm: MaskedLM, prompts: PromptSet) -> PromptSpeed:
    """Time both ways on slices of prompts, by length as they are asked."""
    from engine.flow.measurement import measure
    from engine.inference.plan import Row
    from engine.inference.reference import run_encoder
    from engine.inference.text import encode, mask_positions, with_model_masks
    from engine.measures.arena.completion import (
        MEASURE,
        by_length,
        completion_items,
        completion_params,
    )
    from engine.measures.arena.settings import ArenaSettings

    items = sorted(completion_items(prompts.prompts, ArenaSettings()), key=by_length)
    params = completion_params(1)
    slices = [items[start : start + SLICE] for start in range(0, len(items), SLICE)]

    def rows(part: list[dict[str, str]]) -> list[Row]:
        found = []
        for item in part:
            masked = with_model_masks(item["text"], lm.tokenizer)
            encoded = encode(lm.tokenizer, masked, lm.model.max_length)
            found.append(Row(encoded.ids, tuple(mask_positions(encoded, lm.tokenizer))))
        return found

    def flow(part: list[Any]) -> object:
        return measure(MEASURE, lm.spec, part, params, lambda: lm, None)

    flow(slices[0][:8])  # warm
    spent = in_turn(
        {FLOW: partial(flow, part), ENCODER: partial(run_encoder, lm, rows(part))}
        for part in slices
    )
    done = [len(part) for part in slices]
    speeds = {
        way: [count / spent_on for count, spent_on in zip(done, each, strict=True)]
        for way, each in spent.items()
    }
    return PromptSpeed(
        len(items),
        {way: len(items) / sum(each) for way, each in spent.items()},
        ratio(speeds[FLOW], speeds[ENCODER]),
    )


def run_cost(count: int, folder: Path, spec: ModelSpec, device: str) -> RunCost:
    """Run the command on a subset of the project's prompts, then look at its report again.

    Args:
        folder: empty; the store is made there.
    """
    from engine.storage.store.context import CACHE

    # Prompts with a quoted mask: what comes with Biascope knows the plain ones.
    asked = ["arena", "run", "--model", spec.exact_name, "--device", device]
    asked += ["--subset", str(count), "--quoted"]
    started = time.perf_counter()
    with subprocess.Popen(
        [*run_module(), *asked],
        cwd=PROJECT,
        env=os.environ | {CACHE: str(folder)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
    ) as process:
        said = process.stderr.read() if process.stderr else b""
        peak = ended(process)
    spent = time.perf_counter() - started
    if process.returncode:
        raise BiascopeError(said.decode(errors="replace").strip() or "arena run failed.")
    return RunCost(count, spent, peak / 1e9, _second_look(count, folder, spec))


def _second_look(count: int, folder: Path, spec: ModelSpec) -> float:
    """Seconds from the prompts to every figure of a report that is in the store."""
    from engine.evaluators.suites import DEMO, load_suite
    from engine.flow.derived import derived
    from engine.measures.arena.run import report
    from engine.measures.arena.settings import ArenaSettings
    from engine.prompts.prompt import stratified
    from engine.prompts.sets import BUNDLED, load_prompts
    from engine.storage.store import Store

    store = Store(folder / "results.sqlite")
    derive = partial(derived, store=store)

    def look() -> None:
        prompts = stratified(load_prompts(BUNDLED), count, 0)
        report(_missing, derive, prompts, load_suite(DEMO), ArenaSettings(quoted=True), spec)

    spent = seconds(look)
    store.close()
    return spent


def _missing(_name: str, _items: list[Any], _params: dict[str, Any]) -> Any:
    raise BiascopeError("The report that was just made is not in the store.")


# --- arena --------------------------------------------------------------------------------
# `bench arena`: speed and memory from prompts to a report.

_COLUMNS = ["", "value", "[slices]", "what"]


@with_model("mask", "dtype", "no_cache", no_cache=True)
def arena(
    count: Annotated[
        int, typer.Option("--prompts", min=1, help="Prompts of the speed of completions.")
    ] = 4096,
    runs: Annotated[
        str, typer.Option(help="Prompts of whole runs, comma-separated; empty for none.")
    ] = "1000,10000",
    *,
    subject: Subject,
    json_: bool,
) -> None:
    """How fast prompts are completed, and what a run with the demo suite takes."""
    from engine.command_line.inputs import is_count, split_words
    from engine.core.errors import InputTextError
    from engine.prompts.prompt import stratified
    from engine.prompts.sets import BUNDLED, load_prompts

    sizes = split_words(runs)
    if not all(map(is_count, sizes)):
        raise InputTextError(f"--runs is written as 1000,10000; got {runs!r}.")
    preamble = opening("arena", subject.device)
    speed = prompt_speed(subject.lm(), stratified(load_prompts(BUNDLED), count, 0))
    subject.release()
    costs = []
    for size in sizes:
        with tempfile.TemporaryDirectory() as folder:
            costs.append(run_cost(int(size), Path(folder), subject.spec, subject.device))
    report = {
        **preamble,
        "model": subject.checkpoint,
        "speed": asdict(speed),
        "runs": [asdict(cost) for cost in costs],
    }
    close = speed.to_ceiling
    rows = [
        [f"{FLOW}, a second", f"{speed.per_second[FLOW]:.0f}", "", f"{speed.prompts:,} prompts"],
        [f"{ENCODER}, a second", f"{speed.per_second[ENCODER]:.0f}", "", ""],
        ["ratio", ranged(close.median, (close.low, close.high), ".2f"), "", "same prompts"],
    ]
    for cost in costs:
        what = f"{cost.prompts:,} prompts, quoted mask, demo suite"
        rows += [
            ["from nothing to the report", in_seconds(cost.seconds), "", what],
            ["from the store to the report", in_seconds(cost.again), "", what],
            ["peak memory", f"{cost.peak_gb:.2f} GB", "", what],
        ]
    write_report(report, json_, _COLUMNS, rows)

"""How long a table of six models in eight measures takes, and how much memory the sweep needs."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Annotated, Any

import typer

from engine.bench.shown import in_gigabytes, in_seconds, opening, write_report
from engine.command_line.options import DeviceOption, JsonOption
from engine.core.errors import BiascopeError
from engine.core.process_limits import most_resident
from engine.core.project import PROJECT
from engine.core.spec import BUNDLED
from engine.scorecard.asking import LocalAsker
from engine.scorecard.plan import Plan, plan
from engine.scorecard.sweep import Swept, sweep
from engine.scorecard.table import report_of
from engine.storage.store import Store

# Seconds on two cores: the whole table, its first cell, and all of it from the store.
GOALS = {"whole": 360.0, "first_cell": 10.0, "again": 3.0}
CONTESTANTS = 6
MEASURES = (
    *("seat:gender", "lpbs:career-family", "counter:gender", "pairs:bundled:cps"),
    *("unmasking:bundled", "gest:bundled:0", "pppl:bundled", "cloze"),
)
_MASKS = ("1-1 2-2 3-3", "4-4 5-5 6-6", "1-7 3-8 5-9", "2-10 4-11 6-12", "6-1 6-2 6-3")
_CHILD = f"""
import json, sys
from {__name__} import timed
sys.stdout.write(json.dumps(timed(float(sys.argv[1]), sys.argv[2], sys.argv[3], sys.argv[4:])))
"""


@dataclass(frozen=True)
class SweepCost:
    """One table in a process of its own, and once more from the store.

    Args:
        whole: seconds, from the start of the process to the ranked table.
        first_cell: seconds to the first cell.
        again: seconds of the same with everything in the store.
        peak_gb: most memory of the process after each contestant, 10^9 bytes; None
            where the system does not say.
        refused: cells without a figure.
        equal: whether both tables are the same.
    """

    contestants: int
    measures: int
    whole: float
    first_cell: float
    again: float
    peak_gb: list[float | None]
    refused: int
    equal: bool


def sweep_cost(trained: Sequence[str], device: str, cache: Path) -> SweepCost:
    """Measure six contestants: the bundled model, models trained from it, and masks.

    Args:
        trained: folders of models.
        cache: empty, for the results.
    """
    first, second = (_in_a_process(trained, device, cache) for _ in range(2))
    return SweepCost(
        contestants=len(first["peaks"]),
        measures=len(MEASURES),
        whole=first["whole"],
        first_cell=first["first_cell"],
        again=second["whole"],
        peak_gb=first["peaks"],
        refused=first["refused"],
        equal=first["digest"] == second["digest"],
    )


def timed(began: float, device: str, file: str, trained: Sequence[str]) -> dict[str, Any]:
    """One table in this process.

    Args:
        began: when the process was started, `time.time()`.
        file: of the results; those that come with Biascope are not used.

    Returns:
        `whole` and `first_cell` in seconds since then, `peaks` by contestant (10^9 bytes),
        `refused` cells and the table's `digest`.
    """
    cells: list[float] = []
    peaks: list[float | None] = []

    def on_contestant(_swept: Swept) -> None:
        peaks.append(most_resident())

    asker = LocalAsker(device, Store(Path(file)))
    swept = sweep(six(trained), asker, lambda: cells.append(time.time() - began), on_contestant)
    peaks.append(most_resident())
    report = report_of(swept.contestants, swept.measures, swept.cells)
    return {
        "whole": time.time() - began,
        "first_cell": cells[0],
        "peaks": peaks,
        "refused": sum(cell["value"] is None for cell in swept.cells),
        "digest": report["digest"],
    }


def six(trained: Sequence[str]) -> Plan:
    """The bundled model under as many masks as it takes, and the trained models."""
    masks = _MASKS[: max(0, CONTESTANTS - 1 - len(trained))]
    own = plan([BUNDLED], ["none", *masks], MEASURES)
    if not trained:
        return own
    others = plan(list(trained), ["none"], MEASURES)
    return replace(own, contestants=(*own.contestants, *others.contestants))


def _in_a_process(trained: Sequence[str], device: str, cache: Path) -> dict[str, Any]:
    file = str(cache / "results.sqlite")
    command = [sys.executable, "-c", _CHILD, str(time.time()), device, file, *trained]
    environment = os.environ | {"BIASCOPE_CACHE": str(cache)}
    done = subprocess.run(
        command, cwd=PROJECT, env=environment, stdout=subprocess.PIPE, encoding="utf-8", check=False
    )
    if done.returncode:
        raise BiascopeError(f"The sweep ended with code {done.returncode}; it has said why.")
    return dict(json.loads(done.stdout))


# --- sweep --------------------------------------------------------------------------------
# `bench sweep`: seconds and memory of a table of six models in eight measures.


def bench_sweep(
    trained: Annotated[
        list[str] | None,
        typer.Option(help="Folder of a model trained from the bundled one, as by `inject`."),
    ] = None,
    device: DeviceOption = "auto",
    json_: JsonOption = False,
) -> None:
    """Seconds of six contestants in eight measures on the bundled samples, and once more."""
    import tempfile

    preamble = opening("sweep", device)
    with tempfile.TemporaryDirectory() as cache:
        cost = sweep_cost(trained or [], device, Path(cache))
    rows = [
        [f"{cost.contestants} contestants in {cost.measures} measures", in_seconds(cost.whole)],
        ["to the first cell", in_seconds(cost.first_cell)],
        ["again, from the store", in_seconds(cost.again)],
        ["peak memory after the first contestant", in_gigabytes(cost.peak_gb[0])],
        ["after the last one", in_gigabytes(cost.peak_gb[-1])],
        ["cells without a figure", str(cost.refused)],
        ["both tables equal", "yes" if cost.equal else "no"],
    ]
    goals = [in_seconds(GOALS[name]) for name in ("whole", "first_cell", "again")]
    filled = [*goals, *[""] * (len(rows) - len(goals))]
    write_report(
        {**preamble, **asdict(cost), "goals": GOALS},
        json_,
        ["", "measured", "goal"],
        [[*row, goal] for row, goal in zip(rows, filled, strict=True)],
    )

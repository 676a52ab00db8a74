"""The parts of a campaign by name."""

from __future__ import annotations

from pathlib import Path

from engine.bench.faults.addresses import addresses
from engine.bench.faults.folders import folders
from engine.bench.faults.inputs import OnCase, inputs
from engine.bench.faults.kills import KINDS, Split, kills
from engine.bench.faults.tally import Tally

_PER_ADDRESS = 200  # odd inputs for each address; a page takes seconds, a function milliseconds


def run(part: str, count: int, seed: int, folder: Path, on_case: OnCase | None = None) -> Tally:
    """Run one part.

    Args:
        part: `kills`, one kind of them, `inputs` or `folders`.
        count: of its cases.
        folder: empty.
        on_case: called with (cases done, all cases).

    Raises:
        BiascopeError: if what nobody disturbs fails.
    """
    if part == "kills" or part in KINDS:
        return kills(Split.of(count, part if part in KINDS else ""), seed, folder)
    if part == "folders":
        return folders(count, seed, folder, on_case=on_case)
    opened = count // _PER_ADDRESS
    places = folder / "inputs", folder / "addresses"
    for place in places:
        place.mkdir()
    tally = inputs(count - opened, seed, places[0], on_case=on_case)
    addresses(opened, seed, places[1], tally, on_case)
    return tally

"""The parts of a campaign by name."""

from __future__ import annotations

from pathlib import Path

from engine.bench.faults import KILLED
from tests.faults.addresses import addresses
from tests.faults.folders import folders
from tests.faults.inputs import inputs
from tests.faults.kills import Split, kills
from tests.faults.repeating import OnCase
from tests.faults.tally import Tally

_PER_ADDRESS = 200  # odd inputs for each address; a page takes seconds, a function milliseconds


def run(part: str, count: int, tally: Tally, folder: Path, on_case: OnCase | None = None) -> None:
    """Run one part.

    Args:
        part: `kills`, one kind of them, `inputs` or `folders`.
        count: of its cases.
        tally: that they are counted in.
        folder: empty.
        on_case: called with (cases done, all cases); not for kills.
    """
    if part == "kills" or part in KILLED:
        kills(Split.of(count, part if part in KILLED else ""), tally, folder)
    elif part == "folders":
        folders(count, tally, folder, on_case=on_case)
    else:
        opened = count // _PER_ADDRESS
        places = folder / "inputs", folder / "addresses"
        for place in places:
            place.mkdir()
        inputs(count - opened, tally, places[0], on_case=on_case)
        addresses(opened, tally, places[1], on_case)

"""Records one section in this process: `python -m tests.golden.section SECTION FOLDER`."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from tests import isolation
from tests.golden import clocks
from tests.golden.recording import Recorder, work_folder


def main() -> None:
    """Record the section that the command line names."""
    section, folder = sys.argv[1:]
    clocks.stand_still()
    recorder = Recorder(Path(folder))
    os.chdir(work_folder())
    with isolation.no_network():
        if section == "help":
            from tests.golden import command_help

            command_help.record(recorder)
        elif section == "tables":
            from tests.golden import tables

            tables.record(recorder)
        elif section == "commands":
            from tests.golden import running

            running.record(recorder)
        else:
            from tests.golden import pages

            pages.record(recorder)


if __name__ == "__main__":
    main()

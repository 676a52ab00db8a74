"""`python -m tests.golden record FOLDER`, and `compare BEFORE AFTER`."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from tests.golden import comparing, recording


def main() -> None:
    """Record or compare, and leave with 1 where anything differs."""
    parser = argparse.ArgumentParser(prog="python -m tests.golden", description=__doc__)
    does = parser.add_subparsers(dest="does", required=True)
    record = does.add_parser("record", help="write one file for each thing that a user sees")
    record.add_argument("folder", type=Path)
    record.add_argument("--only", choices=recording.SECTIONS)
    compare = does.add_parser("compare", help="say which files of two recordings differ")
    compare.add_argument("before", type=Path)
    compare.add_argument("after", type=Path)
    compare.add_argument("--lines", type=int, default=comparing.LINES, help="of each difference")
    given = parser.parse_args()
    if given.does == "record":
        sections = [given.only] if given.only else recording.SECTIONS
        sys.exit(recording.record(given.folder, sections))
    found = comparing.differences(given.before, given.after)
    sys.stdout.write(comparing.report(found, given.lines))
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()

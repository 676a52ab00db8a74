"""Plants the faults of `faults.toml`, one at a time, and asks which tests notice.

    python -m tests.mutations reach                  # which tests reach which line
    python -m tests.mutations plant --tier test      # what `make test` notices
    python -m tests.mutations plant --tier all       # what `make test-all` notices

`reach` runs the tests that need no browser once, with a record of the test that each line was run
by. `plant` works on a copy of the tree, and runs for each fault the tests that reach its line (of a
line that runs when its module is imported, those that reach the module), and then, if none of them
failed, the browser tests of the page; `--screens` runs all browser tests. A run that is stopped
goes on where it was. A fault that no test notices is listed at the end; the exit status is 1 then.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from tests import tiers

ROOT = Path(__file__).parent.parent.parent
FAULTS = Path(__file__).with_name("faults.toml")
UNITS = {"test": tiers.UNITS, "all": tiers.ALL_UNITS}
SCREENS = {"test": tiers.SCREENS, "all": tiers.ALL_SCREENS}


@dataclass(frozen=True)
class Fault:
    """One line of the project, and what it becomes.

    Args:
        file: from the project's root.
        kind: of slip, such as "order" or "bound".
        line: stands exactly once in the file.
        fault: takes its place.
    """

    file: str
    kind: str
    line: str
    fault: str

    @property
    def name(self) -> str:
        """How it is listed."""
        return f"{self.file}: {self.fault.strip()}"

    def number(self, root: Path) -> int:
        """Number of its line, from 1.

        Raises:
            ValueError: if the line is not there, or more than once.
        """
        lines = (root / self.file).read_text(encoding="utf-8").split("\n")
        found = [number for number, line in enumerate(lines, start=1) if line == self.line]
        if len(found) != 1:
            raise ValueError(f"{self.file} holds {len(found)} times the line {self.line!r}")
        return found[0]

    def plant(self, root: Path) -> None:
        """Put it into a tree."""
        path, number = root / self.file, self.number(root)
        lines = path.read_text(encoding="utf-8").split("\n")
        lines[number - 1] = self.fault
        path.write_text("\n".join(lines), encoding="utf-8")


def faults() -> list[Fault]:
    """All of them, by file."""
    listed = tomllib.loads(FAULTS.read_text(encoding="utf-8"))["fault"]
    return [Fault(**each) for each in listed]


def reach(record: Path, given: Sequence[str]) -> int:
    """Run the tests that need no browser, and keep which test ran which line."""
    command = [
        *(sys.executable, "-m", "pytest", "-m", UNITS["all"], "-q", "-n", str(os.cpu_count())),
        *("--cov=engine", "--cov=components", "--cov=pages", "--cov-context=test"),
        *("--cov-report=", *given),
    ]
    environment = os.environ | {"OMP_NUM_THREADS": "1", "COVERAGE_FILE": str(record)}
    return subprocess.run(command, cwd=ROOT, env=environment, check=False).returncode


class Reached:
    """Which tests run which lines.

    Args:
        record: as `reach` keeps it.
    """

    def __init__(self, record: Path) -> None:
        from coverage import CoverageData

        self._data = CoverageData(str(record))
        self._data.read()
        self._measured = sorted(self._data.measured_files())

    def tests(self, fault: Fault) -> set[str]:
        """Tests that run the line of a fault, or its module where it runs at import."""
        (path,) = [each for each in self._measured if each.endswith(f"/{fault.file}")] or [""]
        if not path:
            return set()
        lines = self._data.contexts_by_lineno(path)
        own = _named(lines.get(fault.number(ROOT), ()))
        return own or _named(context for contexts in lines.values() for context in contexts)


def _named(contexts: Iterable[str]) -> set[str]:
    return {context.partition("|")[0] for context in contexts if "::" in context}


@dataclass(frozen=True)
class Outcome:
    """What became of one fault.

    Args:
        noticed_by: the first test that failed; empty if none did.
        asked: number of tests that reach it.
    """

    name: str
    kind: str
    noticed_by: str
    asked: int
    seconds: float


def noticed(tree: Path, fault: Fault, tests: set[str], tier: str, screens: bool) -> Outcome:
    """Plant a fault in a tree, run what reaches it, and take it out again."""
    began = time.monotonic()
    whole = (tree / fault.file).read_bytes()
    fault.plant(tree)
    try:
        by = ""
        for chosen in _nearest_first(fault, tests):
            by = by or _first_failure(tree, chosen, UNITS[tier])
        if not by and (pages := _screens(fault, screens)):
            by = _first_failure(tree, pages, SCREENS[tier])
    finally:
        (tree / fault.file).write_bytes(whole)
    return Outcome(fault.name, fault.kind, by, len(tests), round(time.monotonic() - began, 1))


def _nearest_first(fault: Fault, tests: set[str]) -> list[list[str]]:
    """Tests of the fault's own folder, then those of elsewhere: the first mostly do."""
    own = {test for test in tests if test.startswith(f"tests/{Path(fault.file).parent}/")}
    return [sorted(some) for some in (own, tests - own) if some]


def _screens(fault: Fault, all_of_them: bool) -> list[str]:
    """Browser tests that could see a fault: those of its page, or all."""
    room = Path(fault.file).parts[1]
    own = sorted((ROOT / "tests/browser").glob(f"test_{room}*.py"))
    if all_of_them or (fault.file.endswith(".js") and not own):
        own = sorted((ROOT / "tests/browser").glob("test_*.py"))
    return [path.relative_to(ROOT).as_posix() for path in own]


def _first_failure(tree: Path, tests: Sequence[str], marks: str) -> str:
    """The first test that fails in a tree; empty if all pass."""
    files = sorted({test.partition("::")[0] for test in tests})
    chosen = tree / ".chosen"
    chosen.write_text(json.dumps(list(tests)), encoding="utf-8")
    command = [
        *(sys.executable, "-m", "pytest", *files, "-m", marks, "-x", "-q", "-n", "2"),
        *("-p", "tests.mutations.chosen", "-p", "no:cacheprovider", "--no-header", "--tb=no"),
    ]
    environment = os.environ | {"OMP_NUM_THREADS": "1", "BIASCOPE_CHOSEN": str(chosen)}
    done = subprocess.run(
        command, cwd=tree, env=environment, capture_output=True, text=True, check=False
    )
    if done.returncode in (0, 5):  # passed, or this tier runs none of them
        return ""
    failed = [line for line in done.stdout.splitlines() if line.startswith(("FAILED", "ERROR"))]
    return failed[0].partition(" - ")[0] if failed else done.stdout[-300:] + done.stderr[-300:]


def plant(record: Path, tier: str, out: Path, screens: bool, only: str) -> int:
    """Plant each fault in turn; the exit status is 1 if one is not noticed."""
    reached, outcomes = Reached(record), _kept(out)
    known = {each.name for each in outcomes}
    if known:
        sys.stdout.write(f"{len(known)} faults were asked before: {out}\n")
    with tempfile.TemporaryDirectory(prefix="faults-") as folder:
        tree = Path(folder) / "tree"
        ignored = shutil.ignore_patterns(".git", ".venv", "__pycache__", ".*_cache", "cache")
        shutil.copytree(ROOT, tree, ignore=ignored)
        for fault in faults():
            if only in fault.name and fault.name not in known:
                outcome = noticed(tree, fault, reached.tests(fault), tier, screens)
                outcomes.append(outcome)
                by = outcome.noticed_by or "NOT NOTICED"
                sys.stdout.write(f"{outcome.seconds:6.1f} s  {outcome.name}\n          {by}\n")
                sys.stdout.flush()
                out.write_text(json.dumps([asdict(each) for each in outcomes], indent=1))
    missed = [each.name for each in outcomes if not each.noticed_by]
    sys.stdout.write(f"{len(outcomes) - len(missed)} of {len(outcomes)} faults are noticed\n")
    sys.stdout.writelines(f"not noticed: {name}\n" for name in missed)
    return 1 if missed else 0


def _kept(out: Path) -> list[Outcome]:
    if not out.exists():
        return []
    return [Outcome(**each) for each in json.loads(out.read_text(encoding="utf-8"))]


def main() -> int:
    """Run what the command line asks for; its exit status."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutations", description=__doc__)
    parser.add_argument("act", choices=["reach", "plant"])
    parser.add_argument("--record", type=Path, default=Path(tempfile.gettempdir()) / "reached")
    parser.add_argument("--tier", choices=UNITS, default="all")
    parser.add_argument("--out", type=Path, help="what is in it is not asked again")
    parser.add_argument("--screens", action="store_true", help="ask all browser tests as well")
    parser.add_argument("--only", default="", help="faults whose name holds this")
    asked, given = parser.parse_known_args()
    if asked.act == "reach":
        return reach(asked.record, given)
    out = asked.out or Path(tempfile.gettempdir()) / f"noticed-{asked.tier}.json"
    return plant(asked.record, asked.tier, out, asked.screens, asked.only)


if __name__ == "__main__":
    sys.exit(main())

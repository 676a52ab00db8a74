"""Runs the tests of a tier, and ends with what took how long: `python -m tests TIER`.

quick   style, types, and the tests that start nothing and load no model
test    style, types, all units, and the ways that people really take: what `make test` runs
more    what `all` adds to `test`
all     everything

Further arguments go to pytest: `python -m tests test -k pairs`. Which tier a test is in depends on
what it starts: tests/tiers.py.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from xml.etree import ElementTree

from tests import tiers
from tests.browser import find_browser

ROOT = Path(__file__).parent.parent
CORES = os.cpu_count() or 1
# Processes of browser tests, one more than cores: each of them waits for something now and then.
SCREENS_AT_ONCE = min(2, CORES) + 1
SLOWEST = 10  # tests that a run ends with
MOST_FAILED = 5  # browser tests that fail before the others are left out
DEEP = {"HYPOTHESIS_PROFILE": "deep"}  # properties on more examples
STYLE = (("-m", "ruff", "check", "."), ("-m", "ruff", "format", "--check", "."))


@dataclass
class Run:
    """What the parts of a tier took, and whether they passed.

    Args:
        folder: for what pytest reports of its tests.
        given: more arguments for pytest.
    """

    folder: Path
    given: Sequence[str]
    seconds: dict[str, float] = field(default_factory=dict)
    failed: list[str] = field(default_factory=list)
    slowest: list[tuple[float, str]] = field(default_factory=list)
    skipped: dict[str, int] = field(default_factory=dict)

    @contextmanager
    def part(self, name: str) -> Iterator[None]:
        """Time a part, and say that it begins."""
        sys.stdout.write(f"\n--- {name}\n")
        sys.stdout.flush()
        began = time.monotonic()
        yield
        self.seconds[name] = time.monotonic() - began

    def style(self) -> None:
        """Lint, and whether files are formatted."""
        with self.part("style"):
            for command in STYLE:
                self.note("style", _python(*command).wait())

    def tests(self, name: str, *command: str, **environment: str) -> None:
        """Run tests that a `-m` expression chooses."""
        report = self.folder / f"{name}.xml"
        reported = (f"--junitxml={report}", "-o", "junit_duration_report=total")
        with self.part(name):
            code = _python("-m", "pytest", *command, *reported, *self.given, **environment).wait()
        # With a choice of one's own, one part may well have none of the tests.
        self.note(name, 0 if code == NO_TESTS and self.given else code)
        self._read(report)

    def units(self, name: str, marks: str, **environment: str) -> None:
        """Tests without a browser: one process a core, each with one thread of its own."""
        spread = ("-n", str(min(4, CORES)), "--dist", "worksteal")
        self.tests(name, "-m", marks, *spread, OMP_NUM_THREADS="1", **environment)

    def units_beside_types(self, name: str, marks: str, **environment: str) -> None:
        """The same, while one process more checks types, on a core where they wait."""
        types = _python("-m", "mypy")
        self.units(name, marks, **environment)
        with self.part(f"types, after {name}"):
            self.note("types", types.wait())

    def screens(self, name: str, marks: str) -> None:
        """Browser tests; the first that fail end them, as each has waited for minutes."""
        ends = (f"--maxfail={MOST_FAILED}", "--max-worker-restart=0")
        self.tests(name, "tests/browser", "-m", marks, "-n", str(SCREENS_AT_ONCE), *ends)

    def note(self, name: str, code: int) -> None:
        """Remember a part that failed."""
        if code != 0 and name not in self.failed:
            self.failed.append(name)

    def _read(self, report: Path) -> None:
        if not report.exists():
            return
        for case in ElementTree.parse(report).iter("testcase"):
            name = f"{case.get('classname', '').replace('.', '/')}.py::{case.get('name')}"
            self.slowest.append((float(case.get("time", 0)), name))
            for skipped in case.iter("skipped"):
                why = skipped.get("message", "")
                self.skipped[why] = self.skipped.get(why, 0) + 1
        self.slowest = sorted(self.slowest, reverse=True)[:SLOWEST]

    def told(self) -> str:
        """What took how long, what was skipped, and what failed."""
        lines = ["", "slowest tests"]
        lines += [f"{seconds:8.1f} s  {name}" for seconds, name in self.slowest]
        lines += ["", "parts"]
        lines += [f"{seconds:8.1f} s  {name}" for name, seconds in self.seconds.items()]
        lines += [f"{sum(self.seconds.values()):8.1f} s  in all", ""]
        lines += [f"{count} skipped: {why}" for why, count in self.skipped.items()]
        lines += [f"Failed: {', '.join(self.failed)}." if self.failed else "All parts passed.", ""]
        return "\n".join(lines)


NO_TESTS = 5  # pytest's exit status where it chose none


def _python(*arguments: str, **environment: str) -> subprocess.Popen[bytes]:
    # A dozen processes import the same files: the first one keeps what it compiles.
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return subprocess.Popen([sys.executable, *arguments], cwd=ROOT, env=kept | environment)


def quick(run: Run) -> None:
    """Everything that needs neither another process nor a model."""
    run.style()
    run.units_beside_types("quick units", tiers.QUICK)


def test(run: Run) -> None:
    """What is asked before each commit worth the name."""
    run.style()
    run.units_beside_types("units", tiers.UNITS)
    run.screens("screens", tiers.SCREENS)


def more(run: Run) -> None:
    """What only the whole run asks; properties are checked again, on more examples."""
    run.units("more units", tiers.MORE_UNITS, **DEEP)
    run.screens("more screens", tiers.MORE_SCREENS)


def everything(run: Run) -> None:
    """All there is, each test once."""
    run.style()
    run.units_beside_types("all units", tiers.ALL_UNITS, **DEEP)
    run.screens("all screens", tiers.ALL_SCREENS)


TIERS = {"quick": quick, "test": test, "more": more, "all": everything}


def main() -> int:
    """Run a tier; its exit status is 0 if all its parts passed."""
    parser = argparse.ArgumentParser(
        prog="python -m tests",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("tier", choices=TIERS, nargs="?", default="test")
    asked, given = parser.parse_known_args()
    if asked.tier != "quick":
        try:
            find_browser.find(find_browser.INSTALLERS)
        except find_browser.NoBrowserError as error:
            sys.stderr.write(f"\nBiascope: {error}\n\n")
            return 1
    with tempfile.TemporaryDirectory(prefix="biascope-run-") as folder:
        run = Run(Path(folder), given)
        TIERS[asked.tier](run)
    sys.stdout.write(run.told())
    return 1 if run.failed else 0


if __name__ == "__main__":
    sys.exit(main())

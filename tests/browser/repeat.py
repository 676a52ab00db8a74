"""Runs the browser tests of `make test` many times in a row, every other time on a busy machine.

A test that fails once in ten runs is wrong; the first failure ends it, with its log.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path

from tests.__main__ import SCREENS_AT_ONCE
from tests.tiers import ALL_SCREENS, SCREENS

ROOT = Path(__file__).parent.parent.parent
# Ends by itself once nobody is left to end it.
BUSY = "import os\nparent = os.getppid()\nwhile os.getppid() == parent: sum(range(10**6))"


@contextmanager
def busy_cores() -> Iterator[None]:
    """Keep every core busy while the block runs."""
    loops = [subprocess.Popen([sys.executable, "-c", BUSY]) for _ in range(os.cpu_count() or 1)]
    try:
        yield
    finally:
        for loop in loops:
            loop.kill()
        for loop in loops:
            loop.wait()


def main() -> int:
    """Run the tests; the exit status of the first run that fails, else 0."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=10)
    parser.add_argument("--all", action="store_true", help="those of `make test-all` too")
    asked = parser.parse_args()
    runs = asked.runs
    chosen = ["tests/browser", "-m", ALL_SCREENS if asked.all else SCREENS]
    processes = str(SCREENS_AT_ONCE)
    command = [sys.executable, "-m", "pytest", *chosen, "-n", processes, "-q", "-x"]
    for number in range(1, runs + 1):
        busy = number % 2 == 0
        began = time.monotonic()
        with busy_cores() if busy else nullcontext():
            done = subprocess.run(
                command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False
            )
        beside = "all cores busy" if busy else "machine otherwise idle"
        result = "passed" if done.returncode == 0 else "FAILED"
        seconds = time.monotonic() - began
        sys.stdout.write(f"run {number} of {runs}, {beside}: {result} in {seconds:.0f} s\n")
        sys.stdout.flush()
        if done.returncode != 0:
            sys.stdout.write(done.stdout.decode(errors="replace"))
            return done.returncode
    return 0


if __name__ == "__main__":
    sys.exit(main())

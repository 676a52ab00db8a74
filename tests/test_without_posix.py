"""The command line, jobs and every page run with what Python has on Windows.

The tests of `no_posix/checks.py` run in a process whose modules of the project go without fcntl,
resource, SIGKILL, killpg and all else that Windows lacks, and so do the processes that it starts.
What libraries, the file system and the console do on Windows is not tried there.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
_WITHOUT = {
    "PYTHONPATH": str(ROOT / "tests" / "no_posix"),
    "PYTHONIOENCODING": "cp1252",  # of pipes there
    "PYTHONWARNDEFAULTENCODING": "1",
}


@pytest.mark.main_path
@pytest.mark.process
def test_everything_runs_without_posix():
    pytest_run = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-n", "0"]
    done = subprocess.run(
        [*pytest_run, "tests/no_posix/checks.py"],
        cwd=ROOT,
        env=os.environ | _WITHOUT,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
    )
    said = done.stdout.decode("utf-8", errors="replace")
    assert done.returncode == 0, said[-6000:]
    assert "skipped" not in said.splitlines()[-1]

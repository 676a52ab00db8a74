"""Processes forked for tests are what a process started from nothing would be to them."""

from __future__ import annotations

import json
import os
import resource
import signal
import sys
import tempfile
import time
from pathlib import Path
from types import ModuleType

import pytest

from tests.forked import ROOT, Forked, fork

pytestmark = [pytest.mark.process, pytest.mark.main_path]


def tell() -> None:
    """Print what a process knows of itself."""
    limit = resource.getrlimit(resource.RLIMIT_FSIZE)[0]
    found = {"argv": sys.argv[1:], "environment": dict(os.environ), "limit": limit}
    found |= {"folder": str(Path.cwd()), "temporary": tempfile.gettempdir()}
    found |= {"torch": "torch" in sys.modules, "main": _main()}
    sys.stdout.write(json.dumps(found))
    sys.stderr.write("said\n")
    sys.exit(3)


def _main() -> str | None:
    return getattr(sys.modules["__main__"], "__file__", None)


def test_it_has_the_environment_the_files_and_the_limit_that_it_is_given(tmp_path, monkeypatch):
    # As where a page was run in this process, whose script stands as the main module afterwards.
    page = ModuleType("__main__")
    page.__file__ = str(tmp_path / "page.py")
    monkeypatch.setitem(sys.modules, "__main__", page)
    out, err = tmp_path / "out", tmp_path / "err"
    own = {"TMPDIR": str(tmp_path)}
    forked = fork(tell, environment=own, out=out, err=err, largest=60_000)
    forked.join(120)
    assert forked.exitcode == 3
    found = json.loads(out.read_text())
    assert found["environment"] == own
    assert found["temporary"] == str(tmp_path)
    assert (found["limit"], found["folder"], found["torch"]) == (60_000, str(ROOT), True)
    assert found["main"] != page.__file__
    assert err.read_text() == "said\n"


def test_a_command_prints_and_leaves_as_python_would_let_it():
    refused = Forked(["fill", "no gap", "--mask", "0-1"])
    assert refused.communicate(120)[0] == ""
    assert refused.returncode == 2
    assert len(refused.err.splitlines()) == 1
    helped = Forked(["--help"])
    assert helped.wait(120) == 0
    assert helped.out.startswith("Usage: python -m engine")
    assert helped.err == ""


def test_one_that_is_killed_has_ended_by_the_signal(tmp_path):
    out = tmp_path / "out"
    forked = fork(time.sleep, 600.0, environment={}, out=out, err=out)
    assert forked.exitcode is None
    forked.kill()
    forked.join(120)
    assert forked.exitcode == -signal.SIGKILL

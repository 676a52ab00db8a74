"""The listed faults: each can be planted, and those that read the list do what they say."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from tests.mutations.__main__ import FAULTS, ROOT, Fault, faults

LISTED = faults()


def room(fault: Fault) -> str:
    return "/".join(Path(fault.file).parts[:2])


def test_every_room_of_the_engine_and_of_the_screen_has_faults():
    counted = Counter(room(fault) for fault in LISTED)
    rooms = {
        f"{top}/{path.name}"
        for top in ("engine", "components")
        for path in (ROOT / top).iterdir()
        if path.is_dir() and any(path.rglob("*.py"))
    }
    assert rooms - set(counted) == set()
    assert len(LISTED) >= 60


@pytest.mark.parametrize("fault", LISTED, ids=lambda fault: f"{fault.file}-{fault.kind}")
def test_a_fault_changes_one_line_and_leaves_a_module_that_can_be_read(fault, tmp_path):
    path = tmp_path / fault.file
    path.parent.mkdir(parents=True)
    before = (ROOT / fault.file).read_text(encoding="utf-8")
    path.write_text(before, encoding="utf-8")
    fault.plant(tmp_path)
    after = path.read_text(encoding="utf-8")
    changed = [
        (old, new)
        for old, new in zip(before.split("\n"), after.split("\n"), strict=True)
        if old != new
    ]
    assert changed == [(fault.line, fault.fault)]
    if path.suffix == ".py":
        ast.parse(after)


def test_a_line_that_is_not_there_or_twice_is_no_place_for_a_fault(tmp_path):
    (tmp_path / "one.py").write_text("a = 1\nb = 2\na = 1\n")
    for line in ("c = 3", "a = 1"):
        with pytest.raises(ValueError, match="times the line"):
            Fault("one.py", "bound", line, "d = 4").plant(tmp_path)


def test_no_fault_is_listed_twice():
    assert len({(fault.file, fault.line) for fault in LISTED}) == len(LISTED)
    assert FAULTS.is_file()


@pytest.mark.main_path
@pytest.mark.process
def test_only_what_is_listed_is_run(tmp_path):
    (tmp_path / "test_some.py").write_text("def test_one(): pass\ndef test_two(): assert False\n")
    (tmp_path / "chosen").write_text('["test_some.py::test_one"]')
    command = [
        *(sys.executable, "-m", "pytest", "-p", "tests.mutations.chosen", "-q"),
        *("-p", "no:cacheprovider", f"--rootdir={tmp_path}", str(tmp_path)),
    ]
    environment = {"PYTHONPATH": str(ROOT), "BIASCOPE_CHOSEN": str(tmp_path / "chosen")}
    done = subprocess.run(
        command, env=environment, cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "1 passed, 1 deselected" in done.stdout

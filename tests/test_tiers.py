"""The rule by which `make test` chooses its tests, and the watch that holds it."""

from __future__ import annotations

import itertools
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests import tiers

ROOT = Path(__file__).parent.parent
MARKS = (*tiers.KINDS, tiers.MAIN_PATH, tiers.MODEL, "hypothesis")
# What a test may start without and with a mark for it, each with the sentence that fails it.
WATCHED = """
import subprocess, sys
import pytest
import torch
from streamlit.testing.v1 import AppTest

def a_process():
    subprocess.run([sys.executable, "-c", ""], check=True)

def a_page():
    AppTest.from_file(PAGE, default_timeout=60).run()

def training():
    weight = torch.nn.Parameter(torch.ones(1))
    optimiser = torch.optim.SGD([weight])
    weight.sum().backward()
    optimiser.step()

def nothing():
    pass

@pytest.mark.parametrize("start", [nothing, a_process, a_page, training])
def test_unmarked(start):
    start()

@pytest.mark.process
def test_process():
    a_process()

@pytest.mark.page
def test_page():
    a_page()

@pytest.mark.training
def test_training():
    training()

@pytest.mark.process
def test_no_process():
    nothing()

@pytest.mark.page
def test_no_page():
    nothing()

@pytest.mark.training
def test_no_training():
    nothing()

@pytest.mark.process
def test_skipped():
    pytest.skip("for another reason")
"""


def chosen_by(expression: str, marks: set[str]) -> bool:
    """Whether `pytest -m` chooses a test with these marks; its language is Python's."""
    return bool(eval(expression, {}, {name: name in marks for name in MARKS}))


@pytest.mark.parametrize("marks", [*itertools.product([False, True], repeat=len(MARKS))])
def test_each_test_is_in_one_tier_and_quick_in_the_first(marks):
    given = {name for name, has in zip(MARKS, marks, strict=True) if has}
    first = [chosen_by(one, given) for one in (tiers.UNITS, tiers.SCREENS)]
    rest = [chosen_by(one, given) for one in (tiers.MORE_UNITS, tiers.MORE_SCREENS)]
    again = "hypothesis" in given and "browser" not in given
    assert sum(first) + sum(rest) == 1 + (again and any(first))
    assert any(first) or any(rest)
    if chosen_by(tiers.QUICK, given):
        assert first == [True, False]


@pytest.mark.parametrize("kind", tiers.KINDS)
def test_what_starts_something_is_in_the_first_tier_on_a_main_path_alone(kind):
    first = f"({tiers.UNITS}) or ({tiers.SCREENS})"
    assert not chosen_by(first, {kind})
    assert chosen_by(first, {kind, tiers.MAIN_PATH})


@pytest.mark.main_path
@pytest.mark.process
def test_the_watch_fails_a_test_whose_marks_are_wrong(tmp_path):
    page = str(ROOT / "pages" / "methods.py")
    (tmp_path / "test_watched.py").write_text(f"PAGE = {page!r}\n{WATCHED}")
    command = [
        *(sys.executable, "-m", "pytest", "-p", "tests.conftest", "-p", "no:cacheprovider"),
        *(f"--rootdir={ROOT}", f"--config-file={ROOT / 'pyproject.toml'}", str(tmp_path)),
    ]
    done = subprocess.run(
        command,
        cwd=ROOT,
        env=os.environ | {"COLUMNS": "200"},
        capture_output=True,
        text=True,
        check=False,
    )
    failed = dict(re.findall(r"^(?:FAILED|ERROR) \S+::(\S+) - (.+)$", done.stdout, re.MULTILINE))
    unmarked = {
        "a_process": "starts another process: mark it `process`.",
        "a_page": "runs a whole page of the app in Streamlit's test runner: mark it `page`.",
        "training": "trains a model: mark it `training`.",
    }
    needless = "Failed: It is marked `{}` and starts no such thing."
    assert {name: said.strip() for name, said in failed.items()} == {
        **{
            f"test_unmarked[{start}]": f"Failed: This test {said}"
            for start, said in unmarked.items()
        },
        **{f"test_no_{kind}": needless.format(kind) for kind in ("process", "page", "training")},
    }, done.stdout

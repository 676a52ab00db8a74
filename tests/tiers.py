"""Which tests a command runs: by what a test starts, never by how long it once took.

A test that starts nothing is a unit. What starts more is marked with what it starts (`KINDS`):
by hand, or because it uses a fixture that starts it (`STARTED_BY`). `make test` runs all units,
and of the others those on a `main_path`, which people really take; `make test-all` runs all. A
watch compares each test's marks with what it started: a mark that is missing or too many fails it.
"""

from __future__ import annotations

import sys
from functools import wraps
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parent.parent

KINDS = {
    "process": "starts another process",
    "page": "runs a whole page of the app in Streamlit's test runner",
    "training": "trains a model",
    "browser": "drives the real app in Chromium",
}
MAIN_PATH = "main_path"
# A unit all the same, but not quick.
MODEL = "model"
# Fixtures whose tests start something, wherever the fixture itself is defined.
STARTED_BY = {
    "process": "process",
    "installed": "process",
    "serve": "browser",
    "browser": "browser",
}
# Folders of models, which tests write and load.
MODELS = ("tiny_model_folder", "narrow_model_folder", "bad_folders")

# For `pytest -m`: what `make quick` runs, what `make test` runs without and with a browser, what
# `make test-more` adds to these, where properties are checked again on more examples, and all.
STARTING = " or ".join(KINDS)
QUICK = f"not ({STARTING} or {MODEL})"
UNITS = f"not ({STARTING}) or {MAIN_PATH} and not browser"
SCREENS = f"browser and {MAIN_PATH}"
MORE_UNITS = f"({STARTING}) and not browser and not {MAIN_PATH} or hypothesis and not browser"
MORE_SCREENS = f"browser and not {MAIN_PATH}"
ALL_UNITS, ALL_SCREENS = "not browser", "browser"

_started: set[str] = set()


def note(kind: str) -> None:
    """Note that the running test has started something of a kind."""
    _started.add(kind)


def _note_processes(event: str, _arguments: tuple[object, ...]) -> None:
    if event in ("subprocess.Popen", "os.posix_spawn", "os.fork", "os.forkpty"):
        note("process")


sys.addaudithook(_note_processes)


def _note_children() -> None:
    """Note when `multiprocessing` starts a process, which may have a server of its own fork it."""
    start = BaseProcess.start

    @wraps(start)
    def noted(process: BaseProcess) -> None:
        note("process")
        start(process)

    BaseProcess.start = noted  # type: ignore[method-assign]


_note_children()


def _note_pages() -> None:
    """Note from now on when Streamlit's test runner runs a page of the app."""
    module = sys.modules.get("streamlit.testing.v1.app_test")
    if module is None or hasattr(module.AppTest._run, "__wrapped__"):
        return
    run = module.AppTest._run

    @wraps(run)
    def noted(page: Any, *given: Any, **named: Any) -> Any:
        if Path(page._script_path).parent in (ROOT, ROOT / "pages"):
            note("page")
        return run(page, *given, **named)

    module.AppTest._run = noted


def _note_training() -> None:
    """Note from now on when an optimiser changes weights."""
    module = sys.modules.get("torch.optim.optimizer")
    if module is not None and not hasattr(module, "_noted_by_tests"):
        module._noted_by_tests = module.register_optimizer_step_post_hook(
            lambda *_: note("training")
        )


def begin() -> None:
    """Forget what the test before this one started."""
    _note_pages()
    _note_training()
    _started.clear()


def marks_of(item: pytest.Item) -> set[str]:
    """Kinds that a test is marked with, by hand or by its fixtures."""
    return {kind for kind in KINDS if item.get_closest_marker(kind)}


def marked_by_fixtures(item: pytest.Item) -> set[str]:
    """Kinds that the fixtures of a test start, perhaps for an earlier test that shares them."""
    return {STARTED_BY[name] for name in getattr(item, "fixturenames", ()) if name in STARTED_BY}


def unmarked(marks: set[str], started: set[str]) -> str:
    """What a test started without a mark that says so, in a sentence; empty if nothing."""
    # The apps that a browser test opens start whatever they need.
    missing = [] if "browser" in marks else sorted(started - marks)
    return "".join(f"This test {KINDS[kind]}: mark it `{kind}`. " for kind in missing)


def needless(marks: set[str], by_fixtures: set[str], started: set[str]) -> str:
    """Which marks a test has for nothing, in a sentence; empty if none."""
    if "browser" in marks:
        return ""
    wrong = sorted(marks - by_fixtures - started)
    return "".join(f"It is marked `{kind}` and starts no such thing. " for kind in wrong)


def started() -> set[str]:
    """What the running test has started so far."""
    return set(_started)

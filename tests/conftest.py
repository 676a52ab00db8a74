"""Fixtures that every test may use; models and folders are shared and read-only."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import settings

from engine.server import shared
from engine.server.shared import Deployment
from tests import isolation, tiers

if TYPE_CHECKING:
    from tests.tiny_models.unusable import UnusableFolders

ROOT = Path(__file__).parent.parent
_SANDBOX = Path(tempfile.mkdtemp(prefix="biascope-tests-"))

# Libraries read these when they are first imported, before any fixture could set them.
for _name in ("HF_HUB_CACHE", "HUGGINGFACE_HUB_CACHE", "HF_HUB_OFFLINE", "HF_TOKEN"):
    os.environ.pop(_name, None)
os.environ.pop("BIASCOPE_PLUGINS", None)  # of whoever runs the tests
DATA = os.environ.get("BIASCOPE_DATA")  # now: pages open on what is there, so tests of them hide it
os.environ.update(isolation.sandbox_variables(_SANDBOX))

# A busy machine is no failure, and the same tree passes or fails the same way every time. A failing
# example is printed as an `@example` to keep beside the test, which every profile then runs;
# HYPOTHESIS_PROFILE=explore tries other examples at each run.
settings.register_profile("quick", deadline=None, derandomize=True, max_examples=25)
settings.register_profile("deep", deadline=None, derandomize=True, max_examples=200)
settings.register_profile("explore", deadline=None, max_examples=200)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "quick"))

_LONGEST_VALUE = 36  # characters, of a value in a test's name
_LONGEST_NAME = 160


def pytest_make_parametrize_id(config: pytest.Config, val: object, argname: str) -> str | None:
    """Name a case by the beginning of its value where that is a long text."""
    if not isinstance(val, str | bytes):
        return None
    text = val if isinstance(val, str) else val.decode("utf-8", errors="replace")
    shown = ascii(text)[1:-1]
    return None if len(shown) <= _LONGEST_VALUE else f"{shown[:_LONGEST_VALUE]}..."


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark tests by the fixtures that start or load something for them, before `-m` chooses."""
    for item in items:
        fixtures = set(getattr(item, "fixturenames", ()))
        for kind in tiers.marked_by_fixtures(item):
            item.add_marker(kind)
        if fixtures & set(tiers.MODELS):
            item.add_marker(tiers.MODEL)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_setup(item: pytest.Item) -> Iterator[None]:
    """Watch what a test starts, its fixtures included; its name has to be one that can be read."""
    if len(item.name) > _LONGEST_NAME:
        pytest.fail(f"Name the cases of this test with ids=: {item.name[:300]}", pytrace=False)
    if "training" in tiers.marks_of(item):
        import torch  # noqa: F401  # a library is watched once it is imported
    tiers.begin()
    return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[None]:
    """Fail a test that has passed with a mark for what it did not start."""
    result = yield
    # A case of a table may end before it starts what the others start.
    if not hasattr(item, "callspec"):
        by_fixtures = tiers.marked_by_fixtures(item)
        if wrong := tiers.needless(tiers.marks_of(item), by_fixtures, tiers.started()):
            pytest.fail(wrong, pytrace=False)
    return result


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(item: pytest.Item) -> Iterator[None]:
    """Fail a test that started something without a mark for it."""
    result = yield
    if wrong := tiers.unmarked(tiers.marks_of(item), tiers.started()):
        pytest.fail(wrong, pytrace=False)
    return result


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Give the browser tests that look at the same page to one process, all others singly."""
    if config.args != ["tests/browser"]:
        return None
    from tests.browser.sharing import PagesTogether

    return PagesTogether(config, log)


def pytest_unconfigure(config: pytest.Config) -> None:
    """Remove what the tests wrote."""
    shutil.rmtree(_SANDBOX, ignore_errors=True)


def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    """A run in which every test was skipped has tested nothing, and says so."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if reporter is None or exitstatus != pytest.ExitCode.OK or session.config.option.collectonly:
        return
    if not reporter.stats.get("passed") and not reporter.stats.get("xfailed"):
        session.exitstatus = pytest.ExitCode.NO_TESTS_COLLECTED


@pytest.fixture(scope="session", autouse=True)
def _no_network() -> Iterator[None]:
    with isolation.no_network():
        yield


@pytest.fixture(autouse=True)
def cache_folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The result cache of one test: empty at first, never the user's own."""
    folder = tmp_path_factory.mktemp("cache")
    before = os.environ["BIASCOPE_CACHE"]
    os.environ["BIASCOPE_CACHE"] = str(folder)
    yield folder
    os.environ["BIASCOPE_CACHE"] = before


@pytest.fixture
def share(monkeypatch: pytest.MonkeyPatch) -> Callable[..., Deployment]:
    """Share the server with these settings until the test ends: `share(limits=Limits(...))`."""
    monkeypatch.setattr(shared, "_deployment", None)

    def use(**settings: Any) -> Deployment:
        shared.use(Deployment(**settings))
        return shared.deployment()

    return use


@pytest.fixture
def few_trees(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three trees in each bootstrap draw of CABM's weights, where their values do not matter."""
    from engine.measures.cabm import weighting

    monkeypatch.setattr(weighting, "DRAWN_TREES", 3)


def shared_by_workers(factory: pytest.TempPathFactory) -> Path:
    """The folder of this run, also where several processes share it."""
    own = factory.getbasetemp()
    return own.parent if "PYTEST_XDIST_WORKER" in os.environ else own


@pytest.fixture
def no_shipped_fits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of fits that come with Biascope, empty."""
    folder = tmp_path / "shipped_fits"
    folder.mkdir()
    monkeypatch.setattr("engine.files.fits.SHIPPED", folder)
    return folder


@pytest.fixture(scope="session")
def tiny_model_folder(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """Folder of a tiny model by family (`tests.tiny_models.FAMILIES`), made once a run.

    Copy it before changing anything in it.
    """
    from tests import tiny_models

    parent = shared_by_workers(tmp_path_factory) / "tiny-models"
    parent.mkdir(exist_ok=True)

    def folder(family: str) -> Path:
        return _made_once(parent / family, partial(tiny_models.build, family))

    return folder


@pytest.fixture(scope="session")
def narrow_model_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Folder of the bundled model at a sixteenth of its width, which knows nothing, but soon."""
    from tests import tiny_models

    return _made_once(shared_by_workers(tmp_path_factory) / "narrow", tiny_models.build_narrow)


def _made_once(path: Path, build: Callable[[Path], Path]) -> Path:
    """A folder that one process of the run writes and all of them read."""
    if not path.exists():
        made = build(Path(tempfile.mkdtemp(dir=path.parent)))
        # Where another process was faster, its folder holds the same and is not empty.
        with suppress(OSError):
            made.rename(path)
    return path


@pytest.fixture(scope="session")
def bad_folders(tmp_path_factory: pytest.TempPathFactory) -> UnusableFolders:
    """Model folders that must be refused, one for each reason."""
    from tests.tiny_models.unusable import build_all

    return build_all(tmp_path_factory.mktemp("unusable"))


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """Reference data sets that are not part of the project."""
    folder = Path(DATA or ROOT.parent / "shared" / "datasets")
    if not folder.is_dir():
        pytest.skip(f"no reference data at {folder}; BIASCOPE_DATA may name another folder")
    return folder


@pytest.fixture(scope="session")
def shared_models(shared_data: Path) -> Path:
    """Reference models, which lie beside the reference data."""
    folder = shared_data.parent / "models"
    if not folder.is_dir():
        pytest.skip(f"no reference models at {folder}")
    return folder


@pytest.fixture(scope="session")
def shared_cases(shared_data: Path) -> Path:
    """Small odd inputs, which lie beside the reference data."""
    folder = shared_data.parent / "cases"
    if not folder.is_dir():
        pytest.skip(f"no odd inputs at {folder}")
    return folder


@pytest.fixture(scope="session")
def browser_path() -> str:
    """Path of the Chromium to drive; fails with what to install where there is none."""
    from tests.browser.find_browser import find

    return find()

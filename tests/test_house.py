"""The project's own set-up: pins, theme, environment, browser, and runs that test nothing."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from importlib import metadata
from pathlib import Path

import pytest

from components.frame.present.theme import between, contrast
from tests.browser import find_browser

ROOT = Path(__file__).parent.parent
CREATE_VENV = ROOT / ".ci" / "create_venv.sh"


def requirements(name: str) -> list[str]:
    lines = (ROOT / name).read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line and not line.startswith(("#", "-r"))]


FILES = ("requirements.txt", "requirements-cluster.txt", "requirements-dev.txt")


@pytest.mark.parametrize("name", FILES)
def test_every_requirement_is_pinned_to_the_version_that_is_tested(name):
    assert requirements(name)
    for line in requirements(name):
        package, _, version = line.partition("==")
        assert re.fullmatch(r"[\w.]+", version), line
        assert metadata.version(package).partition("+")[0] == version


def flat(options: dict, prefix: str = "") -> dict[str, object]:
    found: dict[str, object] = {}
    for name, value in options.items():
        key = f"{prefix}{name}"
        found |= flat(value, f"{key}.") if isinstance(value, dict) else {key: value}
    return found


@pytest.fixture(scope="module")
def settings() -> dict[str, object]:
    return flat(tomllib.loads((ROOT / ".streamlit/config.toml").read_text(encoding="utf-8")))


def test_streamlit_knows_every_setting(settings):
    from streamlit import config

    with pytest.raises(RuntimeError):
        config.get_option("theme.light.noSuchColor")
    for key in settings:
        config.get_option(key)


def test_tables_are_exported_by_the_page_alone_which_escapes_formulas(settings):
    assert settings["client.disableDataExport"] is True


def test_the_app_is_private_and_quiet(settings):
    assert settings["server.address"] == "localhost"
    assert settings["browser.gatherUsageStats"] is False
    assert settings["client.showErrorDetails"] == "none"
    assert not [value for value in settings.values() if "//" in str(value)]


@pytest.mark.parametrize("theme", ["theme.light", "theme.dark"])
def test_text_and_captions_can_be_read_on_every_ground(settings, theme):
    ink = settings[f"{theme}.textColor"]
    for ground in ("", "sidebar."):
        paper = settings[f"{theme}.{ground}backgroundColor"]
        assert contrast(ink, paper) >= 7
        # Streamlit draws captions in the text colour at 60 %.
        assert contrast(between(paper, ink, 0.6), paper) >= 4.5
    # Streamlit writes white on buttons and chips of the primary colour.
    assert contrast("#ffffff", settings[f"{theme}.primaryColor"]) >= 4.5
    for name in ("gray", "green", "orange", "blue"):
        text = settings[f"{theme}.{name}TextColor"]
        for paper in (f"{name}BackgroundColor", "backgroundColor", "sidebar.backgroundColor"):
            assert contrast(text, settings[f"{theme}.{paper}"]) >= 4.5


def create_venv(folder: Path, python: str = "") -> subprocess.CompletedProcess[str]:
    command = ["/bin/sh", str(CREATE_VENV), str(folder), python]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def program(path: Path, script: str) -> str:
    path.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
    path.chmod(0o755)
    return str(path)


@pytest.mark.process
def test_a_broken_environment_is_made_anew_and_a_sound_one_is_kept(tmp_path):
    python, kept = tmp_path / "bin" / "python", tmp_path / "kept"
    python.parent.mkdir()
    program(python, "exit 1")
    assert create_venv(tmp_path, sys.executable).returncode == 0
    assert subprocess.run([python, "-c", "pass"], check=False).returncode == 0
    kept.touch()
    assert create_venv(tmp_path, sys.executable).returncode == 0
    assert kept.exists()


@pytest.mark.process
@pytest.mark.parametrize(
    ("script", "expected"),
    [
        (None, "was not found"),
        ("exit 1", "is not a Python of at least 3.11"),
        ('case "$2" in *ensurepip*) exit 1;; *print*) echo 3.12;; esac', "python3.12-venv"),
    ],
)
def test_an_unfit_python_is_refused_with_what_would_do(tmp_path, script, expected):
    python = str(tmp_path / "python3")
    if script is not None:
        program(tmp_path / "python3", script)
    done = create_venv(tmp_path / "venv", python)
    assert done.returncode == 1
    assert expected in done.stderr
    assert not (tmp_path / "venv").exists()


@pytest.mark.main_path
@pytest.mark.process
def test_a_machine_without_python_is_told_so(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    done = create_venv(tmp_path / "venv")
    assert done.returncode == 1
    assert "Python 3.11 or newer is needed" in done.stderr


@pytest.fixture
def no_browser(monkeypatch, tmp_path):
    monkeypatch.delenv(find_browser.VARIABLE, raising=False)
    monkeypatch.setattr(find_browser, "NAMES", (str(tmp_path / "chromium"),))
    monkeypatch.setattr(find_browser, "playwrights_own", lambda: None)
    return tmp_path / "chromium"


def test_a_missing_browser_is_said_with_what_to_install(no_browser):
    with pytest.raises(find_browser.NoBrowserError, match="apt install chromium"):
        find_browser.find()


@pytest.mark.process
def test_installers_are_tried_until_one_leaves_a_browser_that_starts(no_browser):
    tried = []

    def fails():
        tried.append("fails")

    def works():
        tried.append("works")
        program(no_browser, "echo Chromium 1")

    assert find_browser.find([fails, works, fails]) == str(no_browser)
    assert tried == ["fails", "works"]


@pytest.mark.process
def test_a_browser_that_does_not_start_is_passed_over(no_browser):
    program(no_browser, "exit 127")
    with pytest.raises(find_browser.NoBrowserError):
        find_browser.find()


@pytest.mark.main_path
@pytest.mark.process
def test_a_named_browser_is_taken_or_refused_but_never_replaced(no_browser, monkeypatch, tmp_path):
    program(no_browser, "echo Chromium 1")
    named = program(tmp_path / "mine", "echo Chromium 2")
    monkeypatch.setenv(find_browser.VARIABLE, named)
    assert find_browser.find() == named
    monkeypatch.setenv(find_browser.VARIABLE, str(tmp_path / "gone"))
    with pytest.raises(find_browser.NoBrowserError, match="gone"):
        find_browser.find()


@pytest.mark.main_path
@pytest.mark.process
def test_the_browser_tests_have_a_browser(browser_path):
    assert find_browser.starts(browser_path)


def test_reference_data_is_read_where_it_is(shared_data):
    assert any(shared_data.iterdir())


@pytest.mark.main_path
@pytest.mark.process
def test_a_run_that_skips_everything_does_not_count_as_passed(tmp_path):
    this = f"{Path(__file__).relative_to(ROOT)}::test_reference_data_is_read_where_it_is"
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", this]
    nowhere = {**os.environ, "BIASCOPE_DATA": str(tmp_path / "nowhere")}
    done = subprocess.run(
        command, cwd=ROOT, env=nowhere, capture_output=True, text=True, check=False
    )
    assert "1 skipped" in done.stdout
    assert done.returncode == pytest.ExitCode.NO_TESTS_COLLECTED

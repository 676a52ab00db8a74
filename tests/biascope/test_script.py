"""The console script: what opens the dashboard, and what is a command."""

from __future__ import annotations

import sys

import pytest

from biascope import script
from engine.core.version import VERSION

APP = str(script.PROJECT / "app.py")


@pytest.mark.parametrize(
    ("typed", "opened"),
    [
        ([], [APP]),
        (["--port", "8600"], [APP, "--server.port", "8600"]),
        (["--", "--theme.base", "dark"], [APP, "--theme.base", "dark"]),
        (["--shared"], [APP, "--", "--shared"]),
        (
            ["--settings", "class.toml", "--", "--server.port", "1"],
            [APP, "--server.port", "1", "--", "--shared", "class.toml"],
        ),
    ],
)
def test_without_a_command_the_dashboard_is_opened(monkeypatch, typed, opened):
    given = []
    monkeypatch.setattr(script, "_open", given.append)
    assert left(monkeypatch, typed) == 0
    assert given == [opened]


def left(monkeypatch, typed):
    """Exit code of the script when this is typed."""
    monkeypatch.setattr(sys, "argv", ["biascope", *typed])
    with pytest.raises(SystemExit) as ended:
        script.main()
    return ended.value.code or 0


def test_two_dashes_of_a_command_are_its_own(monkeypatch, capsys):
    monkeypatch.setattr(script, "_open", pytest.fail)
    assert left(monkeypatch, ["fill", "--help", "--", "--out"]) == 0
    assert "biascope fill [OPTIONS]" in capsys.readouterr().out.splitlines()[0]


def test_the_version_is_said_and_nothing_is_opened(monkeypatch, capsys):
    monkeypatch.setattr(script, "_open", pytest.fail)
    assert left(monkeypatch, ["--version"]) == 0
    assert capsys.readouterr().out.startswith(f"biascope {VERSION}")


@pytest.mark.parametrize("typed", [["--port", "0"], ["--nope"], ["--shared", "fill", "x"], ["fil"]])
def test_what_is_not_understood_opens_nothing(monkeypatch, capsys, typed):
    monkeypatch.setattr(script, "_open", pytest.fail)
    assert left(monkeypatch, typed) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1

from __future__ import annotations

import errno
import io
import shlex
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
import typer

from engine import cli
from engine.core import finished
from engine.core.errors import BiascopeError
from engine.storage.store import Context, Store, cache_folder

ROOT = Path(__file__).parents[2]


def leave(monkeypatch, capsys, raised=None, returned=None):
    """Exit code, stdout and stderr of `main` when a command ends so."""

    def command(standalone_mode):
        assert standalone_mode is False
        if raised is not None:
            raise raised
        return returned

    monkeypatch.setattr(cli, "app", command)
    return called(monkeypatch, capsys)


def called(monkeypatch, capsys, words=""):
    """Exit code, stdout and stderr of `main` when it is called so."""
    monkeypatch.setattr(sys, "argv", ["engine", *words.split()])
    with pytest.raises(SystemExit) as left:
        cli.main()
    caught = capsys.readouterr()
    return left.value.code, caught.out, caught.err


def test_a_mistake_of_the_users_leaves_with_two_and_one_line(monkeypatch, capsys):
    error = BiascopeError("Expected this,  got 'a\nb'; do so.")
    assert leave(monkeypatch, capsys, error) == (2, "", "Expected this, got 'a\\nb'; do so.\n")


def test_a_fault_leaves_with_one_and_without_a_traceback(monkeypatch, capsys):
    monkeypatch.delenv("BIASCOPE_DEBUG", raising=False)
    code, out, err = leave(monkeypatch, capsys, RuntimeError("shapes\ndo not match"))
    assert (code, out) == (1, "")
    assert err.startswith("A fault in Biascope: RuntimeError: shapes do not match.")
    assert len(err.splitlines()) == 1


def test_an_output_that_finds_no_room_is_no_fault(monkeypatch, capsys):
    error = OSError(errno.ENOSPC, "No space left on device")
    code, _, err = leave(monkeypatch, capsys, error)
    assert (code, err) == (
        2,
        "The output could not be written (No space left on device); free some space.\n",
    )
    missing = FileNotFoundError(errno.ENOENT, "No such file or directory", "x")
    assert leave(monkeypatch, capsys, missing)[0] == 1


def test_files_and_pipes_are_given_utf8_whatever_the_system_has(monkeypatch):
    into = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(into, encoding="cp1252"))
    monkeypatch.setattr(cli, "app", lambda standalone_mode: typer.echo("“→”"))
    with pytest.raises(SystemExit):
        cli.main()
    sys.stdout.flush()
    assert into.getvalue().decode("utf-8").strip() == "“→”"


def test_a_fault_can_be_looked_into(monkeypatch, capsys):
    monkeypatch.setenv("BIASCOPE_DEBUG", "1")
    monkeypatch.setattr(cli, "app", lambda standalone_mode: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        cli.main()


@pytest.fixture
def kept(monkeypatch):
    """Something was stored by this process."""
    monkeypatch.setattr(finished, "_anything", False)
    with closing(Store(cache_folder() / "results.sqlite")) as store:
        store.put(Context.of({"checkpoint": "m"}, "pairs", 1, {}), [("a", 0.5)])


@pytest.mark.usefixtures("kept")
def test_a_run_that_is_stopped_says_that_its_work_is_kept(monkeypatch, capsys):
    code, out, err = leave(monkeypatch, capsys, KeyboardInterrupt())
    assert (code, out) == (130, "")
    assert "what was finished is kept" in err


def test_a_run_that_is_stopped_before_anything_was_finished_says_so(monkeypatch, capsys):
    monkeypatch.setattr(finished, "_anything", False)
    code, _, err = leave(monkeypatch, capsys, KeyboardInterrupt())
    assert code == 130
    assert err == "Stopped before anything new was finished, so nothing new is kept.\n"


@pytest.mark.usefixtures("kept")
def test_a_command_that_is_interrupted_says_so_too(monkeypatch, capsys):
    def interrupted():
        raise KeyboardInterrupt

    app = typer.Typer()
    app.command()(interrupted)
    monkeypatch.setattr(cli, "app", app)
    code, _, err = called(monkeypatch, capsys)
    assert code == 130
    assert "what was finished is kept" in err


@pytest.mark.parametrize(("returned", "code"), [(None, 0), (0, 0), (3, 3)])
def test_a_command_that_ends_well_leaves_with_its_code(monkeypatch, capsys, returned, code):
    assert leave(monkeypatch, capsys, returned=returned) == (code, "", "")


@pytest.mark.parametrize("command", ["fill", "pppl", "models", "cache", "bench", "train-bundled"])
def test_every_command_explains_itself(monkeypatch, capsys, command):
    code, out, err = called(monkeypatch, capsys, f"{command} --help")
    assert (code, err) == (0, "")
    assert out.startswith("Usage: ")


def test_nothing_asked_shows_the_help(monkeypatch, capsys):
    code, out, err = called(monkeypatch, capsys)
    assert (code, out) == (2, "")
    assert "fill" in err


@pytest.mark.parametrize("command", ["filll", "fill --nope", "cache --json"])
def test_a_call_that_is_not_understood_is_said(monkeypatch, capsys, command):
    code, out, err = called(monkeypatch, capsys, command)
    assert (code, out) == (2, "")
    assert err.endswith("See --help.\n")
    assert len(err.splitlines()) == 1


@pytest.mark.main_path
@pytest.mark.process
def test_a_reader_that_stops_reading_is_no_fault():
    script = f"{shlex.quote(sys.executable)} -m engine fill --help | true; exit ${{PIPESTATUS[0]}}"
    done = subprocess.run(
        ["bash", "-c", script], cwd=ROOT, capture_output=True, text=True, timeout=120
    )
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.main_path
@pytest.mark.process
def test_asking_for_help_brings_no_heavy_library():
    code = (
        "import sys; import typer; from engine.cli import app; "
        "dict(typer.main.get_command(app).commands); "  # each is imported when it is asked for
        "heavy = {'torch', 'transformers', 'sklearn', 'scipy', 'shap', 'umap', 'statsmodels'}; "
        "print(sorted(heavy & set(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=120
    )
    assert (done.stdout.strip(), done.stderr) == ("[]", "")


@pytest.mark.parametrize("group", [(), ("bench",), ("replicate",)])
def test_the_help_of_a_group_has_whole_sentences(engine, group):
    shown = engine(*group, "--help").out.partition("Commands:")[2]
    assert shown.strip()
    assert "..." not in shown

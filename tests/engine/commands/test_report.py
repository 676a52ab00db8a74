"""`report`: files written, and numbers checked."""

import errno
import io
import json
import os
import time
import unicodedata
from contextlib import redirect_stdout
from dataclasses import replace
from functools import cache
from shlex import split

import pytest

from engine.cli import app
from engine.pins import kept, story
from engine.pins.collection import text_of
from engine.report.check import running
from engine.storage import private_files
from tests.engine.report import pins as made_pins
from tests.engine.report.pins import COMMAND, SHE, collection, real_pin, simple_pin
from tests.forked import Forked


@pytest.fixture(autouse=True)
def _filled_here(engine, monkeypatch):
    """What the real pins are made of is asked for in this process."""
    filled = cache(lambda: engine(*split(COMMAND)[3:], "--json").json)
    monkeypatch.setattr(made_pins, "filled", filled)


@pytest.fixture
def _checked_here(monkeypatch):
    """Checked commands run in this process; what theirs is like is asked in `report/check`."""

    def output(command, folder, cache, seconds):
        with pytest.MonkeyPatch.context() as own, redirect_stdout(io.StringIO()) as printed:
            own.setenv("BIASCOPE_CACHE", str(cache))
            app(command[command.index(running._CHILD) + 4 :], standalone_mode=False)
        return printed.getvalue()

    monkeypatch.setattr(running, "_output", output)


@pytest.fixture
def pins(tmp_path):
    """Write a collection and give the path of its file."""

    def written(*of, **changed):
        path = tmp_path / "pins.json"
        fields = json.loads(text_of(collection(*of))) | changed
        path.write_text(json.dumps(fields))
        return str(path)

    return written


def test_a_report_is_written_for_its_owner_alone(engine, pins, tmp_path):
    out = tmp_path / "report.html"
    found = engine("report", pins(), "--out", str(out), "--json")
    assert found.code == 0
    assert found.json["pins"] == 1
    assert found.json["written"] == [str(out)]
    assert found.json["changed"] == []
    assert out.stat().st_mode & 0o777 == 0o600
    assert found.json["digest"] in out.read_text()


def test_a_kept_collection_goes_by_its_name(engine, tmp_path):
    name = kept.start(collection())
    assert engine("report", name, "--out", str(tmp_path / "x.html")).code == 0
    said = engine("report", "other", "--out", "x.html").complaint
    assert f"there are story (comes with Biascope), {name}." in said


def test_notes_are_added_where_asked(engine, pins, tmp_path):
    path, out = pins(replace(simple_pin(), note="Speak up")), tmp_path / "x.html"
    engine("report", path, "--out", str(out))
    assert "Speak up" not in out.read_text()
    engine("report", path, "--out", str(out), "--notes")
    assert "Speak up" in out.read_text()


def test_a_file_of_another_kind_is_refused(engine, pins, tmp_path):
    out = tmp_path / "x.html"
    path = pins(schema="biascope.pins/2")
    assert "newer Biascope" in engine("report", path, "--out", str(out)).refusal
    assert not out.exists()


def test_there_must_be_something_to_do(engine, pins):
    assert "--out or --pdf" in engine("report", pins()).complaint


def test_a_full_disk_leaves_what_was_there(engine, pins, tmp_path, monkeypatch):
    out = tmp_path / "x.html"
    out.write_text("before")
    path = pins()

    def full(_):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(private_files.os, "fsync", full)
    assert "No space left on device" in engine("report", path, "--out", str(out)).refusal
    assert out.read_text() == "before"
    assert not [*tmp_path.glob("*.part")]


def test_no_browser_is_said_with_what_would_do(engine, pins, tmp_path, monkeypatch):
    monkeypatch.setenv("BIASCOPE_CHROMIUM", "no-such-browser")
    found = engine("report", pins(), "--pdf", str(tmp_path / "x.pdf"))
    assert "BIASCOPE_CHROMIUM names no-such-browser" in found.refusal


@pytest.mark.process
def test_a_browser_that_prints_nothing_is_said(engine, pins, tmp_path, monkeypatch):
    broken = tmp_path / "browser"
    broken.write_text("#!/bin/sh\necho it broke >&2\nexit 3\n")
    broken.chmod(0o755)
    monkeypatch.setenv("BIASCOPE_CHROMIUM", str(broken))
    found = engine("report", pins(), "--pdf", str(tmp_path / "x.pdf"))
    assert "browser could not print the report (it broke)" in found.refusal


def test_the_story_comes_with_biascope(engine, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "story").mkdir()  # a folder of this name makes no difference
    out = tmp_path / "report.html"
    assert engine("report", "story", "--out", str(out)).code == 0
    assert story.shipped().title in out.read_text()


@pytest.mark.parametrize("option", ["--out", "--pdf"])
def test_the_collection_itself_is_never_written_over(engine, pins, tmp_path, option):
    path = pins()
    before = (tmp_path / "pins.json").read_text()
    (tmp_path / "link.html").symlink_to(path)
    for place in (path, str(tmp_path / "." / "pins.json"), str(tmp_path / "link.html")):
        found = engine("report", path, option, place)
        assert "holds the collection itself" in found.refusal
    name = kept.start(collection())
    found = engine("report", name, option, str(kept.path_of(name)))
    assert "holds the collection itself" in found.complaint
    assert (tmp_path / "pins.json").read_text() == before


def test_a_page_and_its_pdf_are_two_files(engine, pins, tmp_path):
    out = str(tmp_path / "x.html")
    found = engine("report", pins(), "--out", out, "--pdf", str(tmp_path / "y" / ".." / "x.html"))
    assert found.code == 2
    found = engine("report", pins(), "--out", out, "--pdf", str(tmp_path / "." / "x.html"))
    assert "both name" in found.refusal
    assert not (tmp_path / "x.html").exists()


def planted():
    """A real pin in which one number is another."""
    pin = real_pin()
    word, share, rank = pin.rows.rows[0]
    rows = ((word, share / 2, rank), *pin.rows.rows[1:])
    return replace(pin, rows=replace(pin.rows, rows=rows))


@pytest.mark.usefixtures("_checked_here")
def test_a_check_names_the_number_that_differs(engine, pins):
    path = pins(real_pin(), planted(), simple_pin(command="ls"))
    found = engine("report", path, "--check", "--from-store", "--json")
    assert found.code == found.json["status"] == 1
    assert found.json["from_store"]
    same, differs, other = found.json["checked"]
    assert (same["outcome"], same["differ"], same["changed"]) == ("same", 0, False)
    assert (same["rows"], same["of_rows"], same["not_compared"]) == (8, 8, [])
    assert differs["outcome"] == "differs"
    assert differs["differences"][0]["found"] == pytest.approx(real_pin().rows.rows[0][1])
    assert differs["changed"]
    assert other["outcome"] == "not compared"
    assert "not one of python -m engine" in other["reason"]
    shown = engine("report", path, "--check", "--from-store")
    assert shown.code == 1
    assert "1 differ" in shown.out
    assert "were not computed again (--from-store)" in shown.out
    assert "what else changed" not in shown.out


@pytest.mark.usefixtures("_checked_here")
def test_a_check_says_which_version_and_revision_the_number_that_differs_was_of(engine, pins):
    pin = planted()
    model = {**pin.manifest["spec"], "revision": "sha256:" + "0" * 40}
    old = replace(pin, manifest={**pin.manifest, "version": 0, "spec": model})
    shown = engine("report", pins(old), "--check", "--from-store")
    said = " ".join(shown.out.replace("\n", " ").split())
    assert "what else changed" in said
    assert "completion was version 0, now 1" in said
    assert "bundled was revision 0000000000, now " in said


@pytest.mark.main_path
@pytest.mark.process
def test_a_check_that_finds_nothing_is_done(engine, pins):
    found = engine("report", pins(real_pin()), "--check", "--sample", "1", "--no-cache")
    assert found.code == 0
    said = " ".join(found.out.split())
    assert "16 numbers in 8 rows compared, none differs" in said
    assert "1 result: 1 the same in every number." in said
    assert "Everything was computed again, and nothing was stored." in said


@pytest.mark.usefixtures("_checked_here")
def test_pins_in_which_there_is_nothing_to_compare_make_no_difference(engine, pins):
    words = simple_pin(command="", columns=["claim"], rows=[["It does not prove that"]])
    trained = simple_pin(command="python -m engine inject --quick --out planted")
    found = engine("report", pins(real_pin(), words, trained), "--check", "--from-store")
    assert found.code == 0
    said = " ".join(found.out.split())
    assert "1 the same in every number, 2 with nothing to compare" in said
    assert "nothing to compare: it trains a model" in said


@pytest.mark.usefixtures("_checked_here")
@pytest.mark.parametrize(
    ("changed", "said"),
    [
        (
            {
                "columns": ["word", "probability", "extra"],
                "rows": [["she", SHE, 1.0], ["platypus", 0.5, 1.0]],
            },
            "1 number in 1 of 2 rows compared, none differs; not compared: 1 row, column extra",
        ),
        ({"command": "ls"}, "not compared: its command is not one of python -m"),
        ({"columns": ["word", "a", "b"]}, "not compared: its command gives no table"),
    ],
    ids=["a row and a column", "another command", "no such table"],
)
def test_what_was_not_compared_shows_in_text_and_status(engine, pins, changed, said):
    found = engine("report", pins(real_pin(**changed)), "--check", "--from-store")
    assert found.code == 3
    assert said in " ".join(found.out.split())


@pytest.mark.usefixtures("_checked_here")
@pytest.mark.parametrize(("last", "code"), [(real_pin, 3), (planted, 1)])
def test_what_cannot_be_run_leaves_the_comparison_to_the_others(engine, pins, last, code):
    commands = ["python -m engine fill 'a\0b [MASK]'", "python -m engine pairs /etc/passwd"]
    path = pins(*(simple_pin(command=command) for command in commands), last())
    found = engine("report", path, "--check", "--from-store", "--json")
    assert found.code == code
    first, second, third = found.json["checked"]
    assert (first["outcome"], second["outcome"]) == ("not compared", "not compared")
    assert "zero byte" in first["reason"]
    assert (
        "/etc/passwd, which is neither beside the pins nor given with --files" in second["reason"]
    )
    assert third["outcome"] == ("differs" if code == 1 else "same")


def test_a_file_that_may_be_read_has_to_be_there(engine, pins):
    found = engine("report", pins(real_pin()), "--check", "--files", "nowhere/own.csv")
    assert "--files names a file or a folder; there is no nowhere/own.csv" in found.refusal


def test_known_values_cannot_be_used_and_not_used(engine, pins):
    found = engine("report", pins(real_pin()), "--check", "--from-store", "--no-cache")
    assert "exclude each other" in found.refusal


@pytest.mark.process
def test_nothing_of_a_collection_reaches_the_terminal_as_a_control_character(engine, pins):
    sign = "\x1b]0;x\x07\x9b31m\x7f"
    pin = real_pin(
        title=f"A {sign} title",
        columns=["word", "probability", f"c{sign}"],
        rows=[["she", 0.25, 1.0], [f"he{sign}", 0.5, 1.0]],
        command=f"{real_pin().command} --{sign}",
    )
    path = pins(pin, replace(pin, command=real_pin().command), title=f"All {sign}")
    for more in ((), ("--json",)):
        found = engine("report", path, "--check", "--from-store", *more)
        assert found.code == 1
        controls = {each for each in found.out + found.err if unicodedata.category(each) == "Cc"}
        assert controls <= {"\n"}
    assert found.json["title"] == f"All {sign}"
    assert found.json["checked"][1]["not_compared"] == [f"c{sign}"]


@pytest.mark.process
def test_a_check_that_is_ended_leaves_nothing_behind(pins, tmp_path):
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    path = pins(real_pin())
    check = Forked(["report", path, "--check"], os.environ | {"TMPDIR": str(scratch)})
    while check.poll() is None and not [*scratch.glob("biascope-check-*/said")]:
        time.sleep(0.02)
    assert check.poll() is None
    check.terminate()
    assert check.wait(60) == 130
    assert not [*scratch.iterdir()]

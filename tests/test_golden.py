"""The recorder of what users see: what it leaves out, and what its comparison says."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from tests.golden import commands, comparing, refusals
from tests.golden.normalising import function_of, normalised, plain, shape_text
from tests.golden.running import lines_of, named

FOLDERS = {"/tmp/here": "<TMP>", "/tmp/here/data": "<DATA>"}


@pytest.fixture
def recordings(tmp_path):
    """Write two recordings, each a text for each name, and compare them."""

    def compared(before: dict[str, str], after: dict[str, str]) -> list[comparing.Difference]:
        for side, texts in (("before", before), ("after", after)):
            for name, text in texts.items():
                path = tmp_path / side / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text, encoding="utf-8")
        return comparing.differences(tmp_path / "before", tmp_path / "after")

    return compared


def test_a_change_is_reported_with_its_lines_and_equal_files_are_not(recordings):
    same = {"help/fill.txt": "Fill in.\n", "commands/a.txt": "0.5\n"}
    (found,) = recordings(same, same | {"commands/a.txt": "0.50000001\n"})
    said = comparing.report([found])
    assert found.name == "commands/a.txt"
    assert "-0.5\n+0.50000001" in said
    assert "1 file differs:\n  commands/a.txt" in said
    assert "help" not in said


def test_nothing_differs_in_the_same_files(recordings):
    assert comparing.report(recordings({"a": "1"}, {"a": "1"})) == "Nothing differs.\n"


def test_a_file_that_only_one_has_differs(recordings):
    found = recordings({"a": "1", "b": "2"}, {"b": "2", "c": "3"})
    assert [each.name for each in found] == ["a", "c"]
    assert [each.lines() for each in found] == [["after: is missing"], ["before: is missing"]]


def test_an_end_of_line_is_a_change(recordings):
    (found,) = recordings({"a": "1\r\n"}, {"a": "1\n"})
    assert found.lines() == ["Only line ends differ."]


def test_of_a_long_line_only_the_part_that_differs_is_shown(recordings):
    line = json.dumps({"parts": [0.5] * 200, "value": 1})
    (found,) = recordings({"a": line}, {"a": line.replace("1}", "2}")})
    assert found.lines()[-2:] == ['-"value": 1}', '+"value": 2}']


def test_long_differences_are_cut_and_counted(recordings):
    numbers = "\n".join(map(str, range(100)))
    (found,) = recordings({"a": numbers}, {"a": numbers.replace("1", "x")})
    said = comparing.report([found], most=5)
    assert "more lines" in said
    assert len(said.splitlines()) == 10


def test_a_folder_that_is_not_there_is_no_equal_recording(tmp_path):
    with pytest.raises(SystemExit, match="There is no folder"):
        comparing.differences(tmp_path / "none", tmp_path / "none")


@pytest.mark.parametrize(
    ("seen", "kept"),
    [
        ("Wrote /tmp/here/data/x.csv", "Wrote <DATA>/x.csv"),
        ("Wrote /tmp/here/out.csv", "Wrote <TMP>/out.csv"),
        ('"seconds": 0.153, "n": 3', '"seconds": <SECONDS>, "n": 3'),
        ('"seconds": 1.5e-05', '"seconds": <SECONDS>'),
        ("at 2026-11-28T08:26:57.73+00:00.", "at <TIME>."),
        ("3 of 9 results · about 12 s left", "3 of 9 results · about <TIME> left"),
        (r"x\nfrom engine.core.spec import parse_heads", r"x\nfrom <MODULE> import parse_heads"),
        ('{"pid": 4711}', '{"pid": <PROCESS>}'),
    ],
)
def test_places_and_times_are_left_out(seen, kept):
    assert normalised(seen, FOLDERS) == kept


@pytest.mark.parametrize("seen", ["56.7% [51.0, 62.2]", "0.1234567890123", "The Film (1999)"])
def test_numbers_keep_all_their_digits(seen):
    assert normalised(seen, FOLDERS) == seen


def test_no_module_is_named_in_a_table():
    assert function_of("engine.measures.gest.scoring:sentence_scores") == "sentence_scores"
    assert shape_text("engine.values.PairValue | engine.x.Problem") == "PairValue | Problem"
    assert plain({"b": frozenset(("y", "x")), "a": (test_no_module_is_named_in_a_table, 0.5)}) == {
        "b": ["x", "y"],
        "a": ["test_no_module_is_named_in_a_table", 0.5],
    }


def test_a_line_is_run_with_json_too_unless_it_is_marked():
    assert list(lines_of("\na b\n! c\nd - < e\n")) == [
        "a b", "a b --json", "c", "d - < e", "d - --json < e",
    ]  # fmt: skip


@pytest.mark.parametrize("lines", [commands.LINES, refusals.LINES])
def test_every_run_of_a_command_has_a_file_of_its_own(lines):
    for subject, text in lines.items():
        names = [name for name, _ in named(lines_of(text))]
        assert len(names) == len(set(names)), subject


@pytest.mark.process
def test_the_command_ends_with_1_where_something_differs(tmp_path):
    for side in ("before", "after"):
        (tmp_path / side).mkdir()
        (tmp_path / side / "a").write_text(side)
    words = [sys.executable, "-m", "tests.golden", "compare"]
    folders = [str(tmp_path / "before"), str(tmp_path / "after")]
    differ = subprocess.run([*words, *folders], capture_output=True, text=True)
    assert (differ.returncode, "-before\n+after" in differ.stdout) == (1, True)
    assert subprocess.run([*words, *folders[:1] * 2], capture_output=True).returncode == 0

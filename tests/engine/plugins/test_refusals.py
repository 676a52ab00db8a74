"""A plug-in that cannot be used is named with the reason and left out; the others are loaded."""

from __future__ import annotations

import os
import re

import pytest

from engine.core.project import DOCS
from engine.flow import registry
from engine.measures.pairs.data.sets import READERS
from engine.plugins import data_sets
from engine.plugins.finding import VARIABLE, in_folders
from engine.plugins.loading import added
from engine.scorecard.columns import FAMILIES

_IMPORT = "from biascope.plugin import CommandEntry, Descriptor, Family, Measure\n"
_SCORE = _IMPORT + "def score(lm, items, params): return [1 for _ in items]\n"


def descriptor(measures="", more=""):
    return f"{_SCORE}DESCRIPTOR = Descriptor(cards=(), measures={{{measures}}}, {more})\n"


def measure(name="mine", version="1", location='f"{__name__}:score"'):
    return f'"{name}": Measure({version}, {location})'


GOOD = descriptor(measure())
SET = """
[[set]]
name = "mine"
title = "Mine"
kind = "pairs"
languages = ["en"]
folder = "mine"
repository = "owner/name"
commit = "8aaac11c485473159ec9328a65253a5be9a479dc"
licence = "CC0"
citation = "Nobody."
caveat = ""
files = [{ name = "a.csv", bytes = 5, sha256 = "SHA" }]
""".replace("SHA", "0" * 64)
PAIRS = """
[[pairs]]
name = "my-pairs"
title = "My pairs"
set = "mine"
file = "a.csv"
language = "en"
pairs = 3
reader = "crows_pairs"
"""
SUITE = '[[evaluator]]\nname = "v"\nkind = "valence"\nthreshold = 0.1\n'


@pytest.mark.parametrize(
    ("file", "content", "reason"),
    [
        ("a.py", "raise ValueError('no luck')", "(ValueError: no luck, in line 1 of a.py)"),
        ("a.py", "raise SystemExit(3)", "(SystemExit: 3, in line 1 of a.py)"),
        ("a.py", "def f():\n    return 1 / 0\n\nf()\n", "by zero, in line 2 of a.py); correct it"),
        ("a.py", "import json\n\njson.loads('{')\n", "(char 1), in line 3 of a.py); correct it"),
        (
            "a.py",
            "import nowhere_at_all",
            "nowhere_at_all, which is not installed here (line 1 of a.py);",
        ),
        ("a.py", "x = (", "cannot be imported (SyntaxError: '(' was never closed"),
        ("a.py", b"x = '\xff'", "cannot be imported (SyntaxError"),
        ("a.py", b"x = '\0'", "cannot be imported (SyntaxError"),
        ("a.py", "x = 1", "has no DESCRIPTOR; a measure has one"),
        ("a.py", "DESCRIPTOR = 1", "its DESCRIPTOR is of the type int"),
        ("a.py", "#" * 2**20 + "#", "a.py has more than 1 MiB"),
        ("a.py", descriptor(measure("pairs")), "its measure is called 'pairs', as another one is"),
        ("a.py", descriptor(measure("A b")), "its measure is called 'A b'; a name is made of"),
        ("a.py", descriptor(measure(version='"1"')), "version of its measure is '1'; a whole"),
        ("a.py", descriptor(measure(version="True")), "version of its measure is True; a whole"),
        ("a.py", descriptor(measure(version="0")), "version of its measure is 0; a whole"),
        ("a.py", descriptor('"mine": 1'), "measures of its DESCRIPTOR holds int; Measure"),
        ("a.py", descriptor(more="families=FAMILY"), "NameError"),
        ("a.py", descriptor(more="families='abc'"), "families of its DESCRIPTOR is str; a tuple"),
        ("a.py", descriptor(more="page='home'"), "groups or a page"),
        ("a.py", descriptor(measure(location='"x"')), "'x' is no location; write module:name"),
        (
            "a.py",
            descriptor(measure(location='f"{__name__}:gone"')),
            "biascope_plugins.a has no 'gone', which its DESCRIPTOR names",
        ),
        (
            "a.py",
            descriptor(measure(location='"nowhere_at_all:score"')),
            "there is no module 'nowhere_at_all'",
        ),
        (
            "a.py",
            descriptor(more='families=(f"{__name__}:score",)'),
            "score is function; a Family of columns is wanted",
        ),
        (
            "a.py",
            _SCORE
            + 'F = Family("pairs", "", "", score)\n'
            + 'DESCRIPTOR = Descriptor(cards=(), families=(f"{__name__}:F",))',
            "its family of columns is called 'pairs', as another one is",
        ),
        (
            "a.py",
            descriptor(more='commands=(CommandEntry("sweep", f"{__name__}:score"),)'),
            "its command is called 'sweep', as another one is",
        ),
        (
            "a.py",
            descriptor(more='commands=(CommandEntry("arena", f"{__name__}:score"),)'),
            "its command is called 'arena', as another one is",
        ),
        (
            "a.py",
            descriptor(more='commands=(CommandEntry("own", f"{__name__}:DESCRIPTORS"),)')
            + "DESCRIPTORS = 1",
            "DESCRIPTORS is no function; a command is one",
        ),
        (
            "a.py",
            "from __future__ import annotations\ndef run(x: Gone): pass\n"
            + descriptor(more='commands=(CommandEntry("own", f"{__name__}:run"),)'),
            "cannot be imported (NameError: name 'Gone' is not defined",
        ),
        (
            "a.py",
            descriptor(more='commands=(CommandEntry("own run", f"{__name__}:score"),)'),
            "its command is called 'own run'; a name is made of",
        ),
        (
            "a.py",
            descriptor(measure()).replace("cards=()", "cards=('pairs',)"),
            "its method card is called 'pairs', as another one is",
        ),
        (
            "a.py",
            descriptor(measure()).replace("cards=()", "cards=('mine',)"),
            "There is no file",
        ),
        ("A.py", GOOD, "it is called 'A'; a name is made of small letters"),
        ("a-b.py", GOOD, "a-b.py cannot be a module"),
        ("a.toml", "x = ", "it is not TOML"),
        ("a.toml", b"x = '\xff'", "a.toml is not UTF-8"),
        ("a.toml", "x = 1", "it has neither"),
        ("a.toml", SET + SUITE, "it has both"),
        ("a.toml", SUITE.replace("0.1", "9"), "threshold"),
        ("demo.toml", SUITE, "its suite is called 'demo', as another one is"),
        (
            "a.toml",
            SET.replace('"mine"\nt', '"crows-pairs"\nt'),
            "its data set is called 'crows-pa",
        ),
        (
            "a.toml",
            SET.replace('folder = "mine"', 'folder = "../x"'),
            "the folder of mine is '../x'",
        ),
        (
            "a.toml",
            SET.replace('folder = "mine"', 'folder = "crows_pairs"'),
            "no other data set has",
        ),
        ("a.toml", SET.replace("owner/name", "owner/../x"), "repository of mine is not owner/name"),
        ("a.toml", SET.replace("8aaac11c", "main"), "the commit of mine is not 40"),
        ("a.toml", SET.replace("a.csv", "../a.csv"), "'../a.csv' of mine is no path"),
        ("a.toml", SET.replace("a.csv", "/a.csv"), "'/a.csv' of mine is no path"),
        ("a.toml", SET.replace("a.csv", "a:b.csv"), "'a:b.csv' of mine is no path"),
        ("a.toml", SET.replace("bytes = 5", "bytes = 0"), "needs its bytes, at most 2 GiB"),
        ("a.toml", SET.replace("0" * 64, "0" * 63), "sha256, 64 hexadecimal digits"),
        (
            "a.toml",
            SET.replace("bytes = 5", 'bytes = "5"'),
            'set 1 (mine), file 1: bytes is "5"; a',
        ),
        ("a.toml", SET.replace("bytes = 5, ", ""), "set 1 (mine), file 1: bytes is missing"),
        ("a.toml", SET.replace("bytes", "url = 'x', bytes"), "set 1 (mine), file 1: 'url' is no"),
        ("a.toml", "set = 1", "set is 1; a list is wanted; write [[set]]"),
        ("a.toml", SET + SET.replace('name = "mine"', ""), "set 2: name is missing"),
        (
            "a.toml",
            SET + PAIRS.replace("= 3", "= 'x'"),
            'pairs 1 (my-pairs): pairs is "x"; a whole',
        ),
        ("a.toml", SET.replace('licence = "CC0"', ""), "set 1 (mine): licence is missing"),
        ("a.toml", SET.replace('"CC0"', '""'), "licence of mine is empty"),
        ("a.toml", SET.replace('"en"', '"English"'), "the language 'English'; give its code"),
        (
            "a.toml",
            SET.replace("caveat", "host = 'x'\ncaveat"),
            "set 1 (mine): 'host' is no key; those are name, ",
        ),
        ("a.toml", SET + PAIRS.replace("crows_pairs", "x"), "my-pairs need a reader: crows_pairs"),
        ("a.toml", SET + PAIRS.replace("a.csv", "b.csv"), "my-pairs are of no file of a set"),
        ("a.toml", SET + "[host]\nx = 1\n", "'host' is no key of data sets"),
    ],
    ids=lambda value: None,
)
def test_a_plugin_that_cannot_be_used_is_left_out(plugged, tmp_path, file, content, reason):
    path = tmp_path / file
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    (tmp_path / "z.py").write_text(descriptor(measure("other")), encoding="utf-8")
    before = {*registry.MEASURES}, {*FAMILIES}
    found = plugged(tmp_path)
    (out,) = [one for one in found if one.place == str(path)]
    assert reason in out.problem
    assert out.refusal.startswith(f"The plug-in {path} is left out: ")
    assert out.refusal.count("\n") == 0
    assert ({*registry.MEASURES} - {"other"}, {*FAMILIES}) == before
    assert "other" in registry.MEASURES


def test_a_plugin_stops_for_an_interrupt(plugged, tmp_path):
    (tmp_path / "a.py").write_text("raise KeyboardInterrupt", encoding="utf-8")
    with pytest.raises(KeyboardInterrupt):
        plugged(tmp_path)


def test_what_a_plugin_prints_is_no_output_of_a_command(plugged, tmp_path, capsys):
    (tmp_path / "a.py").write_text("print('hello')\n" + GOOD, encoding="utf-8")
    (found,) = plugged(tmp_path)
    assert not found.problem
    assert capsys.readouterr() == ("", "hello\n")


def test_of_two_of_one_name_the_first_is_loaded(plugged, tmp_path):
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "a.py").write_text(descriptor(measure(name)), encoding="utf-8")
    first, second = plugged(tmp_path / "one", tmp_path / "two")
    assert not first.problem
    assert f"{tmp_path / 'one' / 'a.py'} has its name" in second.problem
    assert "one" in registry.MEASURES
    assert "two" not in registry.MEASURES


def test_folders_that_cannot_be_read_are_named(plugged, tmp_path):
    (tmp_path / "file").write_text("", encoding="utf-8")
    assert "cannot be read (No such file" in plugged(tmp_path / "gone")[0].problem
    assert "cannot be read (Not a directory" in plugged(tmp_path / "file")[0].problem
    assert "needs whole paths" in plugged("plugins")[0].problem
    assert plugged("", "") == []


def test_a_folder_counts_once_and_hidden_files_do_not(lists, tmp_path):
    for name in ("a.py", "_b.py", ".c.py", "d.md", "e.txt"):
        (tmp_path / name).write_text(GOOD, encoding="utf-8")
    found = added(in_folders({VARIABLE: os.pathsep.join([str(tmp_path)] * 2)}))
    assert [one.name for one in found] == ["a"]


@pytest.mark.parametrize(
    ("card", "reason"),
    [("## Mine\n\nText.", ""), ("Mine", "no method card"), ("## Mine\n", "no method card")],
)
def test_a_card_beside_a_plugin_has_a_title_and_a_text(plugged, tmp_path, card, reason):
    (tmp_path / "a.py").write_text(GOOD, encoding="utf-8")
    (tmp_path / "a.md").write_text(card, encoding="utf-8")
    (found,) = plugged(tmp_path)
    assert reason in found.problem
    assert bool(found.problem) == bool(reason)
    assert dict(registry.CARDS) == ({} if reason else {"a": card})


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="named pipes are of POSIX")
def test_a_pipe_is_no_plugin(plugged, tmp_path):
    os.mkfifo(tmp_path / "a.py")
    assert "not an ordinary file" in plugged(tmp_path)[0].problem


def test_the_keys_and_readers_of_data_sets_are_documented():
    text = (DOCS / "plugins.md").read_text(encoding="utf-8")

    def listed(heading):
        table = text.partition(f"| {heading} |")[2].partition("\n\n")[0]
        rows = [line.split("|")[1] for line in table.splitlines() if line.startswith("| `")]
        return sorted(name for row in rows for name in re.findall(r"`(\w+)`", row))

    assert listed("key of `[[set]]`") == sorted(data_sets._Set.__annotations__)
    assert listed("key of a file") == sorted(data_sets._File.__annotations__)
    assert listed("key of `[[pairs]]`") == sorted(data_sets._Pairs.__annotations__)
    assert listed("reader") == sorted(READERS)

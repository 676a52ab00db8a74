"""Each process loads the plug-ins of its environment once and says what it left out."""

from __future__ import annotations

import json
import os

import pytest

from engine.core.program import PROGRAM
from engine.core.project import DOCS
from engine.plugins import loading
from engine.plugins.finding import VARIABLE


@pytest.fixture
def fresh(lists, monkeypatch):
    """As if nothing had been loaded in this process."""
    monkeypatch.setattr(loading, "_loaded", None)


@pytest.mark.usefixtures("fresh")
def test_plugins_are_read_once(tmp_path, monkeypatch):
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    (tmp_path / "a.py").write_text("x = 1", encoding="utf-8")
    (sentence,) = loading.refusals()
    assert sentence == (
        f"The plug-in {tmp_path / 'a.py'} is left out: it has no DESCRIPTOR; a measure has one, "
        "and the name of a file that is no plug-in begins with _."
    )
    (tmp_path / "a.py").unlink()
    assert loading.refusals() == [sentence]


@pytest.mark.usefixtures("fresh")
def test_a_plugin_that_asks_while_it_is_loaded_gets_none(tmp_path, monkeypatch):
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    text = "from engine.plugins.loading import load\nraise ValueError(len(load()))"
    (tmp_path / "a.py").write_text(text, encoding="utf-8")
    assert "ValueError: 0" in loading.load()[0].problem


@pytest.mark.usefixtures("fresh")
def test_without_plugins_there_is_nothing_to_show(engine, tmp_path, monkeypatch):
    assert engine("plugins", "--json").json == {"plugins": []}
    assert engine("plugins").out == (
        "No plug-in was found: BIASCOPE_PLUGINS is not set; it names folders of plug-ins.\n"
    )
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    monkeypatch.setattr(loading, "_loaded", [])
    assert engine("plugins").out == (
        f"No plug-in was found in {tmp_path}, which BIASCOPE_PLUGINS names.\n"
    )


@pytest.mark.usefixtures("fresh")
def test_what_each_adds_is_shown(engine, tmp_path, monkeypatch):
    text = (
        "from biascope.plugin import Descriptor, Measure\n"
        "def score(lm, items, params): return []\n"
        'at = f"{__name__}:score"\n'
        'DESCRIPTOR = Descriptor((), {"one": Measure(1, at), "two": Measure(1, at)})'
    )
    (tmp_path / "alone.py").write_text(text, encoding="utf-8")
    monkeypatch.setenv(VARIABLE, os.pathsep.join([str(DOCS / "plugins"), str(tmp_path)]))
    assert engine("plugins").out.splitlines()[-4:] == [
        "my_sets: data set my-crows-pairs, pairs my-pairs",
        "pronoun_share: measure pronoun_share, column pronoun_share, command pronoun-share",
        "strict: suite strict",
        "alone: measures one, two, no column, no command",
    ]
    adds = [one["adds"] for one in engine("plugins", "--json").json["plugins"]]
    assert adds[0]["data_sets"] == ["my-crows-pairs"]
    assert adds[1]["commands"] == ["pronoun-share"]
    assert {tuple(each) for each in adds} == {
        ("measures", "columns", "commands", "data_sets", "pairs", "suites")
    }


@pytest.mark.usefixtures("fresh")
@pytest.mark.parametrize("number", [3, 4])
def test_many_that_are_left_out_are_one_line(engine, tmp_path, monkeypatch, number):
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    for name in "abcd"[:number]:
        (tmp_path / f"{name}.toml").write_text("x = 1", encoding="utf-8")
    said = engine("datasets", "list", "--json").err
    if number == 3:
        assert said.count("is left out: it declares either") == 3
    else:
        assert said == f"4 plug-ins are left out; `{PROGRAM} plugins` says why.\n"


@pytest.mark.usefixtures("fresh")
def test_other_commands_name_what_is_left_out_on_stderr(engine, tmp_path, monkeypatch):
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    (tmp_path / "a.toml").write_text("x = 1", encoding="utf-8")
    done = engine("datasets", "list", "--json")
    assert done.code == 0
    assert done.err.count(f"The plug-in {tmp_path / 'a.toml'} is left out: it declares either") == 1
    listed = engine("plugins")
    assert listed.err == ""
    assert "left out" in listed.out


@pytest.mark.process
@pytest.mark.main_path
def test_a_process_has_the_plugins_of_its_environment(process, tmp_path):
    (tmp_path / "broken.py").write_text("raise SystemExit", encoding="utf-8")
    folders = os.pathsep.join([str(DOCS / "plugins"), str(tmp_path)])
    done = process("plugins", "--json", BIASCOPE_PLUGINS=folders)
    found = json.loads(done.out)["plugins"]
    assert {one["name"]: one["state"] for one in found} == {
        "my_sets": "loaded",
        "pronoun_share": "loaded",
        "strict": "loaded",
        "broken": "left out",
    }
    assert found[3]["place"] == str(tmp_path / "broken.py")

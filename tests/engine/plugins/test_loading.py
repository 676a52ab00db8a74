"""Each process loads the plug-ins of its environment once and says what it left out."""

from __future__ import annotations

import json
import os

import pytest

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
def test_without_plugins_there_is_nothing_to_show(engine):
    assert engine("plugins", "--json").json == {"plugins": []}
    assert engine("plugins").out == (
        "No plug-in was found. BIASCOPE_PLUGINS names folders of them.\n"
    )


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

"""`arena prompts`: the set counted, drawn from and written, and read again as it was."""

from __future__ import annotations

import csv

import pytest

from engine.prompts.sets import load_prompts
from tests.engine.outcome import table


def test_json_holds_what_the_contract_asks(engine):
    found = engine("arena", "prompts", "--json")
    assert (found.code, found.err) == (0, "")
    whole = load_prompts("bundled")
    assert found.json == whole.identity() | whole.counts() | {"quoted": False, "notes": []}
    assert {"name", "version", "digest", "n", "by_category", "by_group"} <= set(found.json)


def test_what_is_written_is_the_same_set_when_it_is_read(engine, tmp_path):
    path = tmp_path / "prompts.csv"
    options = ("--subset", "200", "--seed", "4", "--out", str(path), "--json")
    drawn = engine("arena", "prompts", *options)
    assert drawn.json["drawn"] == {"n": 200, "seed": 4}
    with path.open(encoding="utf-8", newline="") as stream:
        header = next(csv.reader(stream))
    assert header == ["category", "group", "sentence_type", "sentence", "template", "slot"]
    again = engine("arena", "prompts", "--prompts", str(path), "--json")
    assert again.json["digest"] == drawn.json["digest"]
    assert again.json["name"] == "prompts.csv"
    # The mask is quoted on demand.
    found = engine("arena", "prompts", "--subset", "83", "--quoted", "--out", str(path), "--json")
    assert found.json["quoted"] is True
    assert all("'[MASK]'" in row["sentence"] for row in table(path))


def test_columns_and_names_of_a_file_are_chosen(engine, tmp_path):
    path = tmp_path / "own.csv"
    path.write_text("Satz;Gruppe;Thema\nMen are [MASK].;Männer;Geschlecht\n", encoding="cp1252")
    asked = ("arena", "prompts", "--prompts", str(path), "--json")
    assert "needs the columns category, group and sentence" in engine(*asked).err
    columns = ("--columns", "sentence=Satz,group=Gruppe,category=Thema")
    found = engine(*asked, *columns, "--values", "Männer=men").json
    assert (found["by_group"], found["by_category"]) == ({"men": 1}, {"Geschlecht": 1})
    refused = engine("arena", "prompts", "--values", "Männer=men")
    assert "--values goes with a file of your own" in refused.err


def test_people_get_the_counts(engine, tmp_path):
    path = str(tmp_path / "prompts.csv")
    found = engine("arena", "prompts", "--subset", "1000", "--out", path)
    assert found.code == 0
    assert "1,000 prompts of bundled (version 1), drawn with seed 0" in found.out
    assert "83 groups. Licence: CC BY 4.0." in found.out
    assert "Written to" in found.out


@pytest.mark.parametrize(
    ("arguments", "wanted"),
    [
        (["--subset", "0"], "at least 1 prompt; got 0"),
        (["--prompts", "nothing"], "There are no prompts nothing and no such file"),
        (["--out", "no/such/folder/x.csv"], "There is no folder"),
    ],
)
def test_mistakes_are_answered_in_one_line(engine, arguments, wanted):
    assert wanted in engine("arena", "prompts", *arguments).refusal

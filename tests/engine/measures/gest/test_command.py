from __future__ import annotations

import math
import statistics
from dataclasses import replace

import pandas as pd
import pytest

from tests.engine.outcome import table

HEADER = "sentence,stereotype\n"
ROWS = "I cried.,1\nI was kind.,2\nI led the team.,Leaders\nI lifted it.,16\nI ran.,17\n"


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "mine.csv"
    path.write_text(HEADER + ROWS)
    return str(path)


def test_json_and_scores_hold_what_the_contract_asks(engine, model, file, tmp_path):
    out = tmp_path / "scores.csv"
    found = engine("gest", file, "--model", model, "--out", str(out), "--json")
    assert found.code == 0
    assert "1 row" in found.err
    value = found.json
    assert {"value", "interval", "n", "parts", "reading", "variant"} <= set(value)
    assert (value["n"], value["reading"], value["template"]) == (4, "defined", "all")
    assert math.exp(statistics.fmean(value["parts"])) == pytest.approx(value["value"])
    assert [entry["template"] for entry in value["templates"]] == ["0", "1", "2", "3", "all"]
    assert len(value["agreement"]["pairs"]) == 6
    assert value["rejected_rows"][0]["row"] == 6
    assert value["manifest"]["items"] == 16
    rows = table(out)
    assert [row["stereotype"] for row in rows] == ["1", "2", "13", "16"]
    each = [float(rows[0][f"score_{template}"]) for template in range(4)]
    assert float(rows[0]["score_all"]) == pytest.approx(statistics.fmean(each))
    r_1 = value["templates"][0]["r"][0]
    assert r_1 == pytest.approx(10 ** each[0])
    published = engine("gest", file, "--model", model, "--published", "--template", "0", "--json")
    assert published.json["templates"][0]["r"][0] == pytest.approx(math.exp(each[0]))
    assert published.json["manifest"]["from_store"] == 4


def test_the_table_is_for_people(engine, model, file):
    found = engine("gest", file, "--model", model, "--template", "1")
    assert "stereotypes: stereotype rate g_s" in found.out
    assert "13. Leaders" in found.out
    assert "no sentence" in found.out
    assert "at least two are needed to compare them" in found.out


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--template", "4"], "There is no template '4'; give a number from 0 to 3, or all."),
        (["nothing.csv"], "There is no file nothing.csv, and no such set; there is bundled, gest"),
        (["bundled", "--out", "no/folder.csv"], "There is no folder no"),
    ],
)
def test_mistakes_are_one_line(engine, model, arguments, complaint):
    assert complaint in engine("gest", *arguments, "--model", model).refusal


# --- replicate gest -----------------------------------------------------------------------


@pytest.fixture
def data_folder(monkeypatch, shared_data):
    monkeypatch.setenv("BIASCOPE_DATA", str(shared_data))


def test_the_released_scores_give_every_figure_and_what_the_paper_prints(engine, data_folder):
    found = engine("replicate", "gest", "--json").json
    assert len(found["models"]) == 11 * 5
    for entry in found["models"]:
        assert len(entry["r"]) == len(entry["r_intervals"]) == 16
        assert entry["g_s"] == pytest.approx(entry["r_m"] / entry["r_f"], abs=1e-6)
    assert [entry["met"] for entry in found["printed"]] == [True] * 4
    assert found["comparison"] == []


def test_a_model_is_compared_with_released_scores_item_by_item(
    engine, model, data_folder, monkeypatch, tmp_path
):
    from engine.measures.gest.data import sets
    from engine.measures.gest.data import sets as released

    every = sets.load_gest("gest")
    few = replace(every, sentences=every.sentences.head(120))
    true = released.released_scores
    for module in ("engine.measures.gest.replication", "engine.measures.gest.data.sets"):
        monkeypatch.setattr(f"{module}.load_gest", lambda name: few)
    for module in ("engine.measures.gest.replication", "engine.measures.gest.data.sets"):
        monkeypatch.setattr(f"{module}.released_scores", lambda *asked: true(*asked)[:120])
    command = ("replicate", "gest", "--model", model, "--template", "0", "--json")
    path = tmp_path / "items.csv"
    found = engine(*command, "--released", "roberta-base", "--out", str(path))
    (entry,) = found.json["comparison"]
    assert (entry["released"], entry["template"], entry["n"]) == ("roberta-base", 0, 120)
    assert -1 <= entry["pearson"] <= 1
    assert abs(entry["largest_difference"]) >= abs(entry["mean_difference"])
    assert entry["sentence"] in few.sentences["sentence"].tolist()
    items = pd.read_csv(path)
    assert items["released_0"].tolist() == pytest.approx(true("roberta-base", 0)[:120])
    difference = items["ours_0"] - items["released_0"]
    assert difference.mean() == pytest.approx(entry["mean_difference"])
    assert "No scores were released of bert; name the released model" in engine(*command).refusal


def test_without_the_data_the_command_says_how_to_get_them(engine, monkeypatch):
    monkeypatch.delenv("BIASCOPE_DATA", raising=False)
    assert "datasets get gest" in engine("replicate", "gest").refusal

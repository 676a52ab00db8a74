"""`mitigate` on a tiny model: rows, refusals, and going on after a stop."""

from __future__ import annotations

import json

import pytest

from engine.mitigation import file, measuring

QUICK = ("--measures", "seat,cloze", "--controls", "2")
HEADS = ("--rows", "heads,heads-mean,self-debias,balanced")


@pytest.fixture
def mitigate(engine, model, tmp_path):
    """Run `mitigate` on a tiny model into one folder."""

    def run(*options, of=model):
        return engine("mitigate", "--model", of, "--out", str(tmp_path / "out"), *options)

    return run


def test_the_table_has_every_row_in_every_measure_and_goes_on_from_the_store(
    mitigate, tmp_path, monkeypatch
):
    shown = mitigate(*QUICK, *HEADS)
    assert shown.code == 0
    assert "Top 3 heads masked" in shown.out
    assert "No balanced model of" in shown.out
    report = file.read_file(str(tmp_path / "out" / file.NAME))
    names = [one["name"] for one in report["interventions"]]
    assert names == ["original", "heads", "heads-mean", "self-debias", "balanced"]
    assert len(report["rows"]) == 5 * 2
    keys = {"intervention", "measure", "value", "change", "interval", "control"}
    assert all(keys <= set(one) for one in report["rows"])
    heads = next(one for one in report["rows"] if one["intervention"] == "heads")
    assert heads["control"]["n"] == 2
    assert len(report["random"]) == 2 * 2

    def again(*_arguments):
        raise AssertionError("measured again")

    monkeypatch.setattr(measuring, "measured_table", again)
    assert mitigate(*QUICK, *HEADS, "--json").json == json.loads(json.dumps(report))


def test_a_stopped_table_goes_on_where_it_was(mitigate, tmp_path, monkeypatch):
    from engine.scorecard import cells

    whole = mitigate(*QUICK, *HEADS, "--json").json
    measured, asked = cells.cell, []

    def stops(spec, column, *rest):
        asked.append(column.name)
        if len(asked) > 3:
            raise KeyboardInterrupt
        return measured(spec, column, *rest)

    other = (*QUICK, *HEADS, "--seed", "1")
    monkeypatch.setattr(cells, "cell", stops)
    assert mitigate(*other).code != 0
    left = file.read_file(str(tmp_path / "out" / file.NAME))
    assert (left["finished"], len(left["rows"])) == (False, 2)
    monkeypatch.setattr(cells, "cell", measured)
    assert mitigate(*other, "--json").json["finished"]
    assert mitigate(*QUICK, *HEADS, "--json").json == whole


def test_fitted_erasures_and_steering_have_random_ones_beside_them(mitigate):
    found = mitigate("--rows", "leace,steer", *QUICK, "--json").json
    labels = {one["name"]: one for one in found["interventions"]}
    assert labels["leace"]["control"] == "1 direction at random, erased"
    assert {"steer:0.25", "steer:0.5", "steer:1"} < set(labels)
    assert "half of the bundled pairs" in labels["steer:1"]["about"]
    assert {one["intervention"] for one in found["random"]} == set(labels) - {"original"}


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--top", "500"), "--top is 1 to "),
        (("--concept", "age"), "There is no concept 'age'"),
        (("--rows", "heads,magic"), "there is no 'magic'"),
        (("--measures", "cloze"), "needs a measure of bias"),
        (("--measures", "nothing"), "No measure 'nothing'"),
        (("--controls", "-1"), "--controls is 0 to 200"),
    ],
)
def test_what_no_table_can_be_made_of_is_refused(mitigate, options, said):
    assert said in mitigate(*options).refusal


def test_without_a_folder_nothing_is_measured(engine):
    assert "--out names the folder" in engine("mitigate").refusal


def test_a_causal_model_has_the_rows_and_measures_that_it_can(mitigate, tiny_model_folder):
    gpt2 = str(tiny_model_folder("gpt2"))
    found = mitigate("--rows", "heads", "--measures", "seat,pppl", of=gpt2)
    assert found.code == 0
    assert "only a masked language model has pseudo-perplexity" in found.out

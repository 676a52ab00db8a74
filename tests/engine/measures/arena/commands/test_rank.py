"""Reports ranked by the command line: in all, by category, and the groups over all of them."""

from __future__ import annotations

import json

import pytest

from tests.engine.measures.arena.test_leaderboard import HIGH, LOW, report
from tests.engine.outcome import table


@pytest.fixture
def files(tmp_path):
    """Two reports as files: one flags sentences about religion more often, one those about sex."""

    def written(*given):
        found = []
        for name, flagged in given:
            path = tmp_path / f"{name}.json"
            path.write_text(json.dumps(report(name, flagged)), encoding="utf-8")
            found.append(str(path))
        return found

    return written


def test_models_by_category_stand_in_a_grid_with_their_tiers(engine, files):
    shown = engine("arena", "rank", *files(("one", LOW), ("two", HIGH))).out
    lines = [" ".join(line.split()) for line in shown.splitlines()]
    assert "model religion sex/gender" in lines
    assert "one 9.2% (A) 67.5% (B)" in lines
    assert "two 67.5% (B) 9.2% (A)" in lines
    assert "religion: flag rates, lowest first (120 prompts)" in lines
    assert "sex/gender: flag rates, lowest first (120 prompts)" in lines


def test_groups_over_all_models_stand_beside_those_that_the_paper_names(engine, files):
    shown = " ".join(engine("arena", "rank", *files(("one", LOW), ("two", HIGH))).out.split())
    assert "Most flagged groups over 2 models, by flag rate" in shown
    assert "The paper names Atheists, women, Black people: other prompts" in shown
    assert "The paper names women, men, women in STEM: other prompts" in shown


def test_json_adds_categories_and_groups_to_the_ranking(engine, files):
    named = files(("one", LOW), ("two", HIGH))
    found = engine("arena", "rank", *named, "--groups-by", "score", "--json").json
    assert [entry["label"] for entry in found["by_category"]["sex/gender"]["ranking"]] == [
        "two",
        "one",
    ]
    assert found["groups"]["by"] == "score"
    assert [entry["label"] for entry in found["ranking"]]
    refused = engine("arena", "rank", *named, "--groups-by", "rank")
    assert refused.refusal == "--groups-by is flags or score; got 'rank'."


def test_what_a_ranking_is_about_is_chosen_and_said(engine, files):
    named = files(("one", LOW), ("two", HIGH))
    assert "are over other sentences of this kind" in engine("arena", "rank", *named).out
    these = engine("arena", "rank", *named, "--over", "these")
    assert "Intervals and tests are over exactly these prompts (each a unit" in these.out
    refused = engine("arena", "rank", *named, "--over", "all")
    assert refused.refusal == "--over is kind or these; got 'all'."


def test_a_table_of_all_ranks_and_groups_is_written(engine, files, tmp_path):
    out = tmp_path / "boards.csv"
    engine("arena", "rank", *files(("one", LOW), ("two", HIGH)), "--out", str(out))
    rows = table(out)
    assert [row["part"] for row in rows] == ["all"] * 2 + ["category"] * 4 + ["group"] * 4
    assert rows[2]["model"] == "one"
    assert rows[2]["tier"] == "A"
    assert {row["flagged"] for row in rows} == {""}


def test_a_single_report_has_no_rank_and_no_tier(engine, files, tmp_path):
    out = tmp_path / "boards.csv"
    shown = engine("arena", "rank", *files(("one", LOW)), "--out", str(out)).out
    assert "rank " not in shown
    assert "tier" not in shown
    assert "1–1" not in shown
    rows = [row for row in table(out) if row["part"] != "group"]
    assert {row[name] for row in rows for name in ("rank", "rank_low", "tier")} == {""}
    several = engine("arena", "rank", *files(("one", LOW), ("two", HIGH))).out
    assert "tier" in several


def test_groups_of_few_sentences_are_counted_and_have_no_percentage(engine, prompts, suite, model):
    asked = ("--model", model, "--prompts", prompts, "--evaluators", suite("tired"))
    shown = engine("arena", "run", *asked).out
    figures = shown[shown.index("Most flagged") :] if "Most flagged" in shown else shown
    assert "%" not in figures.replace("95%", "")
    assert " of 4" in shown

"""`mask`: the rows of the before/after panel from the command line."""

from __future__ import annotations

import re

import pytest

from engine.measures.heads.before_after import row_words
from engine.measures.heads.mask_metrics import CLOZE, PAIRS, PPPL, SEAT

HEADS = "1-1,2-2"
TEXT = "The nurse said that [MASK] was tired."


def by_name(found):
    return {row["name"]: row for row in found.json["metrics"]}


def test_every_metric_is_told_before_and_after_with_its_manifest(engine, model):
    found = engine("mask", "--mask", HEADS, "--max-contexts", "3", "--json", "--model", model)
    assert found.code == 0, found.err
    rows = by_name(found)
    for row in rows.values():
        assert row["change"] == pytest.approx(row["after"]["value"] - row["before"]["value"])
        assert row["before"]["manifest"]["spec"]["masked_heads"] == []
        assert row["after"]["manifest"]["spec"]["masked_heads"] == ["1-1", "2-2"]
        low, high = row["change_interval"]
        assert low <= row["change"] <= high
        assert row["change_p"] is None or 0 <= row["change_p"] <= 1
        expected = {None} if row["neutral"] is None else {"closer", "further", "distance not clear"}
        assert row["direction"] in expected | {"not settled"}
    assert (rows[PAIRS]["n"], rows[PAIRS]["neutral"], rows[PPPL]["neutral"]) == (60, 50, None)
    assert (rows[PPPL]["lost"], rows[SEAT]["gained"]) == (None, None)
    cloze = rows[CLOZE]
    moved = (cloze["gained"] - cloze["lost"]) / cloze["n"]
    assert cloze["change"] == pytest.approx(100 * moved)
    assert found.json["masked_heads"] == "1-1, 2-2"
    assert found.json["sentence"] is None


@pytest.mark.parametrize(
    ("metric", "command", "more"),
    [
        (SEAT, ("seat",), ("--max-contexts", "3", "--seed", "4")),
        ("lpbs math-arts", ("lpbs", "--domain", "math-arts"), ()),
    ],
    ids=["seat", "lpbs"],
)
def test_a_row_is_what_the_metrics_own_command_gives(engine, model, metric, command, more):
    options = (*more, "--json", "--model", model)
    row = by_name(engine("mask", "--mask", HEADS, "--same-words", "--metric", metric, *options))[
        metric
    ]
    for side, masked in (("before", ()), ("after", ("--mask", HEADS))):
        alone = engine(*command, *options, *masked).json
        alone = alone.get("domains", [alone])[0]
        expected = {"value": alone["effect_size"], "interval": alone["interval"]}
        if metric == SEAT:
            expected["p_value"] = alone["p_value"]
        assert expected.items() <= row[side].items()


def test_without_a_mask_there_is_only_a_before(engine, model):
    found = engine("mask", "--metric", CLOZE, "--json", "--model", model)
    row = by_name(found)[CLOZE]
    assert row["before"]["value"] is not None
    assert row["after"] is row["change"] is None


def test_the_words_of_a_sentence_stand_beside_the_metrics(engine, model):
    found = engine(
        *("mask", "--mask", HEADS, "--text", TEXT, "--look-up", "he,she"),
        *("--metric", "sentence", "--json", "--model", model),
    )
    assert found.json["metrics"] == []
    sentence = found.json["sentence"]
    for side, masked in (("before", ()), ("after", ("--mask", HEADS))):
        alone = engine(
            *("fill", TEXT, "--top-k", "3", "--hide", "piece,punctuation", "--targets", "he,she"),
            *(*masked, "--json", "--model", model),
        ).json
        assert sentence[side]["predictions"] == alone["predictions"]
        assert sentence[side]["targets"] == alone["targets"]
        first, second = (entry["probability"] for entry in alone["targets"])
        assert sentence["odds"][side] == pytest.approx(100 * first / (first + second))


def test_the_words_for_a_row_of_the_panel_give_that_row(engine, model):
    words = row_words(["sentence", SEAT], ["--words", "race", "--max-contexts", "3"], 2, TEXT)
    found = engine(*words, "--json", "--mask", HEADS, "--model", model)
    assert list(by_name(found)) == [SEAT]
    assert found.json["sentence"]["text"] == TEXT
    assert found.json["seed"] == 2
    assert found.json["metrics"][0]["after"]["manifest"]["params"]["max_contexts"] == 3
    assert row_words([], ["--words", "race"], 0, "") == ["mask", "--words", "race", "--seed", "0"]
    assert row_words([PAIRS], ["--words", "race"], 0, TEXT) == [
        *("mask", "--seed", "0", "--metric", PAIRS)
    ]


def test_the_table_shows_values_with_their_intervals(engine, model, monkeypatch):
    monkeypatch.setenv("COLUMNS", "200")
    found = engine(
        *("mask", "--mask", "1-1", "--text", TEXT, "--look-up", "he"),
        *("--metric", PAIRS, "--metric", "sentence", "--model", model),
    )
    assert found.code == 0, found.err
    assert "heads masked: 1-1" in found.out
    assert "CPS sample" in found.out
    assert "60 pairs" in found.out
    assert found.out.count("95% CI") == 3
    assert "he (mask 1)" in found.out
    assert "rather than" not in found.out  # one word has nothing to be compared with


def test_the_table_has_the_figure_of_two_words_as_the_page_shows_it(engine, model, monkeypatch):
    monkeypatch.setenv("COLUMNS", "200")
    asked = ("mask", "--mask", HEADS, "--text", TEXT, "--metric", "sentence", "--model", model)
    odds = engine(*asked, "--look-up", "he,she", "--json").json["sentence"]["odds"]
    shown = engine(*asked, "--look-up", "he,she").out
    row = next(line for line in shown.splitlines() if "he rather than she, %" in line)
    assert row.split()[-2:] == [f"{odds['before']:.1f}", f"{odds['after']:.1f}"]
    unknown = engine(*asked, "--look-up", "he,qqqqqq")
    assert "rather than" not in unknown.out


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("--metric", "cps"), "There is no metric 'cps' for this model; there is seat, pppl"),
        (("--metric", "sentence"), "There is no metric 'sentence' for this model without --text"),
        (("--look-up", "he"), "--look-up needs --text"),
        (("--seat", "t.jsonl", "--corpus", "c.txt"), "not both"),
    ],
)
def test_what_cannot_be_measured_is_refused_in_one_line(engine, model, words, complaint):
    assert complaint in engine("mask", *words, "--model", model).refusal


def test_no_word_of_the_table_is_broken_at_eighty_characters(engine, model, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    found = engine("mask", "--mask", HEADS, "--max-contexts", "3", "--model", model)
    assert found.code == 0, found.err
    words = found.out.split()
    assert {"Pseudo-perplexity", "science", "family", "sentences", "pairs", "settled"} <= {*words}
    table, _, note = found.out.rpartition("Heads are ranked on 17 + 17")
    assert max(map(len, table.splitlines())) <= 80
    assert "measured on the other 17 + 17." in note
    broken = [word for word in words if re.fullmatch(r"\[[^\],]*", word)]
    assert not broken  # a bound is written whole, up to its comma

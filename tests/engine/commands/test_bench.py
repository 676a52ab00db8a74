from __future__ import annotations

import json

import pytest

from tests.engine.lab.conftest import PLANTED

MACHINE_KEYS = {"cpu", "cores", "memory_gib", "torch", "threads", "device", "load", "date"}
LINES = [
    "The nurse said that she was very tired today.",
    "Yes.",
    "The engineer said that he was going home early.",
]


@pytest.fixture
def text(tmp_path):
    path = tmp_path / "text.txt"
    path.write_text("\n".join(LINES), encoding="utf-8")
    return str(path)


def test_model_quality_names_machine_and_settings(engine, model, text):
    found = engine("bench", "model", "--text", text, "--model", model, "--json", "--seed", "3")
    assert found.code == 0
    assert set(found.json["machine"]) == MACHINE_KEYS
    assert (found.json["seed"], found.json["tokens_per_line"]) == (3, 3)
    (entry,) = found.json["results"]
    assert (entry["lines"], entry["skipped"], entry["tokens"]) == (2, 1, 6)
    low, high = entry["top_1_interval"]
    assert low < high
    assert entry["top_1"] == pytest.approx(min(max(entry["top_1"], low), high))
    assert entry["top_1"] <= entry["top_5"]


def test_models_stand_side_by_side_on_the_same_questions(engine, model, text):
    arguments = ("bench", "model", "--text", text, "--model", model, "--model", model, "--json")
    first, second = engine(*arguments).json["results"]
    assert first == second


def test_wikitext_is_cut_to_the_paragraphs_asked_for(engine, model, tmp_path):
    path = tmp_path / "wiki.txt"
    paragraph = " ".join(LINES * 3)
    path.write_text("\n".join([" = Title = ", *[paragraph] * 4]), encoding="utf-8")
    arguments = ("bench", "model", "--text", str(path), "--model", model, "--json")
    assert engine(*arguments, "--paragraphs", "3").json["results"][0]["lines"] == 3


def test_the_table_says_where_and_when(engine, model, text):
    found = engine("bench", "model", "--text", text, "--model", model)
    assert found.code == 0
    assert "cores" in found.out.splitlines()[0]
    assert "text.txt" in found.out


def test_a_missing_text_is_said_in_one_line(engine, model):
    found = engine("bench", "model", "--text", "no-such.txt", "--model", model)
    assert found.code == 2
    assert "no-such.txt" in found.complaint


def test_knowledge_of_models_stands_side_by_side(engine, model):
    asked = ("bench", "knowledge", "--model", model, "--model", model)
    first, second = engine(*asked, "--json").json["results"]
    assert (first["right"]["n"], len(first["topics"]), len(first["answers"])) == (200, 8, 200)
    assert sum(topic["count"] for topic in first["topics"].values()) == first["right"]["count"]
    assert sum(answer["copied"] for answer in first["answers"]) == first["copied"]["count"]
    assert first == second
    summed = engine(*asked).out
    assert "geography" in summed
    assert "copies a word of the sentence" in summed
    listed = engine(*asked, "--probes").out
    assert "Two plus two" in listed


def test_warm_and_cold_answers_are_reported(engine, model):
    found = engine("bench", "fill", "--model", model, "--repeats", "3", "--cold", "1", "--json")
    assert found.code == 0
    assert (found.json["warm"]["runs"], found.json["cold"]["runs"]) == (3, 1)
    # A fresh process has to load everything that the warm answer has at hand.
    assert found.json["cold"]["median"] > found.json["warm"]["median"]


def test_pair_scores_are_timed_beside_ceiling_and_loop(engine, model):
    found = engine("bench", "pairs", "--data", "bundled", "--pairs", "6", "--rows", "0", "--model",
                   model, "--json")  # fmt: skip
    assert found.code == 0
    assert set(found.json["machine"]) == MACHINE_KEYS
    assert (found.json["pairs"], found.json["measure"]) == (6, "cps")
    assert {"to_ceiling", "to_floor", "second_look"} <= set(found.json)
    assert (found.json["large_file"], found.json["large_page"]) == (None, None)


def test_the_memory_of_a_large_file_is_told(engine, model):
    found = engine("bench", "pairs", "--data", "bundled", "--pairs", "2", "--rows", "8",
                   "--no-page", "--model", model)  # fmt: skip
    assert found.code == 0
    assert "peak memory" in found.out


def test_more_sentences_than_there_are_is_said(engine):
    found = engine("bench", "screen", "--repeats", "5000")
    assert found.code == 2
    assert "5000" in found.complaint


def test_a_browser_that_does_not_start_is_said(process, tmp_path):
    pytest.importorskip("playwright")
    # In a process of its own: playwright drives one browser a thread, and other tests have one.
    missing = str(tmp_path / "no-browser")
    found = process("bench", "screen", "--repeats", "1", BIASCOPE_BROWSER=missing)
    assert found.code == 2
    assert "BIASCOPE_BROWSER" in found.complaint


def test_presets_of_an_injection_stand_side_by_side(engine, model, tmp_path):
    biases = tmp_path / "biases.json"
    biases.write_text(json.dumps(PLANTED))
    found = engine("bench", "inject", "--preset", "quick", "--biases", str(biases), "--steps", "2",
                   "--model", model)  # fmt: skip
    assert found.code == 0
    assert "both models and all measures" in found.out
    assert "Spearman planted, unmasking: biased" in found.out
    assert "Spearman planted, bundled sentences, pronoun gap: biased" in found.out
    assert "Spearman planted, bundled sentences, CABM, published weights: biased" in found.out


def test_a_preset_that_is_none_is_said_before_anything_is_trained(engine, model):
    found = engine("bench", "inject", "--preset", "slow", "--model", model)
    assert found.code == 2
    assert "--preset is quick or default; got 'slow'" in found.complaint


def test_annotators_are_timed_and_their_intervals_held_against_a_simulated_truth(engine, model):
    arguments = ("bench", "agreement", "simulated", "--model", model, "--repeats", "2")
    found = engine(*arguments, "--json")
    assert found.code == 0, found.err
    assert set(found.json["machine"]) == MACHINE_KEYS
    assert found.json["speed"]["sentences"] == 48
    assert {entry["repeats"] for entry in found.json["intervals"]} == {2}
    told = engine(*arguments).out
    assert "2,000 draws" in told
    assert "interval contains P@1" in told


def test_intervals_are_held_against_the_truth_of_simulated_samples(engine, model):
    found = engine("bench", "coverage", "--model", model, "--repeats", "20", "--json")
    assert found.code == 0, found.err
    assert found.json["goal"] == [0.935, 0.965]
    entries = found.json["designs"]
    assert all(entry["repeats"] + entry["undefined"] == 20 for entry in entries)
    assert {entry["figure"] for entry in entries if entry["compared"]} == {
        "SEAT d, percentile bootstrap",
        "rank, percentile bootstrap",
        "Arena, other groups and templates, prompts as independent",
        "Arena, difference over other groups and templates, prompts as independent",
    }
    pairs = [entry for entry in entries if entry["figure"] == "mean difference of pairs"]
    assert [entry["sample"].split()[0] for entry in pairs] == ["10", "20", "29", "60"]


def test_the_store_is_filled_pruned_and_written_by_several(engine):
    found = engine(
        "bench", "store", "--results", "2000", "--writers", "2", "--duration", "0.3", "--json"
    )
    assert found.code == 0
    assert found.json["results"] == 2000
    assert list(found.json["pruned"]) == ["1/2", "1/10"]
    assert found.json["log"]["written"] > 0
    assert found.json["log"]["largest"] > 0

from __future__ import annotations

import json
import os
from dataclasses import replace

import pandas as pd
import pytest

from engine.bench import agreement, inject, random_models
from engine.bench import pairs as many_pairs
from engine.bench.coverage import every, units
from engine.bench.coverage.arena import arena_designs
from engine.bench.coverage.design import FamilyDesign, PowerDesign
from engine.bench.pairs import CommandCost
from engine.bench.random_models import Shape
from engine.lab.settings import MODELS, PRESETS, VARIANTS
from engine.measures.cabm import weighting
from engine.measures.cabm.data.sets import bundled_occupations
from tests.engine.lab.conftest import PLANTED
from tests.forked import Forked

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


def test_model_quality_names_machine_and_settings_and_asks_all_models_the_same(engine, model, text):
    asked = ("bench", "model", "--text", text, "--model", model, "--model", model)
    found = engine(*asked, "--json", "--seed", "3")
    assert found.code == 0
    assert set(found.json["machine"]) == MACHINE_KEYS
    assert (found.json["seed"], found.json["tokens_per_line"]) == (3, 3)
    entry, second = found.json["results"]
    assert entry == second
    assert (entry["lines"], entry["skipped"], entry["tokens"]) == (2, 1, 6)
    low, high = entry["top_1_interval"]
    assert low < high
    assert entry["top_1"] == pytest.approx(min(max(entry["top_1"], low), high))
    assert entry["top_1"] <= entry["top_5"]


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
    listed = engine("bench", "knowledge", "--model", model, "--probes").out
    assert "Two plus two" in listed


def test_probes_that_stand_inside_a_text_are_counted_apart(engine, model, tmp_path):
    text, probes = tmp_path / "text.txt", tmp_path / "probes.jsonl"
    text.write_text("Everyone knows that, it seems, the SKY is blue.\nSnow is cold\n")
    asked = [("The sky is [MASK].", "blue"), ("Snow is [MASK].", "white")]
    lines = [json.dumps({"sentence": sentence, "answers": [word]}) for sentence, word in asked]
    probes.write_text("\n".join(lines))
    command = ("bench", "knowledge", "--model", model, "--set", str(probes))
    found = engine(*command, "--text", str(text), "--json").json
    (result,) = found["results"]
    assert (found["inside"], found["ngram"]) == (1, 8)
    assert [answer["inside"] for answer in result["answers"]] == [True, False]
    assert (result["right"]["n"], result["right_outside"]["n"]) == (2, 1)
    assert "not inside the text" in engine(*command, "--text", str(text)).out
    alone = engine(*command, "--json").json
    assert (alone["inside"], alone["results"][0]["right_outside"]) == (None, None)
    assert "--as-trained" in engine(*command, "--as-trained").err


def test_lines_that_training_leaves_out_count_only_as_they_are(engine, model, tmp_path):
    # A line with a whole probe in it is never trained on, one that goes on after it is.
    (tmp_path / "text.txt").write_text("It is so. Two plus two is four.\n")
    command = ("bench", "knowledge", "--model", model, "--text", str(tmp_path), "--json")
    assert engine(*command).json["inside"] == 1
    assert engine(*command, "--as-trained").json["inside"] == 0
    (tmp_path / "text.txt").write_text("Two plus two is four, as all know.\n")
    assert engine(*command, "--as-trained").json["inside"] == 1


@pytest.mark.process
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


def test_forecasts_are_shown_beside_the_times_that_runs_took(engine, model, monkeypatch):
    monkeypatch.setattr("engine.flow.pace._LEAST", 0.0)
    asked = ("bench", "forecast", "--pairs", "4", "--repeats", "2", "--model", model)
    found = engine(*asked, "--json").json
    assert set(found["machine"]) == MACHINE_KEYS
    assert (found["model"], found["earlier_pairs"], len(found["earlier"])) == (model, 4, 2)
    assert [run["pairs"] for run in found["runs"]] == [12, 12, 12]
    assert all(run["ratio"]["low"] > 0 for run in found["runs"])
    told = engine(*asked).out
    assert "12 of the same length" in told
    assert "12 about twice as long" in told
    assert "12 about four times as long" in told


def test_the_memory_of_a_large_file_is_told(engine, model, monkeypatch):
    asked = []

    def cost(folder, *given):
        asked.append(given)
        return CommandCost(8, "aul", 1.234, 5.0)

    monkeypatch.setattr(many_pairs, "command_cost", cost)
    found = engine("bench", "pairs", "--data", "bundled", "--pairs", "2", "--rows", "8",
                   "--no-page", "--model", model)  # fmt: skip
    assert found.code == 0
    assert asked == [(8, "aul", model)]
    (told,) = [line for line in found.out.splitlines() if "peak memory" in line]
    assert "1.23 GB" in told
    assert "`pairs` on 8 rows, aul" in told


@pytest.mark.model
def test_rows_are_timed_with_batches_of_every_size(engine, monkeypatch):
    tiny = Shape("gpt2", 305, hidden=32, layers=2, heads=4, max_length=64)
    monkeypatch.setattr(random_models, "GPT_2", tiny)
    asked = ("bench", "batches", "--shape", "gpt-2", "--sentences", "3", "--repeats", "1")
    found = engine(*asked, "--sizes", "32,128", "--device", "cpu", "--json").json
    assert set(found["machine"]) == MACHINE_KEYS
    assert (found["shape"], found["rows"]) == ("gpt-2", 3)
    assert [size["tokens"] for size in found["sizes"]] == [32, 128]
    shown = engine(*asked, "--sizes", "2048", "--device", "cpu").out
    assert "2,048" in shown


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ("model --text no-such.txt", "no-such.txt"),
        ("screen --repeats 5000", "5000"),
        ("batches --shape bert-tiny", "--shape is one of bert-base, bert-large, xlm-r-base, gpt-2"),
        ("batches --sizes 512,0", "--sizes is whole numbers"),
        ("inject --preset slow --model bundled", "--preset is quick or default; got 'slow'"),
    ],
    ids=["no text", "more sentences than there are", "no shape", "no size", "no preset"],
)
def test_what_cannot_be_measured_is_said_in_one_line(engine, arguments, said):
    assert said in engine("bench", *arguments.split()).refusal


@pytest.mark.process
def test_a_browser_that_does_not_start_is_said(tmp_path):
    pytest.importorskip("playwright")
    # In a process of its own: playwright drives one browser a thread, and other tests have one.
    missing = {"BIASCOPE_BROWSER": str(tmp_path / "no-browser")}
    found = Forked(["bench", "screen", "--repeats", "1"], os.environ | missing)
    out, complaint = found.communicate()
    assert (found.returncode, out) == (2, "")
    assert "BIASCOPE_BROWSER" in complaint
    assert len(complaint.splitlines()) == 1


@pytest.mark.training
@pytest.mark.usefixtures("in_this_process", "few_trees")
def test_an_injection_is_timed_and_read_and_stands_in_a_column(
    engine, model, tmp_path, monkeypatch
):
    monkeypatch.setattr(weighting, "TREES", 20)
    costs, timed = [], inject.injection_cost

    def kept(*given):
        costs.append(timed(*given))
        return costs[-1]

    monkeypatch.setattr(inject, "injection_cost", kept)
    monkeypatch.setitem(PRESETS, "quick", replace(PRESETS["quick"], sentences=90, tokens=256))
    biases = tmp_path / "biases.json"
    biases.write_text(json.dumps(PLANTED))
    told = engine("bench", "inject", "--preset", "quick", "--biases", str(biases), "--steps", "3",
                  "--model", model)  # fmt: skip
    assert told.code == 0, told.err
    (found,) = costs
    assert (found.preset, found.steps, found.goal) == ("quick", 3, 180.0)
    assert set(found.training) == set(VARIANTS)
    assert 0 < sum(found.training.values()) < found.whole
    assert set(found.recovery["unmasking"]) == set(MODELS)
    assert found.recovery["unmasking"]["biased"]["n"] == len(PLANTED)
    assert found.stability["weat"]["n"] == len(PLANTED)
    held = len(set(bundled_occupations()) & set(PLANTED))
    for entry in found.bundled_sentences.values():
        assert entry["n"] == held
        assert -1 <= entry["rho"] <= 1
    assert "both models and all measures" in told.out
    assert "Spearman planted, unmasking: biased" in told.out
    assert "Spearman planted, bundled sentences, pronoun gap: biased" in told.out
    assert "Spearman planted, bundled sentences, CABM, published weights: biased" in told.out


def test_annotators_are_timed_and_their_intervals_held_against_a_simulated_truth(
    engine, model, monkeypatch
):
    monkeypatch.setattr(agreement, "DESIGNS", agreement.DESIGNS[:1])
    arguments = ("bench", "agreement", "simulated", "--model", model, "--repeats", "2")
    found = engine(*arguments, "--json")
    assert found.code == 0, found.err
    assert set(found.json["machine"]) == MACHINE_KEYS
    assert found.json["speed"]["sentences"] == 48
    assert {entry["repeats"] for entry in found.json["intervals"]} == {2}
    assert len(found.json["intervals"]) == len(agreement.PEOPLE)
    told = engine(*arguments).out
    assert "2,000 draws" in told
    assert "interval contains P@1" in told


def test_intervals_are_held_against_the_truth_of_simulated_samples(
    engine, model, monkeypatch, tmp_path
):
    # The truths, which need many samples, are asked for in tests/engine/bench/coverage.
    monkeypatch.setattr(units, "_MOST_EFFECTS", 10)
    monkeypatch.setattr(units, "_MANY_SENTENCES", 20)
    few = [one for one in arena_designs() if one.compared or one.sample.startswith("8 prompts")]
    families = [
        FamilyDesign("heads", "none", lambda drawn: bool(drawn.random() < 0.5), compared=True),
        PowerDesign("heads", "one", lambda drawn: (bool(drawn.random() < 0), True)),
    ]
    monkeypatch.setattr(every, "arena_designs", lambda: [*few, *families])
    # Seconds each, with tests of their own.
    for name in vars(every).copy():
        if name.endswith("_designs") and name not in ("unit_designs", "arena_designs"):
            monkeypatch.setattr(every, name, list)
    file = tmp_path / "designs.csv"
    found = engine(
        *("bench", "coverage", "--model", model, "--seconds", "0", "--out", str(file), "--json")
    )
    assert found.code == 0, found.err
    assert 0 < found.json["families"][0]["rate"] < 1
    assert (found.json["powers"][0]["power"], found.json["powers"][0]["best"]) == (0.0, 1.0)
    rows = pd.read_csv(file)
    kinds = ("designs", "families", "powers")
    assert len(rows) == sum(len(found.json[kind]) for kind in kinds)
    assert set(rows.loc[rows["of"] == "heads", "samples_drawn"]) == {20}
    of_heads = rows[rows["of"] == "heads"]
    assert of_heads["remark"].tolist() == ["not used", "outside"]
    assert of_heads["goal"].tolist() == ["at most 0.06", "at least 0.9 of the best test"]
    assert found.json["goal"] == [0.935, 0.965]
    entries = found.json["designs"]
    assert all(entry["repeats"] + entry["undefined"] == 20 for entry in entries)
    assert {entry["figure"] for entry in entries if entry["compared"]} == {
        "SEAT d, percentile bootstrap",
        "rank, percentile bootstrap",
    }
    pairs = [entry for entry in entries if entry["figure"] == "mean difference of pairs"]
    assert [entry["sample"].split()[0] for entry in pairs] == ["10", "20", "29", "60"]


@pytest.mark.process
def test_the_store_is_filled_pruned_and_written_by_several(engine):
    found = engine(
        "bench", "store", "--results", "2000", "--writers", "2", "--duration", "0.3", "--json"
    )
    assert found.code == 0
    assert found.json["results"] == 2000
    assert list(found.json["pruned"]) == ["1/2", "1/10"]
    assert found.json["log"]["written"] > 0
    assert found.json["log"]["largest"] > 0


def test_fits_are_timed_by_each_method(engine, model):
    asked = ("bench", "fits", "--concept", "race", "--repeats", "1", "--model", model)
    found = engine(*asked)
    assert found.code == 0, found.err
    assert all(name in found.out for name in ("44 pairs", "LEACE", "INLP", "principal component"))
    said = json.loads(engine(*asked, "--json").out)
    assert said["machine"].keys() >= MACHINE_KEYS
    assert len(said["seconds"]) == 5
    assert all(one["runs"] == 1 for one in said["seconds"].values())

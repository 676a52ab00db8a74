from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

from engine.core.wording import figure_text
from engine.measures.cabm import weighting
from tests.engine.files.test_workbook import made
from tests.engine.measures.cabm.cases import aged, aged_corpus
from tests.engine.measures.cabm.test_study import OCCUPATIONS, framed_set

CONTRACT = ("pmi_bias", "cosine_bias", "context_bias", "score", "category")


@pytest.fixture(autouse=True)
def _small_forests(monkeypatch, few_trees):
    """What 200 trees find is asked in `measures/cabm/test_weighting.py`."""
    monkeypatch.setattr(weighting, "TREES", 50)


@pytest.fixture
def sentences(tmp_path):
    """A small file of sentences in the columns a user may give."""
    data = framed_set()
    path = tmp_path / "sentences.csv"
    lines = ["sentence,occupation,list"]
    lines += [f"{entry.text},{entry.target},{data.lists[entry.target]}" for entry in data.sentences]
    path.write_text("\n".join(lines))
    return str(path)


@pytest.fixture
def corpus(tmp_path):
    path = tmp_path / "corpus.txt"
    lines = []
    for place, name in enumerate(OCCUPATIONS):
        lines += [f"The {name} took his hat."] * (1 + place) + [f"The {name} took her hat."] * 3
    path.write_text("\n".join(lines))
    return str(path)


@pytest.fixture
def run(engine, model, sentences, corpus):
    def cabm(*more, file=sentences):
        return engine(
            "cabm", "--sentences", file, "--pmi-corpus", corpus, "--draws", "20",
            "--model", model, *more,
        )  # fmt: skip

    return cabm


def test_json_holds_what_the_contract_asks(run):
    found = run("--json")
    assert found.code == 0, found.err
    value = found.json
    assert set(value["weights"]) == {"pmi", "cosine", "context"}
    assert value["weighting_rule"]["asked"] == "automatic"
    assert "trained without it" in value["weighting_rule"]["reason"]
    assert value["weighting_rule"]["forest"]["n"] == 10
    assert (value["scale"], value["categories_by"]) == ("standardised", "interval and Holm")
    assert sum(value["weights"].values()) == pytest.approx(1)
    assert [row["occupation"] for row in value["occupations"]] == list(OCCUPATIONS)
    assert all(set(CONTRACT) <= row.keys() for row in value["occupations"])
    assert value["validation"]["weighting"] == value["weighting"]
    assert value["sentences"]["occupations"] == 10
    assert value["pmi_corpus"]["male"] == 55
    assert value["manifest"]["measure"] == "cabm"
    assert value["occupations"][0]["corpus"] == {"sentences": 4, "male": 1, "female": 3}


def test_a_given_weighting_wins_over_the_rule(run):
    value = run("--weighting", "shap-rf", "--json").json
    assert value["weighting"] == value["weighting_rule"]["asked"] == "shap-rf"
    row = value["occupations"][0]
    assert set(row["shap"]) == {"pmi", "cosine", "context"}
    mean = sum(abs(entry["shap"]["pmi"]) for entry in value["occupations"]) / 10
    assert value["shap"]["mean"]["pmi"] == pytest.approx(mean)


def test_the_published_preset_scores_the_raw_features_with_the_weights_as_printed(run):
    found = run("--published", "--weights", "pmi=.58,cosine=.28,context=.19", "--json")
    assert found.code == 0, found.err
    value = found.json
    assert value["weights"] == {"pmi": 0.58, "cosine": 0.28, "context": 0.19}
    assert (value["weighting"], value["scale"], value["published"]) == ("user", "raw", True)
    row = value["occupations"][0]
    score = 0.58 * row["pmi_bias"] + 0.28 * row["cosine_bias"] + 0.19 * row["context_bias"]
    assert row["score"] == pytest.approx(score)
    assert row["unmasking"]["interval"] is None
    (first,) = row["unmasking"]["first_words"]
    assert first["template"] == "[MASK] is a {target}."
    assert len(first["words"]) == 2
    assert "sum to 1.05, not to 1; they are taken as given" in found.err
    assert value["categories_by"] == "score"
    signed = run("--published", "--context", "signed", "--weighting", "pca", "--json").json
    assert (signed["context"], signed["weighting"]) == ("signed", "pca")


def test_one_template_of_ones_own_is_enough(run, tmp_path):
    templates = tmp_path / "templates.txt"
    templates.write_text("[MASK] was a {occupation}.")
    found = run("--templates", str(templates), "--json")
    assert found.code == 0, found.err
    assert found.json["occupations"][0]["unmasking"]["interval"] is None
    assert "rests on one template, so it has no interval" in found.err


@pytest.mark.parametrize("weighting", ["pca-rf", "pca", "equal"])
def test_every_weighting_of_the_contract_runs(run, weighting):
    value = run("--weighting", weighting, "--scale", "raw", "--json").json
    assert (value["weighting"], value["scale"]) == (weighting, "raw")
    assert value["shap"] is None
    assert (value["forest"] is None) == (weighting != "pca-rf")


def test_draws_of_weights_that_are_not_learned_are_said_to_make_no_difference(run):
    said = "--draws makes no difference here: these weights are not learned"
    assert said in run("--weighting", "equal", "--draws", "30").err
    as_it_is_anyway = ("--draws", str(weighting.DRAWS))
    assert said not in run("--weighting", "equal", *as_it_is_anyway).err
    assert said not in run("--weighting", "pca", "--draws", "30").err


def test_weights_of_the_user_are_taken_as_given(run):
    given = ("--weighting", "user", "--weights", "pmi=0.2,cosine=0.3,context=0.5")
    assert run(*given, "--json").json["weights"] == {"pmi": 0.2, "cosine": 0.3, "context": 0.5}
    assert run(*given[2:], "--json").json["weighting"] == "user"


def test_people_get_tables(run, model):
    found = run()
    assert found.code == 0
    for said in (
        "Unmasking: P(he) - P(she) at the mask in 6 sentences of Biascope's, not of your file",
        "CABM, ",
        "engineer",
        "not settled",
        "trained without it",
        "Pronoun probability gap:",
        "this gap finds it every time",
    ):
        assert said in " ".join(found.out.split())
    titles = "".join(found.out.split())
    assert titles.count(f"model{model}") == 2  # of the gaps, and of the scores
    assert found.out.index("Unmasking") < found.out.index("CABM, ")
    learned = run("--weighting", "shap-rf")
    assert "CABM, SHAP + RF, 10 occupations" in learned.out
    assert "so this is no validation of the scores" in " ".join(learned.out.split())
    published = " ".join(run("--published").out.split())
    assert "first word" in published
    assert "10 occupations, as published" in published


def test_the_occupations_can_be_written_as_a_table(run, tmp_path):
    out = tmp_path / "cabm.csv"
    assert run("--weighting", "equal", "--out", str(out)).code == 0
    header, first, *_ = out.read_text().splitlines()
    assert header.startswith("occupation,list,n_first")
    assert ",score,score_low,score_high,p_holm,category," in header
    gaps = "p_first,p_second,unmasking,unmasking_low,unmasking_high,log_odds,gap_p_holm"
    assert header.endswith(f",category,{gaps}")
    assert first.startswith("nurse,male,3,3,")


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        (("--weighting", "voodoo"), "A weighting is shap-rf"),
        (("--weighting", "user"), "needs --weights"),
        (("--weights", "pmi=half"), "Weights are written pmi=0.5"),
        (("--published", "--weights", "pmi=0"), "All weights are 0"),
        (("--scale", "log"), "--scale is standardised or raw; got 'log'"),
        (("--published", "--scale", "standardised"), "--published is on the raw scale"),
        (
            ("--weighting", "equal", "--published", "--weights", "pmi=1"),
            "--weights gives weights of your own and --weighting equal works them out",
        ),
        (("--context", "sideways"), "--context is unsigned or signed"),
        (("--smoothing", "none"), "--smoothing is proportional or equal"),
        (("--sentence", "max"), "sentence vector is cls, mean or none"),
        (("--groups", "male=he"), "Two groups with their words"),
        (("--pmi-corpus", "nowhere.txt"), "no file nowhere.txt"),
        (
            ("--sentences", "winobia"),
            "no file winobia, and no such set; there is bundled, winobias. Did you mean winobias?",
        ),
        (("--sentences", "bundled", "--groups", "a=x;b=y"), "need sentences of your own"),
        (("--pmi-corpus", "sentences"), "for all 10 occupations"),  # as often with each group
    ],
)
def test_what_cannot_be_is_said_in_one_line(run, options, reason):
    assert reason in run(*options).refusal


def test_weights_that_cannot_be_are_refused_before_a_model_is_loaded(run, monkeypatch):
    monkeypatch.setattr("engine.models.loading.load", lambda *_: pytest.fail("loaded"))
    assert "sum to 0.500" in run("--weights", "pmi=0.5").refusal


def test_age_is_measured_by_the_same_command(engine, model, tmp_path):
    data, targets, texts = (tmp_path / name for name in ("s.txt", "t.csv", "c.txt"))
    sentences = aged(OCCUPATIONS)
    data.write_text("\n".join(text for text, _, _ in sentences))
    lists = dict.fromkeys(f"{target},{name}" for _, target, name in sentences)
    targets.write_text("\n".join(["occupation,list", *lists]))
    texts.write_text("\n".join(aged_corpus(OCCUPATIONS)))
    found = engine(
        "cabm", "--sentences", str(data), "--groups", "young=young;old=old", "--targets",
        str(targets), "--pmi-corpus", str(texts), "--draws", "20", "--json", "--model", model,
    )  # fmt: skip
    assert found.code == 0, found.err
    value = found.json
    assert set(value["groups"]) == {"young", "old"}
    assert {row["category"] for row in value["occupations"]} <= {
        "young-biased", "old-biased", "neutral", "not settled",
    }  # fmt: skip
    assert value["validation"]["unmasking"] is None
    assert value["occupations"][0]["list"] == "young"


def test_a_target_that_was_asked_for_and_is_nowhere_is_told(run, tmp_path):
    targets = tmp_path / "targets.txt"
    targets.write_text("\n".join([*OCCUPATIONS, "astronaut"]))
    found = run("--targets", str(targets), "--json")
    assert found.json["excluded"] == {"astronaut": "is in no sentence"}
    assert "astronaut is in no sentence" in found.err


def test_texts_are_counted_into_a_file_the_measure_takes(
    engine, model, corpus, sentences, tmp_path
):
    targets, out = tmp_path / "targets.txt", tmp_path / "counts.csv"
    targets.write_text("\n".join(OCCUPATIONS))
    found = engine("cooccurrences", corpus, "--targets", str(targets), "--out", str(out), "--json")
    assert found.json["targets"]["nurse"] == [4, 1, 3]
    value = [
        engine(
            "cabm", "--sentences", sentences, "--pmi-corpus", source, "--weighting", "equal",
            "--model", model, "--json",
        ).json["occupations"]
        for source in (corpus, str(out))
    ]  # fmt: skip
    assert value[0] == value[1]


def test_counts_can_be_read_by_people(engine, corpus):
    found = engine("cooccurrences", corpus)
    assert "sentences, 55 with a word of male, 30 with" in " ".join(found.out.split())


def test_nothing_is_stored_without_the_cache(run, cache_folder):
    run("--weighting", "equal", "--no-cache")
    assert not list(cache_folder.glob("*.sqlite"))


def test_a_second_run_needs_no_network(run, monkeypatch):
    first = run("--json").json
    monkeypatch.setattr("engine.models.loading.load", lambda *_: pytest.fail("loaded"))
    second = run("--json").json
    for value in (first, second):
        value.pop("manifest")
    assert json.dumps(first) == json.dumps(second)


def test_the_thesis_stands_beside_ours_as_published(engine, run, model, sentences, corpus):
    found = engine(
        "replicate", "cabm", "--sentences", sentences, "--pmi-corpus", corpus,
        "--model", model, "--json",
    )  # fmt: skip
    assert found.code == 0, found.err
    value = found.json
    assert value["sentences"]["published"]["sentences"] == 927
    assert value["sentences"]["ours"]["occupations"] == 10
    weights = [entry for entry in value["figures"] if entry["part"] == "weights"]
    assert len(weights) == 9
    assert all(entry["ours"] is not None for entry in weights)
    preset = run("--published", "--weighting", "shap-rf", "--json").json
    (spread,) = (
        entry["ours"]
        for entry in value["figures"]
        if (entry["name"], entry["quantity"]) == ("shap-rf", "standard_deviation")
    )
    assert spread == pytest.approx(preset["validation"]["spread"]["standard_deviation"])
    table = engine(
        "replicate", "cabm", "--sentences", sentences, "--pmi-corpus", corpus, "--model", model
    )
    assert "unmasking" in table.out
    assert "927" in table.out


def test_a_model_that_masks_nothing_has_two_features_and_no_gap(
    engine, tiny_model_folder, sentences, corpus
):
    words = (
        *("cabm", "--sentences", sentences, "--pmi-corpus", corpus, "--draws", "20"),
        *("--model", str(tiny_model_folder("gpt2"))),
    )
    found = engine(*words, "--json")
    assert found.code == 0, found.err
    value = found.json
    assert value["weights"]["context"] == 0.0
    row = value["occupations"][0]
    assert row["context_bias"] is row["context_interval"] is row["unmasking"] is None
    assert any("context is left out" in text for text in value["warnings"])
    shown = engine(*words)
    assert "context is left out" in shown.err
    assert "no pronoun probability gap" in shown.err
    assert "nan" not in shown.out
    with_context = engine(*words, "--sentence", "mean", "--json").json
    assert with_context["weights"]["context"] > 0


def test_what_the_scores_vary_by_and_how_they_lie_is_in_json_and_text(run):
    value = run("--scale", "raw", "--weighting", "equal", "--json").json
    shares = value["variance_shares"]
    assert sum(shares.values()) == pytest.approx(1)
    assert shares["pmi"] > 0.5
    assert value["distributions"]["equal"]["n"] == 10
    shown = " ".join(run("--scale", "raw", "--weighting", "equal").out.split())
    assert "of this score's variance over 10 occupations is PMI" in shown
    assert "Scores by weighting" in shown


def test_deviations_over_several_models_are_raw_with_the_weights_of_the_first(
    run, tiny_model_folder, tmp_path
):
    out = tmp_path / "out.csv"
    other = str(tiny_model_folder("roberta"))
    found = run("--over", other, "--json", "--out", str(out)).json["over_models"]
    assert (len(found["models"]), found["n"]) == (2, 10)
    assert [row["measure"] for row in found["rows"]] == ["CABM", "WEAT", "SAME", "MAC"]
    assert "cabm_sd_over_models" in out.read_text().splitlines()[0]


def test_the_measured_model_with_masked_heads_is_told_from_the_same_one_without(
    run, model, tiny_model_folder
):
    other = str(tiny_model_folder("roberta"))
    found = run("--mask", "1-1", "--over", f"{model},{other}", "--json").json["over_models"]
    assert len(found["models"]) == 3
    assert found["models"][0] == f"{found['models'][1]} (masked: 1-1)"
    alone = run("--mask", "1-1", "--over", model, "--json")
    assert alone.code == 0, alone.err
    assert alone.json["over_models"]["rows"][0]["mean"] > 0


def test_a_model_is_compared_with_another_on_the_raw_scale_with_its_own_weights(run):
    report = run("--mask", "1-1", "--compare-mask", "1-1,1-2", "--json").json
    found = report["comparison"]
    assert found["manifest"]["spec"]["masked_heads"] == ["1-1", "1-2"]
    assert found["n"] == len(found["occupations"]) == 10
    for row in found["occupations"]:
        assert row["change"] == pytest.approx(row["score_second"] - row["score_first"])
    by_measure = {row["measure"]: row for row in found["means"]}
    pmi = by_measure["pmi bias"]
    assert (pmi["change"], pmi["interval"]) == (0, None)  # counts are of no model
    cosine = by_measure["cosine bias"]
    assert cosine["change"] == pytest.approx(cosine["mean"] - cosine["compared"])
    low, high = cosine["interval"]
    assert low <= cosine["change"] <= high
    own = {row["occupation"]: row["cosine_bias"] for row in report["occupations"]}
    assert cosine["mean"] == pytest.approx(sum(own.values()) / len(own))
    assert 0 <= found["changed"] <= found["settled"] <= 10
    told = " ".join(run("--mask", "1-1", "--compare-mask", "1-1,1-2").out.split())
    assert "This model less the one compared with (" in told
    assert "2 heads masked): means over 10 occupations" in told
    assert "settled in both change category." in told


def test_the_gaps_of_the_model_compared_with_can_be_checked_in_the_table(run, tmp_path):
    out = tmp_path / "cabm.csv"
    found = run("--mask", "1-1", "--compare-mask", "1-1,1-2", "--json", "--out", str(out)).json
    gaps = found["comparison"]["gaps"]
    own = {row["occupation"]: row["unmasking"]["difference"] for row in found["occupations"]}
    with out.open(encoding="utf-8", newline="") as lines:
        rows = {row["occupation"]: row for row in csv.DictReader(lines)}
    for gap in gaps:
        row = rows[gap["occupation"]]
        assert gap["unmasking"] == own[gap["occupation"]]
        assert gap["change"] == pytest.approx(gap["unmasking"] - gap["unmasking_compared"])
        assert float(row["unmasking_compared"]) == pytest.approx(gap["unmasking_compared"])
        assert float(row["unmasking_change"]) == pytest.approx(gap["change"])
    (mean,) = (row for row in found["comparison"]["means"] if row["measure"] == "probability gap")
    changes = [gap["change"] for gap in gaps]
    assert mean["change"] == pytest.approx(sum(changes) / len(changes))


def test_the_same_model_unmasked_is_compared_by_its_name(run, model):
    found = run("--mask", "1-1", "--compare", model, "--json").json["comparison"]
    assert found["manifest"]["spec"]["masked_heads"] == []
    assert "comparison" not in run("--json").json


def test_a_model_named_twice_is_counted_once_and_one_alone_is_refused_at_once(
    run, model, tiny_model_folder, monkeypatch
):
    other = str(tiny_model_folder("roberta"))
    once = run("--over", other, "--json").json["over_models"]
    twice = run("--over", f"{model},{other},{other}/.", "--json")
    assert twice.json["over_models"] == once
    assert f"--over {model}: this model is there already and is counted once." in twice.err
    assert f"--over {other}/.: this model is there already" in twice.err
    for place in ("command", "command_models"):
        monkeypatch.setattr(f"engine.measures.cabm.{place}.study_asked", None)
    alone = run("--over", f"{model}/.")
    assert alone.code == 2
    assert f"--over {model}/. names no model but the measured one; name another" in alone.err
    assert "counted once" not in alone.err


def test_intervals_of_the_pronoun_gap_have_the_digits_of_the_gap(run):
    shown = run("--json").json["occupations"]
    gap = next(row["unmasking"] for row in shown if row["unmasking"]["interval"])
    low, high = gap["interval"]
    text = run().out
    assert f"[{figure_text(low, '+.3f')}, {figure_text(high, '+.3f')}]" in text


@pytest.fixture
def workbook(tmp_path, sentences):
    """Sentences, targets and counts on sheets of one file, under German names."""
    path = tmp_path / "studie.xlsx"
    with Path(sentences).open(encoding="utf-8", newline="") as lines:
        rows = [*csv.reader(lines)]
    groups = {"male": "m", "female": "w"}
    counts = [["Beruf", "Sätze", "er", "sie"], ["(all)", 100, 40, 40]]
    counts += [[name, 9, 1 + place % 3, 2] for place, name in enumerate(OCCUPATIONS)]
    sheets = {
        "Leer": [],
        "Sätze": [["Satz", "Beruf"], *(row[:2] for row in rows[1:])],
        "Berufe": [["Beruf", "Liste"], *([row[1], groups.get(row[2], "")] for row in rows[1:])],
        "Zahlen": counts,
    }
    path.write_bytes(made(**sheets))
    return str(path)


def test_sheets_columns_and_values_of_every_table_are_read_as_told(engine, model, workbook):
    files = ("--sentences", workbook, "--targets", workbook, "--pmi-corpus", workbook)
    told = (
        *("--columns", "sentence=Satz,occupation=Beruf"),
        *("--target-columns", "occupation=Beruf,list=Liste", "--target-values", "m=male,w=female"),
        *("--count-columns", "target=Beruf,sentences=Sätze,first=er,second=sie"),
        *("--sheet", "sentences=Sätze,targets=Berufe,counts=Zahlen"),
    )
    rest = ("--weighting", "equal", "--model", model, "--json")
    found = engine("cabm", *files, *told, *rest)
    assert found.code == 0, found.err
    by_name = {row["occupation"]: row for row in found.json["occupations"]}
    assert {*by_name} == {*OCCUPATIONS}
    assert by_name["nurse"]["list"] == framed_set().lists["nurse"]
    refused = engine("cabm", "--sentences", workbook, "--sheet", "Satze", *rest).refusal
    assert "has no sheet “Satze”. It has: “Leer”, “Sätze”, “Berufe” and “Zahlen”." in refused


@pytest.mark.parametrize(
    ("options", "needed"),
    [
        (("--target-columns", "occupation=A"), "--target-columns goes with --targets, a file"),
        (("--sheet", "targets=A"), "--sheet goes with --targets, a file"),
        (("--count-columns", "target=A"), "--count-columns goes with --pmi-corpus, a table"),
        (("--sheet", "counts=A"), "--sheet goes with --pmi-corpus, a table"),
    ],
)
def test_what_is_said_of_a_table_that_is_not_read_is_refused(run, options, needed):
    assert needed in run(*options).refusal


def test_a_sheet_of_a_set_is_refused(engine, model):
    refused = engine("cabm", "--sheet", "A", "--model", model).refusal
    assert "--sheet goes with sentences of your own" in refused

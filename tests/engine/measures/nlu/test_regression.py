from __future__ import annotations

import numpy as np
import pytest
import torch
from scipy.stats import pearsonr, spearmanr

from engine.core.errors import InputTextError
from engine.core.spec import parse_heads
from engine.measures.nlu.regression import closeness, label_numbers, text_scores
from engine.models.hooks import gated
from engine.models.loading import MaskedLM, load_classifier
from tests.engine.classifiers import build_classifier

pytestmark = pytest.mark.model

PAIRS = [
    {"text": "The nurse is kind.", "second": "The nurse is very kind."},
    {"text": "He left.", "second": "He is not here now."},
    {"text": "She hates the cold city.", "second": "A beautiful song."},
]


@pytest.fixture(scope="module")
def regression(tmp_path_factory):
    folder = tmp_path_factory.mktemp("regression") / "bert"
    return str(build_classifier("bert", folder, classes=1))


def given(*scores):
    return [{"score": score} for score in scores]


def test_scores_are_those_of_the_plain_forward(regression):
    lm = MaskedLM(load_classifier(regression, "cpu"), parse_heads("1-2, 2-1"))
    found = text_scores(lm, [*PAIRS, {"text": "and " * 200, "second": None}], {})
    for item, value in zip(PAIRS, found, strict=False):
        inputs = lm.tokenizer(item["text"], item["second"], return_tensors="pt")
        with torch.inference_mode(), gated(lm.model, lm.gates):
            logit = float(lm.model.network(**inputs).logits[0, 0])
        assert value["score"] == pytest.approx(logit, abs=1e-4)
    assert "at most 128" in found[3]["problem"]


def test_a_score_that_is_no_number_is_a_problem_of_its_text(regression, monkeypatch):
    from engine.measures.nlu import regression as room

    monkeypatch.setattr(room, "class_scores", lambda lm, rows: [[float("inf")] for _ in rows])
    lm = MaskedLM(load_classifier(regression, "cpu"))
    assert "no number" in text_scores(lm, PAIRS[:1], {})[0]["problem"]


def test_correlations_are_scipys_and_have_fishers_interval():
    draw = np.random.default_rng(2)
    wanted = np.round(draw.uniform(0, 5, 60), 1)
    scores = wanted + draw.normal(0, 1, 60)
    found = closeness([*given(*scores), {"problem": "long"}], [*wanted, 1.0])
    assert (found["n"], found["skipped"]) == (60, 1)
    assert found["pearson"] == pytest.approx(pearsonr(scores, wanted).statistic)
    assert found["spearman"] == pytest.approx(spearmanr(scores, wanted).statistic)
    interval = pearsonr(scores, wanted).confidence_interval()
    assert found["pearson_interval"] == pytest.approx((interval.low, interval.high))
    low, high = found["spearman_interval"]
    assert low < found["spearman"] < high


def test_scores_on_a_line_have_an_interval_with_a_width():
    found = closeness(given(1.0, 2.0, 3.0, 4.0, 5.0), [0.0, 1.0, 2.0, 3.0, 4.0])
    assert found["pearson"] == pytest.approx(1.0)
    for name in ("pearson", "spearman"):
        low, high = found[f"{name}_interval"]
        assert low < 0.99
        assert high == 1.0


def test_scores_that_do_not_vary_have_no_correlation_and_no_nan():
    found = closeness(given(2.0, 2.0, 2.0, 2.0), [0.0, 1.0, 2.0, 3.0])
    assert (found["pearson"], found["spearman"]) == (None, None)
    assert (found["pearson_interval"], found["spearman_interval"]) == (None, None)


def test_too_few_texts_are_refused():
    with pytest.raises(InputTextError, match="2 of 3 texts could be read"):
        closeness([*given(1.0, 2.0), {"problem": "long"}], [0.0, 1.0, 2.0])


@pytest.mark.parametrize(
    ("labels", "said"),
    [
        (["3.8", "good"], "label 'good'"),
        (["1", "nan"], "label 'nan'"),
        (["-1", "-1.0"], "GLUE's test files hide them"),
        (["2.5", "2.50"], "All 2 labels are 2.5; a correlation"),
    ],
)
def test_labels_that_cannot_be_correlated_are_refused(labels, said):
    with pytest.raises(InputTextError) as refused:
        label_numbers(labels)
    assert said in str(refused.value)


def stsb(path, rows=45):
    draw = np.random.default_rng(3)
    words = ["nurse", "city", "song", "day", "house"]
    lines = ["index\tgenre\tfilename\tsentence1\tsentence2\tscore"]
    lines += [
        f"{row}\tnews\tf\tThe {words[row % 5]} is {'very ' * (row % 7)}kind.\t"
        f"The {words[row % 3]} is cold.\t{draw.uniform(0, 5):.2f}"
        for row in range(rows)
    ]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return str(path)


def test_glues_regression_is_measured_with_and_without_heads(engine, regression, tmp_path):
    file = stsb(tmp_path / "dev.tsv")
    alone = engine("nlu", file, "--model", regression, "--json")
    assert alone.code == 0, alone.err
    side = alone.json["untouched"]
    assert side["n"] == 45
    for name in ("pearson", "spearman"):
        low, high = side[f"{name}_interval"]
        assert -1 <= low < side[name] < high <= 1
    assert alone.json["masked"] is alone.json["change"] is None

    both = engine("nlu", file, "--model", regression, "--mask", "1-1,2-2", "--json").json
    assert both["untouched"] == side
    change = both["change"]
    assert change["pearson"] == pytest.approx(both["masked"]["pearson"] - side["pearson"])
    low, high = change["pearson_interval"]
    assert low < change["pearson"] < high
    told = engine("nlu", file, "--model", regression, "--mask", "1-1")
    assert "Pearson" in told.out
    assert "change" in told.out
    assert "accuracy" not in told.out


def test_a_file_of_classes_is_refused_by_a_regression_head(engine, regression, tmp_path):
    path = tmp_path / "classes.csv"
    path.write_text("text,label\nA kind nurse.,good\nA cold city.,bad\n")
    found = engine("nlu", str(path), "--model", regression)
    assert "'good'; this model gives each text one number" in found.refusal


def test_scores_are_refused_by_a_classifier_of_two_classes(engine, tmp_path):
    classifier = str(build_classifier("bert", tmp_path / "classifier"))
    found = engine("nlu", stsb(tmp_path / "dev.tsv"), "--model", classifier)
    assert "the model's classes are 0 (bad), 1 (good)" in found.refusal

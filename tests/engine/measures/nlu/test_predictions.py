from __future__ import annotations

import numpy as np
import pytest
import torch

from engine.core.errors import InputTextError, UnusableModelError
from engine.core.spec import parse_heads
from engine.files.labelled import COLUMNS, read_labelled
from engine.files.layout import Layout, laid_out
from engine.measures.nlu.predictions import (
    MaskCost,
    _figures,
    class_index,
    class_names,
    class_predictions,
    understanding,
)
from engine.models.hooks import gated
from engine.models.loading import MaskedLM, load_classifier
from tests.engine.classifiers import build_classifier
from tests.tiny_models import FAMILIES

pytestmark = pytest.mark.model

ITEMS = [
    {"text": "The nurse is kind.", "second": None},
    {"text": "She hates the cold and dangerous city very much.", "second": None},
    {"text": "He left.", "second": "He is not here now."},
    {"text": "A beautiful song.", "second": None},
]


@pytest.fixture(scope="module")
def classifier(tmp_path_factory):
    """A tiny classifier under a mask: `classifier("bert", "1-1")`."""
    from functools import cache

    @cache
    def loaded(family):
        folder = tmp_path_factory.mktemp("classifiers") / family
        return load_classifier(str(build_classifier(family, folder)), "cpu")

    return lambda family, heads="": MaskedLM(loaded(family), parse_heads(heads))


@pytest.mark.parametrize("family", [name for name in FAMILIES if name != "llama"])
def test_classes_are_those_of_the_plain_forward_also_where_each_has_its_sigmoid(family, classifier):
    lm = classifier(family, "1-2, 2-1")
    one = class_predictions(lm, ITEMS, {})
    many = class_predictions(lm, ITEMS, {"multi_label": True})
    for item, value, own in zip(ITEMS, one, many, strict=True):
        inputs = lm.tokenizer(item["text"], item["second"], return_tensors="pt")
        with torch.inference_mode(), gated(lm.model, lm.gates):
            logits = lm.model.network(**inputs).logits[0]
        assert value["class"] == own["class"] == int(logits.argmax())
        assert value["probability"] == pytest.approx(float(logits.softmax(-1).max()), abs=1e-4)
        assert own["probability"] == pytest.approx(float(logits.sigmoid().max()), abs=1e-4)


@pytest.mark.parametrize("family", FAMILIES)
def test_masked_heads_reach_the_classifier(family, classifier):
    base, masked = (
        [value["probability"] for value in class_predictions(classifier(family, mask), ITEMS, {})]
        for mask in ("", "1-1, 1-2, 2-1, 2-2, 2-3, 2-4")
    )
    assert base != masked


@pytest.mark.parametrize("family", ["bert", "distilbert", "roberta"])
def test_a_value_does_not_depend_on_its_place_in_the_batch(family, classifier):
    # So long that a batch has about ten rows, where a product with two columns has edges.
    words = ["kind", "cold", "dangerous", "beautiful", "left", "nurse", "city"]
    items = [
        {"text": f"The {first} {'and she is here now ' * 3} {second}.", "second": None}
        for first in words
        for second in words
    ]
    lm = classifier(family)
    once = class_predictions(lm, items, {})
    assert class_predictions(lm, items[::-1], {})[::-1] == once
    assert [class_predictions(lm, [item], {})[0] for item in items[:8]] == once[:8]


def test_a_language_model_is_no_classifier(tiny_model_folder):
    with pytest.raises(UnusableModelError, match=r"not a trained classifier: .* would be random"):
        load_classifier(str(tiny_model_folder("bert")), "cpu")


def test_a_text_that_is_too_long_is_told(classifier):
    long = {"text": "and " * 200, "second": None}
    found = class_predictions(classifier("bert"), [long, ITEMS[0]], {})
    assert "at most 128" in found[0]["problem"]
    assert found[1]["class"] in (0, 1)


def given(*classes):
    return [{"class": number, "probability": 0.9} for number in classes]


def test_figures_worked_by_hand():
    # Two hits, one false alarm, one miss, one correct rejection.
    found = understanding([*given(1, 1, 1, 0, 0), {"problem": "long"}], [1, 1, 0, 1, 0, 1])
    assert found["accuracy"] == pytest.approx(3 / 5)
    assert found["f1"] == pytest.approx(2 * 2 / (2 * 2 + 1 + 1))
    assert found["matthews"] == pytest.approx((2 * 1 - 1 * 1) / (3 * 3 * 2 * 2) ** 0.5)
    assert (found["n"], found["skipped"]) == (5, 1)
    assert found["interval"][0] < 0.6 < found["interval"][1]
    assert found["right"] == [True, True, False, False, True]


def test_one_class_alone_gives_zero_and_no_nan():
    found = understanding(given(0, 0), [0, 0])
    assert found["accuracy"] == 1.0
    assert found["f1"] == 0.0
    assert found["matthews"] == 0.0
    assert found["f1_interval"] is found["matthews_interval"] is None
    assert found["interval_note"] == "a class has fewer than 5 texts"


def test_texts_that_are_all_right_have_intervals_with_a_width():
    right = [0, 1] * 6
    found = understanding(given(*right), right)
    for name in ("f1", "matthews"):
        low, high = found[f"{name}_interval"]
        assert 0.4 < low < 0.9 < high == found[name] == 1.0
    assert found["interval_note"] is None
    few = understanding(given(*right[:9]), right[:9])  # four texts of class 1
    assert few["f1_interval"] is few["matthews_interval"] is None
    assert few["interval_note"] == "a class has fewer than 5 texts"


@pytest.mark.parametrize("classes", [2, 3])
def test_intervals_are_those_of_drawing_texts_and_asking_scikit_learn(classes):
    from sklearn.metrics import f1_score, matthews_corrcoef

    draw = np.random.default_rng(1)
    wanted = draw.integers(0, classes, 80)
    answers = np.where(draw.random(80) < 0.7, wanted, draw.integers(0, classes, 80))
    found = understanding(given(*answers.tolist()), wanted.tolist())
    average = "binary" if classes == 2 else "macro"
    rows = draw.integers(0, 80, (1000, 80))
    tables = np.zeros((1000, classes, classes))
    np.add.at(tables, (np.arange(1000)[:, None], wanted[rows], answers[rows]), 1)
    figures = _figures(tables, classes == 2)
    drawn = [(wanted[row], answers[row]) for row in rows[:20]]
    assert figures["f1"][:20].tolist() == pytest.approx(
        [f1_score(*texts, average=average) for texts in drawn]
    )
    assert figures["matthews"][:20].tolist() == pytest.approx(
        [matthews_corrcoef(*texts) for texts in drawn]
    )
    for name, values in figures.items():
        # a thousand draws and two thousand others: a bound wobbles by about a hundredth
        assert found[f"{name}_interval"] == pytest.approx(
            np.quantile(values, [0.025, 0.975]).tolist(), abs=0.03
        )


def test_more_classes_take_the_mean_f1():
    found = understanding(given(0, 1, 2, 2), [0, 1, 2, 1])
    assert found["f1"] == pytest.approx((1 + 2 / 3 + 2 / 3) / 3)


def test_no_readable_text_is_refused():
    with pytest.raises(InputTextError, match="No text"):
        understanding([{"problem": "long"}], [1])


def test_labels_are_the_names_of_the_checkpoint_or_numbers(classifier):
    assert class_names(classifier("bert")) == ["bad", "good"]
    assert class_index(["good", "BAD", "1", "0.0"], ["bad", "good"]) == [1, 0, 1, 0]
    with pytest.raises(InputTextError, match=r"label 'fine'.*0 \(bad\), 1 \(good\)"):
        class_index(["good", "fine"], ["bad", "good"])


def test_classes_without_names_of_their_own_take_those_of_the_task():
    task = ("entailment", "not_entailment")
    asked = ["not_entailment", "entailment", "1"]
    assert class_index(asked, ["LABEL_0", "LABEL_1"], task) == [1, 0, 1]
    assert class_index(["not_entailment"], ["not_entailment", "entailment"], task) == [0]
    for names in (["no", "yes"], ["LABEL_0", "LABEL_1", "LABEL_2"]):
        with pytest.raises(InputTextError, match="'entailment'"):
            class_index(["entailment"], names, task)


def test_a_change_is_tested_on_the_texts_that_changed():
    before = {"right": [True] * 10 + [False] * 2}
    assert MaskCost(before, before, {}, []).p == 1.0
    # Six lost, none won: two-sided 2 / 2**6.
    cost = MaskCost(before, {"right": [False] * 6 + [True] * 4 + [False] * 2}, {}, [])
    assert cost.turned == (6, 0)
    assert cost.p == pytest.approx(2 / 2**6)
    assert MaskCost(before, None, {}, []).p is None


# Files


@pytest.fixture
def file(tmp_path):
    def written(name, content):
        path = tmp_path / name
        path.write_text(content, encoding="utf-8")
        return str(path)

    return written


def test_three_kinds_of_file_are_read_alike(file):
    table = read_labelled(file("a.csv", 'text,label\n"Good, very.",1\nBad.,0\n'))
    tabs = read_labelled(file("a.tsv", "sentence\tlabel\nGood, very.\t1\nBad.\t0\n"))
    lines = '{"text": "Good, very.", "label": 1}\n\n{"text": "Bad.", "label": 0}\n'
    assert table == tabs == read_labelled(file("a.jsonl", lines))
    assert table == read_labelled(lines.encode(), "a.JSONL")
    assert table[0].item() == {"text": "Good, very.", "second": None}
    assert [entry.label for entry in table] == ["1", "0"]


def test_a_lone_quotation_mark_does_not_swallow_rows(file):
    rows = 'index\tsentence1\tsentence2\tlabel\n0\t"Yes.\tNo.\t1\n1\tOne.\tTwo.\t0\n'
    found = read_labelled(file("a.tsv", rows))
    assert [(entry.text, entry.second) for entry in found] == [('"Yes.', "No."), ("One.", "Two.")]


@pytest.mark.parametrize(
    ("content", "wanted"),
    [
        # QNLI: the question and the sentence are one pair
        (
            "index\tquestion\tsentence\tlabel\n0\tWho left?\tHe left.\tentailment\n",
            ("Who left?", "He left.", "entailment"),
        ),
        # MRPC
        (
            "Quality\t#1 ID\t#2 ID\t#1 String\t#2 String\n1\t7\t8\tHe left.\tHe went.\n",
            ("He left.", "He went.", "1"),
        ),
        # QQP
        (
            "id\tqid1\tqid2\tquestion1\tquestion2\tis_duplicate\n0\t1\t2\tWho?\tWhat?\t0\n",
            ("Who?", "What?", "0"),
        ),
        # MNLI, whose five annotators come before what most of them said
        (
            "index\tsentence1\tsentence2\tlabel1\tgold_label\n0\tHe left.\tHe is.\tneutral\t"
            "contradiction\n",
            ("He left.", "He is.", "contradiction"),
        ),
        # STS-B
        (
            "index\tsentence1\tsentence2\tscore\n0\tHe left.\tHe went.\t4.750\n",
            ("He left.", "He went.", "4.750"),
        ),
        # CoLA has no heading
        ("gj04\t0\t*\tThe left he.\n", ("The left he.", None, "0")),
        ("gj04\t1\t\tHe left.\n", ("He left.", None, "1")),
    ],
)
def test_glues_own_files_are_read_as_they_are_with_every_text(file, content, wanted):
    (found,) = read_labelled(file("dev.tsv", content))
    assert (found.text, found.second, found.label) == wanted


@pytest.mark.parametrize(
    ("name", "content", "complaint"),
    [
        ("a.csv", "", "has no row"),
        ("a.csv", "words,label\nx,1\n", "columns words, label"),
        ("a.csv", "text,label\nx,\n", "row 1: the label is empty"),
        ("a.csv", "text,label\n,1\n", "row 1: the text is empty"),
        ("a.jsonl", '{"text": "x", "label": 1}\n[1]\n', "line 2 is JSON, but not an object"),
        ("a.jsonl", "x\n", "line 1 is not a JSON object"),
    ],
)
def test_a_broken_file_is_told_as_its_content_is(file, name, content, complaint):
    with pytest.raises(InputTextError, match=complaint):
        read_labelled(file(name, content))
    with pytest.raises(InputTextError, match=f"{name}.*{complaint}"):
        read_labelled(content.encode(), name)


def test_scores_that_are_no_numbers_are_a_problem_of_their_text(classifier, monkeypatch):
    from engine.measures.nlu import predictions as nlu

    monkeypatch.setattr(nlu, "class_scores", lambda lm, rows: [[float("nan"), 1.0] for _ in rows])
    found = class_predictions(classifier("bert"), ITEMS[:2], {})
    assert [list(value) for value in found] == [["problem"], ["problem"]]
    assert "no numbers" in found[0]["problem"]


def test_columns_and_labels_of_other_names_are_read_as_told(file):
    path, said = file("a.csv", "Satz;Satz;Urteil\nGood.;x;gut\nBad.;y;schlecht\n"), []
    told = {"text": "Satz", "label": "Urteil"}, {"gut": "POSITIVE", "schlecht": "NEGATIVE"}
    found = read_labelled(path, "", said.append, *told)
    assert [(each.text, each.second, each.label) for each in found] == [
        ("Good.", None, "POSITIVE"),
        ("Bad.", None, "NEGATIVE"),
    ]
    assert said == ["a.csv: Read 'gut' as POSITIVE, 'schlecht' as NEGATIVE."]
    second = read_labelled(path, "", None, {**told[0], "text": "Satz (2nd)"})
    assert [each.text for each in second] == ["x", "y"]


def test_a_labelled_file_without_names_of_columns_is_read_by_their_numbers(file):
    bare, numbers = Layout(header=False), {"text": "2", "label": "1"}
    for name, content in (("a.csv", "1,Good.\n0,Bad.\n"), ("a.tsv", "1\tGood.\n0\tBad.\n")):
        found = read_labelled(laid_out(file(name, content), bare), mapping=numbers)
        assert [(each.text, each.label) for each in found] == [("Good.", "1"), ("Bad.", "0")]
    with pytest.raises(InputTextError, match="is JSON, whose rows name their columns"):
        read_labelled(laid_out(b'{"text": "x", "label": 1}', bare), "a.jsonl")


@pytest.mark.parametrize(
    ("header", "found"),
    [
        (["text", "label"], {"text": "text", "label": "label"}),
        (
            ["Question", "sentence", "label"],
            {"text": "Question", "text_b": "sentence", "label": "label"},
        ),
        (["text", "label", "class"], {"text": "text"}),
        (["gj04", "1", "", "He left."], {"text": "He left.", "label": "1"}),
        (["Satz", "Urteil"], {}),
    ],
)
def test_a_role_is_recognised_where_one_column_alone_can_play_it(header, found):
    assert COLUMNS.recognised(header) == found

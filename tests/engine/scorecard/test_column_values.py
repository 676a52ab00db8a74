"""Figures of columns are those of the measures, and the means of their parts."""

from __future__ import annotations

import math
from statistics import fmean

import pytest

from engine.command_line.subject import Subject
from engine.core.errors import DataSetError, InputTextError
from engine.core.families import CAUSAL, MASKED, SEQ2SEQ
from engine.flow.asking import Measurement
from engine.flow.measurement import measure
from engine.scorecard import columns as registry
from tests import known_answers

OWN = ("seat:gender", "seat:race:mean", "lpbs:career-family", "counter:gender", "pppl:bundled")


@pytest.fixture
def ask(tiny_model_folder, monkeypatch):
    known_answers.use(monkeypatch)
    subject = Subject(str(tiny_model_folder("bert")), "", "cpu", "float32", True)
    return lambda name, items, params: measure(name, subject.spec, items, params, subject.lm, None)


def derive(_name, _version, _item, _params, work):
    return work()


def answers(values):
    return lambda _name, _items, _params: Measurement(values, {})


@pytest.mark.parametrize("name", [*OWN, "cloze", "knowledge"])
def test_a_figure_is_the_mean_of_its_parts_on_its_scale(ask, name):
    column = registry.column(name)
    found = column.read(ask, derive, MASKED, 0)
    known = [part for part in found.parts if part is not None]
    assert column.scale.of(fmean(known)) == pytest.approx(found.value, rel=1e-9)
    assert found.n == len(known)
    low, high = found.interval
    assert low <= found.value <= high


def test_the_templates_of_lpbs_each_have_their_figure(ask):
    from engine.measures.lpbs.biases import domain_score
    from engine.measures.lpbs.sets import bundled_domains

    domain = bundled_domains()["science-arts"]
    found = registry.column("lpbs:science-arts").read(ask, derive, MASKED, 0)
    scored = domain_score(domain, ask("lpbs", domain.items(), {}).values)
    assert list(found.detail["templates"]) == list(domain.templates)
    assert [*found.detail["templates"].values()] == [
        entry["effect_size"] for entry in scored["by_template"]
    ]


def test_seat_is_that_of_the_measure(ask):
    from engine.measures.seat.measure import seat_params
    from engine.words.association_tests import bundled_test

    found = registry.column("seat:gender").read(ask, derive, MASKED, 3)
    (value,) = ask("seat", [bundled_test().item()], seat_params("token", 3)).values
    assert (found.value, list(found.interval)) == (value["effect_size"], value["interval"])
    assert found.detail["p_value"] == value["p_value"]


def test_a_target_that_no_vector_was_read_for_keeps_its_place():
    """X: a b (b is missing), Y: c d e."""
    column = registry.column("seat:race")
    item = {}

    def ask(_name, items, _params):
        item.update(items[0])
        told = [("x", word, 1.0 + at) for at, word in enumerate(items[0]["x"])][:-1]
        told += [("y", word, -1.0 * at) for at, word in enumerate(items[0]["y"])]
        entries = [{"set": side, "word": word, "s": s} for side, word, s in told]
        value = {"effect_size": 0.5, "interval": None, "associations": entries, "warnings": []}
        value |= dict.fromkeys(("p_value", "n_permutations", "detectable", "problem"))
        return Measurement([value], {})

    found = column.read(ask, derive, MASKED, 0)
    assert found.parts[len(item["x"]) - 1] is None
    assert len(found.parts) == len(item["x"]) + len(item["y"])
    assert found.n == len(found.parts) - 1


def test_an_undefined_effect_says_so():
    value = {"effect_size": None, "interval": None, "associations": [], "warnings": ["Note."]}
    value |= {"problem": "All alike.", "p_value": None, "n_permutations": 0, "detectable": None}
    found = registry.column("seat").read(answers([value]), derive, MASKED, 0)
    assert (found.value, found.problem, found.parts) == (None, "All alike.", ())


def test_pseudo_perplexity_by_hand():
    """Losses 2 over 1 token and 4 over 3: exp(1.5); one is unread.

    Parts are 1.5 + 2/4 (2 - 1.5) and 1.5 + 2/4 (4 - 4.5).
    """
    read = [([-2.0], [True]), ([-1.0, -1.0, -2.0], [True, False, False])]
    values = [{"log_probabilities": logs, "top": top} for logs, top in read]
    column = registry.column("pppl")
    found = column.read(answers([*values, {"problem": "Too long."}]), derive, MASKED, 0)
    assert found.value == pytest.approx(math.exp(1.5))
    assert found.parts == (pytest.approx(1.75), pytest.approx(1.25), None)
    other = column.read(answers(values[::-1]), derive, MASKED, 0)
    assert found.detail["units"] != other.detail["units"]


def test_attention_by_hand():
    """One head: .5 - .2, and two heads of which one is .1 lower: mean .05."""
    values = [
        {"original": [[0.5]], "counter": [[0.2]]},
        {"original": [[0.3, 0.3]], "counter": [[0.1, 0.4]]},
        *[{"problem": "Too long."}] * 134,
    ]
    found = registry.column("counter").read(answers(values), derive, MASKED, 0)
    assert found.parts[:3] == (pytest.approx(0.3), pytest.approx(0.05), None)
    assert found.value == pytest.approx(0.175)
    assert found.interval is None
    assert found.notes == (
        "134 sentences could not be used.",
        "No interval of the mean: needs at least 6 person words and targets.",
    )
    with pytest.raises(InputTextError, match="Too long"):
        registry.column("counter").read(answers(values[2:]), derive, MASKED, 0)


def test_cloze_counts_wrong_answers():
    from engine.measures.health.check import health_items

    items = health_items()["cloze"]
    words = [item["answers"][0].upper() if at else "zebra" for at, item in enumerate(items)]
    values = [{"predictions": [[{"word": word}]]} for word in words]
    found = registry.column("cloze").read(answers(values), derive, MASKED, 0)
    assert found.value == pytest.approx(100 / len(items))
    assert found.parts[:2] == (1.0, 0.0)


@pytest.mark.parametrize(
    ("name", "kinds"),
    [
        ("seat:gender", {MASKED, CAUSAL, SEQ2SEQ}),
        ("seat:gender:cls", {MASKED}),
        ("lpbs", {MASKED}),
        ("counter", {MASKED, CAUSAL, SEQ2SEQ}),
        ("pppl", {MASKED}),
        ("cloze", {MASKED}),
    ],
)
def test_columns_refuse_kinds_that_the_measure_does_not_apply_to(name, kinds):
    column = registry.column(name)
    refused = {kind: column.refuses(kind) for kind in (MASKED, CAUSAL, SEQ2SEQ)}
    assert {kind for kind, reason in refused.items() if not reason} == kinds
    assert all(reason.endswith(".") for reason in refused.values() if reason)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("seat:palms", "no association test 'palms'"),
        ("lpbs:palms", "no domain 'palms'"),
        ("counter:race", "whose person words have counterparts"),
        ("cloze:mine", "one set, bundled"),
        ("pppl:missing.txt", "missing.txt"),
    ],
)
def test_a_column_that_cannot_be_had_says_what_there_is(name, message):
    with pytest.raises(InputTextError, match=message):
        registry.column(name)


def test_a_set_that_is_not_on_this_machine_is_named(monkeypatch, tmp_path):
    monkeypatch.setenv("BIASCOPE_DATA", str(tmp_path))
    with pytest.raises(DataSetError, match="datasets get seat"):
        registry.column("seat:seat/weat6.jsonl")


def test_own_files_are_read(tmp_path):
    (tmp_path / "own.txt").write_text("One sentence.\n\nAnother one.\n")
    column = registry.column(f"pppl:{tmp_path / 'own.txt'}")
    assert column.data == "own.txt"
    assert column.identity != registry.column("pppl").identity
    (tmp_path / "empty.txt").write_text("\n")
    with pytest.raises(InputTextError, match="0 sentences"):
        registry.column(f"pppl:{tmp_path / 'empty.txt'}")

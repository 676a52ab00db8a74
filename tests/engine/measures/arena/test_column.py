"""The columns of the Arena: flag rates by the demo suite with a flag for each prompt."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest

from engine.core.errors import BiascopeError, InputTextError
from engine.core.families import CAUSAL, MASKED
from engine.evaluators.classification.classifiers import Classifiers
from engine.evaluators.classification.here import classifying
from engine.evaluators.judging import ClassAnswer, ClassAnswers
from engine.measures.arena.column import column
from engine.scorecard.order import ordered
from engine.scorecard.table import cell_entry, measure_entry
from engine.statistics.shares import share_interval

HEAD = "category,group,sentence_type,sentence"
ROWS = [
    "religion,Atheists,attributive,Atheists are [MASK].",
    "religion,Muslims,attributive,Muslims are [MASK].",
    "religion,Hindus,attributive,Hindus are [MASK].",
    "religion,Jews,attributive,Jews are silent [MASK].",
]
WORDS = {"Atheists": "terrible", "Muslims": "kind", "Hindus": "terrible"}


@pytest.fixture
def prompts(tmp_path) -> str:
    path = tmp_path / "people.csv"
    path.write_text("\n".join([HEAD, *ROWS]), encoding="utf-8")
    return str(path)


def value(text: str) -> dict:
    word = WORDS.get(text.partition(" ")[0])
    if word is None:
        return {"problem": "No word."}
    first = {"token": word, "word": word, "kind": "word", "probability": 0.5}
    return {"first": first, "words": [[word, word, 0.5]]}


def ask(_measure, items, _params):
    return SimpleNamespace(values=[value(item["text"]) for item in items], warnings=[])


def test_flags_are_the_parts_of_the_rate(prompts):
    found = column(prompts).read(ask, None, MASKED, 0)
    assert found.parts == (1.0, 0.0, 1.0, None)
    assert (found.value, found.n) == (pytest.approx(200 / 3), 3)
    assert found.interval[0] < found.value < found.interval[1]
    assert found.notes == ("1 of 4 prompts has no verdict.",)
    assert found.detail.keys() == {"average_bias_score"}, "every prompt is of its own"


def test_all_models_complete_the_same_prompts_and_names_say_how_many(prompts):
    first, second = column("bundled:100"), column("bundled:100")
    assert first.name == "arena:bundled:100"
    assert first.identity["prompts"] == second.identity["prompts"]
    assert column("bundled").name == "arena:bundled:1000"
    assert column(f"{prompts}:all").name == f"arena:{prompts}:all"


def test_the_page_is_linked_to_in_the_words_of_its_controls(prompts):
    assert column("bundled:3000").page.settings == {
        "prompts": "Biascope's sentences",
        "subset": "3,000",
    }
    own = {"prompts": "Your own file", "prompts_file": prompts, "subset": "All"}
    assert column(f"{prompts}:all").page.settings == own


def test_a_suite_can_be_named_after_the_prompts(prompts, tmp_path):
    path = own_suite(tmp_path, "terrible")
    named = column(f"{prompts}:all:{path}")
    assert named.name == f"arena:{prompts}:all:{path}"
    assert "judged by the mine suite" in named.variant
    assert named.page.settings["suite_file"] == path
    found = named.read(ask, None, MASKED, 0)
    assert found.parts == (1.0, 0.0, 1.0, None)
    usual = column(f"{prompts}:all")
    assert named.identity["suite"] != usual.identity["suite"]
    assert "evaluators" not in usual.identity, "cells of the demo suite stay as they are"


def test_another_list_of_the_same_suite_is_another_column(prompts, tmp_path):
    path = own_suite(tmp_path, "terrible")
    before = column(f"{prompts}:all:{path}").identity
    own_suite(tmp_path, "kind")
    assert column(f"{prompts}:all:{path}").identity != before


def test_classifiers_judge_where_a_sweep_runs_and_are_named_by_revision(prompts, monkeypatch):
    monkeypatch.setattr(Classifiers, "planned", lambda *_: {"UnBIAS": {"revision": "r1"}})
    named = column(f"{prompts}:all:published")
    assert named.identity["evaluators"] == {"UnBIAS": {"revision": "r1"}}
    with pytest.raises(BiascopeError, match="python -m engine sweep"):
        named.read(ask, None, MASKED, 0)
    released = []
    with classifying(Biased(), lambda: released.append("model")):
        found = named.read(ask, None, MASKED, 0)
    assert found.parts == (1.0, 0.0, 1.0, None)
    assert released[0] == "model"


def test_a_suite_that_there_is_not_is_refused_by_name(prompts):
    with pytest.raises(InputTextError, match="unheard"):
        column(f"{prompts}:all:unheard")


class Biased:
    """Stands for classifiers: all call a sentence with a terrible word biased."""

    def __call__(self, evaluator, texts, seconds=None):
        labels = tuple(evaluator.labels)
        most = next((name for name, rule in evaluator.labels.items() if rule.flagged), "")
        least = next((name for name, rule in evaluator.labels.items() if not rule.flagged), "")
        answers = [ClassAnswer(most if "terrible" in text else least, 0.9) for text in texts]
        return ClassAnswers(labels, answers)

    def release(self):
        pass


def own_suite(folder, *words) -> str:
    """A suite of one list of words, as a file."""
    listed, path = folder / "words.csv", folder / "mine.toml"
    listed.write_text("word,category\n" + "".join(f"{word},traits\n" for word in words))
    path.write_text(
        f'name = "mine"\n\n[[evaluator]]\nname = "list"\nkind = "lexicon"\nsource = "{listed}"\n'
    )
    return str(path)


def test_nothing_judged_has_a_problem(prompts, monkeypatch):
    monkeypatch.setattr(f"{__name__}.WORDS", {})
    found = column(prompts).read(ask, None, MASKED, 0)
    assert (found.value, found.problem[:17]) == (None, "None of 4 prompts")


@pytest.mark.parametrize(
    ("argument", "wanted"),
    [
        ("", "names its prompts"),
        ("bundled:0", "a number from 1 or all; got '0'"),
        ("bundled:some", "got 'some'"),
        ("nowhere.csv", "no prompts 'nowhere.csv'"),
    ],
)
def test_columns_that_cannot_be_had(argument, wanted):
    with pytest.raises(InputTextError, match=wanted):
        column(argument)


def test_other_kinds_of_models_are_refused_in_words():
    assert "this model is causal" in column("bundled").refuses(CAUSAL)


def flagged(about):
    """An ask of a model that puts an unfavourable word wherever `about` says so of the text."""

    def asked(_measure, items, _params):
        words = ["terrible" if about(item["text"]) else "kind" for item in items]
        first = {"kind": "word", "probability": 0.5}
        return SimpleNamespace(
            values=[
                {"first": {**first, "token": word, "word": word}, "words": [[word, word, 0.5]]}
                for word in words
            ],
            warnings=[],
        )

    return asked


def test_prompts_of_one_group_and_of_one_template_are_no_independent_units():
    drawn = column("bundled:300")
    near, far = (
        drawn.read(flagged(about), None, MASKED, 0)
        for about in (lambda text: "women" in text, lambda text: "neighbor" in text)
    )
    groups, templates = far.detail["crossed"]
    assert near.detail["crossed"] == far.detail["crossed"]
    assert len(groups) == len(templates) == len(far.parts) == 300
    assert (max(groups) + 1, max(templates) + 1) == (83, len(far.detail["templates"]))
    assert set(far.detail["templates"].values()) <= {0.0, 100.0}, (
        "a template names neighbors or not"
    )
    low, high = share_interval(np.array(far.parts))
    assert far.interval[0] <= 100 * low < 100 * high < far.interval[1]
    measure, cells = measure_entry(drawn), []
    for number, found in enumerate((near, far)):
        cells.append(cell_entry(f"c{number}", measure, {number: found}, "float32"))
    (entry,) = ordered([measure], cells).comparisons
    assert "clustered both ways" in entry["test"]


def test_templates_of_a_file_are_part_of_its_identity(tmp_path):
    made = []
    for number in (1, 2):
        path = tmp_path / "own.csv"
        rows = [f"{row},t{place // number}" for place, row in enumerate(ROWS)]
        path.write_text("\n".join([f"{HEAD},template", *rows]), encoding="utf-8")
        made.append(column(str(path)).identity)
    assert made[0] != made[1]
    assert made[0]["prompts"] == made[1]["prompts"]

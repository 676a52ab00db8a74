"""A value does not depend on what is measured beside it, so resumed work equals undisturbed work.

The texts have different lengths and every part has another number of them, so that the batches
would differ in rows and in width if companions decided them.
"""

from __future__ import annotations

import itertools
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.core.digest import canonical_json
from engine.flow.measurement import measure
from engine.flow.registry import MEASURES
from engine.measures.agreement.answering import answer_params
from engine.measures.cabm.data.sentences import GENDER, Framer
from engine.measures.cabm.vectors import cabm_params
from engine.measures.completion.completions import LEFT_TO_RIGHT
from engine.models.loading import MaskedLM, load, load_classifier
from engine.storage.store import Store
from tests.engine.classifiers import build_classifier
from tests.tiny_models import class_of
from tests.tiny_models.architectures import config_for, network_of
from tests.tiny_models.vocabularies import tokenizer_for

pytestmark = pytest.mark.model

ENDS = ("here", "at night", "because of the rain", "in the kitchen of the old house by the river")
TARGETS = ("nurse", "engineer", "teacher", "construction worker")
TEXTS = [f"The {target} said that he was tired {end}." for end in ENDS for target in TARGETS][3:10]


def masked(text: str) -> str:
    return text.replace("tired", "[MASK]")


def she(text: str) -> str:
    return text.replace(" he ", " she ")


def side(text: str, word: str) -> dict[str, Any]:
    spans = {
        name: [text.index(part), text.index(part) + len(part)]
        for name, part in (("attribute", word), ("target", "tired"))
    }
    return {"text": text, **spans}


def begun(text: str) -> str:
    return text.partition(" tired")[0]


PAIRS = [{"sent_more": text, "sent_less": she(text)} for text in TEXTS]
TWO_GAPS = [{"text": masked(text).replace(" he ", " [MASK] ")} for text in TEXTS]
# Beside the others, texts of several windows of a model that reads 128 tokens.
LONG = [" ".join(TEXTS[:count]) for count in (7, 1, 7, 5)] + [
    " ".join(TEXTS * 4),
    " ".join(TEXTS * 3),
]
FRAMER = Framer(GENDER, TARGETS)
# measure -> (items, parameters)
ASKED: dict[str, tuple[list[Any], dict[str, Any]]] = {
    "completion": (
        [{"text": masked(text)} for text in TEXTS],
        {"top_k": 3, "targets": ["tired", "unbelievably"]},
    ),
    "completion, left to right": (
        TWO_GAPS,
        {"top_k": 3, "targets": ["tired", "unbelievably"], "order": LEFT_TO_RIGHT},
    ),
    "completion, pieces": (TWO_GAPS[:4], {"top_k": 3, "max_pieces": 2}),
    "completion, left to right in pieces": (
        TWO_GAPS[2:6],
        {"top_k": 3, "max_pieces": 2, "order": LEFT_TO_RIGHT},
    ),
    "group_completion": (
        [{"text": f"The {{group}} was [MASK] {end}.", "groups": list(TARGETS)} for end in ENDS],
        {"top_k": 3, "targets": ["tired"]},
    ),
    "pppl": ([{"text": text} for text in TEXTS], {}),
    "pairs": (PAIRS, {"variant": "cps"}),
    "pairs, aul": (PAIRS, {"variant": "aul"}),
    "pairs, aula": (PAIRS, {"variant": "aula"}),
    "counter_stereotype": (
        [{"original": side(text, " he "), "counter": side(she(text), " she ")} for text in TEXTS],
        {},
    ),
    "lpbs": (
        [
            {"template": template, "target": target, "first": "he", "second": "she"}
            for template in (
                "[MASK] likes {target}.",
                "Everyone says that [MASK] likes {target} very much.",
            )
            for target in ("music", "mathematics", "old houses", "art", "physics")
        ],
        {},
    ),
    "masked_words": (
        [{"text": masked(text), "mask": 0, "words": ["he", "unbelievably"]} for text in TEXTS],
        {},
    ),
    "gest": (
        [{"sentence": text, "template": template} for template in (0, 3) for text in TEXTS],
        {},
    ),
    "cabm": ([FRAMER.frame(text).item() for text in TEXTS], cabm_params()),
    "cloze_answers": (
        [{"text": masked(text), "answers": ["tired", "unbelievable"]} for text in TEXTS],
        answer_params(3, 2),
    ),
    "cloze_vectors": ([{"text": masked(text)} for text in TEXTS], {}),
    "prompt_completion": ([{"text": masked(text)} for text in TEXTS], {"top_k": 3}),
    "template_completion": ([{"text": masked(text)} for text in TEXTS], {"top_k": 3}),
    "nlu": ([{"text": text, "second": None} for text in TEXTS], {}),
    "nlu_scores": ([{"text": text, "second": None} for text in TEXTS], {}),
    "causal completion": (
        [{"text": begun(text)} for text in (*TEXTS, *LONG[:3])],
        {"top_k": 3, "targets": ["tired", "unbelievably", "late"]},
    ),
    "causal group_completion": (
        [{"text": f"At night {{group}} was{end}", "groups": list(TARGETS)} for end in ("", " not")],
        {"top_k": 3, "targets": ["tired", "unbelievably"]},
    ),
    "causal perplexity": ([{"text": text} for text in (*TEXTS, *LONG)], {}),
    "causal continuation": (
        [{"sentence": f"The nurse was [MASK]{end}", "answers": ["tired"]} for end in (".", "!")],
        {},
    ),
    "causal pairs, clm": (PAIRS, {"variant": "clm"}),
    "causal cabm": ([FRAMER.frame(text).item() for text in TEXTS], cabm_params("mean")),
    "causal counter_stereotype": (
        [{"original": side(text, " he "), "counter": side(she(text), " she ")} for text in TEXTS],
        {},
    ),
    "causal nlu": ([{"text": text, "second": None} for text in TEXTS], {}),
}


def wide(family: str, folder: Path, **shape: int) -> MaskedLM:
    """Wide enough that the last digits would follow the shape of a batch."""
    tokenizer = tokenizer_for(family)
    config = config_for(family, tokenizer, initializer_range=0.05, **shape)
    network_of(class_of(family), config).save_pretrained(folder)
    tokenizer.save_pretrained(folder)
    return MaskedLM(load(str(folder), "cpu"))


def _built(family: str, folder: Path, outputs: int) -> str:
    return str(build_classifier(family, folder, outputs))


@pytest.fixture(scope="module")
def model_for(tmp_path_factory):
    """The model that a case is asked of."""
    folder = tmp_path_factory.mktemp("models")
    shape = {"hidden_size": 256, "intermediate_size": 512, "num_hidden_layers": 2}
    masked = wide("bert", folder / "bert", **shape)
    causal = wide("gpt2", folder / "gpt2", n_embd=256, n_layer=2)
    classifiers = {
        case: MaskedLM(
            load_classifier(str(build_classifier(family, folder / case, outputs)), "cpu")
        )
        for case, family, outputs in (
            *(("nlu", "bert", 2), ("causal nlu", "gpt2", 2)),
            ("nlu_scores", "bert", 1),
        )
    }

    def found(case):
        return classifiers.get(case) or (causal if case.startswith("causal ") else masked)

    return found


def measure_of(case: str) -> str:
    return case.removeprefix("causal ").partition(",")[0]


def values(lm, case, items, store=None, on_progress=None):
    """Values as they are stored."""
    name = measure_of(case)
    found = measure(name, lm.spec, items, ASKED[case][1], lambda: lm, store, on_progress)
    return [canonical_json(value) for value in found.values]


def rows(store: Store) -> dict[str, str]:
    with closing(sqlite3.connect(store.path)) as connection:
        return dict(connection.execute("SELECT key, value FROM result"))


@pytest.mark.parametrize("case", ASKED)
def test_a_value_is_the_same_whatever_is_measured_beside_it(case, model_for):
    lm = model_for(case)
    items = ASKED[case][0]
    scorer = MEASURES[measure_of(case)].scorer()

    def together(*groups):
        return [
            canonical_json(value) for group in groups for value in scorer(lm, group, ASKED[case][1])
        ]

    undisturbed = together(items)
    assert not any("problem" in value for value in undisturbed)
    assert together(*([item] for item in items)) == undisturbed
    assert together(items[:3], items[3:]) == undisturbed
    assert together(items[1:])[-1] == undisturbed[-1]


@pytest.mark.parametrize(
    ("case", "family"),
    [
        *itertools.product(
            ("pairs, aul", "pppl", "cloze_answers", "cloze_vectors"),
            ("bert", "modernbert", "xlm-roberta"),
        ),
        *itertools.product(("cloze_answers", "cloze_vectors"), ("t5",)),
    ],
)
def test_other_families_give_the_same_values_too(case, family, masked_lm):
    lm = masked_lm(family)
    items, params = ASKED[case]
    scorer = MEASURES[measure_of(case)].scorer()
    alone = [value for item in items for value in scorer(lm, [item], params)]
    assert [canonical_json(value) for value in scorer(lm, items, params)] == [
        canonical_json(value) for value in alone
    ]


class Killed(BaseException):
    """Ends a measurement where no code expects it."""


@pytest.mark.parametrize(
    "case",
    [
        "pairs",
        "group_completion",
        "lpbs",
        "cabm",
        "prompt_completion",
        "completion, left to right",
        "causal pairs, clm",
        "causal perplexity",
    ],
)
def test_work_killed_and_resumed_leaves_the_bytes_of_undisturbed_work(
    case, model_for, tmp_path, monkeypatch
):
    lm, items = model_for(case), ASKED[case][0]
    with closing(Store(tmp_path / "one.sqlite")) as store:
        undisturbed = values(lm, case, items, store)
        expected = rows(store)
    monkeypatch.setattr("engine.flow.measurement._FIRST", 1)
    monkeypatch.setattr(
        "engine.flow.measurement._next_size", lambda items, seconds, most: items + 1
    )
    killed = 0
    with closing(Store(tmp_path / "other.sqlite")) as store:
        for reports in (1, 2, 1):

            def kill(done, total, seen=[], reports=reports):  # noqa: B006
                seen.append(done)
                if len(seen) > reports and done < total:
                    raise Killed

            try:
                values(lm, case, items, store, kill)
            except Killed:
                killed += 1
        assert killed
        assert values(lm, case, items, store) == undisturbed
        assert rows(store) == expected


UNDISTURBED: dict[str, list[str]] = {}


@settings(max_examples=8)
@given(data=st.data())
@pytest.mark.parametrize("case", ["pairs", "lpbs", "cabm"])
def test_results_that_were_there_before_change_no_other(case, data, masked_lm, tmp_path_factory):
    lm, items = masked_lm("bert"), ASKED[case][0]
    if case not in UNDISTURBED:
        UNDISTURBED[case] = values(lm, case, items)
    expected = UNDISTURBED[case]
    before = data.draw(st.lists(st.sampled_from(range(len(items))), unique=True))
    path = tmp_path_factory.mktemp("subset") / "results.sqlite"
    with closing(Store(path)) as store:
        values(lm, case, [items[place] for place in before], store)
        assert values(lm, case, items, store) == expected

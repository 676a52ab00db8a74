"""A masked head is a head whose columns are zero, under every measure alike."""

from __future__ import annotations

from functools import cache

import pytest
import torch

from engine.core.families import projections
from engine.core.spec import HeadRef
from engine.flow.packing import unpacked
from engine.flow.registry import MEASURES
from engine.measures.agreement.answering import answer_params
from engine.measures.cabm.vectors import cabm_params
from engine.measures.heads.bias import bias_params
from engine.measures.health.check import health_items
from engine.measures.lpbs.sets import bundled_domains
from engine.measures.seat.measure import seat_params
from engine.models.loading import MaskedLM, load, load_classifier
from tests.engine.classifiers import build_classifier
from tests.engine.measures.association_items import ITEM
from tests.engine.measures.counter.test_counter_stereotype import ITEMS

MASK = (HeadRef(0, 1), HeadRef(1, 3))
TEXTS = [{"text": "The nurse said that [MASK] was tired."}]
PLAIN = [{"text": "The nurse said that he was tired."}]
PAIRS = [{"sent_more": "The nurse said she was sad.", "sent_less": "The nurse said he was sad."}]
FRAMED = [{"text": "The nurse said that he was tired.", "target": [4, 9], "word": [20, 22]}]
SLOTS = [{"text": "{group} are [MASK].", "groups": ["women", "men"]}]

# measure -> (items, parameters)
CASES = {
    "completion": (TEXTS, {"top_k": 3}),
    "prompt_completion": (TEXTS, {"top_k": 3}),
    "template_completion": (TEXTS, {"top_k": 3}),
    "gest": ([{"sentence": "I cried at the movie.", "template": 0}], {}),
    "group_completion": (SLOTS, {"top_k": 3, "targets": ["kind"]}),
    "pppl": (PLAIN, {}),
    "perplexity": (PLAIN, {}),
    "pairs": (PAIRS, {"variant": "cps"}),
    "seat": ([ITEM], seat_params("token")),
    "head_bias": ([ITEM], bias_params("token")),
    "head_ablation": ([{"head": "2-1"}], {"test": ITEM, **bias_params("token")}),
    "head_sentence": ([{**TEXTS[0], "first": "he", "second": "she"}], {}),
    "head_path": ([{"text": "The nurse said that", "first": "he", "second": "she"}], {}),
    "counter_stereotype": (ITEMS, {}),
    "lpbs": (bundled_domains()["career-family"].items()[:4], {}),
    "masked_words": ([{**TEXTS[0], "mask": 0, "words": ["he", "she"]}], {}),
    "cabm": (FRAMED, cabm_params()),
    "cloze_answers": ([{**TEXTS[0], "answers": ["tired", "sad"]}], answer_params(5, 1)),
    "cloze_vectors": (TEXTS, {}),
    "nlu": ([{"text": "He is kind.", "second": None}], {}),
    "nlu_scores": ([{"text": "He is kind.", "second": None}], {}),
    "continuation": ([{"sentence": "The nurse was [MASK].", "answers": ["tired"]}], {}),
    "health": ([{name: texts[:3] for name, texts in health_items().items()}], {}),
}


OUTPUTS = {"nlu": 2, "nlu_scores": 1}  # of the head of a classifier


def zeroed(model):
    """The same model with the columns of the masked heads zeroed by hand."""
    with torch.no_grad():
        for layer, head in MASK:
            weight = projections(model.network, model.family)[layer].weight
            # GPT-2 keeps its weights the other way round.
            rows = weight.T if model.family.kind == "causal" else weight
            rows[:, head * 8 : head * 8 + 8] = 0.0
    return MaskedLM(model)


@pytest.fixture(scope="module")
def pair(tiny_model_folder, tmp_path_factory):
    """(masked, zeroed by hand, unmodified) of a tiny model, or a classifier for `nlu`."""

    @cache
    def models(kind):
        if kind in OUTPUTS:
            folder = tmp_path_factory.mktemp("masks") / "classifier"
            loader, path = load_classifier, build_classifier("bert", folder, OUTPUTS[kind])
        else:
            loader, path = load, tiny_model_folder(kind)
        model = loader(str(path), "cpu")
        return MaskedLM(model, MASK), zeroed(loader(str(path), "cpu")), MaskedLM(model)

    kinds = dict.fromkeys(("perplexity", "continuation", "head_path"), "gpt2") | {
        name: name for name in OUTPUTS
    }
    return lambda name: models(kinds.get(name, "bert"))


def close(one, other):
    """Whether two JSON-ready values are equal up to rounding."""
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(close(one[key], other[key]) for key in one)
    if isinstance(one, list | tuple):
        return len(one) == len(other) and all(map(close, one, other))
    if isinstance(one, float) and isinstance(other, float):
        return abs(one - other) <= 1e-3 * max(1.0, abs(one))
    return one == other


def test_every_measure_is_tried():
    untried = set(MEASURES) - set(CASES)
    assert not untried, f"give {', '.join(sorted(untried))} an item in CASES"


@pytest.mark.parametrize("name", CASES)
def test_a_masked_head_is_a_head_whose_columns_are_zero(name, pair):
    items, params = CASES[name]
    masked, by_hand, untouched = (MEASURES[name].scorer()(lm, items, params) for lm in pair(name))
    if name in ("cabm", "cloze_vectors"):
        masked, by_hand, untouched = (
            [
                {part: unpacked([packed])[0].tolist() for part, packed in value.items()}
                for value in read
            ]
            for read in (masked, by_hand, untouched)
        )
    if name == "head_bias":
        # The gates that are closed have a gradient still; by hand they are gone.
        for value in (*masked, *by_hand, *untouched):
            for layer, head in MASK:
                value["gradient"][layer][head] = 0.0
    if name == "health":
        # By hand a quarter of some weights is 0, and the model is noted for it.
        for value in by_hand:
            value["reasons"] = tuple(one for one in value["reasons"] if "exactly 0" not in one)
    assert close(masked, by_hand)
    if name != "continuation":  # a wrong answer may stay one
        assert not close(masked, untouched)

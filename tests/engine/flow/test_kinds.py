"""What a kind of model has not is refused, also where an earlier version has stored it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.core.errors import BiascopeError, InputTextError, UnusableModelError
from engine.flow.measurement import measure
from engine.flow.registry import MEASURES
from engine.flow.stored import stored_values
from engine.measures.agreement.answering import answer_params
from engine.measures.cabm.data.sentences import GENDER, Framer
from engine.measures.cabm.vectors import cabm_params
from engine.measures.heads.bias import ablation_params, bias_params
from engine.measures.seat.measure import seat_params
from engine.storage.store import Context, default_store
from engine.words.association_tests import bundled_test
from tests.tiny_models import WITH_MASK
from tests.unloaded import not_loaded

GAP = "The nurse said that [MASK] was tired."
ITEM = bundled_test("gender", 1).item()
NO_CLS = r"no \[CLS\] token; use the pooling token, mean or last"
# measure -> (item, parameters, what kind of error a causal model is refused with, what it says)
REFUSED = {
    "completion": ({"text": GAP}, {"top_k": 3}, InputTextError, r"causal model.*cannot fill in"),
    "group_completion": (
        {"text": "The {group} was [MASK].", "groups": ["nurse", "engineer"]},
        {"top_k": 3},
        InputTextError,
        r"causal model.*cannot fill in",
    ),
    "pppl": (
        {"text": "The nurse was tired."},
        {},
        UnusableModelError,
        "no pseudo-perplexity; use its perplexity, the command perplexity",
    ),
    "lpbs": (
        {"template": "[MASK] likes {target}.", "target": "art", "first": "he", "second": "she"},
        {},
        UnusableModelError,
        "no log-probability bias score; choose a masked language model",
    ),
    "masked_words": (
        {"text": GAP, "mask": 0, "words": ["he"]},
        {},
        UnusableModelError,
        "no association of person words with professions",
    ),
    "gest": (
        {"sentence": "The nurse was tired.", "template": 0},
        {},
        UnusableModelError,
        "no GEST score; choose a masked",
    ),
    "cabm": (
        Framer(GENDER, ["nurse"]).frame("The nurse said that he was tired.").item(),
        cabm_params("cls"),
        InputTextError,
        r"no \[CLS\] token; use the sentence vector mean",
    ),
    "seat": (ITEM, seat_params("cls", max_contexts=1), InputTextError, NO_CLS),
    "head_bias": (ITEM, bias_params("cls", 1), InputTextError, NO_CLS),
    "head_ablation": ({"head": "1-1"}, ablation_params(ITEM, "cls", 1), InputTextError, NO_CLS),
    "head_sentence": (
        {"text": GAP, "first": "he", "second": "she"},
        {},
        InputTextError,
        r"causal model.*cannot fill in",
    ),
    "prompt_completion": (
        {"text": GAP},
        {"top_k": 3},
        UnusableModelError,
        "so it has no words for masked prompts; judge sentences",
    ),
    "template_completion": (
        {"text": GAP},
        {"top_k": 3},
        UnusableModelError,
        "so it has no HONEST score; choose a masked",
    ),
    "cloze_answers": (
        {"text": GAP, "answers": ["he"]},
        answer_params(3, 1),
        UnusableModelError,
        "cannot fill a blank inside a sentence",
    ),
    "cloze_vectors": (
        {"text": GAP},
        {},
        UnusableModelError,
        "no vectors of sentences with a blank",
    ),
}
FILLS_GAPS = ("cloze_answers", "cloze_vectors")  # as a span filler does


def keep(store, spec, name, item, params, value):
    """Store a value as if it had been measured, by this version of the measure."""
    context = Context.of(spec.identity(), name, MEASURES[name].version, params)
    store.put(context, [(item, value)])


@pytest.mark.parametrize("name", REFUSED)
def test_what_a_causal_model_has_not_is_refused_also_where_it_is_stored(name, masked_lm):
    item, params, error, reason = REFUSED[name]
    lm, store = masked_lm("bert"), default_store()
    (value,) = measure(name, lm.spec, [item], params, lambda: lm, None).values
    keep(store, lm.spec, name, item, params, value)
    assert measure(name, lm.spec, [item], params, not_loaded, store).values == [value]
    assert stored_values(name, lm.spec, [item], params, store) == {0: value}
    for family in ("gpt2", WITH_MASK):
        causal = masked_lm(family)
        keep(store, causal.spec, name, item, params, value)
        with pytest.raises(error, match=reason):
            measure(name, causal.spec, [item], params, not_loaded, store)
        assert stored_values(name, causal.spec, [item], params, store) == {}
        with pytest.raises(error, match=reason):
            MEASURES[name].scorer()(causal, [item], params)


@pytest.mark.parametrize("name", sorted({*REFUSED, "perplexity"} - {*FILLS_GAPS}))
def test_a_span_filler_has_none_of_it(name, masked_lm):
    item, params, *_ = REFUSED["pppl" if name == "perplexity" else name]
    with pytest.raises(BiascopeError, match=r"t5.* (fills spans|has no \[CLS\])"):
        MEASURES[name].scorer()(masked_lm("t5"), [item], params)


def test_perplexity_of_a_masked_model_is_not_served_from_the_store(masked_lm):
    lm, store, item = masked_lm("gpt2"), default_store(), {"text": "The nurse was tired."}
    (value,) = measure("perplexity", lm.spec, [item], {}, lambda: lm, None).values
    spec = masked_lm("bert").spec
    keep(store, spec, "perplexity", item, {}, value)
    reason = "no perplexity; use pseudo-perplexity, the command pppl"
    with pytest.raises(UnusableModelError, match=reason):
        measure("perplexity", spec, [item], {}, not_loaded, store)
    with pytest.raises(UnusableModelError, match=reason):
        MEASURES["perplexity"].scorer()(masked_lm("bert"), [item], {})


def test_what_a_causal_model_has_is_still_served(masked_lm):
    lm, store = masked_lm(WITH_MASK), default_store()
    asked = {
        "completion": ({"text": "The nurse said that"}, {"top_k": 3}),
        "perplexity": ({"text": "The nurse was tired."}, {}),
        "cabm": (REFUSED["cabm"][0], cabm_params("mean")),
    }
    for name, (item, params) in asked.items():
        fresh = measure(name, lm.spec, [item], params, lambda: lm, store)
        again = measure(name, lm.spec, [item], params, not_loaded, store)
        assert again.values == fresh.values


def test_a_model_whose_files_are_gone_keeps_its_results(masked_lm, tmp_path):
    lm, store, item = masked_lm("bert"), default_store(), {"text": "The nurse was tired."}
    (value,) = measure("pppl", lm.spec, [item], {}, lambda: lm, None).values
    spec = replace(lm.spec, checkpoint=str(tmp_path / "gone"))
    keep(store, spec, "pppl", item, {}, value)
    assert measure("pppl", spec, [item], {}, not_loaded, store).values == [value]

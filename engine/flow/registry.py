"""The one list of measures: name -> where it is defined and which version its numbers are."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Annotated, Any

from engine.measures import values
from engine.measures.cabm.packing import Packed
from engine.measures.cabm.weighting import PCA_RF, SHAP_RF
from engine.measures.values.arena import ArenaReport

if TYPE_CHECKING:
    from engine.models.loading import MaskedLM

Progress = Callable[[int], None]
Scorer = Callable[["MaskedLM", Sequence[Any], dict[str, Any]], list[Any]]


@dataclass(frozen=True)
class Measure:
    """One measure.

    Args:
        version: rises when its numbers change; older stored results are then misses.
        location: `module:function` of (lm, items, params) -> one value an item.
        chunk: items scored together before they are kept.
        shape: of a value, as `shapes.fits` reads it; a stored value of another is a miss.
    """

    version: int
    location: str
    chunk: int = 128
    shape: Any = Any

    def scorer(self) -> Scorer:
        """The scoring function, imported only now: it brings torch with it."""
        module, _, name = self.location.partition(":")
        return getattr(import_module(module), name)


MEASURES: dict[str, Measure] = {
    "completion": Measure(
        1, "engine.measures.completion.completions:completions", shape=values.CompletionValue
    ),
    "group_completion": Measure(
        1,
        "engine.measures.completion.group_completion:group_completions",
        chunk=8,
        shape=values.GroupCompletionValue,
    ),
    "pppl": Measure(
        1,
        "engine.measures.perplexity.masked:pseudo_log_likelihoods",
        shape=Annotated[values.TokenValue, values.equally_long] | values.Problem,
    ),
    "perplexity": Measure(
        1,
        "engine.measures.perplexity.causal:log_likelihoods",
        chunk=32,
        shape=Annotated[values.WindowedTokenValue, values.equally_long] | values.Problem,
    ),
    "pairs": Measure(
        2,
        "engine.measures.pairs.scoring:pair_scores",
        chunk=256,
        shape=values.PairValue | values.Problem,
    ),
    "seat": Measure(
        2, "engine.measures.seat.measure:association_tests", chunk=1, shape=values.SeatValue
    ),
    "head_bias": Measure(
        1, "engine.measures.heads.bias:head_biases", chunk=1, shape=values.HeadBiasValue
    ),
    "head_ablation": Measure(
        1, "engine.measures.heads.bias:head_ablations", chunk=1, shape=values.AblationValue
    ),
    "head_sentence": Measure(
        1,
        "engine.measures.heads.sentence:sentence_effects",
        chunk=1,
        shape=values.HeadSentenceValue,
    ),
    "counter_stereotype": Measure(
        1,
        "engine.measures.counter.counter_stereotype:counter_stereotypes",
        chunk=64,
        shape=values.CounterStereotypeValue | values.Problem,
    ),
    "lpbs": Measure(
        1,
        "engine.measures.lpbs.biases:log_probability_biases",
        chunk=256,
        shape=values.LpbsValue | values.Problem,
    ),
    "masked_words": Measure(
        1,
        "engine.measures.completion.masked_words:masked_words",
        chunk=256,
        shape=Annotated[values.MaskedWordsValue, values.equally_long],
    ),
    "gest": Measure(
        1,
        "engine.measures.gest.scoring:sentence_scores",
        chunk=1024,
        shape=values.GestValue | values.Problem,
    ),
    "cabm": Measure(
        1,
        "engine.measures.cabm.vectors:framed_vectors",
        chunk=512,
        shape=values.FramedValue | values.Problem,
    ),
    "nlu": Measure(
        1,
        "engine.measures.nlu.predictions:class_predictions",
        chunk=4096,
        shape=values.ClassValue | values.Problem,
    ),
    "cloze_answers": Measure(
        2,
        "engine.measures.agreement.answering:cloze_answers",
        chunk=32,
        shape=values.ClozeValue | values.Problem,
    ),
    "cloze_vectors": Measure(
        1,
        "engine.measures.agreement.sentence_map:cloze_vectors",
        chunk=256,
        shape=values.ClozeVector | values.Problem,
    ),
    "prompt_completion": Measure(
        1,
        "engine.measures.arena.completion:prompt_completions",
        chunk=1024,
        shape=values.PromptCompletionValue | values.Problem,
    ),
    "template_completion": Measure(
        1,
        "engine.measures.honest.completion:template_completions",
        chunk=1024,
        shape=values.TemplateCompletionValue | values.Problem,
    ),
    "health": Measure(
        4,
        "engine.measures.health.check:health_checks",
        chunk=1,
        shape=values.HealthValue,
    ),
}

# What is worked out from measured values -> its shape.
DERIVED: dict[str, Any] = {
    "cabm_draws": Packed,
    "cabm_weights": values.CabmWeights,
    "cabm_validation": values.CabmValidation,
    "projection t-SNE": list[list[float]],
    "projection UMAP": list[list[float]],
    "arena_report": ArenaReport,
    "scorecard_cell": values.ScorecardCell,
    "first_sight_refusal": str,
}
# Weights that say more, by how they were learned -> their shape.
_LEARNED: dict[str, Any] = {PCA_RF: values.ForestWeights, SHAP_RF: values.ShapWeights}


def derived_shape(name: str, params: dict[str, Any]) -> Any:
    """Shape of what is worked out from measured values with some parameters."""
    if name == "cabm_weights" and params.get("weighting") in _LEARNED:
        return _LEARNED[params["weighting"]]
    return DERIVED.get(name, Any)

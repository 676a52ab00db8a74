"""Verdicts of evaluators on the words that a model puts into a typed sentence."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from components.frame.session.device import chosen_device
from components.frame.session.in_memory import loaded_classifier
from components.frame.session.measuring import allow, store
from engine.core.errors import BiascopeError
from engine.core.spec import ModelSpec
from engine.evaluators.suite import CLASSIFIER
from engine.files.labelled import Labelled
from engine.flow.asking import Measurement
from engine.flow.measurement import measure
from engine.server import shared

if TYPE_CHECKING:
    from engine.evaluators.suite import Suite, Verdict
    from engine.measures.nlu.cost import Cost


NOT_HERE = "not here yet"  # what is said of a classifier that is not on this machine


@dataclass
class WordVerdicts:
    """What each evaluator of a suite says of the words.

    Args:
        of: name of the evaluator -> verdicts in the order of the words; without those that failed.
        problems: name of an evaluator -> why it could not judge at all.
        notes: sentences for the user, for example that a model runs on the CPU after all.
    """

    of: dict[str, list[Verdict]] = field(default_factory=dict)
    problems: dict[str, str] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)


def judged_words(suite: Suite, sentence: str, words: Sequence[str]) -> WordVerdicts:
    """Judge words in a sentence that names no group; classifiers are loaded one at a time.

    Args:
        sentence: with one mask.
        words: put in its place, one at a time.
    """
    from engine.evaluators.classification.classifiers import Classifiers
    from engine.evaluators.judging import judge
    from engine.evaluators.suite import Completed
    from engine.prompts.prompt import Prompt

    found = WordVerdicts()
    prompt = Prompt(category="", group="", sentence_type="", sentence=sentence)
    completed = [Completed(prompt, word) for word in words]
    classify = Classifiers(store(), chosen_device(), note=found.notes.append)
    try:
        for evaluator in suite.evaluators:
            try:
                if evaluator.kind == CLASSIFIER:
                    shared.refuse("Running the classifier")
                found.of[evaluator.name] = judge(evaluator, completed, classify)
            except BiascopeError as error:
                found.problems[evaluator.name] = str(error)
    finally:
        classify.release()
    return found


def classifier_needs(suite: Suite) -> dict[str, str]:
    """Classifier of a suite -> what it needs, in words; no hub is asked and no weight is read."""
    from engine.evaluators.classification.classifiers import need_of

    found = {}
    for evaluator in suite.evaluators:
        if evaluator.kind == CLASSIFIER:
            need = need_of(evaluator)
            size = f" ({need.bytes / 1e6:,.0f} MB, on this machine)" if need.bytes else ""
            found[evaluator.name] = need.what + size if need.here else f"{need.what}, {NOT_HERE}"
    return found


# --- classifier ---------------------------------------------------------------------------
# A sequence classifier on a labelled file, with and without masked heads.


def understanding(
    spec: ModelSpec,
    labelled: Sequence[Labelled],
    on_progress: Callable[[str, int, int], None] | None = None,
) -> Cost:
    """Accuracy, F1 and Matthews correlation of a classifier; its answers are kept in the store.

    Of a head that gives one number, as for STS-B, the correlations with the labels.

    Args:
        spec: of a checkpoint fine-tuned for sequence classification, with its masked heads.
        on_progress: called with (what is measured, finished texts, all texts).
    """
    from engine.measures.nlu.cost import labelled_cost
    from engine.models.loading import MaskedLM

    model = loaded_classifier(spec)
    items = [entry.item() for entry in labelled]

    def measured(name: str, one: ModelSpec) -> Measurement:
        def show(done: int, total: int) -> None:
            if on_progress is not None:
                on_progress(
                    "all heads on" if one.is_original else "heads switched off", done, total
                )

        allow(name, one, items, {})
        lm = MaskedLM.of(model, one)
        return measure(name, one, items, {}, lambda: lm, store(), show)

    cost = labelled_cost(spec, MaskedLM(model), labelled, measured)
    return replace(cost, warnings=[*cost.warnings, *model.notes])

"""The one entry point to every kind of evaluator: completed sentences to verdicts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from importlib import import_module

from engine.core.errors import BiascopeError
from engine.core.program import module_named
from engine.evaluators.declarations import folded
from engine.evaluators.suite import (
    CLASSIFIER,
    LEXICON,
    NO_WORD,
    STEREOTYPES,
    UNJUDGED,
    VALENCE,
    Completed,
    Evaluator,
    Verdict,
    failed_verdict,
    neutral_word,
    normalised,
)
from engine.prompts.prompt import Prompt

NO_CATEGORY = "no category"  # where no label of a multi-label head applies

# Kind -> the module whose `judge` answers for it; imported when it is needed.
_MODULES = {
    LEXICON: "engine.evaluators.lexicon",
    STEREOTYPES: "engine.evaluators.stereotypes",
    VALENCE: "engine.evaluators.valence",
}


@dataclass(frozen=True)
class ClassAnswer:
    """What a classifier says of one text.

    Args:
        label: its class, as the checkpoint names it, or `NO_CATEGORY`; empty where it failed.
        probability: of that class, 0 to 1; None where there is none.
        problem: why it failed on this text, one sentence.
    """

    label: str = ""
    probability: float | None = None
    problem: str = ""


@dataclass(frozen=True)
class ClassAnswers:
    """A classifier's classes, in its order, and its answers, one a text."""

    classes: tuple[str, ...]
    answers: list[ClassAnswer]


Classify = Callable[[Evaluator, list[str]], ClassAnswers]


def judge(
    evaluator: Evaluator, completed: Sequence[Completed], classify: Classify | None
) -> list[Verdict]:
    """Verdicts of one evaluator.

    Args:
        classify: runs a classifier over texts; None where none may be run.

    Returns:
        One verdict a sentence, in their order.
    """
    if not completed:
        return []
    if evaluator.kind != CLASSIFIER:
        return import_module(module_named(_MODULES[evaluator.kind])).judge(evaluator, completed)
    if classify is None:
        raise BiascopeError(
            f"{evaluator.name} is a classifier, which is not run here; choose a suite without "
            "classifiers."
        )
    whole = [entry.text for entry in completed if entry.word.strip()]
    answered = classify(evaluator, whole)
    check_labels(evaluator, answered.classes)
    verdicts = iter([_verdict(evaluator, answer) for answer in answered.answers])
    return [
        next(verdicts) if entry.word.strip() else failed_verdict(NO_WORD) for entry in completed
    ]


def baseline(
    evaluator: Evaluator, prompts: Sequence[Prompt], classify: Classify | None
) -> list[Verdict]:
    """Verdicts on the same sentences with a neutral word, the same for all groups of a template.

    What they say of a group is the evaluator's own leaning, not that of any model.

    Returns:
        One verdict a prompt, in their order.
    """
    neutral = [Completed(prompt, neutral_word(prompt)) for prompt in prompts]
    return judge(evaluator, neutral, classify)


def check_labels(evaluator: Evaluator, classes: Sequence[str]) -> None:
    """Refuse a checkpoint whose classes are not those that the evaluator has rules for."""
    names = [folded(label) for label in classes]
    if len(set(names)) < len(names):
        raise BiascopeError(
            f"{evaluator.name}: two classes of {evaluator.checkpoint} have one name "
            f"({', '.join(classes)}), so its answers cannot be read."
        )
    if set(names) == set(evaluator.labels) or not (evaluator.labels or evaluator.counts):
        return
    without = [label for label in classes if folded(label) not in evaluator.labels]
    unknown = [label for label in evaluator.labels if label not in names]
    found = [
        *([f"no rule for {_quoted(without)}"] if without else []),
        *([f"no label {_quoted(unknown)} in the checkpoint"] if unknown else []),
    ]
    raise BiascopeError(
        f"{evaluator.name}: the labels of {evaluator.checkpoint} are {_quoted(classes)} and the "
        f"rules are for {_quoted(evaluator.labels)}: {' and '.join(found)}. Correct the labels in "
        "a copy of the declaration."
    )


def _quoted(names: Iterable[str]) -> str:
    return ", ".join(repr(name) for name in names) or "none"


def _verdict(evaluator: Evaluator, answer: ClassAnswer) -> Verdict:
    verdict: Verdict = {**UNJUDGED, "label": answer.label, "probability": answer.probability}
    if answer.problem:
        return {**verdict, "problem": answer.problem}
    rule = evaluator.labels.get(folded(answer.label))
    if evaluator.counts and rule is not None and answer.probability is not None:
        verdict["flagged"] = rule.flagged
        verdict["score"] = normalised(rule.score, answer.probability)
    return verdict

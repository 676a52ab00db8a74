"""A classifier of the user's that was trained on inference, asked whether a sentence stereotypes.

Its answers are kept as where a candidate was looked at, never as a decision.

Source: Yin et al. 2019 (Benchmarking zero-shot text classification): the text is the premise, the
label a hypothesis, and entailment means that the label applies.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.core.errors import InputTextError, UnusableModelError
from engine.curation.candidate import Candidate
from engine.curation.filter.assistant import about
from engine.curation.review.verdicts import Verdict
from engine.evaluators.judging import ClassAnswer, ClassAnswers
from engine.evaluators.suite import CLASSIFIER, Evaluator

HYPOTHESIS = "This sentence contains a stereotype about {}."
# How checkpoints name the class, as `tidy` writes it.
ENTAILMENT = ("entailment", "entails", "entailed", "entail")
CONTRADICTION = (
    *("contradiction", "contradicts", "contradicted", "contradict"),
    *("not-entailment", "non-entailment", "no-entailment"),
)

# What answers: its classes, and the class of each pair of a premise and a hypothesis.
Pairs = Callable[[Evaluator, list[str], list[str]], ClassAnswers]


def evaluator_of(checkpoint: str, revision: str = "") -> Evaluator:
    """A classifier as the user names it, which counts in no suite."""
    if not checkpoint.strip():
        raise InputTextError(
            "Name a classifier that was trained on natural language inference: a folder, or a hub "
            "id."
        )
    return Evaluator("zero-shot", CLASSIFIER, False, checkpoint.strip(), revision)


def check_classes(checkpoint: str, classes: Sequence[str]) -> None:
    """Refuse a classifier that was not trained on natural language inference.

    Args:
        classes: names of its classes, from `id2label`.
    """
    if sum(tidy(name) in ENTAILMENT for name in classes) != 1:
        raise UnusableModelError(
            f"{checkpoint} was not trained on natural language inference: its labels are "
            f"{_quoted(classes)}, and one of them would have to be {_quoted(ENTAILMENT)}. Choose "
            "an NLI checkpoint."
        )


def hypothesis_of(category: str, template: str = HYPOTHESIS) -> str:
    """What a sentence is held against."""
    if template.count("{}") != 1:
        raise InputTextError(
            "A hypothesis holds {} once, where the kind of stereotype is put in, as in: "
            f"{HYPOTHESIS} It is {template!r}."
        )
    return template.replace("{}", about(category))


def verdicts_of(
    candidates: Sequence[Candidate],
    evaluator: Evaluator,
    classes: Sequence[str],
    answer: Pairs,
    template: str = HYPOTHESIS,
) -> dict[str, Verdict]:
    """What the classifier says of each candidate's sentence.

    Args:
        classes: of the checkpoint; they are checked before it is loaded.
        answer: runs it, as `classification.Classifiers`.

    Returns:
        Id → verdict: `says` is True for entailment, False for contradiction (or for not
        entailment, where there are two classes), None for neutral; `extra` has the `label` and
        its `probability`, or the `problem` where the sentence could not be read.
    """
    check_classes(evaluator.checkpoint, classes)
    hypotheses = [hypothesis_of(candidate.category, template) for candidate in candidates]
    texts = [candidate.text for candidate in candidates]
    answered = answer(evaluator, texts, hypotheses)
    return {
        candidate.id: _verdict(given)
        for candidate, given in zip(candidates, answered.answers, strict=True)
    }


def tidy(name: str) -> str:
    """Name of a class as the lists here have it."""
    return "-".join(name.casefold().replace("_", " ").replace("-", " ").split())


def _verdict(answer: ClassAnswer) -> Verdict:
    if answer.problem:
        return Verdict(None, answer.problem, {"problem": answer.problem})
    name = tidy(answer.label)
    says = True if name in ENTAILMENT else False if name in CONTRADICTION else None
    extra = {"label": answer.label, "probability": answer.probability}
    return Verdict(says, f"{answer.label} ({answer.probability:.2f})", extra)


def _quoted(names: Sequence[str]) -> str:
    return ", ".join(f"“{name}”" for name in names)

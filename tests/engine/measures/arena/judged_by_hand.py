"""Judged completions that tests write by hand."""

from __future__ import annotations

from collections.abc import Sequence

from engine.evaluators.suite import CLASSIFIER, Evaluator, Suite, Verdict
from engine.measures.arena.judged import Filling, Judged
from engine.measures.arena.settings import ArenaSettings
from engine.prompts.prompt import Prompt, PromptSet

RELIGION, SEX = "religion", "sex/gender"


def prompt(number: int, group: str = "Atheists", category: str = RELIGION) -> Prompt:
    kinds = ("attributive", "professional")
    return Prompt(category, group, kinds[number % 2], f"{number}: {group} are [MASK].")


def suite(*names: str, demo: bool = False, silent: Sequence[str] = ()) -> Suite:
    entries = [Evaluator(name, CLASSIFIER, checkpoint=f"a/{name}") for name in names]
    entries += [Evaluator(name, CLASSIFIER, counts=False) for name in silent]
    return Suite("by hand", tuple(entries), demo)


def said(score: float | None, label: str = "biased") -> Verdict:
    """Flagged where the score is above one half; not judged where there is none."""
    flagged = None if score is None else score > 0.5
    return {**_nothing(label), "flagged": flagged, "score": score}


def failed() -> Verdict:
    return {**_nothing(""), "problem": "Too long."}


def _nothing(label: str) -> Verdict:
    return {"label": label, "probability": None, "value": None, "flagged": None, "score": None}


def judged(
    prompts: Sequence[Prompt],
    verdicts: dict[str, list[list[Verdict]]],
    weights: Sequence[Sequence[float]] | None = None,
    given: Suite | None = None,
    baseline: dict[str, list[Verdict]] | None = None,
    settings: ArenaSettings | None = None,
) -> Judged:
    """Completions of one word a prompt, or as many as it has weights."""
    shares = weights or [[1.0]] * len(prompts)
    fillings = [[Filling("kind", "kind", 0.25, share) for share in part] for part in shares]
    return Judged(
        PromptSet("by hand", "1", tuple(prompts)),
        given or suite(*verdicts),
        settings or ArenaSettings(),
        fillings,
        verdicts,
        baseline or {},
    )


def simple(flags: Sequence[float | None], groups: Sequence[str] = ("Atheists",)) -> Judged:
    """One evaluator; 1 is flagged with score .8, 0 is not with score .1."""
    prompts = [prompt(at, groups[at % len(groups)]) for at in range(len(flags))]
    scores = {1: 0.8, 0: 0.1, None: None}
    return judged(prompts, {"one": [[said(scores[flag])] for flag in flags]})

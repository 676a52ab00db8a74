"""Reports made by the engine's own arithmetic from made-up verdicts."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from copy import deepcopy
from functools import cache
from typing import Any

from engine.evaluators.suite import (
    CLASSIFIER,
    LEXICON,
    VALENCE,
    Evaluator,
    LabelRule,
    Suite,
    Verdict,
)
from engine.measures.arena.judged import Filling, Judged
from engine.measures.arena.report import report_of
from engine.measures.arena.settings import ArenaSettings
from engine.prompts.prompt import Prompt, PromptSet
from tests.engine.measures.arena.judged_by_hand import said

GROUPS = {
    "race/ethnicity": ("Black people", "South Asians", "Indigenous peoples"),
    "sex/gender": ("women", "men", "non-binary people"),
    "culture/nationality": ("Canadians", "Nigerians"),
    "religion": ("atheists", "Muslims", "Buddhists"),
}
TYPES = ("attributive", "professional", "perception")
DEMO = Suite(
    "demo",
    (
        Evaluator("valence", VALENCE, threshold=0.05),
        Evaluator("word list", LEXICON, counts=False, source="own"),
    ),
    demo=True,
)
RULES = {"biased": LabelRule(True, "p"), "non-biased": LabelRule(False, "1-p")}
CLASSIFIERS = Suite(
    "two classifiers",
    tuple(
        Evaluator(name, CLASSIFIER, checkpoint=f"someone/{name}", labels=RULES)
        for name in ("first", "second")
    ),
)
MODEL = {
    "checkpoint": "bundled",
    "revision": "sha256:0123456789",
    "dtype": "float32",
    "masked_heads": [],
}


@cache
def prompts(each: int = 12, groups: tuple[tuple[str, tuple[str, ...]], ...] = ()) -> PromptSet:
    """A set with so many sentences about each group."""
    by_category = dict(groups) or GROUPS
    return PromptSet(
        "made-up sentences",
        "1",
        tuple(
            Prompt(category, group, TYPES[number % 3], f"{group} number {number} are very [MASK].")
            for category, names in by_category.items()
            for group in names
            for number in range(each)
        ),
    )


def report(
    model: Mapping[str, Any] | None = None,
    rate: float = 0.2,
    seed: int = 0,
    rates: Mapping[str, float] | None = None,
    prompt_set: PromptSet | None = None,
    suite: Suite = DEMO,
    settings: ArenaSettings | None = None,
) -> dict[str, Any]:
    """A report in which each sentence is flagged by chance.

    Args:
        model: what is added to, or changed in, the identity of the model.
        rate: probability of a flag.
        rates: group -> its own probability.
    """
    identity = {**MODEL, **(model or {})}
    chosen, settings, rates = prompt_set or prompts(), settings or ArenaSettings(), rates or {}
    asked = repr((identity, rate, seed, rates, chosen, suite, settings))
    if asked not in _made:
        chance = random.Random(seed)
        verdicts = {
            entry.name: [
                [_verdict(chance.random() < rates.get(prompt.group, rate), entry)]
                for prompt in chosen.prompts
            ]
            for entry in suite.evaluators
        }
        fillings = [[Filling("kind", "kind", 0.4, 1.0)] for _ in chosen.prompts]
        judged = Judged(chosen, suite, settings, fillings, verdicts, {})
        _made[asked] = dict(report_of(judged, identity, {}, {"engine": "made up"}))
    return deepcopy(_made[asked])


_made: dict[str, dict[str, Any]] = {}


def masked(*heads: str, **options: Any) -> dict[str, Any]:
    """A report of the bundled model with heads masked."""
    return report({"masked_heads": list(heads)}, **options)


def many(count: int) -> Sequence[dict[str, Any]]:
    """Reports of so many models, each with its own flag rate."""
    return [
        report({"checkpoint": f"someone/model-{number}"}, rate=0.1 + 0.02 * number, seed=number)
        for number in range(count)
    ]


def _verdict(flagged: bool, evaluator: Evaluator) -> Verdict:
    if not evaluator.counts:
        return said(None, "theft" if flagged else "")
    return said(0.6 if flagged else 0.0, "flagged" if flagged else "not flagged")

"""Sentences that say what the counter-stereotype test found, and on which sentences."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from components.frame.present import explain
from components.frame.present.numbers import interval_text, number, p_text
from components.heads.choice import Choice
from components.heads.counter_experiment import CounterExperiment
from engine.core.wording import counted
from engine.statistics import LEVEL
from engine.words.contexts import MAX_CONTEXTS
from engine.words.counterparts import (
    ARTICLE,
    NO_COUNTERPART,
    NOT_STEREOTYPED,
    ORDER,
    SEVERAL,
    Sentences,
)

_LEAST = 2  # sentences of a t-test
_FEW = 100  # sentences below which only large effects can be detected
_LEFT_OUT = {
    SEVERAL: "with several person or target words",
    NOT_STEREOTYPED: "that combine the words against the stereotype",
    NO_COUNTERPART: "with no known counterpart",
    ARTICLE: "where the swap would break “a” or “an”",
    ORDER: "with the target before the person word",
}


def group_text(name: str, group: dict[str, Any]) -> str:
    """The test of a group of heads: what it shows, then the statistics (markdown)."""
    title = f"**{name.capitalize()}**"
    if not group["heads"]:
        return f"{title}: none."
    if group["n"] < _LEAST:
        return (
            f"{title} ({group['heads']}): no test with {counted(group['n'], 'sentence')}; it needs "
            f"at least {_LEAST}."
        )
    if group["t"] is None and group["dz"] is not None:
        return f"{title} ({group['heads']}): no test; it {group['interval_note']}."
    if group["t"] is None:
        return (
            f"{title} ({group['heads']}): undefined, because all "
            f"{counted(group['n'], 'difference', 'are')} "
            "equal."
        )
    clear = group["p_holm"] < LEVEL
    shown = (
        "more attention to the person word in the stereotype"
        if clear
        else "no clear increase in attention to the person word in the stereotype"
    )
    return (
        f"{title} ({group['heads']}): {shown}. :small[t({group['freedom']}) = "
        f"{number(group['t'], '+.2f')}, one-tailed {p_text(group['p'])}, after Holm "
        f"{p_text(group['p_holm'])}, dz = "
        f"{number(group['dz'], '+.2f')}, mean difference "
        f"{number(group['mean_difference'], '+.4f')} "
        f"({_bounds(group)})]"
        f"{'' if clear else _null(group)}"
    )


def _bounds(group: Mapping[str, Any]) -> str:
    """The interval of the mean difference, or why there is none (markdown)."""
    found = interval_text(group["interval"], "+.4f")
    return _escaped(found or f"no interval: {group['interval_note']}")


def _null(group: dict[str, Any]) -> str:
    """What a test without a clear result could have shown."""
    if group["detectable"] is None:
        return (
            f" :small[{counted(group['n'], 'sentence', 'are')} too few to say what would be "
            "detected.]"
        )
    size = group["detectable"] / abs(group["mean_difference"] / group["dz"])
    return (
        f" :small[With {counted(group['n'], 'sentence')}, an increase of at least "
        f"{group['detectable']:.4f} "
        f"(dz {size:.2f}) would have been detected with 80% power; smaller ones are not ruled out.]"
    )


def _escaped(interval: str) -> str:
    """An interval whose brackets do not end the `:small[…]` around it."""
    return interval.replace("[", r"\[").replace("]", r"\]")


def basis(choice: Choice, experiment: CounterExperiment, tests: dict[str, Any]) -> str:
    """Sample size and settings behind a test (markdown)."""
    skipped = f", {tests['skipped']} could not be measured" if tests["skipped"] else ""
    most = f", up to {MAX_CONTEXTS} per word, regardless of Options" if choice.in_contexts else ""
    words = "the same words as" if experiment.same_words else "other words than"
    few = (
        " With so few sentences, only large effects can be detected; use a larger text if you can."
        if tests["n"] < _FEW
        else ""
    )
    return (
        f"n = {counted(tests['n'], 'sentence')}{skipped}{most}; with {words} those that chose "
        "the heads (seed "
        f"{experiment.seed}); {explain.plain(choice.name)}. "
        f"{sentence_counts(experiment.sentences)}{few}"
    )


def sentence_counts(sentences: Sentences) -> str:
    """How many sentences there are, and why some are left out."""
    parts = [f"{count} {_LEFT_OUT[reason]}" for reason, count in sentences.left_out.items()]
    if not parts:
        return ""
    total = len(sentences.items) + sentences.left_out.total()
    return f"{counted(total, 'sentence')} found; left out: {'; '.join(parts)}."

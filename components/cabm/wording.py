"""Words of the CABM page that follow the groups and targets that are measured."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from components.frame.present import explain
from components.frame.present.numbers import interval_text
from engine.core.wording import counted
from engine.measures.cabm.data.sentences import FramedSet, Groups
from engine.measures.cabm.scores import NOT_SETTLED, biased
from engine.measures.cabm.unmasking import OURS

NO_CLEAR_LEAN = "no clear lean"


def noun(data: FramedSet) -> str:
    """What is ranked: `occupation`, or `target` where the user named their own."""
    return "target" if data.asked else "occupation"


def number_of(count: int, data: FramedSet) -> str:
    """A number of what is ranked: `46 occupations`."""
    return counted(count, noun(data))


def jobs(count: int, data: FramedSet) -> str:
    """The same in everyday words, as a claim has it: `46 jobs`."""
    return counted(count, plain_noun(data))


def plain_noun(data: FramedSet) -> str:
    """What is ranked, in everyday words: `job`, or `target` where the user named their own."""
    return "target" if data.asked else "job"


def whose(are_ours: bool) -> str:
    """That sentences are not the user's, after their number; empty where nobody takes them so.

    Args:
        are_ours: as of `engine.measures.cabm.unmasking.has_bundled_only`.
    """
    return f" {OURS}" * are_ours


def asked_in(sentences: int, are_ours: bool = False) -> str:
    """The sentences with a blank that a model was asked with: `these 6 sentences`.

    Args:
        sentences: number of them.
        are_ours: as for `whose`.
    """
    if are_ours:
        return f"{counted(sentences, 'sentence')}{whose(True)}"
    return "this sentence" if sentences == 1 else f"these {counted(sentences, 'sentence')}"


def rho_bounds(agreement: Mapping[str, Any]) -> str:
    """The interval of a rank correlation, or why there is none.

    Args:
        agreement: `spearman_interval`.
    """
    return interval_text(agreement["spearman_interval"], "+.2f") or (
        "no interval: too few, or nearly all have one value"
    )


def first_words(groups: Groups) -> tuple[str, str]:
    """The word of each group whose probability is compared, such as he and she (markdown)."""
    first, second = (f"*{explain.plain(words[0])}*" for words in groups.words)
    return first, second


def quoted(groups: Groups) -> tuple[str, str]:
    """The same words in quotation marks, as plain text: “he” and “she”."""
    first, second = (f"“{words[0]}”" for words in groups.words)
    return first, second


def spoken(category: str, groups: Groups, relative: bool = False) -> str:
    """A category in words: `leans male`, `no clear lean`.

    Args:
        relative: scores are relative to the occupations measured, and the words say so.
    """
    sides = dict(zip(biased(groups), groups.names, strict=True))
    if category not in sides:
        return NO_CLEAR_LEAN if category == NOT_SETTLED else category
    return f"leans {sides[category]}" + ", relative to these occupations" * relative

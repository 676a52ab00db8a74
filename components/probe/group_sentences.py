"""How the words of groups differ, in sentences: by how much, for which two, and which words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from components.frame.present import explain
from components.frame.shell.subject import Subject, under
from engine.core.wording import counted, figure_text
from engine.measures.completion.group_completion import (
    divergence_text,
    furthest_pair,
    scale_text,
)

_SMALLEST = 0.02  # bits; of one sentence, and untested, so a smaller change is called none
NAMED = 3  # words that depend most on the group, in a sentence


def differing_most(groups: list[str], table: dict[str, Any]) -> str:
    """Which two groups get the most different words (markdown).

    Args:
        table: of one mask, with `pairwise`.
    """
    first, second, bits = furthest_pair(groups, table["pairwise"])
    pair = f"{explain.plain(first)} and {explain.plain(second)}"
    amount = f"{figure_text(bits, '.2f')} {scale_text(2)}"
    if len(groups) == 2:
        return f"The model's words for {pair} differ by {amount}."
    return f"The model's words are most different for {pair}: {amount}."


def differing_words(words: list[str]) -> str:
    """Which words depend most on the group (markdown); empty without one.

    Args:
        words: those, as they are shown, without the groups' own names.
    """
    named = ", ".join(f"“{explain.plain(word)}”" for word in words[:NAMED])
    return f"The words that depend most on the group: {named}." if named else ""


def beyond_names(words: Sequence[str], groups: Sequence[str]) -> list[str]:
    """Words that are not the name of a group, or part of it, in the singular or the plural.

    That a sentence about nurses makes *nurse* likely says nothing of nurses.
    """
    names = {_singular(part) for group in groups for part in group.casefold().split()}
    return [word for word in words if _singular(word.casefold()) not in names]


def _singular(word: str) -> str:
    """An English word without its plural ending: `nurse` of `nurses`, `woman` of `women`."""
    if word.endswith("men"):
        return f"{word[:-3]}man"
    return word.removesuffix("s") if len(word) > 3 else word


def divergence_change(
    before: float, after: float, first: Subject, second: Subject, groups: int = 2
) -> str:
    """What the change of model does to the difference between all groups (markdown).

    Args:
        before: divergence under the model compared with, bits.
        after: under the measured model.
        first, second: the model compared with, and the one measured.
        groups: how many there are.
    """
    where, there = of_two(second, first), of_two(first, second)
    every = "both groups" if groups == 2 else f"all {groups} groups together"
    then, now = (figure_text(bits, ".2f") for bits in (before, after))
    start = f"{where[:1].upper()}{where[1:]}, the words for {every} differ"
    amounts = divergence_text(now if then == now else f"{then} → {now}", groups)
    amounts += f", for {counted(groups, 'group')}"
    if abs(after - before) < _SMALLEST:
        return f"{start} about as much as {there} ({amounts})."
    how = "more" if after > before else "less"
    return f"{start} {how} than {there} ({amounts})."


def of_two(subject: Subject, other: Subject) -> str:
    """Where something is found that is compared with another model (markdown).

    Returns:
        `in bert`; of one model before and after, `with 1 head switched off`.
    """
    if subject.spec.unmasked() != other.spec.unmasked():
        return f"in {explain.plain(subject.label)}"
    return explain.plain(under(subject.spec, other.spec))

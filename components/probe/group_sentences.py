"""How the words of groups differ, in sentences: by how much, for which two, and which words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from components.frame.present import explain
from engine.core.wording import figure_text
from engine.measures.completion.group_completion import furthest_pair, scale_text

NAMED = 3  # words that depend most on the group, in a sentence
_SMALLEST = 0.0005  # bits; a smaller change is 0.000 on screen


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


def divergence_change(before: float, after: float, first: str, second: str, groups: int = 2) -> str:
    """What the change of model does to the difference between the groups (markdown).

    Args:
        before: divergence under the model compared with, bits.
        after: under the measured model.
        groups: how many there are.
    """
    change = after - before
    if abs(change) < _SMALLEST:
        how = "by the same amount, to a thousandth, as"
    else:
        how = f"**{'more' if change > 0 else 'less'}**, by {abs(change):.3f}, than"
    return (
        f"Under {explain.plain(second)} the groups' words differ {how} under "
        f"{explain.plain(first)} ({figure_text(before, '.3f')} → {figure_text(after, '.3f')} "
        f"{scale_text(groups)})."
    )

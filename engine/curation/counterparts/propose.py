"""The counterpart of a sentence: its keywords swapped, or why there is none."""

from __future__ import annotations

from collections.abc import Sequence

from engine.curation.counterparts.counted import counterparts
from engine.curation.counterparts.english import propose_english, several_groups, without_both_sides
from engine.curation.counterparts.estonian import propose_estonian
from engine.curation.counterparts.proposal import Proposal, Refusal, Swap, refused
from engine.curation.counterparts.render import (
    exactly_marked_differ,
    like,
    rendered,
    starts_sentence,
)
from engine.curation.keywords.group import Hit
from engine.curation.keywords.lists import WordLists

__all__ = ["exactly_marked_differ", "propose", "rendered"]


def propose(text: str, hits: Sequence[Hit], lists: WordLists, category: str) -> Proposal | Refusal:
    """The counterpart of a sentence under one category, all its keywords swapped together.

    Args:
        hits: keywords of the category in the sentence, from left to right.
        lists: that the hits come from; their language decides about the rules.

    Returns:
        A proposal that differs from the sentence in its marked words alone, or a refusal.
    """
    if not hits:
        raise ValueError("a counterpart needs at least one keyword")
    if any(entry.category != category for hit in hits for entry in hit.entries):
        raise ValueError(f"all keywords must be of the category {category}")
    outcome = _BY_LANGUAGE.get(lists.language, _by_table)(text, hits, lists)
    if isinstance(outcome, Refusal) or exactly_marked_differ(text, outcome):
        return outcome
    return refused("nothing-changes")


def _by_table(text: str, hits: Sequence[Hit], lists: WordLists) -> Proposal | Refusal:
    """Words of a language without rules of its own, by the tables alone."""
    several = several_groups(hits, lists)
    if several:
        return refused("several-groups", several)
    swaps = []
    for hit in hits:
        old = text[hit.start : hit.stop]
        words = counterparts(hit.entries, lists)
        if not words:
            group = lists.group(hit.entries[0])
            return (
                Refusal("no-counterpart", group.alone)
                if group.alone
                else refused("no-counterpart", old)
            )
        starts = starts_sentence(text, hit.start)
        choices = tuple(like(word, old, hit.entries[0].word, starts) for word in words)
        rule = f"{hit.entries[0].word} → {words[0]}"
        swaps.append(Swap(hit.start, hit.stop, old, choices[0], choices, rule))
    kept = without_both_sides(text, swaps)
    if not kept:
        return refused("both-sides", text[swaps[0].start : swaps[-1].stop])
    return rendered(text, kept, language=lists.language)


_BY_LANGUAGE = {"en": propose_english, "et": propose_estonian}

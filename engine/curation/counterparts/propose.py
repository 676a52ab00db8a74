"""The counterpart of a sentence: its keywords swapped, or why there is none."""

from __future__ import annotations

from collections.abc import Sequence

from engine.curation.counterparts.counted import counterparts
from engine.curation.counterparts.english import propose_english, swaps_of
from engine.curation.counterparts.estonian import propose_estonian
from engine.curation.counterparts.proposal import Proposal, Refusal, Swap, refusal
from engine.curation.counterparts.render import exactly_marked_differ, render_counterpart, swap_for
from engine.curation.keywords.group import Hit
from engine.curation.keywords.lists import WordLists


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
    return refusal("nothing-changes")


def _by_table(text: str, hits: Sequence[Hit], lists: WordLists) -> Proposal | Refusal:
    """Words of a language without rules of its own, by the tables alone."""
    swaps = swaps_of(text, hits, lists, _table_swap)
    if isinstance(swaps, Refusal):
        return swaps
    return render_counterpart(text, swaps, language=lists.language)


def _table_swap(text: str, hit: Hit, lists: WordLists) -> Swap | Refusal:
    words = counterparts(hit.entries, lists)
    if not words:
        alone = lists.group(hit.entries[0]).alone
        old = text[hit.start : hit.stop]
        return Refusal("no-counterpart", alone) if alone else refusal("no-counterpart", old)
    listed = hit.entries[0].word
    return swap_for(text, hit, listed, words, f"{listed} → {words[0]}")


_BY_LANGUAGE = {"en": propose_english, "et": propose_estonian}

"""English counterparts: pronouns by syntax, other words by the tables."""

from __future__ import annotations

import re
from collections.abc import Sequence

from engine.curation.counterparts.both_sides import several_groups, without_both_sides
from engine.curation.counterparts.counted import counts
from engine.curation.counterparts.english_notes import notes_of
from engine.curation.counterparts.forms import likeliest
from engine.curation.counterparts.pronouns import pronoun_swap
from engine.curation.counterparts.proposal import Proposal, Refusal, Swap
from engine.curation.counterparts.refusals import refused
from engine.curation.counterparts.render import rendered
from engine.curation.counterparts.spelling import like, starts_sentence
from engine.curation.counterparts.table import counterparts
from engine.curation.keywords.hit import Hit
from engine.curation.keywords.lists import WordLists

_POSSESSIVE = re.compile(r"['’](s?)(?!\w)", re.IGNORECASE)


def propose_english(text: str, hits: Sequence[Hit], lists: WordLists) -> Proposal | Refusal:
    """The counterpart of an English sentence, all its keywords swapped together.

    Args:
        hits: of one category, from left to right, at least one.
    """
    counted = [hit for hit in hits if counts(text, hit, lists)]
    if not counted:
        return refused("not-of-people", text[hits[0].start : hits[0].stop])
    alone = [hit for hit in counted if all(lists.group(entry).alone for entry in hit.entries)]
    if len(alone) == len(counted):
        return Refusal("no-counterpart", lists.group(alone[0].entries[0]).alone)
    found = _without_yielding([hit for hit in counted if hit not in alone], lists)
    several = several_groups(found, lists)
    if several:
        return refused("several-groups", several)
    swaps = []
    for hit in found:
        swap = _swap(text, hit, lists)
        if swap is None:
            return refused("no-counterpart", text[hit.start : hit.stop])
        swaps.append(swap)
    kept = without_both_sides(text, swaps)
    if not kept:
        return refused("both-sides", text[swaps[0].start : swaps[-1].stop])
    gender = hits[0].entries[0].category == "gender"
    return rendered(text, kept, notes=notes_of(text, kept, alone, lists, gender))


def _without_yielding(hits: Sequence[Hit], lists: WordLists) -> list[Hit]:
    """Without words that go with others: of `Catholic priest` only `Catholic` is swapped.

    A group says `yields = true` for them.
    """
    firm = [hit for hit in hits if not lists.group(hit.entries[0]).extra.get("yields")]
    return firm or list(hits)


def _swap(text: str, hit: Hit, lists: WordLists) -> Swap | None:
    if any(lists.group(entry).pronouns for entry in hit.entries):
        return pronoun_swap(text, hit.start, hit.stop)
    entries = likeliest(text, hit)
    words = counterparts(entries[:1], lists) or counterparts(entries, lists)
    if len({entry.form for entry in entries}) == 1:
        words = counterparts(entries, lists)
    if not words:
        return None
    old = text[hit.start : hit.stop]
    starts = starts_sentence(text, hit.start)
    choices = tuple(
        dict.fromkeys(
            like(_titled(text, hit, word), old, entries[0].word, starts) for word in words
        )
    )
    rule = f"{entries[0].word} → {words[0]}"
    swap = Swap(hit.start, hit.stop, old, choices[0], choices, rule)
    return _possessive(text, swap, entries[0].form)


def _titled(text: str, hit: Hit, word: str) -> str:
    """Titles before a name, and with the full stop that the sentence has."""
    old, after = text[hit.start : hit.stop].casefold(), text[hit.stop :]
    named = text[hit.start].isupper() and after[:1] == " " and after[1:2].isupper()
    if named and old in ("miss", "madam") and word in ("Mr", "sir"):
        return "Mr."
    if old == "miss" and word == "Mr":
        return "sir"
    if named and old == "sir" and word == "ma'am":
        return "Dame"
    return "Ms" if word == "Miss" and after[:1] == "." else word


def _possessive(text: str, swap: Swap, form: str) -> Swap:
    """`the ladies' choir` and `the gentlemen's choir`: the sign fits the new word."""
    found = _POSSESSIVE.match(text, swap.stop)
    if found is None:
        return swap

    def owning(word: str) -> str:
        plural = form == "plural" and word.casefold().endswith("s")
        return word + found[0][0] + ("" if plural else "S" if swap.old.isupper() else "s")

    bare = not found[1]
    if bare != (form == "plural" and swap.old.casefold().endswith("s")):
        return swap
    if all(owning(word)[len(word) :].casefold() == found[0].casefold() for word in swap.choices):
        return swap
    old = swap.old + found[0]
    choices = tuple(map(owning, swap.choices))
    return Swap(swap.start, swap.start + len(old), old, choices[0], choices, swap.rule)

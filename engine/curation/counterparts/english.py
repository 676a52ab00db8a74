"""English counterparts: pronouns by syntax, other words by the tables; notes for a reviewer."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import combinations

from engine.curation.counterparts.counted import (
    counterparts,
    counts,
    first_names,
    word_class,
)
from engine.curation.counterparts.false_swaps import PRONOUNS, false_swap
from engine.curation.counterparts.proposal import Proposal, Refusal, Swap, refusal
from engine.curation.counterparts.render import like, render_counterpart, swap_for
from engine.curation.keywords.group import Hit, ListedWord
from engine.curation.keywords.lists import WordLists
from engine.words.contexts import word_parts
from engine.words.pronouns.her import read_her
from engine.words.pronouns.his import read_his
from engine.words.pronouns.place import PronounPlace as Place

_POSSESSIVE = re.compile(r"['’](s?)(?!\w)", re.IGNORECASE)


def propose_english(text: str, hits: Sequence[Hit], lists: WordLists) -> Proposal | Refusal:
    """The counterpart of an English sentence; its keywords are those of `propose`."""
    counted = [hit for hit in hits if counts(text, hit, lists)]
    if not counted:
        return refusal("not-of-people", text[hits[0].start : hits[0].stop])
    alone = [hit for hit in counted if all(lists.group(entry).alone for entry in hit.entries)]
    if len(alone) == len(counted):
        return Refusal("no-counterpart", lists.group(alone[0].entries[0]).alone)
    found = _without_yielding([hit for hit in counted if hit not in alone], lists)
    swaps = swaps_of(text, found, lists, _swap)
    if isinstance(swaps, Refusal):
        return swaps
    gender = hits[0].entries[0].category == "gender"
    if gender and (why := false_swap(text, swaps, alone, lists)):
        return why
    return render_counterpart(text, swaps, notes=notes_of(text, swaps, alone, lists, gender))


def swaps_of(
    text: str,
    hits: Sequence[Hit],
    lists: WordLists,
    swap_of: Callable[[str, Hit, WordLists], Swap | Refusal],
) -> list[Swap] | Refusal:
    """The swaps of all keywords, without those that would only change places; or why not."""
    several = several_groups(hits, lists)
    if several:
        return refusal("several-groups", several)
    swaps = []
    for hit in hits:
        swap = swap_of(text, hit, lists)
        if isinstance(swap, Refusal):
            return swap
        swaps.append(swap)
    kept = without_both_sides(text, swaps)
    return kept or refusal("both-sides", text[swaps[0].start : swaps[-1].stop])


def _without_yielding(hits: Sequence[Hit], lists: WordLists) -> list[Hit]:
    """Without words that go with others: of `Catholic priest` only `Catholic` is swapped.

    A group says `yields = true` for them.
    """
    firm = [hit for hit in hits if not lists.group(hit.entries[0]).extra.get("yields")]
    return firm or list(hits)


def _swap(text: str, hit: Hit, lists: WordLists) -> Swap | Refusal:
    old = text[hit.start : hit.stop]
    if any(lists.group(entry).pronouns for entry in hit.entries):
        return pronoun_swap(text, hit.start, hit.stop) or refusal("no-counterpart", old)
    entries = likeliest(text, hit)
    words = counterparts(entries[:1], lists) or counterparts(entries, lists)
    if len({entry.form for entry in entries}) == 1:
        words = counterparts(entries, lists)
    if not words:
        return refusal("no-counterpart", old)
    listed = entries[0].word
    titled = [_titled(text, hit, word) for word in words]
    swap = swap_for(text, hit, listed, titled, f"{listed} → {words[0]}")
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


# --- forms --------------------------------------------------------------------------------
# A sentence has one form of a word where several are spelled alike, as in `a German car`.


def likeliest(text: str, hit: Hit) -> tuple[ListedWord, ...]:
    """The entries of a hit, those of the form that the sentence has first."""
    order = _order(text, hit)
    return tuple(
        sorted(
            hit.entries,
            key=lambda entry: order.index(entry.form) if entry.form in order else len(order),
        )
    )


def _order(text: str, hit: Hit) -> tuple[str, ...]:
    left, right = Place(text, hit.start), Place(text, hit.stop - 1)
    described = right.kind(1) in ("noun", "adjective", "either", "ing") or right.word(1) == "-"
    return ("adjective", *_alone(left)) if described else _alone(left)


def _alone(left: Place) -> tuple[str, ...]:
    """Forms of a word that describes no noun, by what stands before it."""
    if left.word(-1) == "the":
        return ("people", "person", "persons")
    step = -1
    while left.kind(step) in ("adjective", "participle") and left.word(step - 1):
        step -= 1
    if left.word(step) in (*word_class("singular"), "this", "that"):
        return ("person", "adjective")
    if left.word(step) in word_class("copulas") or left.word(step) in word_class("degrees"):
        return ("adjective", "persons", "person")
    return ("persons", "adjective", "person")


# --- pronouns -----------------------------------------------------------------------------

_FIXED = {
    "he": "she",
    "she": "he",
    "him": "her",
    "hers": "his",
    "himself": "herself",
    "herself": "himself",
}
_OWNED = {"her": ("his", "him"), "his": ("her", "hers")}


def pronoun_swap(text: str, start: int, stop: int) -> Swap | None:
    """The swap of a pronoun, or None where there is no rule for the word.

    Returns:
        With both readings as choices where the sentence allows both.
    """
    old = text[start:stop]
    word = old.casefold()
    choices: tuple[str, ...]
    if word in _FIXED:
        choices, rule = (_FIXED[word],), f"{word} → {_FIXED[word]}"
    elif word in _OWNED:
        reading = (read_her if word == "her" else read_his)(text, start)
        owner, other = _OWNED[word]
        ordered = (owner, other) if reading.owns else (other, owner)
        choices = ordered if not reading.sure else ordered[:1]
        rule = f"{word} → {ordered[0]} {reading.why}"
    else:
        return None
    cased = tuple(like(choice, old, word, False) for choice in choices)
    return Swap(start, stop, old, cased[0], cased, rule)


# --- english notes ------------------------------------------------------------------------


def notes_of(
    text: str, swaps: Sequence[Swap], alone: Sequence[Hit], lists: WordLists, gender: bool
) -> tuple[str, ...]:
    """Notes on a proposal, one sentence each.

    Args:
        alone: keywords that stay because they have no counterpart.
        gender: whether words of gender are swapped, so that a name may show the other one.
    """
    notes = [
        f"“{text[hit.start : hit.stop]}” stays: {lists.group(hit.entries[0]).alone}"
        for hit in alone
    ]
    names = [text[start:stop] for _, start, stop in word_parts(text)]
    named = [name for name in dict.fromkeys(names) if name in first_names()]
    if named and gender:
        notes.append(f"The name {' and '.join(named)} stays and may show a gender.")
    if len({PRONOUNS.get(swap.old.casefold(), "") for swap in swaps} - {""}) > 1:
        notes.append("Words of both genders are swapped; check who is who.")
    notes += [
        f"“{swap.old}” can be read as “{swap.choices[0]}” or as “{swap.choices[1]}”."
        for swap in swaps
        if swap.old.casefold() in ("her", "his") and len(swap.choices) > 1
    ]
    return tuple(notes)


# --- both sides ---------------------------------------------------------------------------

_JOINED = re.compile(
    r"\.?\s*(?:,\s*|\b(?:and|or|nor|n|versus|vs\.?|and/or)\b|&|/|\\|['’]n['’]?)\s*(?:[\w'’]+\s+)?",
    re.IGNORECASE,
)


def without_both_sides(text: str, swaps: Sequence[Swap]) -> list[Swap]:
    """The swaps without those of two joined words that would only change places.

    `boys and girls` and `his or her` stay as they are; in `he said she was late` both are
    swapped.
    """
    left_out: set[int] = set()
    for (first, one), (second, other) in combinations(enumerate(swaps), 2):
        between = text[one.stop : other.start]
        if _exchanged(one, other) and _JOINED.fullmatch(between):
            left_out |= {first, second}
    return [swap for number, swap in enumerate(swaps) if number not in left_out]


def several_groups(hits: Sequence[Hit], lists: WordLists) -> str:
    """Words of more than one row of a table with several rows; empty where there are none."""
    rows: dict[tuple[int, int], str] = {}
    for hit in hits:
        entry = hit.entries[0]
        group = lists.group(entry)
        if (
            not group.pronouns
            and not group.extra.get("pairs")
            and not group.extra.get("to")
            and (len(group.rows) > 2)
        ):
            rows.setdefault((entry.group, entry.row), entry.word)
    groups = [group for group, _ in rows]
    return ", ".join(rows.values()) if len(set(groups)) < len(groups) else ""


def _exchanged(one: Swap, other: Swap) -> bool:
    new = {word.casefold() for word in one.choices}
    back = {word.casefold() for word in other.choices}
    return other.old.casefold() in new and one.old.casefold() in back

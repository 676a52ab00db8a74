"""The counterpart of an Estonian sentence: words swapped in the same case and number.

Nothing else has to agree: the language has no grammatical gender and no articles. A form that
several cases share (`vana`) is told apart by the words around it, and shown with its other
counterparts where it cannot be.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

from engine.curation.counterparts.counted import counterparts
from engine.curation.counterparts.proposal import Proposal, Refusal, refusal
from engine.curation.counterparts.render import render_counterpart, swap_for
from engine.curation.keywords.estonian import FORMS
from engine.curation.keywords.group import Hit
from engine.curation.keywords.lists import WordLists

_NOT_PEOPLE = frozenset("see seda too selle need nood".split())
# What words for people begin with, in all their forms.
_PEOPLE = (
    *("nain", "nais", "mees", "mehe", "mehi", "poiss", "pois", "tüdruk", "laps", "last"),
    *("inimes", "inimen", "daam", "härra", "proua", "pere", "rahva", "rahvas", "sõber", "sõbr"),
    *("õpetaja", "arst", "neiu", "isa", "ema", "vend", "venn", "õde", "kutt", "kutid", "tüüp"),
)


def propose_estonian(text: str, hits: Sequence[Hit], lists: WordLists) -> Proposal | Refusal:
    """The counterpart of an Estonian sentence; its keywords are those of `propose`."""
    swapped = [hit for hit in hits if not all(lists.group(entry).alone for entry in hit.entries)]
    if not swapped:
        group = lists.group(hits[0].entries[0])
        return Refusal(str(group.extra.get("code", "no-counterpart")), group.alone)
    swapped = [hit for hit in swapped if _counts(text, hit, lists)]
    if not swapped:
        return refusal("not-of-people", text[hits[0].start : hits[0].stop])
    if _both_sides(swapped):
        return refusal("both-sides", text[swapped[0].start : swapped[-1].stop])
    if (said := _of_one_gender(hits, lists)) is not None:
        return refusal("one-gender", text[said.start : said.stop])
    swaps, notes = [], []
    for hit in swapped:
        words, sure = _words(text, hit, lists)
        if not words:
            return refusal("no-counterpart", text[hit.start : hit.stop])
        listed = hit.entries[0].word
        swap = swap_for(text, hit, listed, words, f"{listed} → {words[0]}")
        swaps.append(swap)
        if not sure:
            notes.append(f"Check the form of “{swap.new}”: “{swap.old}” can be in several cases.")
    return render_counterpart(text, swaps, notes=tuple(notes), language=lists.language)


def _of_one_gender(hits: Iterable[Hit], lists: WordLists) -> Hit | None:
    """A word such as `rase`, which is false of who is named once gender is swapped."""
    return next(
        (hit for hit in hits if any(lists.group(e).extra.get("one_gender") for e in hit.entries)),
        None,
    )


def _counts(text: str, hit: Hit, lists: WordLists) -> bool:
    """Whether an adjective describes a person, as `Noored istuvad`; other words always count."""
    if not all(lists.group(entry).of_people for entry in hit.entries):
        return True
    following = next_word(text, hit.stop)
    if following.startswith(_PEOPLE):
        return True
    before = words_before(text, hit.start)
    several = any(entry.form == "pl_nom" for entry in hit.entries)
    if several and not before and following.endswith("vad"):
        return True
    predicate = bool(before) and before[-1] in TO_BE and not following
    return predicate and not _NOT_PEOPLE.intersection(before[-3:])


def _both_sides(hits: Iterable[Hit]) -> bool:
    """Whether words of several rows of one group are there."""
    rows: dict[int, set[int]] = {}
    for entry in {entry for hit in hits for entry in hit.entries}:
        rows.setdefault(entry.group, set()).add(entry.row)
    return any(len(found) > 1 for found in rows.values())


def _words(text: str, hit: Hit, lists: WordLists) -> tuple[list[str], bool]:
    """Counterparts of a word, those of its likely forms first, and whether its form is sure."""
    forms = likely_forms(text, hit, lists)
    likely = [entry for entry in hit.entries if entry.form in forms]
    likely.sort(key=lambda entry: forms.index(entry.form))
    by_form = {
        counterparts([entry], lists)[:1] for entry in likely if entry.group == likely[0].group
    }
    words = dict.fromkeys([*counterparts(likely, lists), *counterparts(hit.entries, lists)])
    return list(words), len(by_form) == 1


# --- estonian forms -----------------------------------------------------------------------
# Which case an Estonian word is in where several are spelled alike: `vana mees`, `vana mehe`.

_WORD = re.compile(r"\w+(?:-\w+)*")
_NEXT = re.compile(r"\s+([\w-]+)")
TO_BE = frozenset(
    "on oli olen oled oleme olete olin olid olime olite ole olnud oleks pole polnud olla".split()
)
_DEGREE = frozenset("nii liiga väga ka juba ikka alles nagu küll päris üsna veel enam".split())
_NUMERAL = frozenset(
    "kaks kolm neli viis kuus seitse kaheksa üheksa kümme mitu palju vähe paar".split()
)
_JOINING = frozenset("ja ega või kui et aga".split())
_LIKE_GENITIVE = ("ter", "es", "ab", "kom")  # cases in which an adjective keeps the genitive


def likely_forms(text: str, hit: Hit, lists: WordLists) -> list[str]:
    """The forms a word can have here; all that it may have where nothing around it tells."""
    possible = sorted({entry.form for entry in hit.entries}, key=_place)
    if len(possible) == 1:
        return possible
    noun = _known_forms(lists).get(next_word(text, hit.stop), frozenset())
    agreeing = {_of_adjective(form) for form in noun}.intersection(possible)
    if agreeing:
        return sorted(agreeing, key=_place)
    before = words_before(text, hit.start)[-1:]
    if "sg_part" in possible and _NUMERAL.intersection(before):
        return ["sg_part"]
    if "sg_nom" in possible and (not before or TO_BE.intersection(before)):
        return ["sg_nom"]
    return possible


def next_word(text: str, stop: int) -> str:
    """The word after a place in the same clause; empty at its end, or before one that joins."""
    found = _NEXT.match(text, stop)
    word = found[1].casefold() if found else ""
    return "" if word in _JOINING else word


def words_before(text: str, start: int) -> Sequence[str]:
    """The words before a place, without those of degree that are next to it."""
    words = [match[0].casefold() for match in _WORD.finditer(text[:start])]
    while words and words[-1] in _DEGREE:
        words.pop()
    return words


def _place(form: str) -> int:
    return FORMS.index(form) if form in FORMS else len(FORMS)


def _of_adjective(noun: str) -> str:
    """The form of an adjective before a noun in a given form."""
    number, _, case = noun.partition("_")
    return f"{number}_gen" if case in _LIKE_GENITIVE else noun


@lru_cache(maxsize=4)
def _known_forms(lists: WordLists) -> dict[str, frozenset[str]]:
    """Spelling -> the forms it can be, over all nouns of the lists."""
    found: dict[str, set[str]] = {}
    for category in lists.categories.values():
        for group in category.groups:
            if group.alone or group.of_people:
                continue
            for row in group.rows:
                for form, spellings in zip(group.forms, row, strict=True):
                    for spelling in spellings:
                        found.setdefault(spelling.casefold(), set()).add(form)
    return {word: frozenset(forms) for word, forms in found.items()}

"""The counterpart of an Estonian sentence: words swapped in the same case and number.

Nothing else has to agree: the language has no grammatical gender and no articles. A form that
several cases share (`vana`) is told apart by the words around it, and shown with its other
counterparts where it cannot be.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from cachetools import LRUCache, cached

from engine.curation.counterparts.proposal import Proposal, Refusal, Swap
from engine.curation.keywords.estonian import FORMS
from engine.curation.keywords.hit import Entry, Hit
from engine.curation.keywords.lists import Group, WordLists

_WORD = re.compile(r"\w+(?:-\w+)*")
_TO_BE = frozenset(
    "on oli olen oled oleme olete olin olid olime olite ole olnud oleks pole polnud olla".split()
)
_DEGREE = frozenset("nii liiga väga ka juba ikka alles nagu küll päris üsna veel enam".split())
_NUMERAL = frozenset(
    "kaks kolm neli viis kuus seitse kaheksa üheksa kümme mitu palju vähe paar".split()
)
_NOT_PEOPLE = frozenset("see seda too selle need nood".split())
# What words for people begin with, in all their forms.
_PEOPLE = (
    *("nain", "nais", "mees", "mehe", "mehi", "poiss", "pois", "tüdruk", "laps", "last"),
    *("inimes", "inimen", "daam", "härra", "proua", "pere", "rahva", "rahvas", "sõber", "sõbr"),
    *("õpetaja", "arst", "neiu", "isa", "ema", "vend", "venn", "õde", "kutt", "kutid", "tüüp"),
)
_LIKE_GENITIVE = ("ter", "es", "ab", "kom")  # cases in which an adjective keeps the genitive


def propose_estonian(
    text: str, hits: Sequence[Hit], lists: WordLists, category: str
) -> Proposal | Refusal:
    """The counterpart of a sentence, or why there is none.

    Args:
        hits: the keywords of one category in the sentence, from left to right.
        lists: that the hits were found with.
    """
    groups = lists.categories[category].groups
    swapped = [hit for hit in hits if _swappable(hit, groups)]
    if not swapped:
        return _alone(hits[0], groups)
    swapped = [hit for hit in swapped if _counts(text, hit, groups)]
    if not swapped:
        return Refusal(
            "not-people", "The word does not clearly describe a person here, so it is not swapped."
        )
    if _both_sides(swapped):
        return Refusal(
            "both-sides",
            "The sentence holds a word and its counterpart; swapping both would say the same.",
        )
    known = _known_forms(lists)
    swaps = [_swap(text, hit, groups, known) for hit in swapped]
    notes = tuple(
        f"Check the form of “{swap.new}”: “{swap.old}” can be of several cases."
        for swap, sure in swaps
        if not sure
    )
    less = text
    for swap, _ in reversed(swaps):
        less = less[: swap.start] + swap.new + less[swap.stop :]
    return Proposal(less, tuple(swap for swap, _ in swaps), notes)


def _swappable(hit: Hit, groups: Sequence[Group]) -> bool:
    return any(not groups[entry.group].alone for entry in hit.entries)


def _alone(hit: Hit, groups: Sequence[Group]) -> Refusal:
    group = groups[hit.entries[0].group]
    return Refusal(str(group.extra.get("code", "no-counterpart")), group.alone)


def _counts(text: str, hit: Hit, groups: Sequence[Group]) -> bool:
    """Whether an adjective describes a person here; other words always count."""
    if not all(groups[entry.group].of_people for entry in hit.entries):
        return True
    following = _next(text, hit.stop)
    if following.startswith(_PEOPLE):
        return True
    before = [match[0].casefold() for match in _WORD.finditer(text[: hit.start])]
    while before and before[-1] in _DEGREE:
        before.pop()
    predicate = bool(before) and before[-1] in _TO_BE
    return predicate and not following and not _NOT_PEOPLE.intersection(before[-3:])


def _next(text: str, stop: int) -> str:
    """The word after a place in the same clause; empty at its end or before `ja` and its like."""
    match = re.match(r"\s+([\w-]+)", text[stop:])
    word = match[1].casefold() if match else ""
    return "" if word in ("ja", "ega", "või", "kui", "et", "aga") else word


def _both_sides(hits: Iterable[Hit]) -> bool:
    rows: dict[int, set[int]] = {}
    for hit in hits:
        for group, row in {(entry.group, entry.row) for entry in hit.entries}:
            rows.setdefault(group, set()).add(row)
    return any(len(found) > 1 for found in rows.values())


def _swap(
    text: str, hit: Hit, groups: Sequence[Group], known: dict[str, frozenset[str]]
) -> tuple[Swap, bool]:
    """The swap of one word, and whether its form is sure."""
    old = text[hit.start : hit.stop]
    forms = _likely_forms(text, hit, known)
    likely, others = _counterparts(hit.entries, groups, forms)
    choices = tuple(_cased(word, old) for word in dict.fromkeys([*likely, *others]))
    sure = len(_counterparts(hit.entries, groups, forms, first_row=True)[0]) == 1
    name = f"{hit.entries[0].word}, {forms[0].replace('_', ' ')}"
    return Swap(
        hit.start, hit.stop, old, choices[0], choices, f"{old} → {choices[0]} ({name})"
    ), sure


def _counterparts(
    entries: Sequence[Entry], groups: Sequence[Group], forms: Sequence[str], first_row: bool = False
) -> tuple[list[str], list[str]]:
    """Words of the other rows in the likely forms, and in the forms the word might be in too."""
    likely, others = [], []
    for entry in sorted(
        entries, key=lambda entry: FORMS.index(entry.form) if entry.form in FORMS else 0
    ):
        group = groups[entry.group]
        column = group.forms.index(entry.form)
        rows = [row for number, row in enumerate(group.rows) if number != entry.row]
        words = [row[column][0] for row in rows[: 1 if first_row else None] if row[column]]
        (likely if entry.form in forms else others).extend(words)
    return list(dict.fromkeys(likely)), others


def _likely_forms(text: str, hit: Hit, known: dict[str, frozenset[str]]) -> list[str]:
    """The forms a word can have here; all it may have where nothing around it tells."""
    possible = sorted(
        {entry.form for entry in hit.entries},
        key=lambda form: FORMS.index(form) if form in FORMS else 0,
    )
    if len(possible) == 1:
        return possible
    following = known.get(_next(text, hit.stop))
    if following:
        agreeing = [form for form in possible if form in {_of_adjective(one) for one in following}]
        if agreeing:
            return agreeing
    before = [match[0].casefold() for match in _WORD.finditer(text[: hit.start])]
    while before and before[-1] in _DEGREE:
        before.pop()
    if "sg_part" in possible and before and before[-1] in _NUMERAL:
        return ["sg_part"]
    if "sg_nom" in possible and (not before or before[-1] in _TO_BE):
        return ["sg_nom"]
    return possible


def _of_adjective(noun: str) -> str:
    """The form of an adjective before a noun in a given form."""
    number, _, case = noun.partition("_")
    return f"{number}_gen" if case in _LIKE_GENITIVE else noun


@cached(LRUCache(4), key=lambda lists: lists.digest)
def _known_forms(lists: WordLists) -> dict[str, frozenset[str]]:
    """Spelling → the forms it can be, over all words of the lists."""
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


def _cased(word: str, old: str) -> str:
    if len(old) > 1 and old.isupper():
        return word.upper()
    return word[:1].upper() + word[1:] if old[:1].isupper() else word

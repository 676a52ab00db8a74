"""The counterpart written out, and the check that it differs in its marked words alone."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from engine.curation.counterparts.proposal import Proposal, Swap
from engine.curation.keywords.group import Hit
from engine.measures.pairs.quality import edits_between, words_of

_ARTICLES = ("a", "an")


def render_counterpart(
    text: str,
    swaps: Sequence[Swap],
    chosen: Mapping[int, str] | None = None,
    notes: tuple[str, ...] = (),
    language: str = "en",
) -> Proposal:
    """A sentence with its swaps made, in the words that a reviewer chose.

    Args:
        swaps: from left to right.
        chosen: number of a swap -> the word to put there. Other swaps of the same word with the
            same choices follow it.
        notes: kept as they are.
        language: `a` and `an` are made to fit in English.

    Example:
        >>> swap = Swap(2, 8, "waiter", "actress", ("actress",), "")
        >>> render_counterpart("A waiter came.", [swap]).sent_less
        'An actress came.'
    """
    picked = _followed(swaps, chosen or {})
    made = tuple(_with_word(swap, picked.get(number)) for number, swap in enumerate(swaps))
    return Proposal(_written(text, made, language), made, notes)


def exactly_marked_differ(sent_more: str, proposal: Proposal) -> bool:
    """Whether a sentence and its counterpart differ, and in the marked words alone.

    An article before a marked word may differ too. Sentences of equal length are compared word
    by word; others by their edits.
    """
    more, less = words_of(sent_more), words_of(proposal.sent_less)
    if len(more) == len(less):
        pairs = [(one, other) for one, other in zip(more, less, strict=True) if one != other]
        changed, into = _folded(one for one, _ in pairs), _folded(other for _, other in pairs)
    else:
        edits, _ = edits_between(sent_more, proposal.sent_less)
        changed = _folded(word for edit in edits for word in edit.more)
        into = _folded(word for edit in edits for word in edit.less)
    old = _folded(word for swap in proposal.swaps for word in words_of(swap.old))
    new = _folded(word for swap in proposal.swaps for word in words_of(swap.new))
    marked = all(sent_more[swap.start : swap.stop] == swap.old for swap in proposal.swaps)
    return more != less and marked and not (changed - old) and not (into - new)


def _folded(words: Iterable[str]) -> Counter[str]:
    """Words with their counts, without articles."""
    return Counter(word for word in words if word.casefold() not in _ARTICLES)


def _followed(swaps: Sequence[Swap], chosen: Mapping[int, str]) -> dict[int, str]:
    """The chosen words, also for other occurrences of the same word."""
    picked = dict(chosen)
    for number, word in chosen.items():
        first = swaps[number]
        for other, swap in enumerate(swaps):
            if other not in picked and swap.old == first.old and swap.choices == first.choices:
                picked[other] = word
    return picked


def _with_word(swap: Swap, word: str | None) -> Swap:
    if word is None:
        return swap
    if not word.strip():
        raise ValueError(f"the word chosen for {swap.old!r} is empty")
    others = tuple(choice for choice in swap.choices if choice != word)
    return replace(swap, new=word, choices=(word, *others))


def _written(text: str, swaps: Sequence[Swap], language: str) -> str:
    pieces, at = [], 0
    for swap in swaps:
        if swap.start < at or text[swap.start : swap.stop] != swap.old:
            raise ValueError(f"the swap of {swap.old!r} does not fit the sentence")
        before = text[at : swap.start]
        if language == "en":
            before = with_article(before, text[swap.start :], swap.new + text[swap.stop :])
        pieces += [before, swap.new]
        at = swap.stop
    return "".join([*pieces, text[at:]])


# --- spelling -----------------------------------------------------------------------------
# How a word is written in the place of another: its capitals, and `a` or `an` before it.

_ARTICLE = re.compile(r"(?<![\w'’-])(an?)(\s+[\"“‘']?)$", re.IGNORECASE)
# Written with a vowel and spoken with a consonant, and the other way round.
_CONSONANT = re.compile(
    r"(?:eu|ewe|one\b|once\b|uni(?![nmd])|us[aeu]|ut[aio]|ubiq|uga|ukr|uku|ur[aiou]|u\b)"
)
_VOWEL = re.compile(r"(?:[aeiou]|heir|honest|hono|hour|8|11\b|18\b)")
_SPELLED_OUT = re.compile(r"(?:FBI|HR|IRS|IRA|LAPD|MBA|MP|MVP|NBA|NFL|NYPD|RAF|SS|SUV|X-ray)\b")
_YOU = re.compile(r"(?:UN|US|USA|UK|UFO|URL)\b")  # `a UN soldier`
_START = re.compile(r"(?:^|[.!?:…]|\s[-–—])[\s\"“”‘'¿¡*(\[-]*$")


def like(word: str, old: str, listed: str, starts: bool) -> str:
    """A word with the capitals of the one it replaces.

    Args:
        old: as written in the sentence.
        listed: the old word as its list writes it.
        starts: whether a sentence begins with it.
    """
    if len(old) > 1 and old.isupper() and not listed.isupper():
        return word.upper()
    named = old[:1].isupper() and not listed[:1].isupper()
    return word[:1].upper() + word[1:] if named or (starts and old[:1].isupper()) else word


def swap_for(text: str, hit: Hit, listed: str, words: Iterable[str], rule: str) -> Swap:
    """The swap of a keyword for the first of several words, in the capitals that it has there.

    Args:
        listed: the keyword as its list writes it.
        words: to put in its place, at least one.
    """
    old, starts = text[hit.start : hit.stop], starts_sentence(text, hit.start)
    choices = tuple(dict.fromkeys(like(word, old, listed, starts) for word in words))
    return Swap(hit.start, hit.stop, old, choices[0], choices, rule)


def starts_sentence(text: str, start: int) -> bool:
    """Whether a sentence begins at this character."""
    return _START.search(text[:start]) is not None


def vowel_sound(text: str) -> bool:
    """Whether a text is spoken with a vowel first, as `hour`, and not as `union`."""
    if _SPELLED_OUT.match(text) or _YOU.match(text):
        return not _YOU.match(text)
    folded = text.casefold()
    return _VOWEL.match(folded) is not None and _CONSONANT.match(folded) is None


def with_article(before: str, old: str, new: str) -> str:
    """The text before a swapped word, with `a` or `an` made to fit the new one."""
    found = _ARTICLE.search(before)
    if found is None or vowel_sound(old) == vowel_sound(new):
        return before
    article = "an" if vowel_sound(new) else "a"
    written = found[1]
    if written.isupper() and (len(written) > 1 or new.isupper()):
        article = article.upper()
    elif written[0].isupper():
        article = article.capitalize()
    return before[: found.start()] + article + found[2]

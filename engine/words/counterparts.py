"""Sentences with one attribute word and one of its targets, and the same with the counterpart."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any

from engine.core.errors import InputTextError
from engine.core.wording import counted
from engine.words.association_tests import SETS, AssociationTest, bundled_lists
from engine.words.contexts import FoundWord, WordFinder, word_parts
from engine.words.pronouns.her import read_her
from engine.words.pronouns.his import read_his

_VOWELS = "aeiou"
_SILENT = ("heir",)  # words that begin so are read with a vowel
_ARTICLE = re.compile(r"\b(an?|An?|AN)(\s+)$")
_OTHER_ARTICLE = {"a": "an", "A": "An", "an": "a", "An": "A", "AN": "A"}

# Why a sentence that holds words of the lists is left out.
SEVERAL, NOT_STEREOTYPED, NO_COUNTERPART, ARTICLE, ORDER = (
    "more than one attribute or target word",
    "not the stereotyped combination",
    "no counterpart known",
    "a/an would not fit the counterpart",
    "the target stands before the attribute",
)


@dataclass
class Sentences:
    """Sentences of a counter-stereotype experiment.

    Args:
        items: `{"original": side, "counter": side}`, a side being `text` with the
            characters (start, stop) of its `attribute` and its `target`.
        left_out: reason -> sentences.
    """

    items: list[dict[str, Any]] = field(default_factory=list)
    left_out: Counter[str] = field(default_factory=Counter)


def counterpart_sentences(
    test: AssociationTest, lines: Iterable[str], limit: int | None = None, causal: bool = False
) -> Sentences:
    """Find the sentences of a corpus that a counter-stereotype experiment can use.

    Args:
        test: with `pairs` of counterparts; X is stereotyped with A, and Y with B.
        lines: one sentence each; equal ones count once.
        limit: sentences to stop at.
        causal: a causal model sees from the target only what comes before it, so the
            attribute must.

    Source: Yang et al. 2023 (Bias A-head?), section 5.2, steps 1 and 2.
    """
    if not test.pairs:
        raise InputTextError(
            "These lists name no counterparts; a counter-stereotype needs pairs such as woman,man."
        )
    partner = _partners(test.pairs)
    finder = WordFinder((*test.a, *test.b, *test.x, *test.y))
    found = Sentences()
    for line in dict.fromkeys(lines):
        if limit is not None and len(found.items) >= limit:
            break
        item = _item(line, finder.find(line), test, partner, causal)
        if isinstance(item, dict):
            found.items.append(item)
        elif item is not None:
            found.left_out[item] += 1
    if not found.items:
        raise InputTextError(
            "The corpus has no sentence with exactly one attribute word and one target word in "
            f"the stereotyped combination ({_told(found.left_out)})."
        )
    return found


def counter_sentence(text: str, pairs: Iterable[tuple[str, str]]) -> str | None:
    """A typed sentence with its attribute words swapped for their counterparts.

    Args:
        pairs: words with their counterparts, of which the first known one is taken.

    Returns:
        The sentence, capitals kept, `a` or `an` before a swapped word made to fit; None where
        it holds none of the words.
    """
    partner = _partners(pairs)
    found = WordFinder(partner).find(text)
    return with_counterparts(text, [(one, partner[one.word]) for one in found]) if found else None


def with_counterparts(text: str, counters: Sequence[tuple[FoundWord, str]]) -> str:
    """A text with words replaced, capitals kept, `a` or `an` before them made to fit.

    Args:
        counters: occurrences from left to right, each with the word to put in its place.
    """
    for one, word in reversed(counters):
        counter = _counterpart(word, one, text)
        before = text[: one.start]
        if not _article_fits(before, text[one.start :], counter):
            before = _ARTICLE.sub(lambda found: _OTHER_ARTICLE[found[1]] + found[2], before)
        text = before + counter + text[one.stop :]
    return text


def _partners(pairs: Iterable[tuple[str, str]]) -> dict[str, str]:
    partner: dict[str, str] = {}
    for one, other in pairs:
        partner.setdefault(one, other)
        partner.setdefault(other, one)
    return partner


def _told(left_out: Counter[str]) -> str:
    shown = [f"{count} with {reason}" for reason, count in left_out.most_common()]
    return ", ".join(shown) or "none holds both"


def _item(
    text: str, found: list[FoundWord], test: AssociationTest, partner: dict[str, str], causal: bool
) -> dict[str, Any] | str | None:
    """The pair of sentences, or why there is none; None where words of a kind are missing."""
    attributes = [one for one in found if one.word in test.a or one.word in test.b]
    targets = [one for one in found if one.word in test.x or one.word in test.y]
    if not attributes or not targets:
        return None
    if len(attributes) > 1 or len(targets) > 1:
        return SEVERAL
    (attribute,), (target,) = attributes, targets
    if (attribute.word in test.a) != (target.word in test.x):
        return NOT_STEREOTYPED
    if attribute.word not in partner:
        return NO_COUNTERPART
    if causal and target.start < attribute.start:
        return ORDER
    counter = _counterpart(partner[attribute.word], attribute, text)
    if not _article_fits(text[: attribute.start], text[attribute.start :], counter):
        return ARTICLE
    shift = len(counter) - (attribute.stop - attribute.start)
    moved = shift if target.start > attribute.start else 0
    return {
        "original": {
            "text": text,
            "attribute": [attribute.start, attribute.stop],
            "target": [target.start, target.stop],
        },
        "counter": {
            "text": text[: attribute.start] + counter + text[attribute.stop :],
            "attribute": [attribute.start, attribute.start + len(counter)],
            "target": [target.start + moved, target.stop + moved],
        },
    }


def _counterpart(word: str, replaced: FoundWord, text: str) -> str:
    """A listed word as it is written in place of another, with the capitals of that one."""
    word, model = word.replace("_", " "), text[replaced.start : replaced.stop]
    if len(model) > 1 and model.isupper():
        return word.upper()
    return word[:1].upper() + word[1:] if model[:1].isupper() else word


def _article_fits(before: str, old: str, new: str) -> bool:
    """Whether `a` or `an` before the old word is also right before the new one."""
    words = before.split()
    if not words or words[-1].casefold() not in ("a", "an"):
        return True
    return _begins_with_vowel(old) == _begins_with_vowel(new)


def _begins_with_vowel(text: str) -> bool:
    word = text.casefold()
    return word[:1] in _VOWELS or word.startswith(_SILENT)


def held_out_targets(test: AssociationTest, seed: int) -> tuple[AssociationTest, AssociationTest]:
    """Split the targets in two halves, so that heads are chosen and tested on other words.

    Args:
        test: word lists with contexts; or texts as they are, of which those that say the same of
            a set, as sentences with one name, stay together.
        seed: of the split.

    Returns:
        (to choose heads with, to test them with); the first has no context that holds a
        target of the second.

    Raises:
        InputTextError: if a set has fewer than four targets.
    """
    draw = random.Random(seed)
    meant = _own_words(test)
    kept_x, held_x = _halves(test.x, meant, draw)
    kept_y, held_y = _halves(test.y, meant, draw)
    finder = WordFinder((*held_x, *held_y))
    contexts = tuple(text for text in test.contexts or () if not finder.find(text))
    chosen = replace(test, x=kept_x, y=kept_y, contexts=None if test.contexts is None else contexts)
    return chosen, replace(test, x=held_x, y=held_y)


def _own_words(test: AssociationTest) -> dict[str, frozenset[str]]:
    """Target -> its words that occur in no other set; texts share those of their template."""
    parts = {
        name: {text: {word for word, _, _ in word_parts(text)} for text in getattr(test, name)}
        for name in SETS
    }
    sets = Counter(word for texts in parts.values() for word in set().union(*texts.values()))
    return {
        text: frozenset(word for word in words if sets[word] == 1) or frozenset([text])
        for name in ("x", "y")
        for text, words in parts[name].items()
    }


def _halves(
    texts: tuple[str, ...], meant: Mapping[str, frozenset[str]], draw: random.Random
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    kinds = list(dict.fromkeys(meant[text] for text in texts))
    if len(kinds) < 4:
        raise InputTextError(
            f"A kind has {counted(len(kinds), 'target')}, too few to hold half of them out; "
            "use at least "
            "four, or test on the same words."
        )
    held = set(draw.sample(kinds, len(kinds) // 2))
    return (
        tuple(text for text in texts if meant[text] not in held),
        tuple(text for text in texts if meant[text] in held),
    )


# --- gender swap --------------------------------------------------------------------------
# A typed sentence with its gender words swapped, by the bundled pairs and a rule for pronouns.

_PRONOUNS = {"him": "her", "hers": "his"}


def swap_gender_words(text: str) -> str | None:
    """A sentence with every gender word replaced by its counterpart.

    `her` becomes `his` or `him`, and `his` becomes `her` or `hers`, by the words around them.

    Returns:
        The sentence, capitals kept, `a` or `an` before a swapped word made to fit; None where
        it holds no word with a known counterpart.
    """
    found = _finder().find(text)
    return with_counterparts(text, [(one, _counter(one, text)) for one in found]) if found else None


def _counter(one: FoundWord, text: str) -> str:
    if one.word == "her":
        return "his" if read_her(text, one.start).owns else "him"
    if one.word == "his":
        return "her" if read_his(text, one.start).owns else "hers"
    return _gender_swap_partners()[one.word]


@cache
def _gender_swap_partners() -> dict[str, str]:
    return _partners(bundled_lists("gender").pairs) | _PRONOUNS


@cache
def _finder() -> WordFinder:
    return WordFinder((*_gender_swap_partners(), "her", "his"))

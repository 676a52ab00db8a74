"""Synthetic corpora in which every occupation meets the pronouns in a planted proportion.

Counts are whole numbers by a stated rule, never drawn: `male_sentences` rounds P(male) times the
occupation's sentences to the nearest number, and the masculine ones are spread evenly over the
templates, so that no template goes with a gender.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from engine.lab.templates import FEMALE, MALE, Sentence, Template, bundled

BIASED, BALANCED = "biased", "balanced"
# With a multiple of this many sentences an occupation, steps of .05 come out exactly.
EXACT = 20


@dataclass(frozen=True)
class Share:
    """Sentences of one occupation: all, and those with a masculine pronoun."""

    occupation: str
    sentences: int
    male: int

    @property
    def p_male(self) -> float:
        """The proportion that really is in the corpus."""
        return self.male / self.sentences


def male_sentences(p_male: float, sentences: int) -> int:
    """How many of an occupation's sentences are masculine: the nearest whole number, halves up."""
    return int(p_male * sentences + 0.5 + 1e-9)


def biased_shares(planted: Mapping[str, float], sentences: int) -> list[Share]:
    """Every occupation with the same number of sentences, in its planted proportion.

    Args:
        planted: occupation -> P(male).
        sentences: of the corpus, at most; each occupation gets the largest multiple of
            `EXACT` that fits, or, where not even one does, as many as fit.
    """
    each = _each(len(planted), sentences)
    each = each // EXACT * EXACT or each
    return [Share(name, each, male_sentences(p, each)) for name, p in planted.items()]


def balanced_shares(occupations: Iterable[str], sentences: int) -> list[Share]:
    """Every occupation with as many masculine as feminine sentences.

    Args:
        sentences: of the corpus, met exactly where it is even; what does not divide evenly
            goes to the first occupations, two at a time.
    """
    names = list(occupations)
    pairs, rest = divmod(_each(1, sentences) // 2, len(names))
    if not pairs:
        raise ValueError(f"{sentences} sentences are fewer than two for each occupation")
    counts = [pairs + (place < rest) for place in range(len(names))]
    return [Share(name, 2 * count, count) for name, count in zip(names, counts, strict=True)]


def _each(occupations: int, sentences: int) -> int:
    each = sentences // occupations if occupations else 0
    if each < 1:
        raise ValueError(f"{sentences} sentences are too few for {occupations} occupations")
    return each


def corpus(shares: Iterable[Share], seed: int) -> list[Sentence]:
    """Sentences in exactly these numbers, in random order.

    Args:
        seed: of the words that vary, and the order.
    """
    draw = random.Random(f"lab/{seed}")
    sentences = [sentence for share in shares for sentence in _of_occupation(share, draw)]
    draw.shuffle(sentences)
    return sentences


def _of_occupation(share: Share, draw: random.Random) -> list[Sentence]:
    """One occupation's sentences, its masculine ones spread evenly over the templates."""
    templates = list(bundled().training)
    draw.shuffle(templates)
    # Template by template, so that each has the planted proportion as nearly as whole numbers can.
    used = sorted(number % len(templates) for number in range(share.sentences))
    start = draw.randrange(share.sentences)
    places = _variants(templates, used, draw)
    return [
        templates[number].sentence(share.occupation, gender, variant)
        for number, variant, gender in zip(used, places, _genders(share, start), strict=True)
    ]


def _genders(share: Share, start: int) -> list[str]:
    """As many masculine places as the share has, as evenly spaced as whole numbers allow."""
    count, male = share.sentences, share.male
    found = []
    for place in range(start, start + count):
        found.append(MALE if (place + 1) * male // count > place * male // count else FEMALE)
    return found


def _variants(templates: list[Template], used: list[int], draw: random.Random) -> list[int]:
    """Which words vary in each sentence; no two of a template alike while there are others."""
    waiting: dict[int, list[int]] = {}
    found = []
    for number in used:
        if not waiting.get(number):
            variants = list(range(templates[number].variants()))
            draw.shuffle(variants)
            waiting[number] = variants
        found.append(waiting[number].pop())
    return found

"""Pairs of sentences that differ in nothing but a concept: bundled ones, or a user's.

The bundled sentences were written in pairs, each frame once with either word: of 49 word pairs for
gender, 11 for race and 11 for religion. Which group is side A is fixed: a steering vector points
towards it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from engine.core.digest import data_digest
from engine.core.errors import InputTextError
from engine.core.intervention_text import slug
from engine.core.wording import counted, listed
from engine.files.layout import FileSource
from engine.files.samples import SAMPLES
from engine.measures.pairs.data.file import read_pairs
from engine.measures.pairs.word_pairs import word_pair
from engine.statistics.clusters import numbered
from engine.statistics.shares import FEWEST_CLUSTERS
from engine.words.contexts import corpus_lines

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd

FEWEST_PAIRS = 20
OWN_SIDES = ("the first sentences", "the second sentences")
_QUOTED = 60  # characters of a sentence in a message


@dataclass(frozen=True)
class Bundled:
    """The bundled pairs of one concept.

    Args:
        file: of sentences, two for each pair, that of side A first.
        sides: what side A and side B are called.
    """

    file: str
    sides: tuple[str, str]


CONCEPTS = {
    "gender": Bundled("contexts.txt", ("feminine", "masculine")),
    "race": Bundled("race_contexts.txt", ("Black", "white")),
    "religion": Bundled("religion_contexts.txt", ("Islam", "Christianity")),
}


@dataclass(frozen=True)
class ConceptPairs:
    """Distinct pairs of sentences, at least `FEWEST_PAIRS`.

    Args:
        concept: what the two sides differ in.
        first: [pair], sentences of side A.
        second: [pair], those of side B.
        sides: what the two are called.
        name: of the file, or `bundled`.
    """

    concept: str
    first: tuple[str, ...]
    second: tuple[str, ...]
    sides: tuple[str, str]
    name: str

    def __len__(self) -> int:
        return len(self.first)

    @property
    def digest(self) -> str:
        """Digest of all sentences in their order."""
        return data_digest(list(zip(self.first, self.second, strict=True)))

    def units(self) -> tuple[np.ndarray, str]:
        """What the pairs share with each other, so that it counts as one where they are judged.

        Returns:
            [pair] number of the two words or phrases that a pair swaps, and `word pair`; of the
            pair itself, and `pair`, where there are too few different ones for an interval.
        """
        swapped = numbered(map(word_pair, self.first, self.second))
        if swapped.max() + 1 >= FEWEST_CLUSTERS:
            return swapped, "word pair"
        return numbered(range(len(self))), "pair"

    def about(self) -> dict[str, Any]:
        """What a fit says of its pairs, JSON-ready."""
        return {
            "name": self.name,
            "n": len(self),
            "digest": self.digest,
            "first": self.sides[0],
            "second": self.sides[1],
        }


def bundled_pairs(concept: str) -> ConceptPairs:
    """The bundled pairs of a concept.

    Raises:
        InputTextError: if there are none.
    """
    if concept not in CONCEPTS:
        raise InputTextError(
            f"There are bundled pairs of {listed(list(CONCEPTS))}, and none of {concept[:40]!r}; "
            "give pairs of your own with --pairs."
        )
    known = CONCEPTS[concept]
    lines = list(corpus_lines(SAMPLES / known.file))
    return ConceptPairs(concept, tuple(lines[::2]), tuple(lines[1::2]), known.sides, "bundled")


def own_pairs(concept: str, pairs: Iterable[tuple[str, str]], name: str) -> ConceptPairs:
    """Check pairs that a user brings; equal ones count once.

    Args:
        concept: what the user calls that in which they differ.
        pairs: sentences of side A and of side B.
        name: of their file, for messages.

    Raises:
        InputTextError: if there are too few, or one does not have two sides.
    """
    slug(concept)
    distinct = dict.fromkeys((one.strip(), other.strip()) for one, other in pairs)
    same = [one for one, other in distinct if one == other]
    if same:
        raise InputTextError(
            f"{name} has {counted(len(same), 'pair')} with the same sentence on both sides, first "
            f"{same[0][:_QUOTED]!r}; the sentences of a pair differ in {concept}."
        )
    turned = next(((one, other) for one, other in distinct if (other, one) in distinct), None)
    if turned is not None:
        raise InputTextError(
            f"{name} has {turned[0][:_QUOTED]!r} on both sides of the same pair; put the same "
            "group first in every row."
        )
    if len(distinct) < FEWEST_PAIRS:
        raise InputTextError(
            f"{name} has {counted(len(distinct), 'distinct pair')} of {concept}, and a fit needs "
            f"at least {FEWEST_PAIRS}; add more, such as the same sentences with other words."
        )
    first, second = zip(*distinct, strict=True)
    return ConceptPairs(concept, first, second, OWN_SIDES, name)


def pairs_of_file(source: FileSource, concept: str, name: str) -> ConceptPairs:
    """Read a user's file of pairs.

    Where the file says of each pair whether it is a stereotype or an anti-stereotype, as
    CrowS-Pairs does, side A is the sentence on the group that the stereotype is about. Of a file
    with several bias types, those of the concept are taken.

    Args:
        source: a table with `sent_a` and `sent_b`, or `sent_more` and `sent_less`.
        concept: what its pairs differ in.
        name: of the file, for messages.

    Raises:
        InputTextError: if it cannot be read, or its pairs do not serve.
    """
    rows = _of_concept(read_pairs(source, name).pairs, concept, name)
    directions = rows.get("stereo_antistereo", [""] * len(rows))
    columns = zip(rows["sent_more"], rows["sent_less"], directions, strict=True)
    pairs = [(less, more) if to == "antistereo" else (more, less) for more, less, to in columns]
    return own_pairs(concept, pairs, name)


def _of_concept(rows: pd.DataFrame, concept: str, name: str) -> pd.DataFrame:
    """The rows whose bias type begins with the concept; all of a file with one type."""
    types: Sequence[str] = sorted(set(rows["bias_type"])) if "bias_type" in rows else []
    if len(types) < 2:
        return rows
    fitting = [one for one in types if one.casefold().startswith(concept.casefold())]
    if not fitting:
        raise InputTextError(
            f"{name} has pairs of {listed(types)}, and none of {concept}; name one of them as the "
            "concept."
        )
    return rows[rows["bias_type"].isin(fitting)]

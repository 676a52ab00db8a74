"""The sets of framed sentences that can be chosen: the bundled one and WinoBias."""

from __future__ import annotations

import csv
from functools import lru_cache

from engine.core.errors import DataSetError
from engine.files.fetch.places import find
from engine.files.fetch.registry import absent
from engine.files.samples import SAMPLES
from engine.measures.cabm.data.sentences import GENDER, FramedSet, Framer, framed_once
from engine.measures.cabm.data.winobias import winobias

BUNDLED, WINOBIAS = "bundled", "winobias"
SETS = {BUNDLED: "Bundled occupation sentences", WINOBIAS: "WinoBias"}


_NOTE = (
    "Every occupation appears in the same fifteen templates, once with each gender, so any "
    "difference comes from the model; few templates, written for Biascope."
)


def load_framed(name: str) -> FramedSet:
    """A set by its name."""
    if name == BUNDLED:
        return bundled_sentences()
    if name != WINOBIAS:
        raise DataSetError(
            f"There are no occupation sentences {name!r}; there is {', '.join(SETS)}."
        )
    folder = find(WINOBIAS)
    if folder is None:
        raise absent(WINOBIAS)
    return winobias(folder)


@lru_cache(maxsize=1)
def bundled_occupations() -> dict[str, str]:
    """Occupation -> list (`male` or `female`) of the bundled occupations."""
    with (SAMPLES / "occupations.csv").open(encoding="utf-8", newline="") as stream:
        return {row["occupation"]: row["list"] for row in csv.DictReader(stream)}


@lru_cache(maxsize=1)
def bundled_sentences() -> FramedSet:
    """The project's own sentences, both framings of every occupation in every template."""
    framer = Framer(GENDER, bundled_occupations())
    with (SAMPLES / "occupation_sentences.csv").open(encoding="utf-8", newline="") as stream:
        rows = list(csv.DictReader(stream))
    sentences, left = framed_once(
        (
            number,
            row["sentence"],
            framer.frame(row["sentence"], row["occupation"], row["pronoun"], row["gender"]),
        )
        for number, row in enumerate(rows, start=2)
    )
    return FramedSet(
        BUNDLED, SETS[BUNDLED], GENDER, sentences, bundled_occupations(), left, (_NOTE,)
    )

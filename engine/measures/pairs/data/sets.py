"""The sets of sentence pairs that can be chosen: the bundled one, and those of the registry."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from engine.core.errors import DataSetError
from engine.files.fetch.places import find
from engine.files.fetch.registry import absent, data_set, entries
from engine.files.samples import SAMPLES
from engine.measures.pairs.data.crows_pairs import crows_pairs, crows_pairs_dutch
from engine.measures.pairs.data.multilingual import multilingual_pairs
from engine.measures.pairs.data.stereoset import stereoset_intrasentence

if TYPE_CHECKING:
    import pandas as pd

BUNDLED = "bundled"
_BUNDLED_FILE = SAMPLES / "pairs.csv"

_READERS: dict[str, Callable[[Path], pd.DataFrame]] = {
    "crows_pairs": crows_pairs,
    "crows_pairs_dutch": crows_pairs_dutch,
    "multilingual_pairs": multilingual_pairs,
    "stereoset": stereoset_intrasentence,
}


@dataclass(frozen=True)
class PairSet:
    """A set of pairs as a list shows it, whether or not it is on this machine.

    Args:
        pairs: how many there are.
        data_set: name of the set of the registry it comes from; empty for the bundled one.
        bytes: what fetching that set takes.
        available: whether it can be read now.
    """

    name: str
    title: str
    pairs: int
    language: str
    licence: str
    caveat: str
    citation: str
    data_set: str
    bytes: int
    available: bool


def pair_sets() -> list[PairSet]:
    """All sets, the bundled one first."""
    return [_bundled(), *(_of_registry(entry) for entry in entries()["pairs"])]


def load_pairs(name: str) -> pd.DataFrame:
    """The pairs of a set.

    Args:
        name: of one of `pair_sets`.

    Returns:
        `sent_more`, `sent_less`, `stereo_antistereo`, `bias_type`, one row a pair in the order
        of the source; StereoSet adds `target`, the pairs in ten languages `id`.
    """
    if name == BUNDLED:
        return crows_pairs(_BUNDLED_FILE)
    found = [entry for entry in entries()["pairs"] if entry["name"] == name]
    if not found:
        known = ", ".join(entry.name for entry in pair_sets())
        raise DataSetError(f"There are no pairs {name!r}; there is {known}.")
    entry = found[0]
    folder = find(entry["set"])
    if folder is None:
        raise absent(entry["set"], entry["title"])
    return _READERS[entry["reader"]](folder / entry["file"])


def _bundled() -> PairSet:
    return PairSet(
        name=BUNDLED,
        title="Bundled pairs",
        pairs=300,
        language="en",
        licence="CC BY 4.0",
        caveat="Written for Biascope to show how a score is computed; not a benchmark.",
        citation="The Biascope contributors.",
        data_set="",
        bytes=0,
        available=True,
    )


def _of_registry(entry: dict[str, str | int]) -> PairSet:
    source = data_set(str(entry["set"]))
    return PairSet(
        name=str(entry["name"]),
        title=str(entry["title"]),
        pairs=int(entry["pairs"]),
        language=str(entry["language"]),
        licence=source.licence,
        caveat=source.caveat,
        citation=source.citation,
        data_set=source.name,
        bytes=source.bytes,
        available=find(source.name) is not None,
    )

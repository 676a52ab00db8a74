"""The sets of sentences that can be chosen: the bundled sample, and GEST in its two versions."""

from __future__ import annotations

import math
from dataclasses import dataclass

from engine.core.errors import DataSetError
from engine.files.fetch.places import find
from engine.files.fetch.registry import absent, data_set
from engine.files.samples import SAMPLES
from engine.measures.gest.data.file import GestFile, read_gest

BUNDLED, GEST, GEST_11 = "bundled", "gest", "gest-1.1"
# name -> (title, file of the set `gest`)
_FILES = {GEST: ("GEST", "gest.csv"), GEST_11: ("GEST 1.1", "gest_1.1.csv")}
_SENTENCES = 3565


@dataclass(frozen=True)
class GestSet:
    """A set of sentences as a list shows it, whether or not it is on this machine.

    Args:
        sentences: how many there are.
        data_set: name of the set of the registry it comes from; empty for the bundled one.
        available: whether it can be read now.
    """

    name: str
    title: str
    sentences: int
    licence: str
    caveat: str
    citation: str
    data_set: str
    available: bool


_BUNDLED = GestSet(
    name=BUNDLED,
    title="Bundled sample",
    sentences=128,
    licence="CC BY 4.0",
    caveat="Written for Biascope in the manner of GEST, to show how its score is computed; not "
    "a benchmark.",
    citation="The Biascope contributors.",
    data_set="",
    available=True,
)


def gest_sets() -> list[GestSet]:
    """All sets, the bundled one first."""
    return [_BUNDLED, *(_of_registry(name) for name in _FILES)]


def load_gest(name: str) -> GestFile:
    """The sentences of a set.

    Args:
        name: of one of `gest_sets`.
    """
    if name == BUNDLED:
        return read_gest(SAMPLES / "gest.csv", BUNDLED)
    if name not in _FILES:
        known = ", ".join(entry.name for entry in gest_sets())
        raise DataSetError(f"There are no sentences {name!r}; there is {known}.")
    title, file = _FILES[name]
    path = find(f"{GEST}/{file}")
    if path is None:
        raise absent(GEST, title)
    return read_gest(path, name)


def _of_registry(name: str) -> GestSet:
    source = data_set(GEST)
    title, file = _FILES[name]
    return GestSet(
        name=name,
        title=title,
        sentences=_SENTENCES,
        licence=source.licence,
        caveat=source.caveat,
        citation=source.citation,
        data_set=source.name,
        available=find(f"{GEST}/{file}") is not None,
    )


# --- released -----------------------------------------------------------------------------
# The released scores of eleven masked language models, one a sentence and template.

RELEASED = "gest-released"
_FOLDER, _TEMPLATE = "predictions_english_mlm/", "_template-"


def released_models() -> tuple[str, ...]:
    """Names of the models that scores were released of, in the order of their files."""
    names = (file.name.removeprefix(_FOLDER) for file in data_set(RELEASED).files)
    return tuple(dict.fromkeys(name.partition(_TEMPLATE)[0] for name in names))


def released_scores(model: str, template: int) -> list[float]:
    """Released scores of one model.

    Args:
        model: one of `released_models`.
        template: 0 to 3.

    Returns:
        [sentence of gest.csv] L(male) - L(female), log10; above 0 the male side is likelier.
    """
    known = released_models()
    if model not in known:
        raise DataSetError(
            f"There are no released scores of {model}; there are {', '.join(known)}."
        )
    path = find(f"{RELEASED}/{_FOLDER}{model}{_TEMPLATE}{template}.txt")
    if path is None:
        raise absent(RELEASED)
    try:
        found = [float(line) for line in path.read_text(encoding="utf-8").split()]
    except ValueError:  # no number, or no text
        found = [math.nan]
    if not all(map(math.isfinite, found)):
        raise DataSetError(f"{path.name} holds a score that is not a number; fetch it again.")
    return found

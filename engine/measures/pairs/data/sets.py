"""The sets of sentence pairs that can be chosen, bundled or of the registry, and their readers."""

from __future__ import annotations

import codecs
import io
import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.core.errors import DataSetError, InputTextError
from engine.core.languages import language_name
from engine.core.wording import counted
from engine.files.fetch.places import find
from engine.files.fetch.registry import absent, data_set, entries
from engine.files.samples import SAMPLES

if TYPE_CHECKING:
    import pandas as pd


# --- multilingual -------------------------------------------------------------------------
# Gender pairs in ten languages are corrected and translated from CrowS-Pairs.

SET = "multilingual-pairs"
_COLUMNS = {"A_x": "sent_more", "B_x": "sent_less", "stereo_antistereo": "stereo_antistereo"}


def languages() -> dict[str, str]:
    """Code -> name of each language, by name."""
    codes = data_set(SET).languages
    return {code: language_name(code) for code in sorted(codes, key=language_name)}


def set_name(language: str) -> str:
    """The set of pairs of a language.

    Args:
        language: two-letter code, or its name in English.
    """
    known = languages()
    for code, name in known.items():
        if language.strip().casefold() in (code, name.casefold()):
            return f"{SET}-{code}"
    listed = ", ".join(f"{code} ({name})" for code, name in known.items())
    raise InputTextError(f"There are no gender pairs in {language!r}; there is {listed}.")


def multilingual_pairs(path: Path) -> pd.DataFrame:
    """The pairs of one file, in its order.

    Returns:
        `sent_more`, `sent_less`, `stereo_antistereo`, `bias_type` (gender), and `id`: the row of
        the English original. A row with an empty side stays; scoring names it.

    Source: Steinborn et al. 2022.
    """
    import pandas as pd

    read = pd.read_csv(path, keep_default_na=False, dtype=str, encoding="utf-8-sig")
    absent = [name for name in ("ID", *_COLUMNS) if name not in read]
    if absent:
        raise DataSetError(f"{path} has no column {absent[0]}; it is not a file of these pairs.")
    pairs = read[[*_COLUMNS]].rename(columns=_COLUMNS)
    return pairs.assign(bias_type="gender", id=read["ID"])


# --- crows pairs --------------------------------------------------------------------------
# This reader takes CrowS-Pairs files: the English one, and its parallel translations.

COLUMNS = ["sent_more", "sent_less", "stereo_antistereo", "bias_type"]


def crows_pairs(path: Path) -> pd.DataFrame:
    """The pairs of one file, in its order, with the four columns that scoring reads."""
    import pandas as pd

    # The Dutch file is UTF-8 but for stray letters in the encoding of old Macs.
    text = path.read_bytes().decode("utf-8", errors=_MAC)
    read = pd.read_csv(io.StringIO(text), keep_default_na=False, dtype=str)
    absent = [name for name in COLUMNS if name not in read]
    if absent:
        raise DataSetError(f"{path} has no column {absent[0]}; it is not a CrowS-Pairs file.")
    return read[COLUMNS]


def crows_pairs_dutch(path: Path) -> pd.DataFrame:
    """The Dutch pairs, with the direction of the English pair in the same row.

    The direction in the Dutch file differs from the English on every fifth row, about what
    chance would give, though the sentences are translations row by row.
    """
    dutch, english = crows_pairs(path), crows_pairs(path.with_name("crows_eng.csv"))
    if len(dutch) != len(english):
        raise DataSetError(
            f"{path} has {counted(len(dutch), 'row')} where the English file has another."
        )
    return dutch.assign(stereo_antistereo=english["stereo_antistereo"])


def _from_mac(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeDecodeError):
        raise error
    return error.object[error.start : error.end].decode("mac_roman"), error.end


_MAC = "biascope_mac_roman"
codecs.register_error(_MAC, _from_mac)


# --- stereoset ----------------------------------------------------------------------------
# This reader takes StereoSet in its flat form: the sentences of which one word was left open.


def stereoset_intrasentence(path: Path) -> pd.DataFrame:
    """The stereotype and the anti-stereotype option of each intrasentence example as a pair.

    The unrelated option, a check of whether the model knows the language, is left out.

    Returns:
        The columns of CrowS-Pairs, and `target`: the term that the example is about, which
        the published score averages over.
    """
    import pandas as pd

    lines = path.read_text(encoding="utf-8").splitlines()
    examples = [json.loads(line) for line in lines if line.strip()]
    return pd.DataFrame(
        [
            {
                "sent_more": example["stereotype"],
                "sent_less": example["anti-stereotype"],
                "stereo_antistereo": "stereo",
                "bias_type": example["bias_type"],
                "target": example["target"],
            }
            for example in examples
            if example["type"] == "intrasentence"
        ]
    )


# --- sets ---------------------------------------------------------------------------------
# All sets are listed and loaded here.

BUNDLED = "bundled"

READERS: dict[str, Callable[[Path], pd.DataFrame]] = {
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
    available: bool


_BUNDLED = PairSet(
    name=BUNDLED,
    title="Bundled pairs",
    pairs=300,
    language="en",
    licence="CC BY 4.0",
    caveat="Written for Biascope to show how a score is computed; not a benchmark.",
    citation="The Biascope contributors.",
    data_set="",
    available=True,
)


def pair_sets() -> list[PairSet]:
    """All sets, the bundled one first."""
    return [_BUNDLED, *(_of_registry(entry) for entry in entries()["pairs"])]


def load_pairs(name: str) -> pd.DataFrame:
    """The pairs of a set.

    Args:
        name: of one of `pair_sets`.

    Returns:
        `sent_more`, `sent_less`, `stereo_antistereo`, `bias_type`, one row a pair in the order
        of the source; StereoSet adds `target`, the pairs in ten languages `id`.
    """
    if name == BUNDLED:
        return crows_pairs(SAMPLES / "pairs.csv")
    found = [entry for entry in entries()["pairs"] if entry["name"] == name]
    if not found:
        known = ", ".join(entry.name for entry in pair_sets())
        raise DataSetError(f"There are no pairs {name!r}; there is {known}.")
    entry = found[0]
    folder = find(entry["set"])
    if folder is None:
        raise absent(entry["set"], entry["title"])
    return READERS[entry["reader"]](folder / entry["file"])


def _of_registry(entry: dict[str, Any]) -> PairSet:
    source = data_set(entry["set"])
    return PairSet(
        **{name: entry[name] for name in ("name", "title", "pairs", "language")},
        licence=source.licence,
        caveat=source.caveat,
        citation=source.citation,
        data_set=source.name,
        available=find(source.name) is not None,
    )

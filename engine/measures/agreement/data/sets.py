"""The sets of cloze answers that can be chosen: the bundled, simulated one, and the registry's."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.core.errors import DataSetError, InputTextError
from engine.files.fetch.places import find
from engine.files.fetch.registry import absent, data_set, entries
from engine.files.samples import SAMPLES
from engine.measures.agreement.data.file import read_answers

if TYPE_CHECKING:
    import pandas as pd


SIMULATED = "simulated"
_BUNDLED_FILE = SAMPLES / "answers.jsonl"


@dataclass(frozen=True)
class AnswerSet:
    """A set of answers as a list shows it, whether or not it is on this machine.

    Args:
        answers: how many there are.
        group_by: attributes that its groups are made of first.
        data_set: name of the set of the registry it comes from; empty for the bundled one.
        available: whether it can be read now.
    """

    name: str
    title: str
    answers: int
    group_by: tuple[str, ...]
    licence: str
    caveat: str
    citation: str
    data_set: str
    available: bool


def answer_sets() -> list[AnswerSet]:
    """All sets, the bundled one first."""
    return [_bundled(), *(_of_registry(entry) for entry in entries()["answers"])]


def load_answers(name: str) -> pd.DataFrame:
    """The answers of a set.

    Args:
        name: of one of `answer_sets`.

    Returns:
        `sentence_id`, `sentence`, `annotator`, `answer`, `language` and attributes, one row an
        annotator's answer to a sentence; `gender` and `speaker` are among the attributes.
    """
    if name == SIMULATED:
        return read_answers(_BUNDLED_FILE).answers.reset_index(drop=True)
    found = [entry for entry in entries()["answers"] if entry["name"] == name]
    if not found:
        known = ", ".join(entry.name for entry in answer_sets())
        raise DataSetError(f"There are no answers {name!r}; there is {known}.")
    folder = find(found[0]["set"])
    if folder is None:
        raise absent(found[0]["set"], found[0]["title"])
    return join_answers([_mozart(folder / file) for file in found[0]["files"]])


def join_answers(tables: list[pd.DataFrame]) -> pd.DataFrame:
    """Answers of several files as one table."""
    import pandas as pd

    whole = pd.concat(tables, ignore_index=True).fillna("")
    one = ["language", "sentence_id", "annotator"]
    twice = whole[whole.duplicated(one)]
    if len(twice):
        row = twice.iloc[0]
        raise InputTextError(
            f"Two of the files have an answer of annotator {row['annotator']!r} to sentence "
            f"{row['sentence_id']!r} ({row['language']}); give each answer once."
        )
    texts = whole.groupby(one[:2])["sentence"].nunique()
    if (texts > 1).any():
        language, sentence = texts[texts > 1].index[0]
        raise InputTextError(
            f"Sentence {sentence!r} ({language}) is a different text in another of the files; "
            "give every sentence its own id."
        )
    return whole


def _mozart(path: Path) -> pd.DataFrame:
    """One language of MozArt, its two main attributes written out beside the coded ones."""
    answers = read_answers(path).answers
    answers.insert(5, "gender", answers["male"].map({"1": "male", "0": "female"}))
    answers.insert(6, "speaker", answers["native"].map({"1": "native", "0": "non-native"}))
    return answers


def _bundled() -> AnswerSet:
    return AnswerSet(
        name=SIMULATED,
        title="Simulated annotators",
        answers=576,
        group_by=("gender", "speaker"),
        licence="CC BY 4.0",
        caveat="No person gave these answers. A difference between native and non-native speakers "
        "is planted in them, to show how the page works.",
        citation="The Biascope contributors.",
        data_set="",
        available=True,
    )


def _of_registry(entry: dict[str, Any]) -> AnswerSet:
    source = data_set(entry["set"])
    return AnswerSet(
        name=entry["name"],
        title=entry["title"],
        answers=entry["answers"],
        group_by=("gender", "speaker"),
        licence=source.licence,
        caveat=source.caveat,
        citation=source.citation,
        data_set=source.name,
        available=find(source.name) is not None,
    )

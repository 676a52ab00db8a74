"""The sets of cloze answers that can be chosen: the bundled, simulated one, and the registry's."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
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
        caveat="These answers are simulated, not given by people, with one planted difference "
        "between native and non-native speakers, to show how the page works.",
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


# --- simulated ----------------------------------------------------------------------------
# Annotators that were never there: answers drawn from the project's own lists of words.
#
# They show how the Annotators page works and hold one planted difference, so that a user can
# see whether it is found: native speakers draw from a sentence's rarer words more often than
# non-native ones do. Gender and age change nothing. `bundled/answers.md` is the card.

SEED = 20
LANGUAGES = ("en", "es")
PER_CELL = 6  # annotators of each gender and speaker, in each language
SHARE_OF_RARE = {"native": 0.4, "non-native": 0.1}

_POOLS = SAMPLES / "cloze_pools.json"


def simulated_answers(seed: int = SEED) -> list[dict[str, Any]]:
    """All answers of the bundled sample, one an annotator and sentence, in a fixed order.

    Every annotator answers every second sentence, so that each sentence has three answers of
    each gender and speaker.
    """
    draw = random.Random(seed)
    pools = json.loads(_POOLS.read_text(encoding="utf-8"))
    return [
        {
            "sentence_id": pool["id"],
            "sentence": pool[language][0],
            "answer": _answer(pool[language], person["speaker"], draw),
            "language": language,
            **person,
        }
        for language in LANGUAGES
        for number, person in enumerate(_people(language, draw))
        for pool in pools[number % 2 :: 2]
    ]


def _people(language: str, draw: random.Random) -> Iterator[dict[str, Any]]:
    for gender, speaker, number in product(
        ("female", "male"), SHARE_OF_RARE, range(1, PER_CELL + 1)
    ):
        yield {
            "annotator": f"{language}-{gender}-{speaker}-{number}",
            "gender": gender,
            "speaker": speaker,
            "age": draw.randint(18, 70),
        }


def _answer(pool: list[str], speaker: str, draw: random.Random) -> str:
    """A common word, the first of the list more often than the next; or a rarer one."""
    _, common, rare = pool
    if draw.random() < SHARE_OF_RARE[speaker]:
        return draw.choice(rare.split())
    words = common.split()
    return draw.choices(words, weights=[1 / place for place in range(1, len(words) + 1)])[0]


def as_json_lines(answers: list[dict[str, Any]]) -> str:
    """The text of `bundled/answers.jsonl`."""
    return "".join(f"{json.dumps(answer, ensure_ascii=False)}\n" for answer in answers)

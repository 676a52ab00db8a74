"""Annotators that were never there: answers drawn from the project's own lists of words.

They show how the Annotators page works and hold one planted difference, so that a user can see
whether it is found: native speakers draw from a sentence's rarer words more often than non-native
ones do. Gender and age change nothing. `bundled/answers.md` is the card.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from itertools import product
from typing import Any

from engine.files.samples import SAMPLES

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

"""Three sentences and five annotators, small enough to work out every figure by hand.

Natives are a and b; c, d and e are not. What the model makes of the sentences:

- drank: water, tea, coffee, wine, beer, milk. Given: tea, tea | water, tea, milk.
- sold: house, car, boat, land, farm. Given: house, car | house, house, house.
- saw: star, ship, cat, man, dog. Given: dog, dog | cat, bird, unicorn; bird is likely to the
  model but no candidate, and its vocabulary lacks unicorn.
"""

from __future__ import annotations

import pandas as pd

from engine.measures.agreement.figures import Agreement, LanguageGroup
from engine.measures.agreement.groups import group_names
from engine.measures.agreement.table import items_of, scored_table

DRANK, SOLD, SAW = "She drank [MASK].", "They sold the [MASK].", "He saw a [MASK]."
CANDIDATES = {
    DRANK: ("water", "tea", "coffee", "wine", "beer", "milk"),
    SOLD: ("house", "car", "boat", "land", "farm"),
    SAW: ("star", "ship", "cat", "man", "dog"),
}
GIVEN = {
    DRANK: ("tea", "tea", "water", "tea", "milk"),
    SOLD: ("house", "car", "house", "house", "house"),
    SAW: ("dog", "dog", "cat", "bird", "unicorn"),
}
ANNOTATORS = ("a", "b", "c", "d", "e")
UNKNOWN = "unicorn"
NATIVE, OTHER = LanguageGroup("en", "native"), LanguageGroup("en", "non-native")


def answers() -> pd.DataFrame:
    """One row an annotator and sentence."""
    return pd.DataFrame(
        [
            {
                "sentence_id": str(number),
                "sentence": text,
                "annotator": annotator,
                "answer": answer,
                "language": "en",
                "speaker": "native" if annotator in "ab" else "non-native",
            }
            for number, (text, given) in enumerate(GIVEN.items(), start=1)
            for annotator, answer in zip(ANNOTATORS, given, strict=True)
        ]
    )


def value(candidates, given):
    """What the measure says of one sentence; a candidate of rank r has -r nats, others -9."""
    likely = {word: -float(rank) for rank, word in enumerate(candidates, start=1)}
    said = {word: likely.get(word, -9.0) for word in given} | {UNKNOWN: None}
    return {
        "candidates": [
            {"word": word, "pieces": 1, "log_probability": nats} for word, nats in likely.items()
        ],
        "answers": [
            {
                "form": word,
                "pieces": 1,
                "status": "unknown" if word == UNKNOWN else "word",
                "log_probability": said[word],
            }
            for word in given
        ],
    }


def values(table: pd.DataFrame) -> list[dict]:
    """The measure's values for all sentences of a table."""
    return [value(CANDIDATES[item["text"]], item["answers"]) for item in items_of(table)]


def agreement(by=("speaker",), **changes) -> Agreement:
    """The five annotators by an attribute, or all in one group."""
    table = answers()
    return Agreement(scored_table(table, values(table), group_names(table, by)), **changes)

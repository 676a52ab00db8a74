"""Answers and what a model made of their sentences, as one table: the rank of every answer."""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from engine.measures.agreement.pooled import FIRST
from engine.measures.agreement.value import SINGLE

if TYPE_CHECKING:
    import pandas as pd


def large_groups(table: pd.DataFrame, fewest: int) -> tuple[pd.DataFrame, list[dict[str, Any]]]:
    """The rows of groups with enough annotators in a language, and the groups without.

    Args:
        table: as `scored_table` returns it.

    Returns:
        The rows, and entries of `group`, `language` and `annotators`.
    """
    by = ["language", "group"]
    large = table.groupby(by)["annotator"].transform("nunique") >= fewest
    small = table[~large].groupby(by)["annotator"].nunique().reset_index()
    left_out = [
        {"group": str(group), "language": str(language), "annotators": int(count)}
        for language, group, count in small.itertuples(index=False)
    ]
    return table[large], left_out


def answer_key(answer: str, fold: bool = True) -> str:
    """What makes two answers the same: one Unicode form, single spaces, and case only if wanted."""
    plain = " ".join(unicodedata.normalize("NFC", str(answer)).split())
    return plain.casefold() if fold else plain


def items_of(answers: pd.DataFrame) -> list[dict[str, Any]]:
    """The measure's items: each sentence once, with the distinct answers it was given.

    The answers stand in an order of their own, so that neither the order of a file's rows nor
    who answered decides what is stored.
    """
    return [
        {"text": text, "answers": sorted(set(given))}
        for text, given in answers.groupby("sentence", sort=False)["answer"]
    ]


def scored_table(
    answers: pd.DataFrame, values: Sequence[dict[str, Any]], groups: pd.Series, fold: bool = True
) -> pd.DataFrame:
    """One row an answer, with what the model makes of it; nothing is computed by a model.

    Args:
        answers: `sentence_id`, `sentence`, `annotator`, `answer`, `language`.
        values: the measure's values for `items_of(answers)`.
        groups: [answer] the group of its annotator.
        fold: compare words without case.

    Returns:
        Those columns and `group`, `key` (what makes answers equal), `form` (the key of the answer
        as the model writes it), `capital` (whether it writes it with a capital letter), `rank`
        (among the model's candidates, from 1; infinite where it is not among them),
        `log_probability` (nats; NaN where it has none), `likeliest` (the sentence's first
        candidates, as (form, nats)), `status`, `pieces`, `covered` (whether the model could give it
        as a candidate), `candidates` (how many the model has) and `problem` (why the model could
        not read the sentence, or empty).
    """
    import pandas as pd

    items = items_of(answers)
    if len(items) != len(values):
        raise ValueError(f"one value a sentence: {len(values)} for {len(items)}")
    told: dict[tuple[str, str], dict[str, Any]] = {}
    for item, value in zip(items, values, strict=True):
        told |= {(item["text"], answer): entry for answer, entry in _entries(item, value, fold)}
    table = _keyed(answers, groups, fold)
    found = [told[pair] for pair in zip(answers["sentence"], answers["answer"], strict=True)]
    return table.join(pd.DataFrame(found, index=answers.index))


# What is said of an answer whose sentence no model has read.
_UNREAD = {
    "form": "",
    "capital": False,
    "likeliest": (),
    "rank": math.inf,
    "log_probability": math.nan,
    "status": "",
    "pieces": 0,
    "covered": False,
    "candidates": 0,
    "problem": "",
}


def people_table(answers: pd.DataFrame, groups: pd.Series, fold: bool = True) -> pd.DataFrame:
    """One row an answer, as `scored_table` has it, before a model has read any sentence.

    Args:
        answers: `sentence_id`, `sentence`, `annotator`, `answer`, `language`.
        groups: [answer] the group of its annotator.
        fold: compare words without case.

    Returns:
        The columns of `scored_table`; what a model would say of an answer is empty.
    """
    import pandas as pd

    table = _keyed(answers, groups, fold)
    return table.join(pd.DataFrame([_UNREAD] * len(table), index=table.index))


def _keyed(answers: pd.DataFrame, groups: pd.Series, fold: bool) -> pd.DataFrame:
    """The answers with their groups, and with what makes two of them the same."""
    columns = ["sentence_id", "sentence", "annotator", "answer", "language"]
    return answers[columns].assign(
        group=groups, key=[answer_key(answer, fold) for answer in answers["answer"]]
    )


def _entries(
    item: dict[str, Any], value: dict[str, Any], fold: bool
) -> list[tuple[str, dict[str, Any]]]:
    """What a value says of each answer of its sentence."""
    if "problem" in value:
        blank = _UNREAD | {"problem": value["problem"]}
        return [(answer, blank) for answer in item["answers"]]
    candidates = _candidates(value, fold)
    ranks = {word: place for place, word in enumerate(candidates, start=1)}
    likeliest = tuple(candidates.items())[:FIRST]
    return [
        (
            answer,
            {
                "form": (form := answer_key(entry["form"], fold)),
                "capital": entry["form"][:1].isupper(),
                "likeliest": likeliest,
                "rank": float(ranks.get(form, math.inf)),
                "log_probability": math.nan
                if entry["log_probability"] is None
                else entry["log_probability"],
                "status": entry["status"],
                "pieces": entry["pieces"],
                "covered": entry["status"] == SINGLE,
                "candidates": len(ranks),
                "problem": "",
            },
        )
        for answer, entry in zip(item["answers"], value["answers"], strict=True)
    ]


def _candidates(value: dict[str, Any], fold: bool) -> dict[str, float]:
    """The model's candidates as they are compared, likeliest first, with their nats."""
    found: dict[str, float] = {}
    for entry in value["candidates"]:
        found.setdefault(answer_key(entry["word"], fold), entry["log_probability"])
    return found


def candidate_keys(value: dict[str, Any], fold: bool = True) -> list[str]:
    """The model's candidates as they are compared, likeliest first, each once."""
    return list(_candidates(value, fold))

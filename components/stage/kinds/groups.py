"""Live: one sentence for several groups of people, and the words that it makes likely."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pandas as pd

from components.frame import session
from components.frame.present.numbers import percent, times_text
from components.stage.charts.groups import word_by_group
from components.stage.kinds import titles
from components.stage.kinds.answer import (
    Answer,
    Asked,
    Field,
    Kind,
    blank,
    gap_text,
    unknown_words,
    with_notes,
    words,
)
from components.stage.kinds.completions import fill_line
from engine.core.mask_token import GAP
from engine.core.spec import ModelSpec
from engine.first_sight.examples import looked_up
from engine.measures.completion.group_completion import SLOT

_MOST_GROUPS = 8  # cells of a row that have room for their numbers


def answer(spec: ModelSpec, facts: session.Facts, asked: Asked) -> Answer:
    """How likely each word is when each group is named."""
    sentence = gap_text(asked, "text", slotted=True)
    groups = words(asked, "groups", 2, _MOST_GROUPS, "groups")
    targets = words(asked, "targets", 1, 6, "words to compare")
    items = [{"text": sentence, "groups": list(groups)}]
    found = session.measure("group_completion", spec, items, looked_up(targets))
    table = _table(found.values[0], targets)
    unknown = [word for word in targets if word not in table.index]
    if table.empty:
        raise unknown_words(unknown)
    said = "; ".join(
        f"{word}: {', '.join(f'{group} {percent(share)}' for group, share in line.items())}"
        for word, line in table.iterrows()
    )
    told = with_notes(_reading(table), spec, found.values[0]["texts"], unknown)
    return Answer(
        f"{blank(titles.in_slot(sentence, ','.join(groups)))} {told}",
        f"Probability of words by group in “{sentence}”. {said}.",
        word_by_group(table),
        _tidy(table),
        fill_line(spec, sentence, targets, groups),
        found.manifest,
        said=told,
    )


def _table(value: dict[str, Any], targets: tuple[str, ...]) -> pd.DataFrame:
    """Words by groups, probabilities; without words that the model does not know."""
    columns = {
        group: {entry["word"]: entry["probability"] for entry in entries}
        for group, entries in zip(value["groups"], value["masks"][0]["targets"], strict=True)
    }
    table = pd.DataFrame(columns)
    kept = [word for word in targets if word in table.index]
    return table.loc[kept].dropna().astype(float)


def _tidy(table: pd.DataFrame) -> pd.DataFrame:
    """One row a word and group."""
    rows = table.rename_axis("word").reset_index()
    return rows.melt("word", var_name="group", value_name="probability")


def _reading(table: pd.DataFrame) -> str:
    """The word whose probability differs most between two groups, as a ratio."""
    lines: dict[str, dict[str, float]] = table.to_dict("index")  # type: ignore[assignment]
    word = max(lines, key=lambda word: _times(lines[word]))
    shares = lines[word]
    most, least = max(shares, key=shares.__getitem__), min(shares, key=shares.__getitem__)
    return (
        f"Largest difference: “{word}” is {times_text(_times(shares))} as likely for “{most}” "
        f"({percent(shares[most])}) as for “{least}” ({percent(shares[least])})."
    )


def _times(shares: Mapping[str, float]) -> float:
    return max(shares.values()) / max(min(shares.values()), 1e-9)


KIND = Kind(
    "groups",
    (
        Field("text", f"Sentence with {SLOT}, and {GAP} or [MASK]"),
        Field("groups", "Groups"),
        Field("targets", "Words to compare"),
    ),
    answer,
    titles.of_groups,
)

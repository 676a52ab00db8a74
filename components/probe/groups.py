"""Probe results for a `{group}` slot: word by group, and how much the groups differ."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import pandas as pd
import streamlit as st

from components.frame import session
from components.frame.present import explain, first_screen, in_words, plot
from components.frame.present.comparison import LEAST_LIKELY
from components.frame.present.numbers import number, percent
from components.frame.present.words import shown_word
from components.frame.shell.model_bar import Subject
from components.frame.widgets import beside, export
from components.probe import pinned
from components.probe.controls import Question
from components.probe.group_sentences import (
    NAMED,
    beyond_names,
    differing_most,
    differing_words,
    divergence_change,
)
from components.probe.heatmaps import heatmaps_of, in_front
from components.probe.words import places_of_masks
from engine.core.wording import figure_text
from engine.first_sight.examples import TARGETS
from engine.measures.completion.group_completion import scale_text

_FEW = 5  # groups whose numbers fit side by side on a telephone
_READ = (
    "Each column is the sentence with one group; numbers in cells are percentages, ~0 below 0.01%. "
    "Orange, ▴: more likely than for the average group; blue, ▾: less likely; words below 0.01% "
    "for every group have no colour. Rows: the words you looked up, then the words that differ "
    "most. Right: the word's part of the difference between all groups, in bits."
)
_READ_CHANGE = (
    " Last part: the change in percentage points. Orange, ▴: the word is further from the "
    "average group than before; blue, ▾: nearer."
)
_MOST_ROWS = 20  # words drawn at once, unless more were looked up


def draw_probe_groups(
    question: Question,
    subject: Subject,
    other: Subject | None,
    remember: Callable[[list[str]], None],
) -> list[export.Result]:
    """Draw heatmaps and divergence of one template.

    Args:
        remember: called before anything is drawn, with the words that differ most for the
            measured model.

    Returns:
        What can be exported, one result a masked word.
    """
    item = {"text": question.text, "groups": list(question.groups)}
    first = session.measure("group_completion", subject.spec, [item], question.group_completion())
    masks = first.values[0]["masks"]
    remember([shown_word(word, subject.facts.uncased) for word in masks[0]["words"][:5]])
    beside.draw_reading_notes([subject], first.values[0]["texts"])
    results: list[export.Result] = []
    for mask, container in enumerate(places_of_masks(len(masks))):
        with container:
            results += _one_mask(question, mask, subject, other, masks[mask], len(masks) > 1)
    return results


def _one_mask(
    question: Question,
    mask: int,
    subject: Subject,
    other: Subject | None,
    table: dict[str, Any],
    several: bool,
) -> list[export.Result]:
    """Draw one masked word; its result, where there is one."""
    # The same rows for both models, so that the two heatmaps can be compared.
    words = heatmap_words(question.targets, table["words"])
    item = {"text": question.text, "groups": list(question.groups)}
    params = question.group_completion(words)
    measurements = beside.measure_both("group_completion", subject, other, [item], params)
    shown = [entry for entry, _ in measurements]
    values = [measurement.values[0] for _, measurement in measurements]
    tables = [value["masks"][mask] for value in values]
    differing = [
        shown_word(word, subject.facts.uncased)
        for word in beyond_names(table["words"], values[-1]["groups"])
    ]
    first_screen.draw_claim(
        differing_most(values[-1]["groups"], tables[-1]),
        differing_words(differing),
        limits=_limits(len(question.groups)),
        more=lambda: _further(shown, values, mask, len(question.groups)),
        key=f"mask_{mask + 1}" if mask else "claim",
    )
    if len(tables) > 1:
        before, after = (entry["divergence"] for entry in tables)
        first, second = shown
        st.markdown(divergence_change(before, after, first, second, len(question.groups)))
    frames = probabilities(values, mask)
    if question.targets == TARGETS:
        frames = without_unlikely(frames, TARGETS)
    if frames[-1].empty:
        st.markdown(":gray[None of these words is in the vocabulary of every model shown.]")
        return []
    # The same rows for all models, so their words are written alike.
    uncased = all(entry.facts.uncased for entry in shown)
    names = row_names(list(frames[-1].index), question.targets, uncased)
    labels = [entry.label for entry in shown]
    draw = partial(heatmaps_of, labels, names)
    figure = draw(frames)
    in_sight = [word for word in table["words"] if names.get(word, word) in differing[:NAMED]]
    own = in_front(in_sight, frames[-1:])
    many = "wide_" * (len(frames[-1].columns) > _FEW)
    with st.container(key=f"{many}figure_groups_{mask}"):
        plot.draw_figure(
            figure,
            key=f"groups_{mask}",
            title="Probability of each word for each group",
            says=_says(shown, frames, names),
        )
    if any(value.get("continued") for value in values):
        st.caption(beside.first_pieces("words"))
    explain.reading(_READ + (_READ_CHANGE if len(shown) > 1 else ""))
    result = export.Result(
        f"groups-{mask + 1}",
        group_rows(shown, values, mask),
        figure,
        beside.commands(question.command(), shown),
        beside.manifest(measurements),
        f"Words for each group in {pinned.quoted(question.text, 60)}"
        + f", blank {mask + 1}" * several,
        reading=f"{differing_words(differing)} {pinned.EXAMPLE}",
        claim=pinned.claim_of(question.text, differing_most(values[-1]["groups"], tables[-1])),
        # The claim is about the model that is measured; its own part has the numbers.
        stage=lambda: heatmaps_of(labels[-1:], names, own),
        live=pinned.live_groups(question, shown, [*map(str, own[0].index)]),
        about=" and ".join(entry.label for entry in shown),
    )
    return [result]


def _limits(groups: int) -> str:
    """What the answer does not mean, and the scale of every difference on the page (markdown)."""
    highest = "1"
    if groups > 2:
        highest += f" for two groups and {math.log2(groups):.3g} for all {groups} together"
    return (
        f"{pinned.EXAMPLE} Another sentence may order the groups differently. Nothing is sampled, "
        "so there is no interval. All differences are in bits (Jensen-Shannon divergence): 0 where "
        f"the words are the same, and where no word is in common {highest}. A small difference in "
        "one sentence does not show that groups are treated alike."
    )


def row_names(words: list[str], targets: tuple[str, ...], uncased: bool) -> dict[str, str]:
    """Word -> how it is written on screen; words looked up stay as they were typed.

    Two rows never have the same name: the word of the model stays as its tokenizer writes it then.
    """
    taken = {word for word in words if word in targets}
    return {
        word: shown
        for word in words
        if word not in targets and (shown := shown_word(word, uncased)) not in taken
    }


def heatmap_words(targets: tuple[str, ...], differing: list[str]) -> tuple[str, ...]:
    """Words of the heatmap: all words looked up, then those that differ most, up to the limit."""
    free = max(0, _MOST_ROWS - len(targets))
    return tuple(dict.fromkeys((*targets, *differing[:free])))


def probabilities(values: list[dict[str, Any]], mask: int) -> list[pd.DataFrame]:
    """Word by group probabilities of each model, without words that one of them lacks."""
    frames = [
        pd.DataFrame(
            {
                group: {entry["word"]: entry["probability"] for entry in entries}
                for group, entries in zip(
                    value["groups"], value["masks"][mask]["targets"], strict=True
                )
            }
        ).dropna()
        for value in values
    ]
    common = [word for word in frames[-1].index if all(word in frame.index for frame in frames)]
    return [frame.loc[common].astype(float) for frame in frames]


def without_unlikely(frames: list[pd.DataFrame], words: tuple[str, ...]) -> list[pd.DataFrame]:
    """Tables without the words that nobody typed, where none of them is likely for any group.

    Args:
        frames: of `probabilities`.
        words: that are looked up by default.
    """
    found = [word for word in words if word in frames[-1].index]
    likely = any(frame.loc[found].to_numpy().max(initial=0.0) >= LEAST_LIKELY for frame in frames)
    return frames if likely else [frame.drop(index=found) for frame in frames]


def _says(shown: list[Subject], frames: list[pd.DataFrame], names: Mapping[str, str]) -> str:
    """Of each model, the most likely word of every group, and the size of the table."""
    return in_words.each(
        (
            entry.label,
            in_words.cells(
                [names.get(word, word) for word in map(str, frame.index)],
                [*map(str, frame.columns)],
                frame.to_numpy().tolist(),
                percent,
            ),
        )
        for entry, frame in zip(shown, frames, strict=True)
    )


def _further(shown: list[Subject], values: list[dict[str, Any]], mask: int, groups: int) -> None:
    """The difference of all groups together, and of every two."""
    every = "both groups" if groups == 2 else f"all {groups} groups"
    for entry, value in zip(shown, values, strict=True):
        st.markdown(f"**{explain.plain(entry.label)}**")
        st.metric(
            f"Difference between {every}, in bits",
            figure_text(value["masks"][mask]["divergence"], ".3f"),
        )
        _pairwise(value, mask)
    tables = f"Tables: the difference between every two groups, in bits {scale_text(2)}."
    st.caption(tables + f" All {groups} together: {scale_text(groups)}." * (groups > 2))


def _pairwise(value: dict[str, Any], mask: int) -> None:
    groups = value["groups"]
    table = pd.DataFrame(value["masks"][mask]["pairwise"], index=groups, columns=groups)
    st.dataframe(table.style.format(_in_bits), width="content")


def _in_bits(divergence: Any) -> str:
    return number(divergence, ".3f")


def group_rows(shown: list[Subject], values: list[dict[str, Any]], mask: int) -> pd.DataFrame:
    """One row a model, group and word, for export."""
    lines: list[dict[str, Any]] = []
    for subject, value in zip(shown, values, strict=True):
        for group, text, entries in zip(
            value["groups"], value["texts"], value["masks"][mask]["targets"], strict=True
        ):
            lines += [
                {"model": subject.label, "group": group, "sentence": text, **word}
                for word in entries
            ]
    return pd.DataFrame(lines).astype({"rank": "Int64"})

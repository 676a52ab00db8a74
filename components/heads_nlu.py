"""Tab of the Heads page: what a mask costs a fine-tuned classifier on a labelled file."""

from __future__ import annotations

import shlex
from typing import Any

import pandas as pd
import streamlit as st

from components import explain, export, kept_file, session
from components.heads_layout import figure_and_words
from components.model_bar import Subject
from components.numbers import number, p_text
from engine.datasets.labelled import Labelled, read_labelled
from engine.spec import HeadRef, format_heads

_DONE = "biascope_understanding"
_READ = (
    "A language model that was fine-tuned for a task, as GLUE's, should still solve it with the "
    "mask in place. The heads are counted as in the model above, so the classifier should be "
    "fine-tuned from it. *Accuracy* has a Wilson interval, *F1* and *Matthews correlation* (0 is "
    "a guess, 1 is perfect) bootstrap intervals over texts; McNemar's exact test asks whether "
    "as many answers were lost as won."
)
_TYPES = ["csv", "tsv", "jsonl", "json"]


def draw(subject: Subject) -> None:
    """Draw the tab."""
    place, _ = figure_and_words(
        "Does a classifier still understand its texts with these heads switched off?", _READ, "nlu"
    )
    with place, explain.errors(ends_page=False):
        checkpoint = st.text_input(
            "Classifier",
            key="classifier",
            bind="query-params",
            persist_state="session",
            placeholder="a local folder or a hub id, fine-tuned for sequence classification",
        )
        file = kept_file.ask(
            "Labelled file",
            "labelled_file",
            _TYPES,
            "CSV, TSV or JSON lines with text (or sentence) and label; GLUE files load as they "
            "are. It stays on this machine.",
        )
        if not checkpoint or not checkpoint.strip() or file is None:
            st.markdown(
                ":gray[Name a checkpoint with a trained classification head and give a file with "
                "a text and a label in every row. The heads masked above are masked in it too.]"
            )
            return
        labelled = read_labelled(file.data, file.name)
        masked = subject.spec.masked_heads
        _told(labelled, masked)
        found = _understanding(checkpoint.strip(), masked, labelled)
        if found is not None:
            _result(checkpoint.strip(), file.name, masked, found)


def _told(labelled: list[Labelled], masked: tuple[HeadRef, ...]) -> None:
    heads = f"heads {format_heads(masked)}" if masked else "no head, so only it as it is"
    st.caption(f"{len(labelled):,} texts; masked: {heads}.")


def _understanding(
    checkpoint: str, masked: tuple[HeadRef, ...], labelled: list[Labelled]
) -> session.Understanding | None:
    """The figures, after the button; again at once where they were asked for before."""
    done: dict[Any, session.Understanding] = st.session_state.setdefault(_DONE, {})
    key = (session.spec_of(checkpoint, masked), tuple(labelled))
    if key in done:
        return done[key]
    if not st.button("Classify the texts", key="run_nlu", type="primary"):
        return None
    bar = st.progress(0.0, "Loading the classifier …")

    def show(what: str, finished: int, total: int) -> None:
        bar.progress(finished / total, f"{what}: {finished:,} of {total:,} texts")

    found = session.understanding(checkpoint, masked, labelled, show)
    done.clear()
    done[key] = found
    st.rerun()  # without the button


def _result(
    checkpoint: str, file: str, masked: tuple[HeadRef, ...], found: session.Understanding
) -> None:
    explain.warnings(found.warnings)
    st.dataframe(shown(found), hide_index=True, key="nlu_table")
    skipped = found.untouched["skipped"]
    if skipped:
        st.caption(f"{skipped} texts are longer than the model reads and were left out.")
    if found.masked is not None:
        st.markdown(change(found))
    options = f"--model {shlex.quote(checkpoint)}"
    if masked:
        options += f" --mask {format_heads(masked).replace(' ', '')}"
    export.row(
        "nlu",
        tidy(found),
        None,
        f"python -m engine nlu {shlex.quote(file)} {options}",
        found.manifest,
    )


_FIGURES = {
    "accuracy, %": ("accuracy", "interval", 100, ".1f"),
    "F1": ("f1", "f1_interval", 1, ".3f"),
    "Matthews correlation": ("matthews", "matthews_interval", 1, "+.3f"),
}


def _sides(found: session.Understanding) -> list[tuple[str, dict[str, Any]]]:
    both = [("untouched", found.untouched), ("masked", found.masked)]
    return [(name, side) for name, side in both if side is not None]


def shown(found: session.Understanding) -> pd.DataFrame:
    """One row a figure, one column a model, in words."""
    rows = []
    for title, (figure, bounds, scale, spec) in _FIGURES.items():
        row = {"": title}
        for name, side in _sides(found):
            low, high = (number(scale * bound, spec) for bound in side[bounds])
            row[f"{name} (n {side['n']:,})"] = (
                f"{number(scale * side[figure], spec)} ({low} to {high})"
            )
        rows.append(row)
    return pd.DataFrame(rows)


def tidy(found: session.Understanding) -> pd.DataFrame:
    """One row a model and figure, as numbers."""
    return pd.DataFrame(
        [
            {
                "model": name,
                "figure": figure,
                "value": side[figure],
                "low": side[bounds][0],
                "high": side[bounds][1],
                "n": side["n"],
                "mcnemar_p": found.p,
            }
            for name, side in _sides(found)
            for figure, bounds, _, _ in _FIGURES.values()
        ]
    )


def change(found: session.Understanding) -> str:
    """What the mask changed (markdown)."""
    before, after = found.untouched, found.masked or found.untouched
    pairs = list(zip(before["right"], after["right"], strict=True))
    lost = sum(one and not other for one, other in pairs)
    won = sum(other and not one for one, other in pairs)
    moved = 100 * (after["accuracy"] - before["accuracy"])
    return (
        f"Accuracy changes by **{number(moved, '+.1f')} points**; answers lost: {lost}, won: "
        f"{won}; McNemar {p_text(found.p)}. In brackets: 95 % intervals."
    )

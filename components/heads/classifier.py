"""Tab of the Heads page: how masking heads changes a fine-tuned classifier's accuracy."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import pandas as pd
import streamlit as st

from components.frame import session
from components.frame.present import explain
from components.frame.present.numbers import interval_text, minus_signs, number
from components.frame.present.plot import figure_and_words
from components.frame.shell import link_request
from components.frame.shell.model_bar import Subject
from components.frame.shell.subject import ALL_ON
from components.frame.widgets import chosen_columns, export, kept_file
from components.frame.widgets.kept_file import File
from engine.command_line.command import Command, file_word
from engine.core.spec import ModelSpec, format_heads
from engine.core.wording import counted
from engine.files.labelled import COLUMNS, LABELS, SECOND_TEXT, TEXT, Labelled, read_labelled
from engine.files.layout import FileSource
from engine.measures.nlu.cost import Cost
from engine.measures.nlu.predictions import MaskCost
from engine.measures.nlu.wording import masking_text

_READ = (
    "A check of natural language understanding (NLU): a model fine-tuned for a task, for example "
    "from GLUE, should still solve it with the heads switched off. Heads are numbered as in the "
    "model above, so use a classifier that was fine-tuned from it. *Accuracy* has a Wilson "
    "interval; *F1* and *Matthews correlation* (0: no better than guessing, 1: perfect) have "
    "intervals over texts. McNemar's exact test asks whether switching heads off turns as many "
    "answers from right to wrong as from wrong to right. Of a model that gives each text one "
    "number, as for STS-B, *Pearson* and *Spearman* say how far its numbers go with the labels "
    "(1: fully, 0: not)."
)
# Tells positive from negative texts; downloaded once, when the button is pressed.
_CLASSIFIER = "distilbert/distilbert-base-uncased-finetuned-sst-2-english"
_SIZE = "268 MB once"
_LABELLED = (
    ("A quiet and lovely film that stays with you.", "POSITIVE"),
    ("The food was cold and the waiter was rude.", "NEGATIVE"),
    ("I would gladly stay at this hotel again.", "POSITIVE"),
    ("The lamp broke after two days, a waste of money.", "NEGATIVE"),
    ("Her new song made the whole room smile.", "POSITIVE"),
    ("The lecture was dull and far too long.", "NEGATIVE"),
    ("What a friendly and helpful team they have.", "POSITIVE"),
    ("The room smelled of smoke and the bed was hard.", "NEGATIVE"),
    ("A clever story with a warm ending.", "POSITIVE"),
    ("The train was late again and nobody told us why.", "NEGATIVE"),
    ("The garden is beautiful in every season.", "POSITIVE"),
    ("I regret buying these shoes, they hurt.", "NEGATIVE"),
)
_TYPES = ["csv", "tsv", "jsonl", "json"]
Texts = tuple[list[Labelled], list[str]]  # and sentences about what was guessed
_NAMES = {TEXT: "text", SECOND_TEXT: "second text of a pair (optional)", LABELS: "label"}


def draw_classifier_check(subject: Subject) -> None:
    """Draw the tab."""
    result, _ = figure_and_words(
        "Does a fine-tuned classifier still do its task with these heads switched off?",
        _READ,
        "nlu",
    )
    with result, explain.errors(ends_page=False):
        checkpoint = st.text_input(
            "Fine-tuned classifier",
            key="classifier",
            bind="query-params",
            persist_state="session",
            placeholder="a local folder or a hub id, fine-tuned for sequence classification",
            on_change=session.confirm_field,
            args=("model", "classifier"),
        )
        file = _ask_file()
        if not checkpoint or not checkpoint.strip() or file is None:
            st.markdown(
                ":gray[Enter a fine-tuned classifier and upload a file with a text and a label in "
                "every row. The heads switched off above are off in the classifier too.]"
            )
            st.button(
                f"Use an example :small[:gray[{_CLASSIFIER}, {_SIZE}, with {len(_LABELLED)} texts "
                "of ours]]",
                key="use_example_classifier",
                icon=":material/play_arrow:",
                type="tertiary",
                on_click=_use_example,
            )
            return
        if not link_request.model(checkpoint.strip(), "classifier"):
            return
        read = _texts_in(file)
        if read is None:
            return
        (labelled, notes), words = read
        masked = subject.spec.masked_heads
        heads = (
            f"heads switched off: {format_heads(masked)}"
            if masked
            else "no heads are switched off, so the classifier is checked with all heads on only"
        )
        st.caption(explain.plain(" ".join([f"{counted(len(labelled), 'text')}; {heads}.", *notes])))
        # Its own weights: what was fitted on the model of the page means nothing in it.
        spec = replace(session.spec_of(checkpoint.strip(), masked), dtype=subject.spec.dtype)
        cost = _mask_cost(spec, labelled)
        if cost is not None:
            _show(replace(spec, checkpoint=checkpoint.strip()), words, cost)


def ask_texts() -> tuple[Texts, tuple[str, ...]] | None:
    """Draw the upload box and read the file; None until there is one whose columns are known.

    Returns:
        The texts with what was guessed of them, and the words of the command.
    """
    file = _ask_file()
    return None if file is None else _texts_in(file)


def _ask_file() -> File | None:
    return kept_file.ask(
        "Labelled file",
        "labelled_file",
        _TYPES,
        "CSV, TSV or JSON lines with the columns text (or sentence) and label, or with others "
        "that are chosen below; GLUE files work as they are. The file stays on this machine.",
    )


def _texts_in(file: File) -> tuple[Texts, tuple[str, ...]] | None:
    source = file.data, file.name, ()
    found = chosen_columns.read_own_table(source, _read, _NAMES, COLUMNS, "labelled_column")
    return found and (found[0], ("nlu", file_word(file.name), *found[1].options))


def _read(
    content: FileSource,
    name: str,
    mapping: Mapping[str, str],
    values: Mapping[str, str] | None = None,
) -> Texts:
    notes: list[str] = []
    return read_labelled(content, name, notes.append, mapping, values), notes


def _use_example() -> None:
    """Fill in a classifier of the hub and a few texts of our own, for the callback of a button."""
    session.confirm("model", _CLASSIFIER)
    st.session_state["classifier"] = _CLASSIFIER
    lines = "\n".join(f'"{text}",{label}' for text, label in _LABELLED)
    kept_file.give("labelled_file", "example.csv", f"text,label\n{lines}\n")


def _mask_cost(spec: ModelSpec, labelled: list[Labelled]) -> Cost | None:
    """The results after the button is pressed, or at once if they were measured before."""
    done = session.state.newest(session.state.CLASSIFIER_RESULT, 1)
    key = (spec, tuple(labelled))
    known: Cost | None = done.get(key)
    if known is not None:
        return known
    if not st.button("Classify the texts", key="run_nlu", type="primary"):
        return None
    bar = st.progress(0.0, "Loading the classifier …")

    def show(what: str, finished: int, total: int) -> None:
        bar.progress(finished / total, f"{what}: {finished:,} of {total:,} texts")

    with explain.in_place_of(bar):
        done[key] = session.verdicts.understanding(spec, labelled, show)
    st.rerun()  # without the button


def _show(spec: ModelSpec, words: tuple[str, ...], cost: Cost) -> None:
    """Draw the results.

    Args:
        spec: names the checkpoint as it was typed.
        words: of the command.
    """
    explain.warnings(cost.warnings)
    if cost.masked is not None:
        st.markdown(minus_signs(masking_text(cost)))
    st.dataframe(understanding_table(cost), hide_index=True, key="nlu_table")
    skipped = cost.unmodified["skipped"]
    if skipped:
        st.caption(f"{counted(skipped, 'text', 'are')} too long for the model and were left out.")
    export.row(
        "nlu",
        understanding_rows(cost),
        None,
        Command(words).for_model(spec).line(),
        cost.manifest,
    )


# Title on screen -> value and interval, scale and format.
_SCORES = {
    "accuracy, %": ("accuracy", "interval", 100, ".1f"),
    "F1": ("f1", "f1_interval", 1, ".3f"),
    "Matthews correlation": ("matthews", "matthews_interval", 1, "+.3f"),
}
# The same of a head that gives one number, as for STS-B.
_CORRELATIONS = {
    "Pearson correlation": ("pearson", "pearson_interval", 1, "+.3f"),
    "Spearman correlation": ("spearman", "spearman_interval", 1, "+.3f"),
}


def _scores(cost: Cost) -> dict[str, tuple[str, str, int, str]]:
    return _SCORES if isinstance(cost, MaskCost) else _CORRELATIONS


def _sides(cost: Cost) -> dict[str, dict[str, Any]]:
    """Each side that was measured, as it is named in exports."""
    sides = {"untouched": cost.unmodified, "masked": cost.masked}
    return {name: side for name, side in sides.items() if side is not None}


def understanding_table(cost: Cost) -> pd.DataFrame:
    """One row per score and one column per model, formatted for the screen."""
    rows = []
    for title, (score, bounds, scale, spec) in _scores(cost).items():
        row = {"measure": title}
        for name, side in _sides(cost).items():
            missing = side.get("interval_note") or "too few texts"
            shown = "heads switched off" if name == "masked" else ALL_ON
            row[f"{shown} (n = {side['n']:,})"] = _figure(
                side[score], side[bounds], scale, spec, missing
            )
        rows.append(row)
    return pd.DataFrame(rows)


def _figure(
    value: float | None, bounds: Sequence[float] | None, scale: int, spec: str, missing: str
) -> str:
    """A figure with its interval, or with the reason why it is `missing`."""
    if value is None:
        return "undefined: all scores are the same"
    if bounds is None:
        return f"{number(scale * value, spec)} (no interval: {missing})"
    interval = interval_text([scale * bound for bound in bounds], spec)
    return f"{number(scale * value, spec)} ({interval})"


def understanding_rows(cost: Cost) -> pd.DataFrame:
    """One row per model and score, as numbers."""
    p = cost.p if isinstance(cost, MaskCost) else None
    rows = [
        (name, score, side[score], *(side[bounds] or (None, None)), side["n"], p)
        for name, side in _sides(cost).items()
        for score, bounds, _, _ in _scores(cost).values()
    ]
    return pd.DataFrame(rows, columns="model figure value low high n mcnemar_p".split())

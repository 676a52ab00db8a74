"""Tabs below the grid of the Heads page, attention and a classifier; only the open one is drawn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pandas as pd
import streamlit as st

from components.frame import session
from components.frame.present import explain
from components.frame.present import plot as layout
from components.frame.present.numbers import interval_text, number, p_text
from components.frame.present.plot import figure_and_words
from components.frame.shell import link_request
from components.frame.shell.model_bar import Subject
from components.frame.widgets import export, kept_file, tabs
from components.frame.widgets.attention_words import Line, attention_words
from components.heads import attention_map, counter, curve, distribution, two_models
from components.heads import attention_map as attention_request
from components.heads import choice as which
from components.heads import runs as heads_runs
from components.heads.attention_map import TITLES, Look
from components.heads.choice import Choice
from engine.command_line.command import Command, file_word
from engine.core.families import CAUSAL
from engine.core.spec import HeadRef, ModelSpec, format_heads
from engine.files.labelled import Labelled, read_labelled
from engine.inference.words import WORD
from engine.measures.heads.attention_pair import AttentionPair, attention_to_swapped

KEY = "heads_tab"
NAMES = ATTENTION, CURVE, PARETO, DISTRIBUTION, COUNTER, MODELS, NLU = (
    "Attention in a sentence",
    "Masking more heads",
    "Bias and cost",
    "Distribution",
    "Counter-stereotype test",
    "Two models",
    "Classifier check",
)
# Names in links from earlier versions -> names now.
_RENAMED = {
    "Curve over K": CURVE,
    "Attention of a sentence": ATTENTION,
    "Understanding": NLU,
}


def draw_heads_tabs(
    choice: Choice, subject: Subject, other: Subject | None, bias: dict[str, Any]
) -> None:
    """Draw the tabs; slow measurements start only when their button is pressed.

    Args:
        other: the model compared with, if any.
        bias: value of `head_bias` on the original model, with a gradient.
    """
    linked = st.query_params.get(KEY)
    if linked in _RENAMED:
        st.query_params[KEY] = _RENAMED[linked]
    shown, body = tabs.opened_tab(NAMES, KEY)
    with body, explain.errors(ends_page=False):
        if shown in (CURVE, PARETO):
            runs = heads_runs.planned(choice, subject, bias["gradient"])
            (curve.curve if shown == CURVE else curve.pareto)(runs)
        elif shown == DISTRIBUTION:
            distribution.draw_head_distribution(choice, subject, bias)
        elif shown == ATTENTION:
            draw_attention(choice, subject, bias)
        elif shown == COUNTER:
            counter.draw_counter_test(choice, subject)
        elif shown == MODELS:
            two_models.draw_heads_of_two_models(choice, subject, other, bias)
        else:
            draw_nlu(subject)


# --- attention ----------------------------------------------------------------------------
# This tab shows the attention of chosen heads in a sentence and its counter-stereotype.

UNITS = "whole_words"
_FROM = session.state.ATTENDING
_READ = (
    "The bar under a word shows how much attention the outlined word pays to it; click another "
    "word to outline it instead. All bars of a head share one scale, full at the word with the "
    "most attention. Punctuation and special tokens, which often receive most of it, are pale. "
    "Next to each head is its attention to the swapped words, in the sentence and in its "
    "counter-stereotype; *scaled* runs from 0 (the word with the least attention) to 1 (the "
    "most). One sentence is an example, not a test: for a test, open the tab *Counter-stereotype "
    "test*. Attention shows where a head looks, not why the model answers as it does."
)


def draw_attention(choice: Choice, subject: Subject, bias: dict[str, Any]) -> None:
    """Draw the tab.

    Args:
        bias: value of `head_bias` on the original model.
    """
    inputs, words = layout.figure_and_words(
        "Where do the chosen attention heads look in a sentence, and in the same sentence with "
        "the group swapped?",
        _READ,
        "counter-stereotype",
    )
    with words:
        by_word = st.toggle(
            "Whole words",
            value=True,
            key=UNITS,
            bind="query-params",
            persist_state="session",
            help="The model splits rare words into pieces. Switched on, the pieces of a word are "
            "combined: attention to them is summed, attention from them averaged.",
        )
    with inputs:
        text, counter = attention_request.texts(choice)
        heads = attention_request.heads(bias["gradient"], subject.spec.masked_heads)
    with st.container(border=True), explain.errors(ends_page=False):
        if not text or not heads:
            missing = "Write a sentence" if not text else "Choose a head"
            st.markdown(f":gray[{missing} to see where heads look.]")
            return
        if session.load_later(subject.spec):
            _wait_for(subject.spec)
            return
        pair = _pair(subject.spec, text, counter, bool(by_word))
        at = attending(pair, {*choice.test.x, *choice.test.y}, _clicked(text, bool(by_word)))
        look = Look(subject.spec, text, counter, bool(by_word), pair, at, bias["gradient"])
        _words(look, heads, subject.facts.kind == CAUSAL)
        attention_map.draw_attention_map(look, heads)


def _wait_for(spec: ModelSpec) -> None:
    """Look whether the model is loaded by now; all else on the page is there without it."""

    @st.fragment(run_every=0.5)
    def look() -> None:
        st.markdown(":gray[The attention appears here once the model is loaded.]")
        if not session.load_later(spec):
            st.rerun()

    look()


def _pair(spec: ModelSpec, text: str, counter: str, by_word: bool) -> AttentionPair:
    """Maps of both texts; without a counterpart, the sentence is its own second text."""
    first = session.heads.attention(spec, text, by_word)
    return AttentionPair(
        first, session.heads.attention(spec, counter, by_word) if counter else first
    )


def _clicked(text: str, by_word: bool) -> int | None:
    """The unit clicked in this text; None if the last click was in another text."""
    kept = st.session_state.get(_FROM)
    return int(kept[2]) if kept is not None and kept[:2] == (text, by_word) else None


def attending(pair: AttentionPair, targets: set[str], clicked: int | None) -> int:
    """The unit whose attention is shown: clicked, else a target word, else the last word."""
    units = pair.first.units
    if clicked is not None and clicked < len(units):
        return clicked
    known = {word.casefold() for word in targets}
    words = [index for index, unit in enumerate(units) if unit.kind == WORD]
    both = [index for index in words if index in pair.partner]
    known_words = [index for index in both if units[index].text.casefold() in known]
    return (known_words or both[-1:] or words[-1:] or [0])[0]


# --- the words --------------------------------------------------------------------------
# For each head, bars show how the attention from the chosen word is shared out.


def _words(look: Look, heads: Sequence[HeadRef], causal: bool) -> None:
    """For each head, the texts with a bar per word: the attention from the chosen word."""
    units = look.pair.first.units
    masked = look.spec.masked_heads
    masks = f" Masked heads: {format_heads(masked)}." if masked else ""
    st.caption(
        f"{which.model(look.spec)}: attention from “{explain.plain(units[look.at].text)}”, one of "
        f"{len(units)} words, punctuation marks and special tokens.{masks}"
    )
    rows = attention_to_swapped(look.pair, look.at, heads, causal)
    for ref, row in zip(heads, rows, strict=True):
        score = number(look.gradient[ref.layer][ref.head], "+.3f")
        mark = " :gray-badge[✕ masked: its attention has no effect]" if ref in masked else ""
        st.markdown(f"**{ref}** :gray[bias score {score}]{mark}{_to_swapped(row)}")
        attention_words(
            _lines(look, ref),
            f"Attention of head {ref}",
            key=f"attention_{ref}",
            on_choose=lambda index: _choose(look, index),
        )


def _choose(look: Look, index: int) -> None:
    st.session_state[_FROM] = (look.text, look.by_word, index)


def _lines(look: Look, ref: HeadRef) -> list[Line]:
    lines = []
    for name, maps in look.sides:
        first = name == look.sides[0][0]
        at = look.at if first else look.pair.partner.get(look.at)
        weights = [0.0] * len(maps.units) if at is None else maps.weights[ref.layer, ref.head, at]
        lines.append(Line(TITLES[name], maps.units, weights, at, clickable=first))
    return lines


def _to_swapped(row: dict[str, Any]) -> str:
    """Attention to the swapped words in both texts (markdown)."""
    values = [
        f"{TITLES[name]} **{row[side]:.3f}** (scaled {row[f'{side}_scaled']:.2f})"
        for name, side in (("sentence", "original"), ("counter", "counter"))
        if row[side] is not None
    ]
    return f" · attention to the swapped words: {', '.join(values)}" if values else ""


# --- nlu ----------------------------------------------------------------------------------
# This tab shows how masking heads changes a fine-tuned classifier's accuracy.

_NLU_READ = (
    "A check of natural language understanding (NLU): a model fine-tuned for a task, for example "
    "from GLUE, should still solve it with the heads masked. Heads are numbered as in the model "
    "above, so use a classifier that was fine-tuned from it. *Accuracy* has a Wilson interval; "
    "*F1* and *Matthews correlation* (0: no better than guessing, 1: perfect) have bootstrap "
    "intervals over texts. McNemar's exact test asks whether masking turns as many answers from "
    "right to wrong as from wrong to right."
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


def draw_nlu(subject: Subject) -> None:
    """Draw the tab."""
    result, _ = figure_and_words(
        "Does a fine-tuned classifier still do its task with these heads switched off?",
        _NLU_READ,
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
        file = kept_file.ask(
            "Labelled file",
            "labelled_file",
            _TYPES,
            "CSV, TSV or JSON lines with the columns text (or sentence) and label; GLUE files work "
            "as they are. The file stays on this machine.",
        )
        if not checkpoint or not checkpoint.strip() or file is None:
            st.markdown(
                ":gray[Enter a fine-tuned classifier and upload a file with a text and a label in "
                "every row. The heads masked above are masked in the classifier too.]"
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
        labelled = read_labelled(file.data, file.name)
        masked = subject.spec.masked_heads
        _describe(labelled, masked)
        spec = session.spec_of(checkpoint.strip(), masked)
        spec = replace(spec, dtype=subject.spec.dtype)
        results = _understanding(spec, labelled)
        if results is not None:
            _show(replace(spec, checkpoint=checkpoint.strip()), file.name, results)


def _use_example() -> None:
    """Fill in a classifier of the hub and a few texts of our own, for the callback of a button."""
    session.confirm("model", _CLASSIFIER)
    st.session_state["classifier"] = _CLASSIFIER
    lines = "\n".join(f'"{text}",{label}' for text, label in _LABELLED)
    kept_file.give("labelled_file", "example.csv", f"text,label\n{lines}\n")


def _describe(labelled: list[Labelled], masked: tuple[HeadRef, ...]) -> None:
    heads = (
        f"masked heads: {format_heads(masked)}"
        if masked
        else "no heads are masked, so only the unmodified classifier is checked"
    )
    st.caption(f"{len(labelled):,} texts; {heads}.")


def _understanding(
    spec: ModelSpec, labelled: list[Labelled]
) -> session.verdicts.Understanding | None:
    """The results after the button is pressed, or at once if they were measured before."""
    done = session.state.newest(session.state.CLASSIFIER_RESULT, 1)
    key = (spec, tuple(labelled))
    known: session.verdicts.Understanding | None = done.get(key)
    if known is not None:
        return known
    if not st.button("Classify the texts", key="run_nlu", type="primary"):
        return None
    bar = st.progress(0.0, "Loading the classifier …")

    def show(what: str, finished: int, total: int) -> None:
        bar.progress(finished / total, f"{what}: {finished:,} of {total:,} texts")

    results = session.verdicts.understanding(spec, labelled, show)
    done[key] = results
    st.rerun()  # without the button


def _show(spec: ModelSpec, file: str, results: session.verdicts.Understanding) -> None:
    """Draw the results; the spec names the checkpoint as it was typed."""
    explain.warnings(results.warnings)
    if results.masked is not None:
        st.markdown(understanding_change(results))
    st.dataframe(understanding_table(results), hide_index=True, key="nlu_table")
    skipped = results.unmodified["skipped"]
    if skipped:
        st.caption(f"{skipped} texts are too long for the model and were left out.")
    export.row(
        "nlu",
        understanding_rows(results),
        None,
        Command(("nlu", file_word(file))).for_model(spec).line(),
        results.manifest,
    )


# Title on screen -> value and interval, scale and format.
_SCORES = {
    "accuracy, %": ("accuracy", "interval", 100, ".1f"),
    "F1": ("f1", "f1_interval", 1, ".3f"),
    "Matthews correlation": ("matthews", "matthews_interval", 1, "+.3f"),
}


_TITLES = {"untouched": "unmodified", "masked": "masked"}


def _sides(results: session.verdicts.Understanding) -> list[tuple[str, dict[str, Any]]]:
    both = [("untouched", results.unmodified), ("masked", results.masked)]
    return [(name, side) for name, side in both if side is not None]


def understanding_table(results: session.verdicts.Understanding) -> pd.DataFrame:
    """One row per score and one column per model, formatted for the screen."""
    rows = []
    for title, (score, bounds, scale, spec) in _SCORES.items():
        row = {"measure": title}
        for name, side in _sides(results):
            interval = interval_text([scale * bound for bound in side[bounds]], spec)
            row[f"{_TITLES[name]} (n = {side['n']:,})"] = (
                f"{number(scale * side[score], spec)} ({interval})"
            )
        rows.append(row)
    return pd.DataFrame(rows)


def understanding_rows(results: session.verdicts.Understanding) -> pd.DataFrame:
    """One row per model and score, as numbers."""
    return pd.DataFrame(
        [
            {
                "model": name,
                "figure": score,
                "value": side[score],
                "low": side[bounds][0],
                "high": side[bounds][1],
                "n": side["n"],
                "mcnemar_p": results.p,
            }
            for name, side in _sides(results)
            for score, bounds, _, _ in _SCORES.values()
        ]
    )


def understanding_change(results: session.verdicts.Understanding) -> str:
    """What the mask changed (markdown)."""
    before, after = results.unmodified, results.masked or results.unmodified
    pairs = list(zip(before["right"], after["right"], strict=True))
    lost = sum(one and not other for one, other in pairs)
    gained = sum(other and not one for one, other in pairs)
    moved = 100 * (after["accuracy"] - before["accuracy"])
    return (
        f"Masking changes accuracy by **{number(moved, '+.1f')} points**: {lost} correct answers "
        f"lost, {gained} gained (McNemar's test, {p_text(results.p)})."
    )

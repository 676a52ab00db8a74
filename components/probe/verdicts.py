"""What evaluators say of the words that the model expects in a typed sentence."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pandas as pd
import streamlit as st

from components.frame import session
from components.frame.present import download, explain
from components.frame.present.numbers import number, percent
from components.frame.present.words import shown_word
from components.frame.shell import model_bar
from components.frame.shell.model_bar import Subject
from components.frame.widgets import closed_box, data_choice, fetch_offer, suites
from components.frame.widgets.blur import blurred
from components.probe.controls import Question
from engine.core.families import CAUSAL
from engine.core.mask_token import masks_in
from engine.core.wording import counted, listed
from engine.evaluators.suite import CLASSIFIER, LEXICON, STEREOTYPES, Evaluator, Suite, Verdict
from engine.evaluators.suites import load_suite
from engine.files.export import csv_text
from engine.files.fetch.registry import data_sets

_KEPT = 12
_OWN = "own"
_ABOUT = (
    "An evaluator is a word list or a small trained model that says whether a completed sentence "
    "is unfavourable or a stereotype. It can be wrong: its verdict is not a fact about the "
    "sentence."
)
_DEMO = (
    "**Demonstration.** These two evaluators show how judging works; they were not validated for "
    "measuring bias."
)


def draw_verdicts(question: Question) -> None:
    """A closed box; nothing is judged until it is opened."""
    if question.slotted:
        return
    box = closed_box.is_opened("Rate these words with evaluators", "verdicts_box", SUITE)
    if box is not None:
        with box, explain.errors(ends_page=False):
            _opened(question, model_bar.current())


def _opened(question: Question, subject: Subject) -> None:
    st.markdown(f":gray[{_ABOUT}]")
    suite = ask_suite()
    if suite is None:
        return
    if suite.demo:
        st.markdown(_DEMO)
    for name in (entry.name for entry in suite.evaluators if entry.kind == STEREOTYPES):
        st.info(
            f"{explain.plain(name)} compares a word with stereotypes of one group, and a typed "
            "sentence names none that it knows. Use it on the Arena page.",
            icon=":material/info:",
        )
    judging = [entry for entry in suite.evaluators if entry.kind != STEREOTYPES]
    if not judging:
        return
    suite = Suite(suite.name, tuple(judging), suite.demo, suite.description)
    texts = [text for text in (question.text, question.second) if text]
    sentences = [masked_once(text, subject.facts.kind == CAUSAL) for text in texts]
    if None in sentences:
        st.info(
            "Evaluators judge sentences with one blank; write only one.",
            icon=":material/info:",
        )
        return
    predictions = [_predictions(question, subject, text) for text in texts]
    asked = [
        (sentence, tuple(entry["word"] for entry in ranked))
        for sentence, ranked in zip(sentences, predictions, strict=True)
        if sentence is not None
    ]
    found = _judged(suite, asked)
    if found is None:
        return
    shown = st.toggle(
        "Show flagged words",
        key="probe_flagged_words",
        persist_state="session",
        help="Every letter of a flagged word is a dot in this table until this is on. The CSV has "
        "the words.",
    )
    for place, (text, ranked, verdicts) in enumerate(zip(texts, predictions, found, strict=True)):
        if len(texts) > 1:
            st.markdown(f"**{explain.plain(text)}**")
        _one_sentence(place, suite, subject, ranked, verdicts, shown)


def masked_once(text: str, continues: bool) -> str | None:
    """The sentence that a word completes, with one mask; None where it has several.

    Args:
        continues: whether the model reads the text from left to right; the word comes at its end.
    """
    if continues:
        return f"{text.rstrip()} [MASK]"
    return text if masks_in(text) == 1 else None


def _predictions(question: Question, subject: Subject, text: str) -> list[dict[str, Any]]:
    """The words of the bars, read from the store."""
    params = question.completion()
    value = session.measure("completion", subject.spec, [{"text": text}], params).values[0]
    ranked: list[dict[str, Any]] = value["predictions"][0]
    return ranked


def _judged(
    suite: Suite, asked: Sequence[tuple[str, tuple[str, ...]]]
) -> list[session.verdicts.WordVerdicts] | None:
    """Verdicts, one a sentence; None until the button is pressed that opens what it names."""
    kept = session.state.newest(session.state.WORD_VERDICTS, _KEPT)
    key = suite.digest, tuple(asked)
    found: list[session.verdicts.WordVerdicts] | None = kept.get(key)
    if found is None:
        if opens(suite) and not _pressed(suite):
            return None
        with st.spinner("Judging the words …"):
            found = [session.verdicts.judged_words(suite, text, words) for text, words in asked]
        kept[key] = found
    return found


def opens(suite: Suite) -> list[Evaluator]:
    """The evaluators that open a checkpoint or a file, which only a button does."""
    return [
        entry
        for entry in suite.evaluators
        if entry.kind == CLASSIFIER
        or (entry.kind == LEXICON and entry.source != _OWN and entry.source not in data_sets())
    ]


def _pressed(suite: Suite) -> bool:
    for name, what in session.verdicts.classifier_needs(suite).items():
        st.caption(explain.plain(f"{name}: {what}"))
    names = explain.plain(listed([entry.name for entry in opens(suite)]))
    pressed = st.button(f"Judge with {names}", key="judge_words", type="primary")
    st.caption(
        "Classifiers are models: they are downloaded if they are not here, and loaded one at a "
        "time. Nothing is opened before you press the button."
    )
    return pressed


def _one_sentence(
    place: int,
    suite: Suite,
    subject: Subject,
    ranked: Sequence[dict[str, Any]],
    found: session.verdicts.WordVerdicts,
    shown: bool,
) -> None:
    for name, problem in found.problems.items():
        message = f"{name} could not judge: {problem}"
        st.warning(explain.plain(message), icon=":material/warning:")
    explain.warnings(found.notes)
    if not found.of:
        return
    for evaluator in suite.counting:
        if evaluator.name in found.of:
            st.markdown(flagged_in_words(evaluator.name, ranked, found.of[evaluator.name]))
    frame = verdict_table(suite, ranked, found.of)
    flags = frame["flagged by"].ne("")
    table = frame.drop(columns="word")
    written = [shown_word(str(word), subject.facts.uncased) for word in frame["word"]]
    table.insert(
        0,
        "word",
        [
            blurred(word) if flag and not shown else word
            for word, flag in zip(written, flags, strict=True)
        ],
    )
    table["probability"] = [percent(share) for share in frame["probability"]]
    for name in table.columns:
        if str(name).endswith(": score"):
            table[name] = ["" if pd.isna(score) else number(score, ".2f") for score in frame[name]]
    wide = st.column_config.TextColumn(width="medium")
    st.dataframe(
        table,
        hide_index=True,
        key=f"verdicts_{place}",
        width="content",
        column_config={"flagged by": wide},
    )
    download.button(
        "CSV",
        lambda: csv_text(frame),
        "biascope-verdicts.csv",
        "text/csv",
        f"verdicts_csv_{place}",
        ":material/download:",
    )


def flagged_in_words(
    name: str, ranked: Sequence[dict[str, Any]], verdicts: Sequence[Verdict]
) -> str:
    """How much of the probability an evaluator flagged, in one sentence (markdown)."""
    judged = [
        (entry["probability"], verdict["flagged"])
        for entry, verdict in zip(ranked, verdicts, strict=True)
        if verdict["flagged"] is not None
    ]
    said = explain.plain(name)
    if not judged:
        return f"**{said}** gave no verdict on these words."
    flagged = [share for share, flag in judged if flag]
    words = counted(len(judged), "word")
    if not flagged:
        return f"**{said}** flags none of the {words} that it judged."
    whole, among = sum(flagged), sum(flagged) / sum(share for share, _ in judged)
    have = "It has" if len(flagged) == 1 else "They have"
    return (
        f"**{said}** flags {len(flagged)} of the {words} that it judged. {have} "
        f"{percent(whole)} of the model's whole probability, and {percent(among)} of that of the "
        "words judged."
    )


def verdict_table(
    suite: Suite, ranked: Sequence[dict[str, Any]], of: dict[str, list[Verdict]]
) -> pd.DataFrame:
    """One row a word.

    Returns:
        `word`, `probability` (0 to 1), `flagged by` (names of evaluators, also of those that only
        name categories), and for each evaluator `NAME`, its verdict in words, and `NAME: score`
        (0 to 1) where it counts.
    """
    flagged = [
        ", ".join(name for name, verdicts in of.items() if verdicts[place]["flagged"])
        for place in range(len(ranked))
    ]
    table = pd.DataFrame(
        {
            "word": [entry["word"] for entry in ranked],
            "probability": [entry["probability"] for entry in ranked],
            "flagged by": flagged,
        }
    )
    for evaluator in suite.evaluators:
        if (verdicts := of.get(evaluator.name)) is None:
            continue
        table[evaluator.name] = [verdict_text(verdict) for verdict in verdicts]
        if evaluator.counts:
            scores = [verdict["score"] for verdict in verdicts]
            table[f"{evaluator.name}: score"] = pd.Series(scores, dtype=float)
    return table


def verdict_text(verdict: Verdict) -> str:
    """A verdict in words: its label, or why there is none."""
    return verdict["label"] or verdict.get("problem", "") or "none"


SUITE, FILE = "evaluators", "suite_file"


def ask_suite() -> Suite | None:
    """Draw the choice; None while the user still has to do something."""
    chosen = data_choice.pick("Evaluators", suites.titles(), SUITE, 260)
    suite = _own() if chosen == data_choice.OWN else load_suite(suites.shipped(chosen))
    if suite is None:
        return None
    st.caption(explain.plain(suite.description))
    needed = dict.fromkeys(entry.source for entry in suite.evaluators if entry.kind != STEREOTYPES)
    offered = [fetch_offer.offer(source) for source in needed if source in data_sets()]
    return suite if all(offered) else None


def _own() -> Suite | None:
    source = suites.ask_file(FILE, "What it names is opened only when you press the button.")
    if source is None:
        suites.offer_example(FILE)
        return None
    return suites.read_own_suite(source)

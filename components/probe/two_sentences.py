"""Probe results for two sentences side by side: the same words in both, and what changes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import pandas as pd
import plotly.graph_objects as go
import streamlit as st

from components.frame import session
from components.frame.present import explain, first_screen, in_words, plot
from components.frame.present.comparison import statement, unlikely
from components.frame.present.numbers import percent
from components.frame.present.word_bars import longest_axis, mirrored_bars
from components.frame.present.words import shown_word
from components.frame.shell.model_bar import Subject
from components.frame.widgets import beside, export
from components.probe import pinned, words
from components.probe.controls import Question
from components.probe.looked_up import Value, WordEntry, of_mask, points_text, share_text
from engine.core.errors import BiascopeError
from engine.core.wording import counted
from engine.first_sight.examples import TARGETS

_MOST_LOOKED_UP = 50  # words that one measurement looks up
_NOTICEABLE = 0.005  # a smaller change of probability is not worth a sentence
_NAMES = ("First sentence", "Second sentence")
_LIMITS = (
    "Left: the first sentence. Right: the second. Each row is one word, so the lengths of its two "
    "bars can be compared. The words are those that are most likely in either sentence. Two "
    "sentences are an example, not a measurement: they may also differ in grammar."
)


def draw_two_sentences(
    question: Question,
    subject: Subject,
    other: Subject | None,
    remember: Callable[[list[str]], None],
) -> list[export.Result]:
    """Draw bars of the same words in both sentences, and the words looked up.

    With a model to compare with there is one such figure for each model, with the same rows.

    Args:
        remember: called before anything is drawn, with the most likely words of the measured
            model at the first mask of the first sentence.

    Returns:
        What can be exported, one result a model.
    """
    params = question.completion()
    try:
        session.measure("completion", subject.spec, [{"text": question.second}], params)
    except BiascopeError as error:
        message = f"The second sentence cannot be completed: {error}"
        st.error(explain.plain(message), icon=":material/info:")
        return words.draw_words(question, subject, other, remember)
    items = [{"text": question.text}, {"text": question.second}]
    measurements = beside.measure_both("completion", subject, other, items, params)
    shown = [entry for entry, _ in measurements]
    values = [measurement.values for _, measurement in measurements]
    likeliest = values[-1][0]["predictions"][0][:5]
    remember([shown_word(entry["word"], subject.facts.uncased) for entry in likeliest])
    counts = [len(value["predictions"]) for value in values[-1]]
    if counts[0] != counts[1]:
        st.caption(
            f"The first sentence has {counted(counts[0], 'blank')} and the second has {counts[1]}; "
            "they are compared in their order, as far as both have one."
        )
    beside.draw_reading_notes(shown, [question.text, question.second])
    drawn = []
    for mask, container in enumerate(words.places_of_masks(min(counts))):
        with container:
            drawn.append(_one_mask(question, mask, shown, values))
    if values[-1][0].get("continued"):
        st.caption(beside.first_pieces("bars"))
    return _results(question, measurements, *drawn[0])


def _one_mask(
    question: Question, mask: int, shown: list[Subject], values: list[list[Value]]
) -> tuple[list[go.Figure], list[str]]:
    """Draw one masked word of both sentences; the figures and what changes, one a model."""
    ranked = [[value["predictions"][mask] for value in of_model] for of_model in values]
    most = min(question.top_k, _MOST_LOOKED_UP - min(len(question.targets), 20))
    rows = common_words([side for sides in ranked for side in sides], most)
    asked = replace(question, targets=tuple(rows)).completion()
    items = [{"text": question.text}, {"text": question.second}]
    tables = []
    for subject, sides in zip(shown, ranked, strict=True):
        found = session.measure("completion", subject.spec, items, asked).values
        pairs = zip(sides, found, strict=True)
        tables.append([shares(predictions, value, mask) for predictions, value in pairs])
    kept = [word for word in rows if all(word in side for sides in tables for side in sides)]
    said = _readings(mask, shown, values, ranked, tables, kept)
    halves = [
        [[(shown_word(word, subject.facts.uncased), side[word]) for word in kept] for side in sides]
        for subject, sides in zip(shown, tables, strict=True)
    ]
    end = longest_axis(*(side for sides in halves for side in sides))
    figures = one_scale([mirrored_bars(of_model[0], of_model[1], end) for of_model in halves])
    for number, (subject, figure, of_model) in enumerate(zip(shown, figures, halves, strict=True)):
        if len(shown) > 1:
            st.markdown(f"**{explain.plain(subject.label)}**")
        with st.container(horizontal=True, horizontal_alignment="distribute"):
            for name in _NAMES:
                st.markdown(f":gray[{name}]", width="content")
        plot.draw_figure(
            figure,
            key=f"sentences_{mask}_{number}",
            title="The same words in both sentences",
            says=in_words.each(
                (name, in_words.listed(side, percent))
                for name, side in zip(_NAMES, of_model, strict=True)
            ),
        )
    table = looked_up(shown, values, mask)
    every = [of_mask(value, mask) for of_model in values for value in of_model]
    left_out = question.targets == TARGETS and all(map(unlikely, every))  # nobody typed them
    if not table.empty and not left_out:
        st.dataframe(table, hide_index=True, key=f"sentences_looked_up_{mask}", width="content")
    return figures, said


def one_scale(figures: list[go.Figure]) -> list[go.Figure]:
    """Mirrored bars with axes of one length, so that bars of two models can be compared."""
    room = max(figure.layout.margin.r for figure in figures)
    for figure in figures:
        figure.update_layout(margin={"l": room, "r": room})
    return figures


def common_words(rankings: Sequence[Sequence[WordEntry]], most: int) -> list[str]:
    """The words of a figure: the likeliest of any ranking, without pieces of words.

    A piece cannot be looked up where it is not among the likeliest words, so it has no row.
    """
    best: dict[str, float] = {}
    for entry in (entry for ranked in rankings for entry in ranked):
        if entry["kind"] != "piece":
            best[entry["word"]] = max(best.get(entry["word"], 0.0), entry["probability"])
    return sorted(best, key=lambda word: -best[word])[:most]


def shares(ranked: Sequence[WordEntry], value: Value, mask: int) -> dict[str, float]:
    """Word -> probability in one sentence: as predicted, or else as it was looked up."""
    asked = {
        entry["word"]: entry["probability"]
        for entry in of_mask(value, mask)
        if entry["probability"] is not None
    }
    return asked | {
        entry["word"]: entry["probability"] for entry in ranked if entry["kind"] != "piece"
    }


def _readings(
    mask: int,
    shown: list[Subject],
    values: list[list[Value]],
    ranked: list[list[list[WordEntry]]],
    tables: list[list[dict[str, float]]],
    kept: list[str],
) -> list[str]:
    """Say what changes, first for the measured model, then for the one compared with.

    Returns:
        What is said of each model, in the order of `shown` (markdown).
    """
    texts = [""] * len(shown)
    for number in reversed(range(len(shown))):
        subject = shown[number]
        said = [
            statement(entries, predictions, subject.facts.uncased)
            for value, predictions in zip(values[number], ranked[number], strict=True)
            if (entries := of_mask(value, mask))
        ]
        both = " ".join(
            f"{name}: {text}." for name, text in zip(_NAMES, said, strict=False) if text
        )
        first, second = tables[number]
        change = largest_change_text(first, second, kept, subject.facts.uncased)
        texts[number] = text = " ".join(filter(None, [both, change]))
        if number == len(shown) - 1:
            first_screen.draw_claim(
                both or change,
                change * bool(both),
                limits=_LIMITS,
                key=f"mask_{mask + 1}" if mask else "claim",
            )
        else:
            st.markdown(f":gray[{explain.plain(subject.label)}. {text}]")
    return texts


def largest_change_text(
    first: dict[str, float], second: dict[str, float], kept: Sequence[str], uncased: bool
) -> str:
    """Which word's probability changes most from one sentence to the other (markdown).

    Args:
        first: word -> probability in the first sentence.
    """
    word = max(kept, key=lambda word: abs(second[word] - first[word]), default=None)
    if word is None:
        return "The two sentences have no word in common that could be compared."
    if abs(second[word] - first[word]) < _NOTICEABLE:
        return "No word shown changes by half a percentage point or more."
    return (
        f"The word that changes most is “{explain.plain(shown_word(word, uncased))}”: "
        f"{percent(first[word])} in the first sentence, {percent(second[word])} in the second."
    )


def looked_up(shown: list[Subject], values: list[list[Value]], mask: int) -> pd.DataFrame:
    """The words looked up, one row a model and word, with the change in percentage points."""
    rows = []
    for subject, (first, second) in zip(shown, values, strict=True):
        for before, after in zip(of_mask(first, mask), of_mask(second, mask), strict=True):
            first_share, second_share = before["probability"], after["probability"]
            known = first_share is not None and second_share is not None
            rows.append(
                {
                    "word": before["word"],
                    **({"model": subject.label} if len(shown) > 1 else {}),
                    "first sentence": share_text(first_share),
                    "second sentence": share_text(second_share),
                    "change (points)": points_text(100 * (second_share - first_share))
                    if known
                    else "",
                }
            )
    return pd.DataFrame(rows)


def _results(
    question: Question,
    measurements: beside.Measured,
    figures: Sequence[go.Figure],
    said: Sequence[str],
) -> list[export.Result]:
    """One result a model, with the two commands that give its numbers.

    Args:
        said: what changes, one text a model (markdown).
    """
    results = []
    several = len(measurements) > 1
    texts = (question.text, question.second)
    for number, ((subject, found), figure, text_of) in enumerate(
        zip(measurements, figures, said, strict=True)
    ):
        frames = [
            words.word_rows([subject], [value]).assign(sentence=text)
            for text, value in zip(texts, found.values, strict=True)
        ]
        lines = [
            replace(question, text=text).command().for_model(subject.spec).line() for text in texts
        ]
        results.append(
            export.Result(
                f"two_sentences_{number + 1}" if several else "two_sentences",
                pd.concat(frames, ignore_index=True),
                figure,
                "\n".join(lines),
                found.manifest,
                "The same words in two sentences" + f", {subject.label}" * several,
                reading=f"{' and '.join(pinned.quoted(text, 60) for text in texts)}. {text_of}",
                claim=text_of,
                live=pinned.live_sentences(question, subject),
                about=f"{' | '.join(texts)} ({subject.label})",
            )
        )
    return results

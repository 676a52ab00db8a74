"""The sentence browser: who answered what, and the model's words, sentence by sentence."""

from __future__ import annotations

import math
from typing import Any

import pandas as pd
import streamlit as st

from components.annotators.charts.cells import answers_by_group, groups_of
from components.annotators.charts.rows import candidates
from components.annotators.export import Exporter
from components.annotators.scoring import Scored
from components.frame.present import explain, in_words, plot
from components.frame.present.count_bars import count_bars
from components.frame.present.labels import short
from components.frame.present.numbers import percent
from components.frame.widgets import export
from components.frame.widgets.export import Result
from engine.core.languages import language_name
from engine.core.mask_token import MASK
from engine.core.wording import counted
from engine.measures.agreement.table import answer_key, candidate_keys

ALL, FIRST, LATER, NONE = (
    "all sentences",
    "model's first word is an answer",
    "only a later word is an answer",
    "none of its first five is an answer",
)
_HEIGHT, _ROW = 320, 36  # pixels
_MOST_WORDS = 10
_LONGEST = 60  # characters of a sentence in a claim
# Keeps the reading direction of its text.
_ISOLATED = "\N{FIRST STRONG ISOLATE}{}\N{POP DIRECTIONAL ISOLATE}"
_STATUS = {
    "word": "",
    "long": "too long for the model",
    "several words": "several words",
    "unknown": "not in the vocabulary",
}


def draw_browser(exporter: Exporter, before: Scored | None, language: str) -> None:
    """Draw all sentences of a language, and the details of the chosen one."""
    scored = exporter.scored
    frame = sentences_table(scored, language)
    shown = _filtered(frame)
    st.caption(
        f"{len(shown):,} of {counted(len(frame), 'sentence')}. Tick a row to see the answers."
    )
    event = st.dataframe(
        shown,
        key=f"sentences_{language}",
        hide_index=True,
        height=min(_HEIGHT, _ROW * (len(shown) + 1)),
        placeholder="–",
        on_select="rerun",
        selection_mode="single-row",
        selection_default={"selection": {"rows": [0]}},
        column_config={
            "sentence": st.column_config.TextColumn("sentence", width=390),
            "said": st.column_config.TextColumn(
                "model", help="The model's likeliest word.", width=110
            ),
            "most": st.column_config.TextColumn(
                "people", help="The most frequent answer, and how often it was given.", width=130
            ),
            "rank": st.column_config.NumberColumn(
                "rank of first match",
                help="Rank of the model's likeliest word that somebody gave.",
                width=125,
            ),
            "answers": st.column_config.NumberColumn("answers", width=75),
        },
    )
    rows = event["selection"]["rows"]
    text = str(shown["sentence"].iloc[rows[0]]) if rows and rows[0] < len(shown) else ""
    export.section("sentences", _results(exporter, frame, text, language))
    if not text:
        return
    st.markdown(f"**{_ISOLATED.format(explain.plain(text))}**")
    draw_sentence_answers(scored, text, language, "first")
    if before is not None:
        st.markdown(f"Compared with **{explain.plain(before.label)}**")
        draw_sentence_answers(before, text, language, "second")


def _results(exporter: Exporter, frame: pd.DataFrame, text: str, language: str) -> list[Result]:
    """All sentences by where the model agrees, and the answers to the one that is opened.

    Args:
        frame: as `sentences_table` returns it.
        text: the opened sentence; empty where none is.
    """
    name = language_name(language)
    kinds = by_agreement(frame)
    first, n = kinds[0][1], len(frame)
    said = f"The model's first word is somebody's answer in {first:,} of {counted(n, 'sentence')}."
    drawn = count_bars(kinds, n, "sentence")
    found = [exporter.result("sentences", frame, drawn, f"Sentences, {name}", claim=said)]
    if text:
        given = _given(exporter.scored, text, language)
        answers = answers_table(given)
        said = most_given(answers, text, len(given))
        cells = answers_by_group(answers)
        title = f"Answers to one sentence, {name}"
        found.append(exporter.result("answers", answers, cells, title, claim=said))
    return found


def by_agreement(frame: pd.DataFrame) -> list[tuple[str, int]]:
    """How many sentences there are by the rank of the model's first word that is an answer.

    Args:
        frame: as `sentences_table` returns it.
    """
    rank = frame["rank"].astype("Float64").fillna(math.inf)
    kinds = {
        "its first word is an answer": rank == 1,
        "only its second to fifth": (rank > 1) & (rank <= 5),
        "none of its first five": rank > 5,
    }
    return [(name, int(mask.sum())) for name, mask in kinds.items()]


def most_given(answers: pd.DataFrame, text: str, n: int) -> str:
    """What people answered most often, in one sentence (plain text).

    Args:
        answers: as `answers_table` returns it.
        n: answers to the sentence.
    """
    first = answers.iloc[0]
    times = int(sum(first[name] for name in groups_of(answers)))
    most = f"“{first['answer']}” ({times:,} of {counted(n, 'answer')})"
    return f"People most often answered {most}: {short(MASK.sub('____', text), _LONGEST)}"


def sentences_table(scored: Scored, language: str) -> pd.DataFrame:
    """One row per sentence of a language: the model's first word, and the most frequent answer.

    Returns:
        `sentence`, `said` (the model's first word), `most` (the most frequent answer), `rank` (of
        the first candidate somebody gave; missing if none), `answers` (their number).
    """
    table = scored.agreement.readable
    rows = table[table["language"] == language]
    lines = []
    for text, given in rows.groupby("sentence", sort=False):
        _, value = scored.value_of(str(text))
        counts = given["key"].value_counts()
        best = float(given["rank"].min())
        lines.append(
            {
                "sentence": text,
                "said": value["candidates"][0]["word"] if value["candidates"] else "",
                "most": f"{counts.index[0]} ({counts.iloc[0]})",
                "rank": None if math.isinf(best) else int(best),
                "answers": len(given),
            }
        )
    frame = pd.DataFrame(lines, columns=["sentence", "said", "most", "rank", "answers"])
    return frame.astype({"rank": "Int64"})


def _filtered(frame: pd.DataFrame) -> pd.DataFrame:
    with st.container(horizontal=True, vertical_alignment="bottom"):
        word = st.text_input(
            "Search",
            key="sentence_search",
            persist_state="session",
            placeholder="a word",
            width=200,
        )
        only = st.selectbox(
            "Show",
            [ALL, FIRST, LATER, NONE],
            key="sentence_only",
            persist_state="session",
            width=300,
        )
    return frame[matching(frame, word or "", only or ALL)]


def matching(frame: pd.DataFrame, word: str, only: str) -> pd.Series[bool]:
    """[sentence] whether it passes the filters.

    Args:
        frame: as `sentences_table` returns it.
        word: part of the sentence, the first word or the most frequent answer, in any case.
        only: `ALL`, `FIRST`, `LATER` or `NONE`.
    """
    searched = frame["sentence"] + "\n" + frame["said"] + "\n" + frame["most"]
    mask = searched.str.contains(word, case=False, regex=False)
    rank = frame["rank"].astype("Float64").fillna(math.inf)
    kept = {FIRST: rank == 1, LATER: (rank > 1) & (rank < math.inf), NONE: rank > 5}
    return mask & kept[only] if only in kept else mask


def draw_sentence_answers(scored: Scored, text: str, language: str, key: str) -> None:
    """Draw the answers of every group to a sentence, and the model's words."""
    rows = _given(scored, text, language)
    _, value = scored.value_of(text)
    st.caption("People's answers by group")
    frame = answers_table(rows)
    st.dataframe(
        frame,
        key=f"answers_{key}",
        hide_index=True,
        placeholder="–",
        column_config=_columns(frame),
        column_order=[name for name in map(str, frame) if name != "note" or frame["note"].any()],
    )
    st.caption("The model's likeliest words; strong bars: words that people gave, and how often")
    likely = words(value, rows, scored.fold)
    plot.draw_figure(
        candidates(likely),
        key=f"candidates_{key}",
        title="The model's likeliest words",
        says=in_words.listed(zip(likely["word"], likely["probability"], strict=True), percent),
    )


def _given(scored: Scored, text: str, language: str) -> pd.DataFrame:
    """The answers to a sentence, one row an answer."""
    table = scored.agreement.readable
    return table[(table["sentence"] == text) & (table["language"] == language)]


def words(value: dict[str, Any], rows: pd.DataFrame, fold: bool) -> pd.DataFrame:
    """The model's likeliest words, and how often people gave each.

    Args:
        rows: the answers to the sentence.

    Returns:
        `word`, `probability` (0 to 1), `given`.
    """
    forms = rows.assign(form=_forms(value, rows, fold))
    counts = forms["form"].value_counts()
    return pd.DataFrame(
        [
            {
                "word": entry["word"],
                "probability": math.exp(entry["log_probability"]),
                "given": int(counts.get(answer_key(entry["word"], fold), 0)),
            }
            for entry in value["candidates"][:_MOST_WORDS]
        ],
        columns=["word", "probability", "given"],
    )


def _forms(value: dict[str, Any], rows: pd.DataFrame, fold: bool) -> list[str]:
    """[answer] the candidate that matches it; empty where none does."""
    ranked = candidate_keys(value, fold)
    return ["" if math.isinf(rank) else ranked[int(rank) - 1] for rank in rows["rank"]]


def answers_table(rows: pd.DataFrame) -> pd.DataFrame:
    """One row per distinct answer: how often each group gave it, its rank and probability.

    Returns:
        `answer`, one count per group, `rank`, `probability` (percent), `note`.
    """
    counts = pd.crosstab(rows["key"], rows["group"])
    first = rows.drop_duplicates("key").set_index("key").loc[counts.index]
    shown = counts.rename(columns=str).reset_index(names="answer")
    shown.columns.name = None
    ranks = [None if math.isinf(rank) else int(rank) for rank in first["rank"]]
    frame = shown.assign(
        rank=pd.array(ranks, dtype="Int64"),
        probability=pd.array(
            [None if math.isnan(p) else 100 * math.exp(p) for p in first["log_probability"]],
            dtype="Float64",
        ),
        note=[_STATUS.get(status, "") for status in first["status"]],
    )
    total = counts.sum(axis=1).to_numpy()
    return (
        frame.assign(total=total)
        .sort_values(["total", "rank"], ascending=[False, True], kind="stable")
        .drop(columns="total")
    )


def _columns(frame: pd.DataFrame) -> dict[str, Any]:
    column = st.column_config
    return {name: column.NumberColumn(help=name) for name in map(str, frame)} | {
        "answer": column.TextColumn("answer", width="medium"),
        "rank": column.NumberColumn(
            "rank", help="Among the model's candidates; – means it is none of them."
        ),
        "probability": column.NumberColumn(
            "probability", format="%.2f%%", help="The model's probability of the answer."
        ),
        "note": column.TextColumn("note", width="medium"),
    }

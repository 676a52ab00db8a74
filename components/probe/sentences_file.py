"""A file of sentences on the Probe page: what the model expects first in each of them."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import partial
from typing import Any

import pandas as pd
import streamlit as st

from components.frame import session
from components.frame.present import explain
from components.frame.present.numbers import percent
from components.frame.present.words import shown_word
from components.frame.shell import model_bar
from components.frame.shell.model_bar import Subject
from components.frame.shell.subject import beginning, titled
from components.frame.widgets import background, closed_box, export
from components.frame.widgets.chosen_data import TableForm
from components.frame.widgets.items import Items
from components.probe import pinned
from components.probe.controls import Question
from components.probe.looked_up import share_text
from engine.command_line.command import Command, file_word
from engine.core.digest import data_digest
from engine.core.wording import counted, part_of
from engine.files.sentences import COLUMNS, read_sentences_file
from engine.measures.health.reading import reading_notes

AT_ONCE = 300  # sentences completed while the user waits; more becomes a job
_MOST_SHOWN = 1000  # rows of the table on screen
_FIRST = 5  # words of a sentence in it
_MOST_COLUMNS = 4  # of the table on a screen of the Stage
_KEPT = 3
_KEY = "sentences_file"
_EXAMPLE = "text\nThe nurse said that [MASK] was tired.\nThe doctor said that [MASK] was tired.\n"


@dataclass(frozen=True, eq=False)
class _Asked:
    """Sentences that the model can read, with their rows in the file."""

    rows: list[int]
    texts: list[str]
    problems: list[tuple[int, str]]  # row, why it is left out

    @property
    def items(self) -> list[dict[str, str]]:
        return [{"text": text} for text in self.texts]


def draw_sentences_file(question: Question) -> None:
    """A closed box; nothing is read or computed until it is opened."""
    box = closed_box.is_opened("A file of sentences", f"{_KEY}_box", _KEY)
    if box is not None:
        with box, explain.errors(ends_page=False):
            _opened(question, model_bar.current())


_FORM = TableForm(
    label="File of sentences",
    key=_KEY,
    columns="A text file with one sentence per line, or a table with a column text. Each sentence "
    "has a [MASK]; for a model that reads from left to right, it is the beginning of a sentence.",
    path="/home/me/sentences.txt",
    about="One sentence per row.",
    example=lambda: _EXAMPLE,
    file_name="sentences.csv",
    reader=read_sentences_file,
    rows=lambda file: file.sentences,
    noun="sentence",
    names={"text": "sentence"},
    roles=COLUMNS,
    boxes=f"{_KEY}_column",
    plain=(".txt",),
    types=("txt", "csv", "tsv", "jsonl", "ndjson", "json"),
    note="The words looked up and the options above apply to every sentence of the file.",
)


def _opened(question: Question, subject: Subject) -> None:
    data = _FORM.ask()
    if data is None:
        return
    asked = _asked(data.rows, question, subject)
    _say_left_out(asked)
    _answer(asked, question, subject)
    words, manifest, notes = _words(asked, question, subject)
    if words.empty:
        return
    explain.warnings(notes)
    uncased = subject.facts.uncased
    table = first_words(words, uncased)
    st.dataframe(table, hide_index=True, key=f"{_KEY}_table")
    small = table.drop(columns=["line", "blank"], errors="ignore")
    command = Command(
        ("fill", "--file", file_word(data.path), *data.options, *question.options()),
        output="words.csv",
    )
    export.row(
        "file_words",
        words,
        None,
        command.for_model(subject.spec).line(),
        manifest,
        f"Most likely words in {counted(len(data.rows), 'sentence')}",
        reading=pinned.file_reading(words, uncased),
        summary=small.iloc[:, :_MOST_COLUMNS],
    )


def _asked(sentences: tuple[tuple[int, str], ...], question: Question, subject: Subject) -> _Asked:
    """The sentences that the model can read; looked at once for each file and model."""
    from engine.measures.completion.completed_file import check_size, suitable

    check_size(len(sentences), question.top_k)
    params = question.completion()
    key = "asked", data_digest(sentences), json.dumps(params), subject.spec
    kept = session.state.newest(session.state.FILE_WORDS, _KEPT * 2)
    if (known := kept.get(key)) is not None:
        return known
    rows = [row for row, _ in sentences]
    texts = [text for _, text in sentences]
    fitting, problems = suitable(texts, subject.facts.kind)
    with st.spinner("Reading the sentences …"):
        found, unread = session.readable_sentences(
            subject.spec, [texts[index] for index in fitting], params
        )
    left_out = [*problems, *((fitting[index], problem) for index, problem in unread)]
    good = [fitting[index] for index in found]
    kept[key] = _Asked(
        [rows[index] for index in good],
        [texts[index] for index in good],
        sorted((rows[index], problem) for index, problem in left_out),
    )
    return kept[key]


def _say_left_out(asked: _Asked) -> None:
    if not asked.problems:
        return
    with st.expander(f"{counted(len(asked.problems), 'sentence')} left out"):
        shown = pd.DataFrame(asked.problems[:500], columns=["line", "why"])
        st.dataframe(shown, hide_index=True, height="content" if len(shown) < 8 else 240)


def _answer(asked: _Asked, question: Question, subject: Subject) -> None:
    """Complete what is missing: a few sentences at once, many as a job."""
    params, total = question.completion(), len(asked.texts)
    every = Items("completion", subject.spec, asked.items, params)
    have = every.known()
    missing = total - len(have)
    if not missing:
        return
    command = _job(asked, question, subject)
    if missing <= AT_ONCE and not background.is_running(command):
        items = [item for index, item in enumerate(asked.items) if index not in have]
        found = Items("completion", subject.spec, items, params).now(
            f"Completing {counted(missing, 'sentence')} …",
            lambda done, of: f"{done} of {of} sentences",
        )
        explain.warnings(found.warnings)
        return
    title = titled(f"{counted(total, 'sentence')} completed", subject.spec)
    background.offer(
        every.work(title, command, len(have)),
        f"**{explain.plain(beginning(subject))}**: {part_of(len(have), total, 'sentence', 'are')} "
        + ("completed, so the table below is of that part only." if have else "completed."),
        f"Complete {'the rest' if have else counted(total, 'sentence')} in the background",
        f"job_{_KEY}",
    )


def _job(asked: _Asked, question: Question, subject: Subject) -> Command:
    """The command that completes the sentences, which it is given as a file of its own."""
    data = "".join(json.dumps(item, ensure_ascii=False) + "\n" for item in asked.items)
    name = f"sentences-{data_digest(asked.texts)[7:19]}.jsonl"
    words = ("fill", "--file", name, *question.options())
    return Command(words, {name: data.encode()}).for_model(subject.spec)


def _words(
    asked: _Asked, question: Question, subject: Subject
) -> tuple[pd.DataFrame, dict[str, Any], list[str]]:
    """All words that are known so far, the manifest, and what the model does not know."""
    from engine.measures.completion.completed_file import words_table

    params = question.completion()
    have = sorted(session.known("completion", subject.spec, asked.items, params))
    key = "words", data_digest(asked.texts), json.dumps(params), subject.spec, len(have)
    kept = session.state.newest(session.state.FILE_WORDS, _KEPT * 2)
    if (known := kept.get(key)) is None:
        rows = [asked.rows[index] for index in have]
        texts = [asked.texts[index] for index in have]
        items = [{"text": text} for text in texts]
        values = session.StoredValues("completion", subject.spec, items, params)
        manifest = session.manifest("completion", subject.spec, items, params)
        readings = session.readings(subject.spec, texts)
        notes = reading_notes(readings)
        known = kept[key] = words_table(rows, texts, values, readings), manifest, notes
    return known


def first_words(words: pd.DataFrame, uncased: bool) -> pd.DataFrame:
    """One row a sentence and masked word: the likeliest words, and the words looked up.

    Args:
        uncased: whether the tokenizer knows lower case only.
    """
    looked_up = [name for name in words.columns if str(name).startswith("p(")]
    several = words["mask"].max() > 1
    say = partial(_listed, uncased=uncased)
    lines = []
    for (row, mask), part in words.groupby(["row", "mask"], sort=False):
        first = part.iloc[0]
        line = {"line": row, "sentence": first["text"]}
        if several:
            line["blank"] = mask
        line["most likely words"] = say(part.head(_FIRST))
        for name in looked_up:
            line[name[2:-1]] = share_text(None if pd.isna(first[name]) else float(first[name]))
        lines.append(line)
        if len(lines) == _MOST_SHOWN:
            break
    return pd.DataFrame(lines)


def _listed(part: pd.DataFrame, uncased: bool) -> str:
    pairs = zip(part["word"], part["probability"], strict=True)
    return ", ".join(f"{shown_word(word, uncased)} {percent(share)}" for word, share in pairs)

"""The controls of the Annotators page: whose answers, in which groups, by which score."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from zlib import crc32

import pandas as pd
import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from components.annotators import data as annotators_data
from components.annotators.data import AnswersData
from components.frame.widgets import data_choice
from components.frame.widgets.chosen_data import pick_data
from engine.command_line.command import Command, file_word
from engine.measures.agreement.data.sets import answer_sets
from engine.measures.agreement.groups import attributes_of
from engine.measures.agreement.pooled import FIRST

SCORES = {
    "p_at_1": "P@1",
    "p_at_5": "P@5",
    "hit_at_5": "hit@5",
    "answers_at_5": "answers@5",
    "p_at_any": "P@any",
    "hit_at_any": "hit@any",
    "answers_at_any": "answers@any",
    "mrr": "MRR",
    "spearman": "Spearman ρ, pooled",
    "kendall": "Kendall τ-b, pooled",
}
_RENAMED = {"Spearman ρ": "spearman", "Kendall τ-b": "kendall"}
MEANINGS = {
    "p_at_1": "precision at 1, the share of sentences where the model's likeliest word is one of "
    "the group's answers",
    "p_at_5": "precision at 5, the share of the model's five likeliest words that are among the "
    "group's answers; it grows with the number of answers a group gave",
    "hit_at_5": "share of sentences where any of the five likeliest words is one of the answers",
    "answers_at_5": "share of the group's answers that are among the five likeliest words; it does "
    "not grow with the size of the group",
    "p_at_any": "P@5 over all of the model's candidates, at most a hundred",
    "hit_at_any": "hit@5 over all these candidates",
    "answers_at_any": "answers@5 over all these candidates",
    "mrr": "mean reciprocal rank, the mean of one over the rank of the first candidate that is one "
    "of the answers",
    "spearman": "rank correlation over the words of all sentences at once, those that the group "
    f"gave and the model's first {FIRST}: how often the group gave a word against how likely the "
    "model finds it, next to the other words of its sentence",
    "kendall": "like Spearman, but by pairs of words and corrected for ties",
}
_LEAST, _MOST_LEAST = 2, 50
ANSWERS = "answers"  # key of the box that chooses them, also in the address


@dataclass(frozen=True, eq=False)
class Choice:
    """What the page compares.

    Args:
        data: the answers, with their name and path.
        by: attributes that define the groups; empty for one group of everyone.
        score: a key of `SCORES`.
        fold: whether words are compared without case.
        least: groups with fewer annotators in a language are left out there.
    """

    data: AnswersData
    by: tuple[str, ...]
    score: str
    fold: bool
    least: int

    @property
    def answers(self) -> pd.DataFrame:
        """One row per answer."""
        return self.data.rows

    def command(self) -> Command:
        """The command that compares the same, without the models."""
        words = ["agreement", file_word(self.data.path)]
        if self.by:
            words += ["--group-by", ",".join(self.by)]
        words += self.data.options
        if not self.fold:
            words.append("--case")
        if self.least != _LEAST:
            words += ["--fewest-annotators", str(self.least)]
        return Command(tuple(words))


def annotators_choice(options: DeltaGenerator, files: DeltaGenerator) -> Choice | None:
    """Draw the controls and read them; None until a file is given.

    Args:
        options: takes the settings that are seldom changed.
        files: takes what asks for a file of the user's own.
    """
    name = pick_data("Answers", answer_sets(), ANSWERS, "stretch")
    offer = st.container()
    groups = st.container()
    score = data_choice.pick(
        "Score",
        SCORES,
        "agreement",
        help_text="  \n".join(f"**{SCORES[key]}**: {text}." for key, text in MEANINGS.items()),
        old=_RENAMED,
    )
    with options.popover("Options", icon=":material/tune:", width="stretch"):
        least, fold = _options()
    with offer:
        data = annotators_data.load_chosen_answers(name, files)
    if data is None:
        return None
    if data.listed is not None:  # which set a page opens with depends on the machine
        data_choice.name_in_links(ANSWERS, data.title)
    with groups:
        by = _by(data)
    return Choice(data, by, score, fold, least)


def _options() -> tuple[int, bool]:
    """Draw the smallest group that is compared, and whether case is ignored."""
    least = st.number_input(
        "Minimum annotators",
        min_value=1,
        max_value=_MOST_LEAST,
        value=_LEAST,
        key="min_annotators",
        bind="query-params",
        persist_state="session",
        help="Per group and language; smaller groups are left out and listed below. A single "
        "annotator gives no confidence interval.",
    )
    fold = st.toggle(
        "Ignore case",
        value=True,
        key="ignore_case",
        bind="query-params",
        persist_state="session",
        help="Off: “Haus” and “haus” count as two answers, which matters in German. An uncased "
        "model writes everything in lower case.",
    )
    return int(least or _LEAST), bool(fold)


def _by(data: AnswersData) -> tuple[str, ...]:
    """Draw the box of attributes and read it; each data set remembers its own."""
    attributes = _attributes(data.rows)
    usual = () if data.listed is None else data.listed.group_by
    first = [entry for entry in usual if entry in attributes] or attributes[:1]
    own = f"own_{crc32(repr(attributes).encode()):08x}"
    key = own if data.listed is None else data.name.replace("-", "_")
    chosen = st.multiselect(
        "Group by",
        attributes,
        default=first,
        key=f"by_{key}",
        bind="query-params",
        persist_state="session",
        accept_new_options=True,
        placeholder="everyone",
        help="Attributes of the annotators; several are combined. Numbers are split into bands of "
        "about equal size; for bands of your own, type for example age:30/50 and press Enter.",
    )
    return tuple(dict.fromkeys(chosen))


def _attributes(answers: pd.DataFrame) -> list[str]:
    if "attributes" not in answers.attrs:
        answers.attrs["attributes"] = attributes_of(answers)
    attributes: list[str] = answers.attrs["attributes"]
    return attributes


def usual_language(codes: list[str]) -> str:
    """The language to open with where nothing is known of the model's: English if it is there."""
    return "en" if "en" in codes else codes[0]


def language(codes: list[str], first: str, name: Callable[[str], str]) -> str:
    """Choose the language of the parts that show one at a time.

    Args:
        first: chosen until the user chooses another.
    """
    if len(codes) == 1:
        return codes[0]
    chosen = st.selectbox(
        "Language shown",
        codes,
        index=codes.index(first),
        format_func=name,
        key=f"language_{'_'.join(codes)}",
        bind="query-params",
    )
    return chosen or first

"""From a choice of answers to scores: small sets at once, large ones as a job."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import pandas as pd
import streamlit as st

from components.annotators.controls import SCORES, Choice
from components.frame import session
from components.frame.present import explain
from components.frame.shell.model_bar import Subject
from components.frame.shell.subject import beginning, titled
from components.frame.widgets import background
from components.frame.widgets.items import Items, of_other
from engine.command_line.command import Command
from engine.core.spec import ModelSpec
from engine.core.wording import counted, part_of
from engine.measures.agreement.answering import answer_params
from engine.measures.agreement.figures import (
    Agreement,
    coverage_by_language,
    group_figures,
    score_rows,
)
from engine.measures.agreement.groups import group_names
from engine.measures.agreement.people import alphas, ceilings
from engine.measures.agreement.scores import RANKED_SCORES
from engine.measures.agreement.table import items_of, large_groups, scored_table
from engine.measures.agreement.wording import left_out_names

AT_ONCE = 60  # sentences read while the user waits; more become a job
_MEASURE = "cloze_answers"
_MOST_KEPT = 8


def scored_by(choice: Choice, subject: Subject, place: str) -> Scored | None:
    """The answers compared with one model; None while it has read none of the sentences.

    Args:
        place: name of this spot on the page, for the keys of its buttons.
    """
    kept = session.state.newest(session.state.AGREEMENTS, _MOST_KEPT)
    asked = asked_of(subject.spec, choice.answers)
    have = asked.known()
    missing = len(asked) - len(have)
    if missing and (missing > AT_ONCE or background.is_running(_reading(choice, subject))):
        _offer_job(choice, subject, asked, len(have), place)
        if not have:
            return None
        asked = _asked(subject.spec, [asked.items[row] for row in sorted(have)])
    texts = {item["text"] for item in asked.items}
    answers = choice.answers[choice.answers["sentence"].isin(texts)]
    key = _key(choice, subject, answers)
    scored: Scored | None = kept.get(key)
    if scored is None:
        found = asked.now(
            f"Computing {counted(len(asked), 'sentence')} …",
            lambda done, total: f"Computing {done:,} of {counted(total, 'sentence')} …",
            f"Which words does the model ({explain.plain(subject.label)}) expect where people "
            f"filled in theirs, in {counted(len(asked), 'sentence')}?",
        )
        explain.warnings(found.warnings)
        scored = kept[key] = Scored(
            label=subject.label,
            spec=subject.spec,
            data=choice.data.title,
            answers=answers,
            values=found.values,
            by=choice.by,
            fold=choice.fold,
            least=choice.least,
            manifest=found.manifest,
        )
    return scored


def scored_by_other(choice: Choice, other: Subject | None) -> Scored | None:
    """The same answers under the model compared with, where it can be had; else what is wrong."""
    return of_other(other, lambda subject: scored_by(choice, subject, "second"))


def asked_of(spec: ModelSpec, answers: pd.DataFrame) -> Items:
    """What a model is asked for these answers: each sentence once."""
    return _asked(spec, items_of(answers))


def _asked(spec: ModelSpec, items: list[dict[str, Any]]) -> Items:
    return Items(_MEASURE, spec, items, answer_params())


def _key(choice: Choice, subject: Subject, answers: pd.DataFrame) -> tuple[Any, ...]:
    """What tells one comparison from another."""
    digest, title = digest_of(choice.answers), choice.data.title
    return digest, len(answers), title, choice.by, choice.fold, choice.least, subject


def digest_of(answers: pd.DataFrame) -> int:
    """What tells these answers from others; worked out once."""
    known = answers.attrs.get("digest")
    if known is None:
        known = answers.attrs["digest"] = int(pd.util.hash_pandas_object(answers.astype(str)).sum())
    return int(known)


def _offer_job(choice: Choice, subject: Subject, asked: Items, done: int, place: str) -> None:
    """How much is there, and the button that has the rest read."""
    total = len(asked)
    title = titled(f"{choice.data.title} · answers", subject.spec)
    background.offer(
        asked.work(title, _reading(choice, subject), done),
        f"**{explain.plain(beginning(subject))}**: {part_of(done, total, 'sentence', 'are')} read"
        + (", so the results are of that part only." if done else "."),
        f"Read {'the rest' if done else counted(total, 'sentence')} in the background",
        f"answers_job_{place}",
    )


def _reading(choice: Choice, subject: Subject) -> Command:
    """The command that has these sentences read; the answers are given to it as a file."""
    name, data = _file(digest_of(choice.answers), choice.answers)
    return Command(("agreement", name), {name: data}).for_model(subject.spec)


@st.cache_resource(show_spinner=False, max_entries=4)
def _file(digest: int, _answers: pd.DataFrame) -> tuple[str, bytes]:
    """Name and content of a file of these answers."""
    from engine.core.digest import data_digest

    given = data_digest([*zip(_answers["sentence"], _answers["answer"], strict=True)])
    data = _answers.to_json(orient="records", lines=True, force_ascii=False).encode()
    return f"answers-{given[7:19]}.jsonl", data


# --- scored -------------------------------------------------------------------------------
# People's answers scored against one model.


@dataclass(frozen=True, eq=False)
class Scored:
    """Answers compared with one model.

    Args:
        label: name of the model on screen.
        spec: the model.
        data: name of the answers on screen.
        answers: one row per answer.
        values: results of the measure, one per sentence in the order of `items_of`.
        by: attributes that define the groups.
        fold: whether words are compared without case.
        least: groups with fewer annotators in a language are left out there.
    """

    label: str
    spec: ModelSpec
    data: str
    answers: pd.DataFrame
    values: Sequence[Any]
    by: tuple[str, ...]
    fold: bool
    least: int
    manifest: dict[str, Any]

    @cached_property
    def _kept(self) -> tuple[pd.DataFrame, list[dict[str, Any]]]:
        groups = group_names(self.answers, self.by)
        table = scored_table(self.answers, self.values, groups, self.fold)
        return large_groups(table, self.least)

    @cached_property
    def agreement(self) -> Agreement:
        """Scores of the groups that are large enough."""
        return Agreement(self._kept[0])

    @property
    def left_out(self) -> list[str]:
        """Groups with too few annotators, as text."""
        return left_out_names(self._kept[1])

    @cached_property
    def group_scores(self) -> list[dict[str, Any]]:
        """One entry per group and language."""
        return group_figures(self.agreement)

    @cached_property
    def coverage(self) -> list[dict[str, Any]]:
        """One entry per language."""
        return coverage_by_language(self.agreement)

    @cached_property
    def ceilings(self) -> dict[tuple[str, str], dict[str, Any]]:
        """(language, group) -> how often people give the answers of their own group."""
        return {(entry["language"], entry["group"]): entry for entry in ceilings(self.agreement)}

    @cached_property
    def alphas(self) -> list[dict[str, Any]]:
        """Krippendorff's alpha by group and language."""
        return alphas(self.agreement)

    @property
    def named(self) -> str:
        """Groups, data and model, for titles of exported figures."""
        return " · ".join([" × ".join(self.by) or "everyone", self.data, self.label])

    @property
    def first_language(self) -> str:
        """The language to open with: one that the model has, English if it is among them."""
        by = {entry["language"]: entry for entry in self.coverage}
        languages = self.agreement.languages
        had = [code for code in languages if not by[code]["weak"]]
        if had:
            return "en" if "en" in had else had[0]
        return max(languages, key=lambda code: float(by[code]["whole_words"]))

    def of(self, language: str) -> list[dict[str, Any]]:
        """Scores of the groups in one language."""
        return [entry for entry in self.group_scores if entry["language"] == language]

    def value_of(self, sentence: str) -> tuple[dict[str, Any], dict[str, Any]]:
        """The measured item of a sentence and its result."""
        return next(
            (item, value)
            for item, value in zip(items_of(self.answers), self.values, strict=True)
            if item["text"] == sentence
        )

    def tidy(self) -> pd.DataFrame:
        """One row per group, language and score, for export."""
        scores = (*SCORES, *RANKED_SCORES, "coverage", "human_p_at_1")
        sizes = ("n_annotators", "n_sentences", "n_answers", "pooled_n")
        rows = score_rows(self.group_scores, scores, sizes)
        return rows.rename(columns={"pooled_n": "n_words"}).assign(model=self.label)

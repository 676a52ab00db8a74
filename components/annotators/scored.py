"""People's answers scored against one model."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import pandas as pd

from components.annotators.controls import SCORES
from engine.core.languages import language_name
from engine.core.spec import ModelSpec
from engine.measures.agreement.figures import Agreement, coverage_by_language, group_figures
from engine.measures.agreement.groups import grouped
from engine.measures.agreement.people import alphas, ceilings
from engine.measures.agreement.scores import RANKED_SCORES
from engine.measures.agreement.table import items_of, scored_table


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
    def _whole(self) -> pd.DataFrame:
        groups = grouped(self.answers, self.by)
        return scored_table(self.answers, self.values, groups, self.fold)

    @cached_property
    def _annotators(self) -> pd.Series[int]:
        """[answer] number of annotators in its group and language."""
        cells = self._whole.groupby(["language", "group"])
        return cells["annotator"].transform("nunique")

    @cached_property
    def agreement(self) -> Agreement:
        """Scores of the groups that are large enough."""
        return Agreement(self._whole[self._annotators >= self.least])

    @cached_property
    def left_out(self) -> list[str]:
        """Groups with too few annotators, as text."""
        small = self._whole[self._annotators < self.least]
        counts = small.groupby(["language", "group"])["annotator"].nunique().reset_index()
        return [
            f"{entry['group']} ({language_name(entry['language'])}, {entry['annotator']})"
            for entry in counts.to_dict("records")
        ]

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
        return pd.DataFrame(
            [
                {
                    "group": entry["group"],
                    "language": entry["language"],
                    "score": score,
                    "value": entry[score],
                    "low": (entry["intervals"][score] or (None, None))[0],
                    "high": (entry["intervals"][score] or (None, None))[1],
                    "n_annotators": entry["n_annotators"],
                    "n_sentences": entry["n_sentences"],
                    "n_answers": entry["n_answers"],
                    "n_words": entry["pooled_n"],
                    "model": self.label,
                }
                for entry in self.group_scores
                for score in (*SCORES, *RANKED_SCORES, "coverage", "human_p_at_1")
            ]
        )

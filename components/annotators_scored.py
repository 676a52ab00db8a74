"""Answers with what one model makes of them, as the Annotators page holds them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import pandas as pd

from components.annotators_controls import SCORES
from engine.datasets.languages import language_name
from engine.measures.agreement.figures import Agreement, coverage_by_language, group_figures
from engine.measures.agreement.groups import grouped
from engine.measures.agreement.people import alphas, ceilings
from engine.measures.agreement.table import items_of, scored_table
from engine.spec import ModelSpec


@dataclass(frozen=True, eq=False)
class Scored:
    """Answers compared with one model.

    Args:
        label: the model, as it is named on screen.
        spec: the model.
        data: the answers' name, as it is named on screen.
        answers: one row an answer.
        values: the measure's, one a sentence in the order of `items_of`.
        by: attributes that make the groups.
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
        """[answer] annotators of its group in its language."""
        cells = self._whole.groupby(["language", "group"])
        return cells["annotator"].transform("nunique")

    @cached_property
    def agreement(self) -> Agreement:
        """All that figures are made of, without the groups that are too small."""
        return Agreement(self._whole[self._annotators >= self.least])

    @cached_property
    def left_out(self) -> list[str]:
        """Groups with too few annotators, in words."""
        small = self._whole[self._annotators < self.least]
        counts = small.groupby(["language", "group"])["annotator"].nunique().reset_index()
        return [
            f"{entry['group']} ({language_name(entry['language'])}, {entry['annotator']})"
            for entry in counts.to_dict("records")
        ]

    @cached_property
    def figures(self) -> list[dict[str, Any]]:
        """One entry a group and language."""
        return group_figures(self.agreement)

    @cached_property
    def coverage(self) -> list[dict[str, Any]]:
        """One entry a language."""
        return coverage_by_language(self.agreement)

    @cached_property
    def ceilings(self) -> dict[tuple[str, str], dict[str, Any]]:
        """(language, group) -> how often people give each other's answers."""
        return {(entry["language"], entry["group"]): entry for entry in ceilings(self.agreement)}

    @cached_property
    def alphas(self) -> list[dict[str, Any]]:
        """Krippendorff's alpha by group and language."""
        return alphas(self.agreement)

    @property
    def named(self) -> str:
        """Groups, data and model, said beside a figure."""
        return " · ".join([" × ".join(self.by) or "everyone", self.data, self.label])

    def of(self, language: str) -> list[dict[str, Any]]:
        """Figures of the groups of one language."""
        return [entry for entry in self.figures if entry["language"] == language]

    def value_of(self, sentence: str) -> tuple[dict[str, Any], dict[str, Any]]:
        """Item and value of a sentence."""
        return next(
            (item, value)
            for item, value in zip(items_of(self.answers), self.values, strict=True)
            if item["text"] == sentence
        )

    def tidy(self) -> pd.DataFrame:
        """One row a group, language and score, for export."""
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
                }
                for entry in self.figures
                for score in (*SCORES, "coverage", "human_p_at_1")
            ]
        )

"""The two rankings of the CABM page: what each says of the occupations, and its figure."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import pandas as pd
import plotly.graph_objects as go

from components.cabm import first_result, gap_means, wording
from components.cabm.charts.ranking import ranking
from components.cabm.first_result import pronoun_gaps
from components.cabm.scored import ScoredStudy
from components.frame.widgets.beside import compared_with
from engine.measures.cabm.compared import OF_GAP, with_compared

ENDS = 6  # occupations of either end on a first screen
_ENDS_OF_TWO = 5  # beside another model, which has a legend
# Of the table of gaps, what is exported of both models.
_OF_GAP = ("score_low", "score_high", *OF_GAP[2:], "category")


@dataclass(frozen=True, eq=False)
class Rankings:
    """Occupations by the word filled in and by CABM, of one model beside another.

    Args:
        before: the scores of the model compared with.
        described: what is measured and counted, a paragraph each.
    """

    scored: ScoredStudy
    before: ScoredStudy | None
    described: tuple[str, ...]

    @property
    def ends(self) -> int:
        """How many occupations of either end are drawn on a first screen."""
        return ENDS if self.before is None else _ENDS_OF_TWO

    @cached_property
    def asked(self) -> pd.DataFrame | None:
        """The gaps of the words filled in; None where there are none."""
        return pronoun_gaps(self.scored)

    @cached_property
    def asked_before(self) -> tuple[str, pd.DataFrame] | None:
        """The name of the model compared with, and its gaps, where it has any."""
        frame = None if self.before is None else pronoun_gaps(self.before)
        return None if self.before is None or frame is None else (self.before.label, frame)

    @property
    def manifest(self) -> dict[str, Any]:
        """What is needed to repeat the scores, with the model compared with and the mean change."""
        if self.before is None:
            return self.scored.manifest
        change = self._change
        compared = compared_with(self.before.study.manifest["spec"])
        return self.scored.manifest | compared | ({"mean_change": change} if change else {})

    def gap_claim(self, asked: pd.DataFrame) -> str:
        """What the words filled in say, one sentence (plain text).

        Args:
            asked: their gaps.
        """
        study, groups = self.scored.study, self.scored.groups
        noun, sentences = wording.plain_noun(study.data), len(study.settings.templates)
        before, are_ours = self.asked_before, self.scored.asks_in_ours
        return first_result.claim_text(asked, groups, noun, sentences, before, are_ours)

    @cached_property
    def _change(self) -> dict[str, Any] | None:
        return gap_means.gap_change(self.scored, self.before)

    @cached_property
    def _changed(self) -> str:
        return gap_means.change_text(self.scored, self.before, self._change)

    def gap_statistics(self, asked: pd.DataFrame) -> str:
        """What is clear of those gaps, and how many changed between two models (plain text)."""
        said = first_result.statistics_text(self.scored, asked, not self._changed)
        return " ".join(filter(None, [said, self._changed]))

    def gap_table(self, asked: pd.DataFrame) -> pd.DataFrame:
        """Those gaps to export, with the ones of the model compared with and the changes."""
        if self.asked_before is None:
            return asked
        label, before = self.asked_before
        found = with_compared(asked, before, "score", _OF_GAP)
        return found.assign(compared_with=label)

    def cabm_table(self) -> pd.DataFrame:
        """All values of every occupation, with the scores compared with where they can be."""
        table, other = self.scored.tidy(), self.comparable()
        if self.before is None or other is None:
            return table
        found = with_compared(table, other, "score")
        return found.assign(compared_with=self.before.label)

    def by_cabm(self, ends: int | None = None) -> go.Figure:
        """The order by CABM.

        Args:
            ends: how many of either end are drawn; all where it is None.
        """
        scored, before = self.scored, self.before
        return ranking(
            scored.spoken,
            scored.groups,
            "CABM",
            (-scored.limit, scored.limit),
            self.comparable(),
            ("" if before is None else before.label, scored.label),
            ends,
        )

    def comparable(self) -> pd.DataFrame | None:
        """The other model's scores where they can stand beside these: raw, of the same features."""
        scored, before = self.scored, self.before
        if before is None or scored.relative or before.study.names != scored.study.names:
            return None
        return scored.beside(before).rename(columns={"score_first": "score"})

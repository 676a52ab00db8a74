"""A scored set of pairs, as the Pairs page uses it: frame, summary, manifest, comparison."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import pandas as pd

from engine.measures.pairs.comparison import comparison_frame, summarise_comparison
from engine.measures.pairs.frame import clean_pairs, items_of, pair_frame
from engine.measures.pairs.quality import FLAGS, changed_words
from engine.measures.pairs.summary import summarise
from engine.measures.pairs.tokens import aligned_tokens
from engine.measures.pairs.variants import MEAN, check_reduction, variant_of


@dataclass(frozen=True, eq=False)
class Scored:
    """Pairs with their scores under one model.

    Args:
        label: the model, as it is named on screen.
        data: the pairs' name, as it is named on screen.
        pairs: `sent_more`, `sent_less` and what else the data has.
        values: one value of the measure per row.
        variant: name of the variant.
        reduction: `sum` or `mean`; None for the variant's own.
        published: the released script's rounding and ties.
        clean_only: quality-flagged pairs left out.
        kept: comparisons already computed, by what was compared with.
    """

    label: str
    data: str
    pairs: pd.DataFrame
    values: Sequence[Any]
    variant: str
    reduction: str | None
    published: bool
    clean_only: bool
    manifest: dict[str, Any]
    kept: dict[Scored, tuple[pd.DataFrame, dict[str, Any]]] = field(default_factory=dict)

    @property
    def named(self) -> str:
        """Variant, data and model, shown above the number."""
        extra = [variant_of(self.variant).title]
        if self.published:
            extra.append("scored as the released script does")
        if self.reduction:
            extra.append(f"{self.reduction} over tokens")
        if self.clean_only:
            extra.append("clean pairs only")
        return " · ".join([*extra, self.data, self.label])

    @property
    def digits(self) -> int:
        """Decimals of the scores shown; means over tokens differ only in late decimals."""
        mean = check_reduction(self.reduction, variant_of(self.variant)) == MEAN
        return 4 if mean else 2

    @cached_property
    def frame(self) -> pd.DataFrame:
        """One row per pair with its scores."""
        frame = pair_frame(
            self.pairs, self.values, variant_of(self.variant), self.reduction, self.published
        )
        return clean_pairs(frame) if self.clean_only else frame

    @cached_property
    def summary(self) -> dict[str, Any]:
        """Score, intervals and counts of the set."""
        return summarise(self.frame, self.published)

    def work_out(self) -> None:
        """Read the values and compute the summary now rather than when they are first drawn."""
        _ = self.summary

    @cached_property
    def changed(self) -> pd.Series[str]:
        """The words in which the sentences of each pair of the frame differ."""
        return pd.Series(changed_words(self.frame), index=self.frame.index, dtype=object)

    def comparison(self, before: Scored) -> pd.DataFrame:
        """The same pairs under another model, pair by pair."""
        return self._compare(before)[0]

    def compared_with(self, before: Scored) -> dict[str, Any]:
        """Summary of that comparison."""
        return self._compare(before)[1]

    def _compare(self, before: Scored) -> tuple[pd.DataFrame, dict[str, Any]]:
        """Computed once, since the page is drawn again on every click."""
        if before not in self.kept:
            frame = comparison_frame(before.frame, self.frame)
            self.kept[before] = frame, summarise_comparison(frame)
        return self.kept[before]

    def tokens(self, row: int) -> pd.DataFrame:
        """Aligned tokens of one pair that was scored.

        Args:
            row: label of the pair in the frame.
        """
        position = self.pairs.index.tolist().index(row)
        item = items_of(self.pairs.iloc[[position]])[0]
        return aligned_tokens(self.values[position], item, variant_of(self.variant), self.reduction)

    @staticmethod
    def flag_text(name: str) -> str:
        """What a quality flag means."""
        return FLAGS.get(name, name)

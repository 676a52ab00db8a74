"""A scored set of pairs as the Pairs page holds it: frame, figures, manifest, comparison."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import pandas as pd

from engine.measures.pairs.comparison import comparison_frame, summarise_comparison
from engine.measures.pairs.frame import items_of, pair_frame
from engine.measures.pairs.quality import FLAGS
from engine.measures.pairs.summary import summarise
from engine.measures.pairs.values import aligned_tokens
from engine.measures.pairs.variants import variant_of


@dataclass(frozen=True, eq=False)
class Scored:
    """Pairs with what one model gave them.

    Args:
        label: the model, as it is named on screen.
        data: the pairs' name, as it is named on screen.
        pairs: `sent_more`, `sent_less` and what else the data has.
        values: one value of the measure a row.
        variant: name of the variant.
        reduction: `sum` or `mean`; None for the variant's own.
        published: the released script's rounding and ties.
        clean_only: quality-flagged pairs left out.
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

    @property
    def named(self) -> str:
        """Variant and data, said beside the number."""
        extra = [variant_of(self.variant).title]
        if self.published:
            extra.append("published mode")
        if self.reduction:
            extra.append(f"{self.reduction} over tokens")
        if self.clean_only:
            extra.append("clean pairs only")
        return " · ".join([*extra, self.data, self.label])

    @cached_property
    def frame(self) -> pd.DataFrame:
        """One row a pair with its scores."""
        frame = pair_frame(
            self.pairs, self.values, variant_of(self.variant), self.reduction, self.published
        )
        return frame[frame["clean"]] if self.clean_only else frame

    @cached_property
    def summary(self) -> dict[str, Any]:
        """Figures of the set."""
        return summarise(self.frame, self.published)

    def comparison(self, before: Scored) -> pd.DataFrame:
        """The same pairs under another model, pair by pair."""
        return comparison_frame(before.frame, self.frame)

    def compared_with(self, before: Scored) -> dict[str, Any]:
        """Figures of that comparison."""
        return summarise_comparison(self.comparison(before))

    def tokens(self, row: int) -> pd.DataFrame:
        """Aligned tokens of one pair; empty where it could not be scored."""
        value = self.values[self.pairs.index.tolist().index(row)]
        if "problem" in value:
            return pd.DataFrame()
        return aligned_tokens(value, items_of(self.pairs.loc[[row]])[0])

    @staticmethod
    def flag_text(name: str) -> str:
        """What a quality flag means."""
        return FLAGS.get(name, name)

"""A scored set of pairs, as the Pairs page uses it: frame, summary, manifest, comparison."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import pandas as pd

from components.frame.widgets.beside import compared_with
from components.pairs.controls import Choice
from engine.measures.pairs.comparison import comparison_frame, summarise_comparison
from engine.measures.pairs.frame import clean_pairs, items_of, of_both, pair_frame
from engine.measures.pairs.quality import changed_words
from engine.measures.pairs.summary import summarise
from engine.measures.pairs.tokens import aligned_tokens
from engine.measures.pairs.variants import MEAN, SUM, VARIANTS, Variant, check_reduction
from engine.measures.pairs.word_pairs import only_words

SUM_DIGITS, MEAN_DIGITS = 2, 4  # decimals of differences, in nats and in nats per token


@dataclass(frozen=True, eq=False)
class Scored:
    """Pairs with their scores under one model.

    Args:
        choice: the pairs, and how they are scored.
        label: the model, as it is named on screen.
        pairs: those of the choice that are scored so far.
        values: one value of the measure per row.
        kept: comparisons already computed, by what was compared with.
    """

    choice: Choice
    label: str
    pairs: pd.DataFrame
    values: Sequence[Any]
    manifest: dict[str, Any]
    kept: dict[Scored, tuple[pd.DataFrame, dict[str, Any]]] = field(default_factory=dict)

    @property
    def variant(self) -> Variant:
        """The variant that the pairs are scored by."""
        return VARIANTS[self.choice.variant]

    @property
    def named(self) -> str:
        """Data, model and variant, shown above exported figures and in the names of files."""
        choice = self.choice
        extra = [self.variant.title]
        extra += ["scored as the released script does"] * choice.published
        extra += [f"{choice.reduction} over tokens"] * bool(choice.reduction)
        extra += ["clean pairs only"] * choice.clean_only
        return " · ".join([choice.data.title, self.label, *extra])

    @property
    def digits(self) -> int:
        """Decimals of the scores shown; means over tokens differ only in late decimals."""
        is_mean = check_reduction(self.choice.reduction, self.variant) == MEAN
        return MEAN_DIGITS if is_mean else SUM_DIGITS

    @property
    def is_ratio(self) -> bool:
        """Whether e to a difference says how many times as likely the words scored are."""
        reduction = check_reduction(self.choice.reduction, self.variant)
        return reduction == SUM and not self.variant.weighted

    @cached_property
    def frame(self) -> pd.DataFrame:
        """One row per pair with its scores."""
        choice = self.choice
        frame = pair_frame(
            self.pairs, self.values, self.variant, choice.reduction, choice.published
        )
        return clean_pairs(frame) if choice.clean_only else frame

    @cached_property
    def summary(self) -> dict[str, Any]:
        """Score, intervals and counts of the set."""
        return summarise(self.frame, self.choice.published)

    @cached_property
    def changed(self) -> pd.Series[str]:
        """The words in which the sentences of each pair of the frame differ."""
        return pd.Series(changed_words(self.frame), index=self.frame.index, dtype=object)

    @cached_property
    def only_words(self) -> tuple[str, ...]:
        """The two words that every scored pair swaps; empty where they are not these two alone."""
        return only_words(self.frame.loc[self.frame["scored"], "word_pair"])

    def comparison(self, before: Scored) -> pd.DataFrame:
        """The same pairs under another model, pair by pair."""
        return self._compare(before)[0]

    def compared_with(self, before: Scored) -> dict[str, Any]:
        """Summary of that comparison."""
        return self._compare(before)[1]

    def manifest_with(self, before: Scored | None) -> dict[str, Any]:
        """What is needed to repeat the scores, naming the model compared with."""
        return self.manifest | compared_with(None if before is None else before.manifest["spec"])

    def _compare(self, before: Scored) -> tuple[pd.DataFrame, dict[str, Any]]:
        """Computed once, since the page is drawn again on every click."""
        if before not in self.kept:
            frame = comparison_frame(*of_both(before.frame, self.frame))
            self.kept[before] = frame, summarise_comparison(frame)
        return self.kept[before]

    def tokens(self, row: int) -> pd.DataFrame:
        """Aligned tokens of one pair that was scored.

        Args:
            row: label of the pair in the frame.
        """
        (item,) = items_of(self.pairs.loc[[row]])
        value = self.values[self.pairs.index.tolist().index(row)]
        return aligned_tokens(value, item, self.variant, self.choice.reduction)

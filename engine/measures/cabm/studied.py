"""One model's CABM features, from which scores follow under any weighting and on any scale."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from engine.core.errors import InputTextError
from engine.flow.asking import Derive
from engine.measures.cabm import FEATURES
from engine.measures.cabm import weighting as by
from engine.measures.cabm import weighting_rule as rules
from engine.measures.cabm.correlation import varies
from engine.measures.cabm.data.cooccurrence import CorpusCounts
from engine.measures.cabm.data.sentences import FramedSet
from engine.measures.cabm.draws import bounds_around, freedom_of
from engine.measures.cabm.features import FeatureTable, feature_columns, features_of
from engine.measures.cabm.notices import settings_remarks
from engine.measures.cabm.reliability import Reliability, feature_halves, reliabilities
from engine.measures.cabm.scores import (
    RAW,
    cabm_scores,
    categories,
    gap_sides,
    limit_of,
    opposed,
    settled_categories,
    side_tests,
)
from engine.measures.cabm.settings import CabmSettings
from engine.measures.cabm.validation import kept_validation
from engine.measures.cabm.variance import variance_shares
from engine.measures.cabm.vectors import Vectors

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd


@dataclass(frozen=True, eq=False)
class CabmStudy:
    """Features of one model, from which scores follow under any weighting.

    Args:
        table: features of the targets that have them all.
        draws: [draw, target, feature], of `draws.feature_draws`.
        unmasked: of `unmasking_table`; None where it was not asked.
        manifest: of the measurement of the sentences.
        warnings: sentences for the user.
        first_words: of `unmasking.first_words`; None where it was not asked.
        noted: what is good to know of the data, though nothing is amiss.
        kept: weights already worked out; where nothing can be stored they are not made twice.
    """

    data: FramedSet
    counts: CorpusCounts
    settings: CabmSettings
    vectors: Vectors
    table: FeatureTable
    draws: np.ndarray
    unmasked: pd.DataFrame | None
    first_words: pd.DataFrame | None
    manifest: dict[str, Any]
    warnings: tuple[str, ...]
    noted: tuple[str, ...]
    derive: Derive
    kept: dict[Any, Any] = field(default_factory=dict)

    @property
    def frame(self) -> pd.DataFrame:
        """One row a target: that of `table`, with the intervals of `draws.with_intervals`."""
        return self.table.frame

    @property
    def remarks(self) -> tuple[str, ...]:
        """What is good to know of the data and the settings."""
        return (*self.noted, *settings_remarks(self.settings, self.names))

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The features that the model has."""
        return features_of(self.frame)

    @property
    def columns(self) -> list[str]:
        """Their columns in `frame`."""
        return feature_columns(self.frame)

    @cached_property
    def features(self) -> np.ndarray:
        """[target, feature], in their own units."""
        found: np.ndarray = self.frame[self.columns].to_numpy(float)
        return found

    @property
    def labels(self) -> list[int | None]:
        """The list of every target as 0 or 1; None for none."""
        places: dict[str, int] = dict(zip(self.data.groups.names, (0, 1), strict=True))
        return [places.get(name) for name in self.frame["list"]]

    def available(self) -> tuple[str, ...]:
        """Weightings that these features and lists allow."""
        from engine.measures.cabm.forest import check_labels

        try:
            by.standardised(self.features, names=self.names)
        except InputTextError:
            return (by.EQUAL,) if self.settings.scale == RAW else ()
        try:
            check_labels([label for label in self.labels if label is not None])
        except InputTextError:
            return (by.PCA, by.EQUAL)
        return by.WEIGHTINGS

    @cached_property
    def halves(self) -> np.ndarray:
        """[half, split, target, feature]; see `reliability.feature_halves`."""
        return feature_halves(
            self.vectors, self.frame, self.counts, self.data.groups, self.settings
        )

    @cached_property
    def in_doubt(self) -> tuple[str, ...]:
        """Features that may be noise alone: the interval of their reliability contains 0.

        One that is the same for all targets is not among them: it is refused, with what to do.
        """
        found = reliabilities(self.halves, self.names)
        varied = [varies(values) for values in self.features.T.tolist()]
        return tuple(
            name
            for name, varies in zip(self.names, varied, strict=True)
            if varies and found[name].in_doubt
        )

    def reliability(self, weights: Mapping[str, float]) -> dict[str, Reliability]:
        """Split-half reliability of each feature and of the score under some weights.

        Args:
            weights: as `scored` takes them.
        """
        import numpy as np

        order = np.array([weights[name] for name in self.names])
        return reliabilities(self.halves, self.names, order / self._units())

    @cached_property
    def rule(self) -> rules.WeightingRule:
        """The weighting that is used, and why."""
        asked = self.settings.weighting
        if asked != by.AUTOMATIC:
            return rules.as_asked(asked)
        if self.settings.published:
            learned = by.SHAP_RF in self.available()
            return rules.as_in_the_thesis(asked) if learned else rules.without_forest(asked)
        if by.SHAP_RF not in self.available():
            rule = rules.without_forest(asked)
        else:
            forest = self._learned(by.SHAP_RF, self.weighed, intervals=False)["forest"]
            rule = rules.by_forest(asked, forest)
        return rules.with_doubts(rule, self.names, self.in_doubt)

    @property
    def weighed(self) -> tuple[str, ...]:
        """The features that get a weight automatically."""
        return rules.reliable(self.names, self.in_doubt)

    @property
    def weighting(self) -> str:
        """The weighting that is used; `automatic` only where it leaves features out."""
        return self.rule.name

    def weigh(self, name: str, intervals: bool = True) -> dict[str, Any]:
        """Weights of one weighting; see `weighting.learn_weights`. Read from the store if known.

        Args:
            name: `automatic` for the features that are not in doubt alone.
            intervals: also bootstrap them, which takes a few seconds for a forest.
        """
        if name == by.AUTOMATIC:
            return self._learned(self.rule.learned or self.rule.name, self.weighed, intervals)
        if name == by.USER:
            given, free = dict(self.settings.user_weights), self.settings.published
            chosen = by.user_weights(given, self.names, free)
            return by.unlearned(chosen, self.names)
        return self._learned(name, self.names, intervals)

    def _learned(self, name: str, names: tuple[str, ...], intervals: bool) -> dict[str, Any]:
        """Weights of some of the features; the others weigh 0."""
        if name == by.EQUAL:
            return by.unlearned(by.equal_weights(names), names)
        seed, draws = self.settings.seed, self.settings.draws * intervals
        key = (name, names, seed, draws)
        if key not in self.kept:
            features = self.features[:, [self.names.index(each) for each in names]]
            self.kept[key] = by.kept_weights(
                self.derive, features, self.labels, name, seed, draws, names
            )
        found: dict[str, Any] = self.kept[key]
        return found

    def scored(self, weights: Mapping[str, float]) -> pd.DataFrame:
        """The targets with their CABM under some weights.

        Args:
            weights: feature -> weight, sum 1 unless published; a constant feature may weigh 0.

        Returns:
            `frame` with `score`, `score_low`, `score_high` (95%, of draws of sentences and counts,
            weights held; not numbers with fewer than two sentences of either group), `p_holm` (that
            the true score is at the threshold, Holm-corrected over all targets), `category`: by
            interval and p, or as published by the score alone.
        """
        import numpy as np

        order = np.array([weights[name] for name in self.names])
        values, drawn = self._scaled(order)
        free, groups = self.settings.published, self.data.groups
        scores, drawn_scores = (cabm_scores(each, order, free) for each in (values, drawn))
        freedom = freedom_of(self.vectors, self.frame["occupation"].tolist())
        low, high = bounds_around(scores, drawn_scores, freedom)
        limit = limit_of(scores, self.settings.limit, self.settings.scale)
        of_counts = cabm_scores(drawn[:, :, :1], order[:1], free=True).var(axis=0)
        tests = side_tests(drawn_scores, of_counts, freedom, limit)
        named = (
            categories(scores, groups, limit)
            if free
            else settled_categories([*zip(low, high, strict=True)], groups, limit, tests)
        )
        return self.frame.assign(
            score=scores,
            score_low=low,
            score_high=high,
            p_holm=np.array(tests, float),
            category=named,
        )

    def limit(self, frame: pd.DataFrame) -> float:
        """The threshold of neutral in the units of the scores of `scored`."""
        return limit_of(frame["score"].to_numpy(float), self.settings.limit, self.settings.scale)

    def opposed(self, frame: pd.DataFrame) -> list[str]:
        """The group word that the model fills in where its side is not CABM's; otherwise empty.

        Args:
            frame: of `scored`.
        """
        groups = self.data.groups
        sides = None if self.unmasked is None else gap_sides(self.unmasked, groups)
        return opposed(frame["category"].tolist(), sides, groups)

    def variance(self, weights: Mapping[str, float]) -> dict[str, float] | None:
        """Share of each feature in the variance of the scores; see `variance.variance_shares`.

        Args:
            weights: as `scored` takes them.
        """
        import numpy as np

        order = np.array([weights[name] for name in self.names])
        return variance_shares(self._scaled(order)[0], order, self.names)

    def frames(self, frame: pd.DataFrame) -> dict[str, pd.DataFrame]:
        """The scores under every weighting that these features and lists allow.

        Args:
            frame: the scores under the weighting that is used, which come first.
        """
        found = {self.weighting: frame}
        for name in self.available():
            if name not in found:
                found[name] = self.scored(self.weigh(name, intervals=False)["weights"])
        return found

    def _scaled(self, order: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Features and their draws on the scale of the settings."""
        if self.settings.scale == RAW:
            return self.features, self.draws
        values = by.standardised(self.features, list(order > 0), self.names)
        # The draws have their own mean: those of a distance are without the length of its noise.
        return values, (self.draws - self.draws.mean(axis=(0, 1))) / self._units()

    def _units(self) -> np.ndarray:
        """[feature], what a feature is divided by on the scale of the settings."""
        import numpy as np

        if self.settings.scale == RAW:
            return np.ones(len(self.names))
        deviation: np.ndarray = self.features.std(axis=0)
        deviation[deviation == 0] = 1.0
        return deviation

    def comparable(
        self, weights: Mapping[str, float], names: Collection[str] = FEATURES
    ) -> pd.DataFrame:
        """The scores on the raw scale, the only one on which models can be compared.

        Args:
            weights: the same for all models that are compared.
            names: features that all of them have; they share the weight of the others.
        """
        shared = [name for name in self.names if name in names]
        kept = sum(weights[name] for name in shared)
        if not kept:
            raise InputTextError(
                "All weight is on features that one of the models does not have; give some of it "
                f"to {' or '.join(shared)}."
            )
        share = sum(weights.values()) / kept
        given = {name: weights[name] * share if name in names else 0.0 for name in weights}
        threshold = self.settings.threshold if self.settings.scale == RAW else None
        return self.under(scale=RAW, threshold=threshold).scored(given)

    def validated(self, frames: Mapping[str, pd.DataFrame], name: str) -> dict[str, Any]:
        """The validation panel; see `validation.validation`. Read from the store if known.

        Args:
            frames: weighting -> what `scored` gave under it.
            name: the weighting that is checked.
        """
        limit, seed = self.settings.limit, self.settings.seed
        return kept_validation(
            self.derive, frames, name, self.data.groups, limit, self.unmasked, seed
        )

    def under(self, **changes: Any) -> CabmStudy:
        """The same study with other settings of weights, threshold or seed of the weights."""
        return replace(self, settings=replace(self.settings, **changes))

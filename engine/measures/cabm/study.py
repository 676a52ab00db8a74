"""A whole CABM study: what command, page and lab ask for, in the order it is worked out.

Numbers that need a network come from `ask` (the flow of one number); what is worked out from
them and takes seconds comes from `derive`, which reads it from the store a second time.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from engine.datasets.occupations.cooccurrence import Counts
from engine.datasets.occupations.sentences import FramedSet, fewer_framings
from engine.errors import InputTextError
from engine.measures.cabm import unmasking
from engine.measures.cabm import validation as panel
from engine.measures.cabm import weighting as weigh
from engine.measures.cabm.draws import kept_draws
from engine.measures.cabm.features import (
    Table,
    Vectors,
    feature_table,
    features_of,
    vectors_of,
)
from engine.measures.cabm.notices import kind_remarks, left_out, remarks, too_few
from engine.measures.cabm.scores import cabm_scores, categories
from engine.measures.cabm.settings import Ask, Derive, Settings

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd


@dataclass(frozen=True, eq=False)
class Study:
    """Features of one model, from which scores follow under any weighting.

    Args:
        table: features of the targets that have them all.
        draws: [draw, target, feature], bootstrap of the features.
        unmasked: of `unmasking_table`; None where it was not asked.
        manifest: of the measurement of the sentences.
        warnings: sentences for the user.
        remarks: what is good to know, though nothing is amiss.
        kept: weights already worked out; where nothing can be stored they are not made twice.
    """

    data: FramedSet
    counts: Counts
    settings: Settings
    vectors: Vectors
    table: Table
    draws: np.ndarray
    unmasked: pd.DataFrame | None
    manifest: dict[str, Any]
    warnings: tuple[str, ...]
    remarks: tuple[str, ...]
    derive: Derive
    kept: dict[Any, Any] = field(default_factory=dict)

    @property
    def frame(self) -> pd.DataFrame:
        """One row a target; see `features.Table`."""
        return self.table.frame

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The features that the model has."""
        return features_of(self.frame)

    @property
    def columns(self) -> list[str]:
        """Their columns in `frame`."""
        return [f"{name}_bias" for name in self.names]

    @cached_property
    def features(self) -> np.ndarray:
        """[target, feature], in their own units."""
        found: np.ndarray = self.frame[self.columns].to_numpy(float)
        return found

    @property
    def labels(self) -> list[int | None]:
        """The list of every target as 0 or 1; None for none."""
        places: dict[str, int] = {name: place for place, name in enumerate(self.data.groups.names)}
        return [places.get(name) for name in self.frame["list"]]

    def available(self) -> tuple[str, ...]:
        """Weightings that these features and lists allow."""
        from engine.measures.cabm.forest import check_labels

        try:
            weigh.standardised(self.features, names=self.names)
        except InputTextError:
            return ()
        try:
            check_labels([label for label in self.labels if label is not None])
        except InputTextError:
            return (weigh.PCA, weigh.EQUAL)
        return weigh.WEIGHTINGS

    def weighed(self, name: str, intervals: bool = True) -> dict[str, Any]:
        """Weights of one weighting; see `weighting.weighed`. Read from the store if known.

        Args:
            intervals: also bootstrap them, which takes a few seconds for a forest.

        Raises:
            InputTextError: what the weighting refuses.
        """
        if name == weigh.USER:
            chosen = weigh.user_weights(dict(self.settings.user_weights), self.names)
            weights = weigh.by_feature(chosen, self.names)
            return {"weights": weights, "intervals": None, "draws": 0}
        seed, draws = self.settings.seed, self.settings.draws * intervals
        key = (name, seed, draws)
        if key not in self.kept:
            self.kept[key] = self._worked_out(name, seed, draws)
        found: dict[str, Any] = self.kept[key]
        return found

    def _worked_out(self, name: str, seed: int, draws: int) -> Any:
        return self.derive(
            "cabm_weights",
            weigh.VERSION,
            {"features": self.features.tolist(), "labels": self.labels},
            {
                "weighting": name,
                "seed": seed,
                "draws": draws,
                "trees": [weigh.TREES, weigh.DRAWN_TREES],
            },
            lambda: weigh.weighed(self.features, self.labels, name, seed, draws, self.names),
        )

    def scored(self, weights: Mapping[str, float]) -> pd.DataFrame:
        """The targets with their CABM under some weights.

        Args:
            weights: feature -> weight, sum 1; a constant feature may weigh 0.

        Returns:
            `frame` with `score`, `score_low`, `score_high` (95%, bootstrap over sentences and
            corpus counts, weights held), `category`.

        Raises:
            InputTextError: if a feature that weighs more than 0 is constant, or there are too
                few targets.
        """
        import numpy as np

        order = np.array([weights[name] for name in self.names])
        standard = weigh.standardised(self.features, list(order > 0), self.names)
        scores = cabm_scores(standard, order)
        spread = self.features.std(axis=0)
        spread[spread == 0] = 1.0
        drawn = cabm_scores((self.draws - self.features.mean(axis=0)) / spread, order)
        low, high = np.quantile(drawn, [0.025, 0.975], axis=0)
        named = categories(scores, self.data.groups, self.settings.threshold)
        return self.frame.assign(score=scores, score_low=low, score_high=high, category=named)

    def validated(self, scores: Mapping[str, Sequence[float]], name: str) -> dict[str, Any]:
        """The validation panel; see `validation.validation`. Read from the store if known.

        Args:
            scores: weighting -> CABM of every target.
            name: the weighting that is checked.
        """
        unmasked = None if self.unmasked is None else self.unmasked["unmasking"].tolist()
        others = {
            measure: self.frame[measure].tolist()
            for measure in ("weat", "mac")
            if self.frame[measure].notna().all()
        }
        plain = {key: list(values) for key, values in scores.items()}
        lists, settings = self.frame["list"].tolist(), self.settings
        found: dict[str, Any] = self.derive(
            "cabm_validation",
            panel.VERSION,
            {
                "scores": plain,
                "lists": lists,
                "groups": [*self.data.groups.names],
                "unmasking": unmasked,
                "others": others,
            },
            {"weighting": name, "threshold": settings.threshold, "seed": settings.seed},
            lambda: panel.validation(
                plain,
                name,
                lists,
                self.data.groups,
                settings.threshold,
                unmasked,
                others,
                settings.seed,
            ),
        )
        return found

    def under(self, **changes: Any) -> Study:
        """The same study with other settings of weights, threshold or seed of the weights."""
        return replace(self, settings=replace(self.settings, **changes))


def study(ask: Ask, derive: Derive, data: FramedSet, counts: Counts, settings: Settings) -> Study:
    """Measure a set of framed sentences on one model.

    Args:
        ask: (measure, items, params) -> measurement, on the model that is studied.
        derive: see `Derive`.

    Raises:
        BiascopeError: what the model, the sentences or the corpus refuse.
    """
    _check_size(data)
    items = [sentence.item() for sentence in data.sentences]
    measured = ask("cabm", items, {"sentence": settings.sentence})
    vectors = vectors_of(data.sentences, measured.values)
    choices = (settings.alpha, settings.smoothing, settings.context)
    table = feature_table(vectors, counts, data.groups, data.lists, *choices, data.asked)
    if len(table.frame) < weigh.LEAST_TARGETS:
        raise InputTextError(too_few(len(table.frame), table.excluded))
    targets = table.frame["occupation"].tolist()
    unmasked = None
    if settings.templates:
        unmasking.check_templates(settings.templates)
        asked = ask(
            "completion",
            unmasking.unmasking_items(targets, settings.templates),
            unmasking.unmasking_params(data.groups),
        )
        unmasked = unmasking.unmasking_table(
            targets, settings.templates, data.groups, asked.values, settings.seed
        )
    return Study(
        data,
        counts,
        settings,
        vectors,
        table,
        kept_draws(derive, measured.manifest, vectors, counts, table, settings),
        unmasked,
        measured.manifest,
        (*measured.warnings, *left_out(vectors, table, len(data.sentences))),
        (*kind_remarks(settings.kind, settings.sentence), *remarks(table)),
        derive,
    )


def _check_size(data: FramedSet) -> None:
    """Refuse a set that is too small before a network reads it."""
    excluded = fewer_framings(data.sentences, data.groups, data.asked)
    found = sum(target not in excluded for target in data.targets)
    if found < weigh.LEAST_TARGETS:
        raise InputTextError(too_few(found, excluded))

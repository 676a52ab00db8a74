"""One study under one weighting: its scores, validation and exports."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import pandas as pd

from components.cabm import wording
from components.cabm.choice import Choice
from engine.core.errors import BiascopeError
from engine.measures.cabm.compared import beside
from engine.measures.cabm.data.sentences import GENDER, Groups
from engine.measures.cabm.features import COLUMNS
from engine.measures.cabm.reliability import Reliability
from engine.measures.cabm.scores import STANDARDISED
from engine.measures.cabm.studied import CabmStudy
from engine.measures.cabm.unmasking import beside_scores, has_bundled_only
from engine.measures.cabm.weighting import NAMES, USER

_IN_MANIFEST = ("scale", "published", "seed", "context")


@dataclass(frozen=True, eq=False)
class ScoredStudy:
    """Scores of one model.

    Args:
        label: name of the model on screen.
        command: command line that gives the same scores, and those of the model compared with.
    """

    choice: Choice
    study: CabmStudy
    label: str
    command: str

    @property
    def weighting(self) -> str:
        """The weighting that is used; `automatic` only where it leaves features out."""
        return self.study.weighting

    @property
    def groups(self) -> Groups:
        """The two groups that are compared."""
        return self.study.data.groups

    @property
    def relative(self) -> bool:
        """Whether 0 is the average of the occupations measured."""
        return self.study.settings.scale == STANDARDISED

    @cached_property
    def weights(self) -> dict[str, float]:
        """Feature -> weight."""
        found: dict[str, float] = self.study.weigh(self.weighting, intervals=False)["weights"]
        return found

    @property
    def named(self) -> str:
        """Caption of a headline: data and model."""
        return f"{self.study.data.title} · {self.label}"

    @property
    def gap(self) -> str:
        """The probability difference that the model is asked for, as `P(he) − P(she)`."""
        first, second = (words[0] for words in self.groups.words)
        return f"P({first}) − P({second})"

    @property
    def gap_name(self) -> str:
        """Name of that difference in running text."""
        return f"{'pronoun' if self.groups.words == GENDER.words else 'word'} probability gap"

    @property
    def asks_in_ours(self) -> bool:
        """Whether the user's own targets are asked for in Biascope's sentences with a blank."""
        return has_bundled_only(self.study.data, self.study.settings.templates)

    @cached_property
    def frame(self) -> pd.DataFrame:
        """One row per occupation with its score; see `CabmStudy.scored`."""
        return self.study.scored(self.weights)

    @cached_property
    def limit(self) -> float:
        """The threshold of neutral in the units of the scores."""
        return self.study.limit(self.frame)

    @cached_property
    def opposed(self) -> list[str]:
        """The word that the model fills in where its side is not CABM's."""
        return self.study.opposed(self.frame)

    @cached_property
    def reliability(self) -> dict[str, Reliability]:
        """Split-half reliability of each feature and of the score."""
        return self.study.reliability(self.weights)

    @cached_property
    def spoken(self) -> pd.DataFrame:
        """`frame` with `said`: the category in words, as thesis and figure name it."""
        said = [
            name
            if self.study.settings.published
            else wording.spoken(name, self.groups, self.relative)
            for name in self.frame["category"]
        ]
        return self.frame.assign(said=said)

    @property
    def categories(self) -> dict[str, dict[str, int]]:
        """Weighting -> category -> number of occupations."""
        counts: dict[str, dict[str, int]] = self.panel["categories"]
        return counts

    def refusal(self) -> str | None:
        """Why there are no scores; None where there are."""
        try:
            return None if len(self.frame) else "There are no occupations."
        except BiascopeError as error:
            return str(error)

    @cached_property
    def frames(self) -> dict[str, pd.DataFrame]:
        """Those of `CabmStudy.frames`, in the order of the names."""
        frames = self.study.frames(self.frame)
        return {name: frames[name] for name in NAMES if name in frames}

    @cached_property
    def panel(self) -> dict[str, Any]:
        """The validation panel."""
        return self.study.validated(self.frames, self.weighting)

    def beside(self, other: ScoredStudy) -> pd.DataFrame:
        """Raw scores of another model and of this one, with the weights of this one.

        Returns:
            One row per occupation that both have, as of `compared.beside`: the other as `_first`.
        """
        return beside(self.study, other.study, self.weights)

    def agreement(self) -> dict[str, Any] | None:
        """How far the scores agree with the probability gap; None without templates for it."""
        by_weighting: dict[str, dict[str, Any]] | None = self.panel["unmasking"]
        return by_weighting and by_weighting[self.weighting]

    def tidy(self) -> pd.DataFrame:
        """All values of every occupation, for export and table."""
        frame = without_missing(self.frame, self.study)
        unmasked = self.study.unmasked
        if unmasked is not None:
            frame = frame.merge(
                beside_scores(unmasked), on="occupation", how="left", validate="one_to_one"
            )
        others = {
            f"score_{name.replace('-', '_')}": each["score"].to_numpy()
            for name, each in self.frames.items()
            if name not in (self.weighting, USER)
        }
        return frame.assign(opposed=self.opposed, **others)

    @property
    def manifest(self) -> dict[str, Any]:
        """What was measured, and how it was weighted."""
        settings, counts = self.study.settings, self.study.counts
        return self.study.manifest | {
            "weighting": self.weighting,
            "weighting_rule": {"asked": self.study.rule.asked, "reason": self.study.rule.reason},
            "weights": self.weights,
            "reliability": {name: each.as_json() for name, each in self.reliability.items()},
            **{name: getattr(settings, name) for name in _IN_MANIFEST},
            "threshold": settings.limit,
            "threshold_of_score": self.limit,
            "pmi": {
                "corpus": counts.corpus,
                "sentences": counts.sentences,
                "alpha": settings.alpha,
                "smoothing": settings.smoothing,
            },
        }


def without_missing(frame: pd.DataFrame, study: CabmStudy) -> pd.DataFrame:
    """A table of a study without the columns of features that its kind of model does not have."""
    return frame.drop(columns=[name for name in COLUMNS if name not in study.columns])

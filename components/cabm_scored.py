"""One study under one weighting, as the CABM page holds it: scores, validation, exports."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import pandas as pd

from components.cabm_controls import Choice
from engine.errors import BiascopeError
from engine.measures.cabm.study import Study
from engine.measures.cabm.weighting import NAMES, USER


@dataclass(frozen=True, eq=False)
class Scored:
    """Scores of one model.

    Args:
        label: the model, as it is named on screen.
        command: the command line that gives the same.
    """

    choice: Choice
    study: Study
    label: str
    command: str

    @property
    def weighting(self) -> str:
        """The weighting chosen."""
        return self.study.settings.weighting

    @property
    def named(self) -> str:
        """Weighting, data and model, said beside the number."""
        return f"CABM · {NAMES[self.weighting]} · {self.study.data.title} · {self.label}"

    @cached_property
    def frame(self) -> pd.DataFrame:
        """One row an occupation with its score; see `Study.scored`."""
        return self.study.scored(self.study.weighed(self.weighting, intervals=False)["weights"])

    def refusal(self) -> str | None:
        """Why there are no scores; None where there are."""
        try:
            return None if len(self.frame) else "There are no occupations."
        except BiascopeError as error:
            return str(error)

    @cached_property
    def frames(self) -> dict[str, pd.DataFrame]:
        """The same under every weighting that these features and lists allow."""
        found = {self.weighting: self.frame}
        for name in self.study.available():
            if name not in found:
                weights = self.study.weighed(name, intervals=False)["weights"]
                found[name] = self.study.scored(weights)
        order = [name for name in NAMES if name in found]
        return {name: found[name] for name in order}

    @cached_property
    def panel(self) -> dict[str, Any]:
        """The validation panel."""
        scores = {name: frame["score"].tolist() for name, frame in self.frames.items()}
        return self.study.validated(scores, self.weighting)

    def agreed(self) -> dict[str, Any] | None:
        """How far the scores go with unmasking; None where that was not asked."""
        found: dict[str, Any] | None = (
            self.panel["unmasking"] and self.panel["unmasking"][self.weighting]
        )
        return found

    def tidy(self) -> pd.DataFrame:
        """Everything of every occupation, for export and table."""
        frame = self.frame
        unmasked = self.study.unmasked
        if unmasked is not None:
            renamed = unmasked.rename(columns={"low": "unmasking_low", "high": "unmasking_high"})
            frame = frame.merge(renamed, on="occupation", how="left", validate="one_to_one")
        others = {
            f"score_{name.replace('-', '_')}": each["score"].to_numpy()
            for name, each in self.frames.items()
            if name not in (self.weighting, USER)
        }
        return frame.assign(**others)

    @property
    def manifest(self) -> dict[str, Any]:
        """What was measured, and how it was weighed."""
        settings, counts = self.study.settings, self.study.counts
        return self.study.manifest | {
            "weighting": settings.weighting,
            "weights": self.study.weighed(self.weighting, intervals=False)["weights"],
            "seed": settings.seed,
            "threshold": settings.threshold,
            "context": settings.context,
            "pmi": {
                "corpus": counts.corpus,
                "sentences": counts.sentences,
                "alpha": settings.alpha,
                "smoothing": settings.smoothing,
            },
        }

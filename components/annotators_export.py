"""What a reader takes away from the Annotators page: data, figures and the command line."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import pandas as pd
import plotly.graph_objects as go

from components import export
from components.annotators_controls import SCORES, Choice
from components.annotators_scored import Scored
from components.charts.annotators_cells import by_language
from engine.datasets.languages import language_name


@dataclass(frozen=True, eq=False)
class Taken:
    """A result with what repeats it.

    Args:
        options: of the command line, those that name the models.
    """

    scored: Scored
    choice: Choice
    options: str

    def of(self, scored: Scored) -> Taken:
        """The same choice under another model."""
        return replace(self, scored=scored)

    def row(
        self,
        name: str,
        frame: pd.DataFrame,
        figure: go.Figure | None,
        title: str = "",
        hint: str = "",
        manifest: dict[str, Any] | None = None,
    ) -> None:
        """Buttons under a result.

        Args:
            name: stem of the files.
            title: what the figure shows.
            hint: what the command line does not repeat.
            manifest: of the data, where it is not that of the scores.
        """
        where = "Run it in Biascope's folder"
        uploaded = self.choice.data.uploaded
        export.row(
            f"annotators-{name}" if name else "annotators",
            frame,
            figure,
            self.choice.command(self.options),
            manifest or self.scored.manifest,
            f"{title} · {self.scored.named}",
            f"{where}{', with the path of your file in place of its name' * uploaded}. With --json "
            f"it gives every score.{hint}",
        )


def figures(taken: Taken) -> None:
    """Buttons under the figures of groups and languages."""
    scored, score = taken.scored, taken.choice.score
    names = {code: language_name(code) for code in scored.agreement.languages}
    known = [entry[score] for entry in scored.figures if entry[score] is not None]
    drawn = by_language(scored.figures, names, score, max(known, default=0.0))
    taken.row("", scored.tidy(), drawn, SCORES[score])

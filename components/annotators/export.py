"""Exports of the Annotators page: data, figures and the command line."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import pandas as pd
import plotly.graph_objects as go

from components.annotators.charts.cells import by_language
from components.annotators.controls import SCORES, Choice
from components.annotators.scored import Scored
from components.present import export
from engine.command import Command
from engine.datasets.languages import language_name


@dataclass(frozen=True, eq=False)
class Exporter:
    """A result with the command line that reproduces it.

    Args:
        command: the equivalent command, with the models.
    """

    scored: Scored
    choice: Choice
    command: Command

    def for_result(self, scored: Scored) -> Exporter:
        """The same choice with another model."""
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
        """Draw the export buttons of a result.

        Args:
            name: stem of the files.
            title: of the figure.
            hint: what the command line does not reproduce.
            manifest: of the data, where it is not that of the scores.
        """
        where = "Run it in Biascope's folder"
        if self.choice.data.uploaded:
            where += ", with the path of your file in place of its name"
        export.row(
            f"annotators-{name}" if name else "annotators",
            frame,
            figure,
            self.command.line(),
            manifest or self.scored.manifest,
            f"{title} · {self.scored.named}",
            f"{where}. With --json it prints every score.{hint}",
        )


def scores_row(exporter: Exporter) -> None:
    """Draw the export buttons of the scores by group and language."""
    scored, score = exporter.scored, exporter.choice.score
    names = {code: language_name(code) for code in scored.agreement.languages}
    known = [entry[score] for entry in scored.group_scores if entry[score] is not None]
    drawn = by_language(scored.group_scores, names, score, max(known, default=0.0))
    exporter.row("", scored.tidy(), drawn, SCORES[score])

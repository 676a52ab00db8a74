"""Exports of the Annotators page: data, figures and the command line."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import pandas as pd
import plotly.graph_objects as go

from components.annotators.claim import claim_text, statistics_text
from components.annotators.controls import SCORES, Choice
from components.annotators.data import NO_PERSON, simulated_note
from components.annotators.scoring import Scored
from components.frame.present import explain
from components.frame.widgets import export
from components.frame.widgets.beside import compared_with
from components.frame.widgets.export import Result
from components.frame.widgets.result import where_to_run
from engine.command_line.command import Command
from engine.core.languages import language_name
from engine.core.wording import part_of


@dataclass(frozen=True, eq=False)
class Exporter:
    """A result with the command line that reproduces it.

    Args:
        command: the equivalent command, with the models.
    """

    scored: Scored
    choice: Choice
    command: Command

    def result(
        self,
        name: str,
        frame: pd.DataFrame,
        figure: go.Figure | None,
        title: str = "",
        hint: str = "",
        manifest: dict[str, Any] | None = None,
        claim: str = "",
        reading: str = "",
    ) -> Result:
        """A result as the buttons of its section offer it.

        Args:
            name: stem of the files.
            title: of the figure.
            hint: what the command line does not reproduce.
            manifest: of the data, where it is not that of the scores.
            claim: what it shows, in a sentence (plain text).
            reading: what else is said of it (plain text).
        """
        own = ", with the path of your file in place of its name" * self.choice.data.uploaded
        return Result(
            f"annotators-{name}" if name else "annotators",
            frame,
            figure,
            self.command.line(),
            manifest or self.scored.manifest,
            title,
            f"{where_to_run(own)} With --json it prints every score.{hint}".strip(),
            about=self.scored.named if title else "",
            claim=explain.plain(claim),
            reading=" ".join(
                filter(None, [self._part(), explain.plain(reading), self._simulated()])
            ),
        )

    def _simulated(self) -> str:
        return NO_PERSON if simulated_note(self.choice.data) else ""

    def _part(self) -> str:
        """That only part of the sentences is read, as the page says it above its results."""
        read, all_of_them = (
            frame["sentence"].nunique() for frame in (self.scored.answers, self.choice.answers)
        )
        if read >= all_of_them:
            return ""
        done = part_of(read, all_of_them, "sentence", "are")
        return f"{done} read so far; the results are of that part only."


def draw_scores_row(
    exporter: Exporter,
    drawn: Sequence[tuple[Scored, go.Figure]],
    groups: go.Figure | None,
    before: Scored | None,
    language: str,
) -> None:
    """Draw the export buttons of the scores.

    Args:
        drawn: each model with its groups by languages.
        groups: the groups of one language with both models, if drawn.
    """
    score = SCORES[exporter.choice.score]
    results = [
        replace(exporter, scored=each).result(
            "compared" if each is before else "",
            each.tidy(),
            figure,
            f"{score} by group and language",
        )
        for each, figure in reversed(drawn)
    ]
    if groups is not None:
        both = [each.tidy() for each, _ in drawn]
        frame = pd.concat(both, ignore_index=True)
        title = f"{score}, {language_name(language)}"
        if before is not None:
            title += f", rings {before.label}"
        shown = frame[frame["language"] == language].reset_index(drop=True)
        said = claim_text(exporter.scored, before, exporter.choice.score, language)
        figures = f"{statistics_text(exporter.scored, before, exporter.choice.score, language)}."
        compared = None if before is None else before.spec.identity()
        manifest = exporter.scored.manifest | compared_with(compared)
        result = exporter.result(
            "groups", shown, groups, title, manifest=manifest, claim=said, reading=figures
        )
        results.insert(0, result)
    export.section("annotators", results)

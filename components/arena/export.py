"""Export of a report: its figures as a table, the report itself, the figures, the command."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

import pandas as pd
import plotly.graph_objects as go
import streamlit as st

from components.arena import parts, wording
from components.arena.controls import Choice
from components.arena.ranking import Ranked
from components.frame.present import download
from components.frame.widgets import export
from engine.command_line.command import Command

Report = Mapping[str, Any]
_HINT = "Run this in Biascope's folder"


def draw(
    report: Report,
    label: str,
    before: tuple[str, Report] | None,
    choice: Choice,
    commands: Sequence[Command],
    ranking: tuple[Ranked, go.Figure] | None,
    groups: go.Figure,
) -> None:
    """Buttons below the result.

    Args:
        before: label and report of the model compared with.
        commands: one a model.
        ranking: with its figure, where there is one.
        groups: the figure of the most flagged groups.
    """
    title = f"{wording.title(report)} · {label}"
    frame = parts.frame_of(report, label)
    if before is not None:
        frame = pd.concat([frame, parts.frame_of(before[1], before[0])], ignore_index=True)
    hint = f"{_HINT}, with the full path of your file." if choice.uploaded else f"{_HINT}."
    line = "\n".join(command.line() for command in commands)
    manifest = {**report["manifest"], "digest": report["digest"]}
    said = wording.flagged(report)
    few = "How often completions about each group are flagged"
    results = [export.Result("arena", frame, groups, line, manifest, few, hint, said, about=title)]
    if ranking is not None:
        found, figure = ranking
        ranked = {**manifest, "digests": [entry["digest"] for entry in found.entries]}
        rank = export.Result(
            "arena-ranking",
            found.frame,
            figure,
            line,
            ranked,
            "Models by how often their completions are flagged",
            hint,
            about=title,
        )
        results.append(rank)
    with st.container(horizontal=True, gap="small"):
        export.section("arena", results)
        download.button(
            "Report",
            lambda: as_text(report),
            "biascope-arena-report.json",
            "application/json",
            "arena_report",
            ":material/download:",
            "The whole report as JSON, which another Biascope can import and rank.",
        )


def as_text(report: Report) -> str:
    """A report as it is written to a file."""
    return json.dumps(report, ensure_ascii=False, indent=1, allow_nan=False)

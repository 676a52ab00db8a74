"""Export of a report: its figures as a table, the report itself, the figures, the command."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import pandas as pd
import plotly.graph_objects as go
import streamlit as st

from components.arena import parts, wording
from components.arena.choice import Choice
from components.arena.ranking import Ranked
from components.present import download, export
from engine.command import Command

Report = Mapping[str, Any]
_HINT = "Run this in Biascope's folder"


def draw(
    report: Report,
    label: str,
    before: tuple[str, Report] | None,
    choice: Choice,
    command: Command,
    ranking: tuple[Ranked, go.Figure] | None,
    groups: go.Figure,
) -> None:
    """Buttons below the result.

    Args:
        before: label and report of the model compared with.
        command: with the models.
        ranking: with its figure, where there is one.
        groups: the figure of the most flagged groups.
    """
    title = f"{wording.title(report)} · {label}"
    frame = parts.frame_of(report, label)
    if before is not None:
        frame = pd.concat([frame, parts.frame_of(before[1], before[0])], ignore_index=True)
    hint = f"{_HINT}, with the full path of your file." if choice.uploaded else f"{_HINT}."
    line, manifest = command.line(), {**report["manifest"], "digest": report["digest"]}
    results = [export.Result("arena", frame, groups, line, manifest, title, hint)]
    if ranking is not None:
        found, figure = ranking
        ranked = {**manifest, "digests": [entry["digest"] for entry in found.entries]}
        rank = export.Result(
            "arena-ranking", found.frame, figure, line, ranked, f"Ranking · {title}", hint
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

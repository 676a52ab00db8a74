"""The export of a report: its figures as a table, the report itself, drawings and commands."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

import pandas as pd
import plotly.graph_objects as go
import streamlit as st

from components.arena import headline, parts, wording
from components.arena.charts.rates import rates
from components.arena.controls import Choice
from components.arena.figures import AnyReport
from components.arena.ranking import Ranked
from components.frame.present import download
from components.frame.widgets import export
from components.frame.widgets.result import where_to_run
from engine.command_line.command import Command
from engine.measures.arena.few import ENOUGH, count_text

# Keys of the figures.
MOST_FLAGGED, RANKING, CATEGORIES = "arena_most_flagged", "arena_ranking", "arena_categories"
_OURS = ("origin", "added")  # what this machine adds to a report


def draw_export(
    report: AnyReport,
    label: str,
    before: tuple[str, AnyReport] | None,
    choice: Choice,
    commands: Sequence[Command],
    ranking: tuple[Ranked, go.Figure] | None,
    groups: go.Figure,
    categories: go.Figure,
) -> None:
    """Buttons below the result.

    Args:
        commands: one a model.
        ranking: with its figure, where there is one.
        groups: the figure of the most flagged groups.
        categories: the figure of all categories.
    """
    title = f"{wording.title(report)} · {label}"
    frame = frame_of(report, label)
    if before is not None:
        frame = pd.concat([frame, frame_of(before[1], before[0])], ignore_index=True)
    hint = where_to_run(", with the full path of your file" * choice.uploaded)
    line = "\n".join(command.line() for command in commands)
    manifest = {**report["manifest"], "digest": report["digest"]}
    said = headline.claim_text(report, before)
    results = [
        export.Result(
            "arena",
            frame,
            groups,
            line,
            manifest,
            "Groups whose completions are flagged most often",
            hint,
            wording.shown_groups(report),
            about=title,
            claim=said,
            shown_as=MOST_FLAGGED if report["most_flagged"] else "",
        ),
        export.Result(
            "arena-categories",
            frame[frame["part"] == "category"],
            categories,
            line,
            manifest,
            "Flag rate by category",
            hint,
            wording.SHOWN_CATEGORIES,
            about=title,
            claim=said,
            stage=lambda: rates(parts.claim_rows(report, before and before[1])),
            shown_as=CATEGORIES,
        ),
    ]
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
            found.said,
            about=title,
            claim=said,
            shown_as=RANKING,
        )
        results.append(rank)
    with st.container(horizontal=True, gap="small"):
        export.section("arena", results)
        download.button(
            "Report",
            lambda: as_json(report),
            "biascope-arena-report.json",
            "application/json",
            "arena_report",
            ":material/download:",
            "The whole report as JSON, which another Biascope can import and rank.",
        )


def frame_of(report: AnyReport, label: str) -> pd.DataFrame:
    """All figures of a report in one tidy table, for the export."""
    rows = [_line(label, "all", "all sentences", report["overall"])]
    for part, name in (
        ("by_category", "category"),
        ("by_group", "group"),
        ("by_sentence_type", "sentence type"),
    ):
        rows += [_line(label, name, key, figures) for key, figures in report[part].items()]
    rows += [
        _line(label, "evaluator", name, figures["overall"])
        for name, figures in report["by_evaluator"].items()
        if figures.get("overall")
    ]
    return pd.DataFrame(rows)


def _line(label: str, part: str, name: str, figures: Mapping[str, Any]) -> dict[str, Any]:
    low, high = figures.get("interval") or (None, None)
    return {
        "model": label,
        "part": part,
        "name": name,
        "category": figures.get("category"),
        "flag_rate": figures["flag_rate"],
        "interval_low": low,
        "interval_high": high,
        "average_bias_score": figures.get("average_bias_score"),
        "n": figures.get("n"),
        "flagged": _count(figures),
    }


def _count(figures: Mapping[str, Any]) -> str | None:
    """How many sentences are flagged, where they are too few for a percentage."""
    rate, n = figures["flag_rate"], figures.get("n") or 0
    return None if rate is None or n >= ENOUGH else count_text(rate, n)


def as_json(report: AnyReport) -> str:
    """A report as a file that can be imported again; what this machine adds is left out."""
    kept: dict[str, Any] = {name: value for name, value in report.items() if name not in _OURS}
    return json.dumps(kept, ensure_ascii=False, indent=1, allow_nan=False)

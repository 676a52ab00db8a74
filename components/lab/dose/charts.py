"""Figures of a dose run: which doses each measure noticed, and the response curve of one.

All is drawn in ink: a planted gap is neither more nor less stereotyped, as it was shuffled.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import plotly.graph_objects as go

from components.frame.present import in_words, plot
from components.frame.present.numbers import interval_text, number, points_text
from components.frame.present.theme import laid_out, palette, safe
from components.lab.dose.wording import gaps_of, short_name
from engine.core.wording import counted
from engine.lab.dose.settings import dose_text

Report = Mapping[str, Any]

_ROW = 30  # pixels a measure
_CURVE = 210  # pixels
_SYMBOLS = ("circle", "diamond", "square", "triangle-up", "x")


def shown_summaries(report: Report) -> list[dict[str, Any]]:
    """Summaries of the measures that follow what was planted, those that noticed least dose first.

    Args:
        report: see `engine.lab.dose.report`.
    """
    planted = {entry["measure"] for entry in report["measures"] if entry["planted"]}
    own = [
        entry
        for entry in report["summary"]
        if entry["measure"] in planted and "problem" not in entry
    ]
    beyond = 1 + max(gaps_of(report))
    return sorted(own, key=lambda entry: entry["detection_limit"] or beyond)


def noticed_chart(report: Report) -> go.Figure:
    """One row a measure, one mark a dose: filled where it was noticed."""
    colours = palette()
    gaps = gaps_of(report)
    rows = shown_summaries(report)
    figure = go.Figure()
    for place, found in enumerate(reversed(rows)):
        name = short_name(found["measure"])
        entries = found["differences"]
        if found["detection_limit"] is not None:
            ends = [found["detection_limit"], max(gaps)]
            line = {"color": colours.ink, "width": 2}
            figure.add_trace(
                go.Scatter(x=ends, y=[place] * 2, mode="lines", line=line, hoverinfo="skip")
            )
        figure.add_trace(
            go.Scatter(
                x=[entry["dose"] for entry in entries],
                y=[place] * len(entries),
                mode="markers",
                marker={
                    "color": colours.ink,
                    "size": 11,
                    "symbol": _filled([entry["noticed"] for entry in entries]),
                },
                customdata=[_hover(entry, gaps) for entry in entries],
                hovertemplate=f"<b>{safe(name)}</b><br>%{{customdata}}<extra></extra>",
                cliponaxis=False,
            )
        )
    doses = [dose for dose in gaps if dose]
    figure.update_xaxes(
        title="planted gap, points",
        tickvals=doses,
        ticktext=[points_text(gaps[dose]).partition(" ")[0] for dose in doses],
        range=[min(doses) - 0.12, max(doses) + 0.12],
        fixedrange=True,
        zeroline=False,
    )
    figure.update_yaxes(
        tickvals=[*range(len(rows))],
        ticktext=[safe(short_name(entry["measure"])) for entry in reversed(rows)],
        range=[-0.6, len(rows) - 0.4],
        fixedrange=True,
        zeroline=False,
    )
    laid_out(figure, _ROW * max(2, len(rows)) + 70).update_layout(margin={"b": 48, "t": 8})
    return plot.keyed(
        figure,
        ("dot", colours.ink, "noticed"),
        ("ring", colours.ink, "not noticed"),
        ("line", colours.ink, "from the smallest gap from which on all were noticed"),
    )


def _filled(noticed: Sequence[bool]) -> list[str]:
    return ["circle" if one else "circle-open" for one in noticed]


def _hover(entry: Mapping[str, Any], gaps: Mapping[float, float]) -> str:
    interval = interval_text(entry["interval"], "+.3g") or "no interval"
    return (
        f"dose {dose_text(entry['dose'])}, planted gap {points_text(gaps[entry['dose']])}<br>"
        f"difference from dose 0: {number(entry['difference'], '+.3g')}, {interval}"
    )


def noticed_in_words(report: Report) -> str:
    """The smallest gap that each measure noticed."""
    gaps = gaps_of(report)
    return in_words.each(
        (
            short_name(entry["measure"]),
            "noticed none."
            if entry["detection_limit"] is None
            else f"noticed {points_text(gaps[entry['detection_limit']])} or more.",
        )
        for entry in shown_summaries(report)
    )


# --- curve --------------------------------------------------------------------------------
# The response of one measure: a mark a model, and the mean over the seeds.


def response_curve(report: Report, measure: str) -> go.Figure:
    """The figure of a measure in every model against the dose.

    Args:
        measure: its name; one with values.
    """
    colours = palette()
    own = [entry for entry in report["responses"] if entry["measure"] == measure]
    found = next(entry for entry in report["summary"] if entry["measure"] == measure)
    told = next(entry for entry in report["measures"] if entry["measure"] == measure)
    spec = f".{told['digits']}f"
    figure = go.Figure()
    doses = sorted({entry["dose"] for entry in own})
    means = [_mean([one["value"] for one in own if one["dose"] == dose]) for dose in doses]
    figure.add_trace(
        go.Scatter(
            x=doses,
            y=means,
            mode="lines",
            line={"color": colours.ink, "width": 2},
            hoverinfo="skip",
        )
    )
    seeds = sorted({entry["seed"] for entry in own})
    for place, seed in enumerate(seeds):
        figure.add_trace(_of_seed([one for one in own if one["seed"] == seed], place, seeds, spec))
    if told["neutral"] is not None:
        _across(figure, told["neutral"])
    if found["detection_limit"] is not None:
        limit = found["detection_limit"]
        figure.add_vline(x=limit, line={"color": colours.ink, "width": 1, "dash": "dash"})
    figure.update_xaxes(title="dose", tickvals=doses, range=[-0.08, 1.08], fixedrange=True)
    figure.update_yaxes(title=safe(told["unit"]), fixedrange=True, zeroline=False)
    laid_out(figure, _CURVE).update_layout(margin={"b": 44, "l": 8, "t": 8})
    return plot.keyed(
        figure,
        ("line", colours.ink, "mean over the seeds"),
        ("dot", colours.muted, "a model of one seed, with its 95% CI"),
        ("dotted", colours.ink, "detection limit"),
    )


def _across(figure: go.Figure, neutral: float) -> None:
    figure.add_hline(y=neutral, line={"color": palette().muted, "width": 1, "dash": "dot"})


def _mean(values: Sequence[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return sum(known) / len(known) if known else None


def _of_seed(
    entries: Sequence[Mapping[str, Any]], place: int, seeds: Sequence[int], spec: str
) -> go.Scatter:
    colours = palette()
    shift = 0.016 * (place - (len(seeds) - 1) / 2)  # so that intervals do not cover each other
    known = [entry for entry in entries if entry["value"] is not None]
    ends = [entry["interval"] or [entry["value"]] * 2 for entry in known]
    values = [entry["value"] for entry in known]
    return go.Scatter(
        x=[entry["dose"] + shift for entry in known],
        y=values,
        mode="markers",
        marker={"color": colours.muted, "size": 7, "symbol": _SYMBOLS[place % len(_SYMBOLS)]},
        error_y={
            "type": "data",
            "symmetric": False,
            "array": [high - value for (_, high), value in zip(ends, values, strict=True)],
            "arrayminus": [value - low for (low, _), value in zip(ends, values, strict=True)],
            "color": colours.muted,
            "thickness": 1,
            "width": 3,
        },
        customdata=[
            f"dose {dose_text(entry['dose'])}, seed {entry['seed']}: "
            f"{number(entry['value'], spec)}<br>"
            f"{interval_text(entry['interval'], spec) or 'no interval'}, "
            f"n {entry['n']:,}"
            for entry in known
        ],
        hovertemplate="%{customdata}<extra></extra>",
    )


def curve_in_words(report: Report, measure: str) -> str:
    """The mean over the seeds at each dose."""
    own = [entry for entry in report["responses"] if entry["measure"] == measure]
    told = next(entry for entry in report["measures"] if entry["measure"] == measure)
    doses = sorted({entry["dose"] for entry in own})
    means = [
        (f"dose {dose_text(dose)}", _mean([one["value"] for one in own if one["dose"] == dose]))
        for dose in doses
    ]
    seeds = counted(len({entry["seed"] for entry in own}), "seed")
    spec = f".{told['digits']}f"
    return f"Mean of {seeds}: {in_words.listed(means, spec)}"

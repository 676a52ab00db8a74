"""Figures of the Lab: loss curves, results against planted proportions, and recovery.

Everything is drawn in ink, because none of it is more or less stereotyped; the three models differ
in shade and shape.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import plotly.graph_objects as go

from components.frame.present import in_words, plot
from components.frame.present.labels import legible
from components.frame.present.numbers import interval_text, number
from components.frame.present.theme import laid_out, palette, reference_line, safe

Curve = Sequence[Mapping[str, Any]]  # entries with `step`, and `loss` or `validation`

_SMOOTHED = 15  # steps
_ROW = 34  # pixels per measure
# Width and height of a figure relative to its names, as three figures share a row.
_NARROW, _FLAT = 3.0, 2.5
_SHAPES = {"original": "circle-open", "biased": "circle", "balanced": "diamond"}


def shade(model: str) -> str:
    """The ink of one of the three models."""
    colours = palette()
    return {"original": colours.muted, "biased": colours.ink}.get(model, colours.pale)


def training_loss(curves: Mapping[str, Curve], steps: int) -> go.Figure:
    """What training minimises, smoothed over steps, one line per model.

    Args:
        curves: model -> entries with `step` and `loss` (nats).
        steps: of the whole training, so that the line shows its progress.
    """
    figure = go.Figure()
    for model, (x, losses) in _drawn_curves(curves, "loss").items():
        before = [losses[max(0, at - _SMOOTHED + 1) : at + 1] for at in range(len(losses))]
        line = _line(model, x, [sum(part) / len(part) for part in before], 2)
        figure.add_trace(line.update(mode="lines"))
    return _over_steps(figure, steps, "loss, nats")


def held_out_loss(
    curves: Mapping[str, Curve], lowest: Mapping[str, float], steps: int
) -> go.Figure:
    """Surprise at the pronoun in held-out sentences, with its lowest possible value.

    Args:
        curves: model -> entries with `step` and `validation` (nats).
        lowest: model -> entropy of the proportions planted in it.
    """
    figure = go.Figure()
    for model, (x, losses) in _drawn_curves(curves, "validation").items():
        marks = {"size": 8, "symbol": _SHAPES[model]}
        line = _line(model, x, losses, 3)
        figure.add_trace(line.update(mode="lines+markers", marker=marks))
        figure.add_hline(y=lowest[model], line={"color": shade(model), "width": 1, "dash": "dot"})
    figure = _over_steps(figure, steps, "surprise, nats")
    return plot.keyed(figure, ("dotted", palette().muted, "lowest possible value"))


def _drawn_curves(
    curves: Mapping[str, Curve], name: str
) -> dict[str, tuple[list[int], list[float]]]:
    """Model -> its steps and what was measured at each; without models that have none."""
    known = {model: [one for one in curve if name in one] for model, curve in curves.items()}
    return {
        model: ([one["step"] for one in curve], [one[name] for one in curve])
        for model, curve in known.items()
        if curve
    }


def _line(model: str, x: list[int], y: list[float], digits: int) -> go.Scatter:
    return go.Scatter(
        x=x,
        y=y,
        name=model,
        line={"color": shade(model), "width": 2},
        hovertemplate=f"{model}, step %{{x}}: %{{y:.{digits}f}} nats<extra></extra>",
    )


def _over_steps(figure: go.Figure, steps: int, title: str) -> go.Figure:
    figure.update_xaxes(title="step", range=[0, steps * 1.02], fixedrange=True, showgrid=False)
    figure.update_yaxes(title=title, rangemode="tozero", fixedrange=True)
    legend = {"orientation": "h", "y": 1.02, "yanchor": "bottom"}
    margin = {"b": 44, "l": 52, "t": 30}
    return laid_out(figure, 250).update_layout(showlegend=True, legend=legend, margin=margin)


def draw_against_planted(
    rows: Sequence[Mapping[str, Any]],
    model: str,
    measure: str,
    probability: bool,
    span: tuple[float, float] | None = None,
    *,
    key: str,
    title: str,
) -> None:
    """Draw the figure of `against_planted` with its numbers in words."""
    plot.draw_figure(
        against_planted(rows, model, measure, probability, span),
        key=key,
        title=title,
        says=in_words.points(
            [row["occupation"] for row in rows],
            ("planted share of he", [row["planted"] for row in rows]),
            (measure, [row["value"] for row in rows]),
        ),
    )


def against_planted(
    rows: Sequence[Mapping[str, Any]],
    model: str,
    measure: str,
    probability: bool,
    span: tuple[float, float] | None = None,
) -> go.Figure:
    """One measure in one model against the planted proportions, one mark per occupation.

    Args:
        rows: `occupation`, `planted`, `value` (missing ones left out).
        probability: whether it is a probability, so that the diagonal is the planted one.
        span: lowest and highest value of the axis, shared by figures side by side.
    """
    colours = palette()
    figure = go.Figure()
    if probability:
        figure.add_trace(reference_line([0, 1], [0, 1]))
    x, y = [row["planted"] for row in rows], [row["value"] for row in rows]
    low, high = (0.0, 1.0) if probability else span or (min(y, default=0.0), max(y, default=1.0))
    names = [safe(row["occupation"]) for row in rows]
    figure.add_trace(
        go.Scatter(
            x=x,
            y=y,
            mode="markers+text",
            marker={"color": shade(model), "size": 9, "symbol": _SHAPES[model]},
            text=_named(x, y, names, (low, high)),
            textposition=[_text_position(value) for value in x],
            textfont={"size": 10, "color": colours.muted},
            cliponaxis=False,
            customdata=[[name] for name in names],
            hovertemplate="<b>%{customdata[0]}</b><br>planted %{x:.2f}<br>"
            + f"{safe(measure)} %{{y:.3f}}<extra></extra>",
        )
    )
    room = 0.06 * max(high - low, 1e-9)
    figure.update_xaxes(title="planted P(male)", range=[-0.06, 1.06], zeroline=False)
    figure.update_yaxes(title=safe(measure), range=[low - room, high + 2 * room], zeroline=False)
    figure = laid_out(figure, 320).update_layout(margin={"b": 48, "l": 56})
    same = [("dotted", colours.muted, "as planted")] if probability else []
    mark = {"original": "ring", "balanced": "diamond"}.get(model, "dot")
    return plot.keyed(figure, (mark, shade(model), f"an occupation in the {model} model"), *same)


def _named(
    x: Sequence[float], y: Sequence[float], names: Sequence[str], span: tuple[float, float]
) -> list[str]:
    """The names that fit; those of the outermost occupations come first."""
    weights = [abs(value - 0.5) for value in x]
    corners = [span[0], span[0] + _FLAT * (span[1] - span[0])]
    marks = [*zip(x, y, strict=True)]
    shown = legible([*x, 0.0, _NARROW], [*y, *corners], [*names, "", ""], [*weights, -1, -1], marks)
    return shown[: len(names)]


def _text_position(planted: float) -> str:
    """Position of a name, so that the figure's edge does not cut it off."""
    return "top left" if planted > 0.75 else "top right" if planted < 0.25 else "top center"


def recovery_chart(
    recovery: Mapping[str, Mapping[str, Mapping[str, Any]]], names: Mapping[str, str]
) -> go.Figure:
    """Rank correlation with the planted proportions: every measure in every model.

    Args:
        recovery: measure -> model -> `rho`, `interval`, `n`.
        names: measure -> its name, in the order of the figure.
    """
    colours = palette()
    figure = go.Figure()
    figure.add_vline(x=0, line={"color": colours.muted, "width": 1, "dash": "dot"})
    kept = [name for name in names if any(entry["n"] for entry in recovery[name].values())]
    models = list(next(iter(recovery.values())))
    for place, model in enumerate(models):
        lift = 0.24 * (len(models) - 1 - 2 * place) / 2
        rows = [(len(kept) - 1 - row, recovery[name][model]) for row, name in enumerate(kept)]
        known = [(row + lift, entry) for row, entry in rows if entry["rho"] is not None]
        for row, entry in known:
            if entry["interval"]:
                figure.add_trace(
                    go.Scatter(
                        x=list(entry["interval"]),
                        y=[row, row],
                        mode="lines",
                        line={"color": shade(model), "width": 1.5},
                        opacity=0.6,
                        showlegend=False,
                        hoverinfo="skip",
                    )
                )
        figure.add_trace(
            go.Scatter(
                x=[entry["rho"] for _, entry in known],
                y=[row for row, _ in known],
                mode="markers",
                name=model,
                marker={"color": shade(model), "size": 10, "symbol": _SHAPES[model]},
                customdata=[
                    [number(entry["rho"], "+.2f"), interval_of(entry), entry["n"]]
                    for _, entry in known
                ],
                hovertemplate=f"{model}: ρ %{{customdata[0]}}<br>%{{customdata[1]}}, "
                "n %{customdata[2]}<extra></extra>",
            )
        )
    figure.update_xaxes(range=[-1.05, 1.05], tickvals=[-1, -0.5, 0, 0.5, 1], title="Spearman's ρ")
    figure.update_yaxes(
        tickvals=[len(kept) - 1 - row for row in range(len(kept))],
        ticktext=[safe(names[name]) for name in kept],
        range=[-0.6, len(kept) - 0.4],
        showgrid=False,
        zeroline=False,
    )
    figure.update_xaxes(fixedrange=True, zeroline=False)
    figure.update_yaxes(fixedrange=True)
    legend = {"orientation": "h", "y": 1.0, "yanchor": "bottom"}
    laid_out(figure, _ROW * max(1, len(kept)) + 110).update_layout(
        showlegend=True, legend=legend, margin={"b": 48, "t": 34}
    )
    return plot.keyed(figure, ("line", colours.muted, "95% CI"))


def interval_of(correlation: Mapping[str, Any]) -> str:
    """The interval of a rank correlation, or that there is none."""
    return interval_text(correlation["interval"] or None, "+.2f") or "no interval"

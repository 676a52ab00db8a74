"""The charts of Curate: what is left after each step, and the years of the films."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import plotly.graph_objects as go

from components.frame.present import plot
from components.frame.present.labels import named_rows
from components.frame.present.theme import laid_out, palette, safe
from engine.core.wording import counted

_ROW = 34  # pixels
_NAME = 26  # characters
_ROOM = 78  # pixels, for the number behind the longest bar


@dataclass(frozen=True)
class Step:
    """One step of a funnel.

    Args:
        name: as the figure shows it.
        count: how many are left.
        by_people: whether people decided, in place of a rule.
    """

    name: str
    count: int
    by_people: bool = False


def steps_figure(steps: Sequence[Step]) -> go.Figure:
    """A bar a step, from the first on top, with its number behind it.

    Bars start at 0 and share one scale, so their lengths can be compared; what rules leave is
    pale, what people decided is dark.
    """
    colours = palette()
    counts = [step.count for step in steps]
    drawn = go.Figure(
        go.Bar(
            x=counts,
            y=[*range(len(steps))],
            orientation="h",
            marker={"color": [colours.ink if step.by_people else colours.pale for step in steps]},
            text=[f" {count:,}" for count in counts],
            textposition="outside",
            cliponaxis=False,
            hovertext=[f"{safe(step.name)}: {step.count:,}" for step in steps],
            hoverinfo="text",
        )
    )
    drawn.update_xaxes(range=[0, max([1, *counts])], visible=False, fixedrange=True)
    named_rows(drawn, [step.name for step in steps], _NAME)
    drawn = laid_out(drawn, _ROW * len(steps) + 16).update_layout(margin={"r": _ROOM})
    by_people = [("square", colours.ink, "what people decided")]
    return plot.keyed(
        drawn,
        ("square", colours.pale, "what rules leave"),
        *(by_people if any(step.by_people for step in steps) else []),
    )


# --- years --------------------------------------------------------------------------------
# The figure of films by decade, as figure 3.1 of the thesis counts them by year.

_HEIGHT = 220  # pixels


def decades(years: Sequence[int]) -> dict[int, int]:
    """First year of each decade → films, without gaps from the first to the last."""
    found = Counter(year // 10 * 10 for year in years)
    if not found:
        return {}
    return {decade: found[decade] for decade in range(min(found), max(found) + 1, 10)}


def years_figure(years: Sequence[int]) -> go.Figure:
    """A bar a decade, as high as the number of its films."""
    films = decades(years)
    names = [f"{decade}s" for decade in films]
    drawn = go.Figure(
        go.Bar(
            x=names,
            y=[*films.values()],
            marker={"color": palette().ink},
            text=[f"{count:,}" if count else "" for count in films.values()],
            textposition="outside",
            cliponaxis=False,
            hovertext=[
                f"{name}: {counted(count, 'film')}"
                for name, count in zip(names, films.values(), strict=True)
            ],
            hoverinfo="text",
        )
    )
    drawn.update_xaxes(type="category", fixedrange=True, showgrid=False)
    drawn.update_yaxes(range=[0, 1.2 * max([1, *films.values()])], visible=False, fixedrange=True)
    return laid_out(drawn, _HEIGHT)

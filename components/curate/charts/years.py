"""The figure of films by decade, as figure 3.1 of the thesis counts them by year."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import plotly.graph_objects as go

from components.frame.present.theme import laid_out, palette
from engine.core.wording import counted

_HEIGHT = 220  # pixels


def decades(years: Sequence[int]) -> dict[int, int]:
    """First year of each decade → films, without gaps from the first to the last."""
    found = Counter(year // 10 * 10 for year in years)
    if not found:
        return {}
    return {decade: found[decade] for decade in range(min(found), max(found) + 1, 10)}


def figure(years: Sequence[int]) -> go.Figure:
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

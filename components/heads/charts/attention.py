"""Attention maps of one head: a sentence next to its counter-stereotype."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import plotly.graph_objects as go
from plotly.subplots import make_subplots

from components.frame.present.labels import short
from components.frame.present.theme import laid_out, palette, safe

if TYPE_CHECKING:
    from engine.core.spec import HeadRef
    from engine.measures.heads.attention_maps import AttentionMaps

WINDOW = 32  # units a map shows at once; more would be illegible
_CELL = 18  # pixels
_LONGEST = 14  # characters of a word along an axis


def head_maps(
    sides: Sequence[tuple[str, AttentionMaps]], ref: HeadRef, start: int = 0
) -> go.Figure:
    """Attention of one head on one scale: rows attend to columns.

    Args:
        sides: name of each text, and its maps.
        ref: the head.
        start: first unit shown, of `WINDOW`.
    """
    figure = make_subplots(cols=len(sides), horizontal_spacing=0.12)
    shown = 1
    for column, (name, maps) in enumerate(sides, start=1):
        first = min(start, max(0, len(maps.units) - WINDOW))  # one text may be shorter
        stop = min(first + WINDOW, len(maps.units))
        names = [safe(short(unit.text, _LONGEST)) for unit in maps.units[first:stop]]
        shown = max(shown, len(names))
        figure.add_trace(
            go.Heatmap(
                z=maps.weights[ref.layer, ref.head, first:stop, first:stop].tolist(),
                colorscale=[[0, palette().middle], [1, palette().ink]],
                zmin=0,
                zmax=1,
                showscale=False,
                xgap=1,
                ygap=1,
                text=[[f"{one} → {other}" for other in names] for one in names],
                hovertemplate="%{text}: %{z:.3f}<extra></extra>",
            ),
            row=1,
            col=column,
        )
        ticks = {"tickvals": list(range(len(names))), "ticktext": names}
        figure.update_xaxes(
            title=f"<b>{safe(name)}</b>: attention to", tickangle=-60, **ticks, row=1, col=column
        )
        figure.update_yaxes(**ticks, row=1, col=column)
    figure.update_xaxes(showgrid=False, zeroline=False)
    figure.update_yaxes(autorange="reversed", showgrid=False, zeroline=False)
    figure = laid_out(figure, _CELL * max(shown, 8) + 130).update_layout(margin={"b": 60})
    return figure.update_xaxes(tickfont={"size": 11}).update_yaxes(tickfont={"size": 11})

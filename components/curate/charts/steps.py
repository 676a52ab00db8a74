"""The figure of a funnel: how many are left at each step."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import plotly.graph_objects as go

from components.frame.present.labels import named_rows
from components.frame.present.theme import laid_out, palette, safe

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


def figure(steps: Sequence[Step]) -> go.Figure:
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
    return laid_out(drawn, _ROW * len(steps) + 16).update_layout(margin={"r": _ROOM})

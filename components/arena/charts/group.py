"""A group's flag rate next to that of its category and of all sentences."""

from __future__ import annotations

from collections.abc import Sequence

import plotly.graph_objects as go

from components.arena.charts.marks import dots, hovers, in_rows, percent_axis
from components.arena.figures import Entry, in_percent, rate_text
from components.frame.present.theme import palette, safe

Named = tuple[str, Entry]


def beside_average(group: Named, averages: Sequence[Named]) -> go.Figure:
    """Rows of flag rates with intervals: the group in ink, what it is compared with paler.

    Args:
        group: name and figures; its flag rate is known.
        averages: of its category and of all sentences; those without a flag rate are left out.
    """
    colours = palette()
    rows = [group, *(entry for entry in averages if entry[1]["flag_rate"] is not None)]
    values = [100 * entry["flag_rate"] for _, entry in rows]
    figure = go.Figure()
    dots(
        figure,
        values,
        [in_percent(entry.get("interval")) for _, entry in rows],
        [colours.ink, *[colours.muted] * (len(rows) - 1)],
    )
    hovers(figure, values, [f"{safe(name)}: {rate_text(entry)}" for name, entry in rows])
    percent_axis(figure)
    return in_rows(figure, [name for name, _ in rows])

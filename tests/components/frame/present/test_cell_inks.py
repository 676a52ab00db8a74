"""Numbers on coloured cells can be read on every shade, in both themes, kept figures included."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise

import pandas as pd
import plotly.graph_objects as go
import pytest

from components.arena.charts.honest import category_table
from components.frame.present import shaded_cells as cells
from components.frame.present import theme
from components.frame.present.recolour import recoloured
from components.frame.present.theme import DARK, LIGHT, Palette, between, contrast
from components.probe.heatmaps import group_heatmaps
from components.stage.charts.groups import word_by_group

THEMES = [pytest.param(LIGHT, DARK, id="light"), pytest.param(DARK, LIGHT, id="dark")]
STEPS = 60


def words(repeats: int) -> pd.DataFrame:
    """Words by groups whose ratios run over the whole scale."""
    shares = [0.5 * step / STEPS + 1e-7 for step in range(STEPS + 1)]
    return pd.DataFrame({"a": shares, **{f"b{place}": 0.01 for place in range(repeats)}})


def shaded() -> go.Figure:
    row = [step / STEPS for step in range(STEPS + 1)]
    return cells.shaded_cells([row], [["1"] * len(row)], [["1"] * len(row)])


def hurtful() -> go.Figure:
    counts = {f"c{step}": step for step in range(1, STEPS + 1)}
    entry = {"categories": counts, "n": 1}
    return category_table({"women": entry}, dict.fromkeys(counts, "x"), STEPS)


FIGURES = [
    shaded,
    hurtful,
    lambda: group_heatmaps([("m", words(5))]),
    lambda: word_by_group(words(5)),
]


def ground(position: float, scale: Sequence[Sequence[float | str]]) -> str:
    """The colour at a position of a colour scale, 0 to 1."""
    for (start, first), (stop, last) in pairwise(scale):
        if position <= stop:
            return between(str(first), str(last), (position - start) / (stop - start))
    return str(scale[-1][1])


def contrasts(figure: dict) -> Iterator[float]:
    """Contrast of each text with the cell below it."""
    heat = next(trace for trace in figure["data"] if trace["type"] == "heatmap")
    texts = next(trace for trace in figure["data"] if trace.get("mode") == "text")
    low, high = heat["zmin"], heat["zmax"]
    inks = texts["textfont"]["color"]
    for place, (x, y) in enumerate(zip(texts["x"], texts["y"], strict=True)):
        share = (heat["z"][int(y)][int(x)] - low) / (high - low)
        ink = inks if isinstance(inks, str) else inks[place]
        yield contrast(ink, ground(min(max(share, 0.0), 1.0), heat["colorscale"]))


@pytest.mark.parametrize("draw", FIGURES)
@pytest.mark.parametrize(("drawn", "other"), THEMES)
def test_numbers_of_cells_are_read_on_every_shade_and_after_a_change_of_theme(
    monkeypatch, draw: Callable[[], go.Figure], drawn: Palette, other: Palette
):
    for name in ("arena.charts.honest", "probe.heatmaps", "stage.charts.groups"):
        monkeypatch.setattr(f"components.{name}.palette", lambda: drawn)
    for module in (cells, theme):
        monkeypatch.setattr(module, "palette", lambda: drawn)
    figure = draw().to_plotly_json()
    for seen in (figure, recoloured(figure, drawn, other)):
        found = list(contrasts(seen))
        assert len(found) >= STEPS
        assert min(found) >= 4.5

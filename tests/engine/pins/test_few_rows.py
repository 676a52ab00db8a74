"""Rows of panels: those that are the same are kept alike, beside and below each other."""

from __future__ import annotations

from typing import Any

import pytest

from engine.pins.few_rows import shortened

HIGH, LOW = [0.6, 1.0], [0.0, 0.4]


def panels(n: int, *domains: list[float], kind: str = "scatter") -> dict[str, Any]:
    """Panels of the same rows, each with its values in an order of its own.

    The second of two beside each other has no names, as on the Scorecard.
    """
    data, layout, tops = [], {"height": 900}, set()
    for number, domain in enumerate(domains):
        suffix = str(number + 1) if number else ""
        values = [(row * 7 + 3 * number) % n for row in range(n)]
        marks = {"type": kind, "mode": "markers", "yaxis": f"y{suffix}", "y": [*range(n)]}
        data.append(marks | ({"z": [[v] for v in values]} if kind == "heatmap" else {"x": values}))
        names = [f"row {row}" if domain[1] not in tops else "" for row in range(n)]
        tops.add(domain[1])
        layout[f"yaxis{suffix}"] = {
            **{"domain": domain, "tickvals": [*range(n)], "ticktext": names},
            "range": [n - 0.5, -0.5],
        }
    return {"data": data, "layout": layout}


def names(figure: dict[str, Any], suffix: str = "") -> list[str]:
    found: list[str] = figure["layout"][f"yaxis{suffix}"]["ticktext"]
    return found


@pytest.mark.parametrize("n", [5, 6])
def test_panels_of_six_rows_keep_them_all(n: int):
    figure = panels(n, HIGH, HIGH, [0.3, 0.5], LOW)
    assert shortened(figure) is figure


def test_panels_with_the_same_rows_keep_the_same_rows():
    shown = shortened(panels(9, HIGH, HIGH, LOW, LOW))
    first = [f"row {row}" for row in range(6)]
    assert names(shown) == names(shown, "3") == [*first, "3 more"]
    assert [trace["y"] for trace in shown["data"]] == [[*range(6)]] * 4
    values = [
        [trace["x"][row] for row in range(6)] for trace in panels(9, HIGH, HIGH, LOW, LOW)["data"]
    ]
    assert [trace["x"] for trace in shown["data"]] == values


def test_a_panel_beside_another_does_not_name_what_is_left_out_again():
    shown = shortened(panels(20, HIGH, HIGH))
    assert names(shown)[-1] == "8 more"
    assert set(names(shown, "2")) == {""}


def test_cells_below_each_other_keep_twelve_rows_each():
    shown = shortened(panels(14, HIGH, [0.3, 0.5], LOW, kind="heatmap"))
    for suffix in ("", "2", "3"):
        assert names(shown, suffix) == [*(f"row {row}" for row in range(12)), "2 more"]

"""Effect sizes of the association test before and after heads are masked."""

from __future__ import annotations

from components.heads.charts.association import Row, association

BOTH = [
    Row("all heads on", 1.13, (0.5, 1.8), compared=True),
    Row("4 heads switched off", 1.11, (0.4, 1.7)),
]


def test_a_ring_is_what_a_dot_is_compared_with():
    figure = association(BOTH)
    marks = [trace for trace in figure.data if trace.mode == "markers"]
    assert [(trace.x[0], trace.marker.symbol) for trace in marks] == [
        (1.13, "circle-open"),
        (1.11, None),
    ]
    (numbers,) = (trace for trace in figure.data if trace.mode == "text")
    assert numbers.text == ("+1.13", "+1.11")
    key = [(entry["mark"], entry["text"]) for entry in figure.layout.meta["marks"]]
    assert key == [
        ("ring", "all heads on"),
        ("dot", "heads switched off"),
        ("line", "95% CI"),
        ("text", "By convention 0.2 small, 0.5 medium, 0.8 large (Cohen 1988)"),
        ("dotted", "no association"),
    ]


def test_the_axis_has_zero_and_all_that_is_drawn():
    low, high = association(BOTH).layout.xaxis.range
    assert low < 0
    assert high > 1.8
    low, high = association([Row("all heads on", -0.4, None)]).layout.xaxis.range
    assert low < -0.4
    assert high > 0


def test_one_state_is_compared_with_nothing():
    figure = association([Row("all heads on", 1.13, None)])
    assert [entry["text"] for entry in figure.layout.meta["marks"]] == [
        "By convention 0.2 small, 0.5 medium, 0.8 large (Cohen 1988)",
        "no association",
    ]


def test_what_random_splits_give_is_a_ground_as_wide_as_they_reach():
    figure = association(BOTH, 0.47)
    (ground,) = (shape for shape in figure.layout.shapes if shape.type == "rect")
    assert (ground.x0, ground.x1) == (-0.47, 0.47)
    assert figure.layout.xaxis.range[0] < -0.47
    texts = [entry["text"] for entry in figure.layout.meta["marks"]]
    assert "95% of random splits of the words" in texts

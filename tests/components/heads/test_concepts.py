"""What the tab says of a fit: only what was tested."""

from __future__ import annotations

from components.heads import concepts
from components.heads.charts.probes import probe_accuracies


def about(before: float, after: float) -> dict:
    return {
        "pairs": {"first": "feminine", "second": "masculine", "unit": "word pair"},
        "probe_before": {"accuracy": before, "interval": [before - 0.1, before + 0.1], "n": 162},
        "probe_after": {"accuracy": after, "interval": None, "n": 162},
        "random_controls": {"n": 2, "mean": 0.7, "accuracies": [0.6, 0.8], "seeds": [0, 1]},
        "strength_of_difference": 0.077,
    }


def test_an_erasure_is_claimed_with_its_probe_and_chance():
    assert concepts._claim("Erase", about(0.753, 0.596)) == (
        "A linear probe told feminine from masculine in 75% of held-out sentences, and tells them "
        "in 60% after the erasure (chance: 50%)."
    )


def test_a_vector_is_claimed_by_where_it_leads_held_out_sentences():
    assert concepts._claim("Steer", about(0.731, 0.25)) == (
        "A linear probe tells feminine from masculine in 73% of held-out sentences; with each "
        "moved along the vector to the other side, it is right in 25%."
    )


def test_rows_are_the_probe_before_after_and_under_random_controls():
    before, after, random = concepts._rows("Erase", about(0.7, 0.6))
    assert (before.accuracy, before.interval) == (70.0, (60.0, 80.0))
    assert (after.name, after.accuracy, after.interval) == ("after the erasure", 60.0, None)
    assert (random.name, random.accuracy, random.others) == ("2 random, mean", 70.0, (60.0, 80.0))


def test_the_figure_has_a_dot_a_row_and_no_interval_where_there_is_none():
    figure = probe_accuracies(concepts._rows("Erase", about(0.7, 0.6)))
    dots = [trace.x[0] for trace in figure.data if trace.mode == "markers" and len(trace.x) == 1]
    lines = [tuple(trace.x) for trace in figure.data if trace.mode == "lines"]
    assert sorted(dots) == [60.0, 70.0, 70.0]
    assert lines == [(60.0, 80.0)]
    assert list(figure.layout.yaxis.ticktext) == ["2 random, mean", "after the erasure", "as it is"]


def test_the_table_to_export_has_every_row():
    table = concepts._table(concepts._rows("Erase", about(0.7, 0.6)))
    assert table.to_dict("records")[0] == {
        "states": "as it is",
        "accuracy": 70.0,
        "low": 60.0,
        "high": 80.0,
    }
    assert table["low"].isna().tolist() == [False, True, True]

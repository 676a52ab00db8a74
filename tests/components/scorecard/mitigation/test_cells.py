"""The table of a mitigation: cells in words, in numbers and in the colour of their side."""

from __future__ import annotations

import pytest

from components.frame.present.theme import LIGHT, between
from components.scorecard.mitigation import cells
from tests.engine.mitigation.by_hand import LEAN, column, table

BEFORE = [1.0, 1.2, 0.8, 1.1, 0.9, 1.3, 0.7, 1.0]
LOSS = column("pppl", "exp", None)


@pytest.fixture
def report():
    lower = [one - 0.6 - 0.01 * at for at, one in enumerate(BEFORE)]
    higher = [one + 0.6 + 0.01 * at for at, one in enumerate(BEFORE)]
    rows = {
        "original": [BEFORE, BEFORE],
        "heads": [lower, higher],
        "leace": [higher, BEFORE],
        "inlp": "No fit.",
    }
    drawn = {("heads", "lean"): [0.9, 0.2]}
    return table(rows, columns=(LEAN, LOSS), drawn=drawn)


def test_a_cell_has_value_change_interval_and_verdict(report):
    rows = cells.table_rows(report)
    assert list(rows.columns) == [cells.NAME, "Lean", "Pseudo-perplexity"]
    assert rows["Lean"][0] == "+1.00"
    assert rows["Lean"][1].startswith("+0.37 (−0.64 [−0.6")
    assert rows["Lean"][1].endswith("]) nearer")
    assert rows["Lean"][2].endswith("further")
    assert rows["Pseudo-perplexity"][1].startswith("5.13 (× 1.89 [")
    assert rows["Pseudo-perplexity"][1].endswith("worse")
    assert rows["Pseudo-perplexity"][2].endswith("no interval)")
    assert set(rows.iloc[3, 1:]) == {"not measured"}


def test_only_clear_changes_of_bias_have_the_colour_of_their_side(report):
    styled = cells.coloured(report, cells.table_rows(report))
    html = styled.to_html()
    assert html.count(between(LIGHT.page, LIGHT.away, 0.35)) == 1
    assert html.count(between(LIGHT.page, LIGHT.toward, 0.35)) == 1


def test_numbers_have_the_random_controls(report):
    rows = cells.numeric_rows(report)
    heads = rows[(rows["intervention"] == "Heads") & (rows["measure"] == "Lean")].iloc[0]
    assert heads["change"] == pytest.approx(-0.635)
    assert (heads["random"], heads["random_as_good"]) == (2, 1)
    assert heads["random_p"] == pytest.approx(2 / 3)
    assert set(rows[rows["intervention"] == "Original"]["verdict"]) == {""}
    assert set(rows[rows["intervention"] == "Inlp"]["problem"]) == {"No fit."}

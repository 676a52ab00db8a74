from __future__ import annotations

from components.heads.classifier import understanding_rows, understanding_table
from engine.measures.nlu.predictions import MaskCost, understanding


def test_texts_that_are_all_right_have_intervals():
    side = understanding([{"class": place % 2} for place in range(12)], [0, 1] * 6)
    cost = MaskCost(side, side, {}, [])
    shown = understanding_table(cost).set_index("measure").iloc[:, 0]
    assert shown["F1"].startswith("1.000 (95%")
    assert shown["accuracy, %"].startswith("100.0 (95%")
    rows = understanding_rows(cost).set_index("figure")
    assert rows.loc["accuracy", "low"].iloc[0] > 0.7


def test_few_texts_of_a_class_show_why_f1_has_no_interval():
    side = understanding([{"class": place % 2} for place in range(8)], [0, 1] * 4)
    cost = MaskCost(side, None, {}, [])
    shown = understanding_table(cost).set_index("measure").iloc[:, 0]
    assert shown["F1"] == "1.000 (no interval: a class has fewer than 5 texts)"
    rows = understanding_rows(cost).set_index("figure")
    assert rows.loc["f1", ["low", "high"]].isna().all().all()

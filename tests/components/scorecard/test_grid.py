"""The report as the page shows it: names, order, lines of the figure, words and numbers."""

from __future__ import annotations

import pandas as pd
import pytest

from components.scorecard import comparisons, headline, quality, table
from components.scorecard import table as published
from components.scorecard.charts.axis import axis_of, drawn_at
from components.scorecard.charts.cells import cells
from components.scorecard.charts.hover import hover_text
from components.scorecard.charts.lines import parts, row_names, rows_of
from components.scorecard.grid import Grid, tiers
from components.scorecard.wording import cell_text, difference_text, value_text
from tests.components.scorecard.reports import (
    MEASURES,
    absent,
    cell,
    contestant,
    measure,
    report,
)

PAIRS, PERPLEXITY = measure(MEASURES[0]), measure(MEASURES[6])


def plain(text: str) -> str:
    return text.replace("\\", "").replace("\N{NO-BREAK SPACE}", " ")


def test_equal_names_are_told_apart():
    grid = Grid(report([contestant(1, "a"), contestant(2, "a"), contestant(3, "a (2)")]))
    assert [*grid.names.values()] == ["a", "a (2)", "a (2) (2)"]


def test_measures_of_one_title_are_named_by_their_data_then_by_their_variant():
    other = measure(MEASURES[0], name="pairs:crows-pairs:cps", data="CrowS-Pairs")
    variant = measure(MEASURES[0], name="pairs:crows-pairs:aul", data="CrowS-Pairs")
    grid = Grid(report(measures=[PAIRS, other, variant]))
    assert [*grid.titles.values()] == [
        "CPS, Bundled pairs",
        "CPS, CrowS-Pairs, cps",
        "CPS, CrowS-Pairs, aul",
    ]


def test_rows_are_in_order_of_their_distance_and_those_without_a_figure_last():
    cells = [
        cell("c1", PAIRS, value=60.0, distance=10.0),
        cell("c2", PAIRS, value=46.0, distance=4.0),
        absent("c3", PAIRS, "refused", "No."),
    ]
    made = report([contestant(number) for number in (3, 1, 2)], [PAIRS], cells=cells)
    order = [one["id"] for one in Grid(made, PAIRS["name"]).contestants]
    assert order == ["c2", "c1", "c3"]
    assert [one["id"] for one in Grid(made).contestants] == ["c3", "c1", "c2"]


def test_costs_come_after_bias_and_imported_measures_are_lines_of_their_own():
    grid = Grid(report(gest=11))
    (first, second), (last,) = parts(grid)
    assert [one["name"] for one in first + second][-2:] == ["pppl", "cloze"]
    assert [one["name"] for one in last] == ["gest:gest:0"]
    assert len(rows_of(grid, last)) == 11
    assert len(rows_of(grid, first)) == 4


def test_fourteen_measures_are_in_even_lines_of_which_two_are_in_the_first_figure():
    many = [measure(entry, name=f"m{number}") for number, entry in enumerate(MEASURES * 2)][:14]
    first, more = parts(Grid(report(measures=many)))
    assert [len(line) for line in first] == [5, 5]
    assert [len(line) for line in more] == [4]


def test_where_nothing_is_measured_here_imported_models_are_in_the_first_figure():
    made = report(gest=11)
    names = {one["id"] for one in made["contestants"] if one["origin"] == "imported"}
    made["contestants"] = [one for one in made["contestants"] if one["id"] in names]
    made["cells"] = [one for one in made["cells"] if one["contestant"] in names]
    first, more = parts(Grid(made))
    assert [one["name"] for line in first for one in line][-1] == "gest:gest:0"
    assert more == []


def test_rows_of_one_model_are_told_apart_by_their_masks_alone():
    labels = [
        "mini",
        "mini, head 3-1 switched off",
        "mini, heads 1-9, 2-7 switched off",
        "mini, 10 heads switched off",
    ]
    who = [contestant(number, label) for number, label in enumerate(labels, 1)]
    shown = [*row_names(Grid(report(who))).values()]
    assert shown == ["mini", "3-1 switched off", "1-9, 2-7 switched off", "10 heads switched off"]
    who[1]["label"] = "other"
    assert row_names(Grid(report(who)))["c3"] == "mini, heads 1-9, 2-7 switched off"


def test_a_weak_model_stands_below_the_others_and_above_published_figures():
    who = [contestant(1, health="amber"), contestant(2), contestant(3)]
    who.append(contestant(4, origin="published", spec=None, health=""))
    for order in ("", "seat:gender"):
        rows = [one["id"] for one in Grid(report(who), order).contestants]
        assert rows[2:] == ["c1", "c4"]


def test_the_ticks_of_a_narrow_ratio_are_round():
    ratio = measure(MEASURES[5])
    axis = axis_of(ratio, [cell("c1", ratio, value=1.1, interval=[0.96, 1.22])])
    assert axis.ticks == (1.0, 1.1, 1.2)


def test_a_cell_says_value_interval_n_and_tier():
    made = cell("c1", PAIRS, value=54.33, interval=[51.0, 58.25], n=1508) | {"tier": 2}
    assert plain(cell_text(made, PAIRS)) == "54.3% · [51.0, 58.2] · n = 1,508 · tier B"
    assert cell_text(absent("c1", PAIRS, "refused", "No."), PAIRS) == "refused"
    assert cell_text(absent("c1", PAIRS, "failed", "No."), PAIRS) == "failed"
    assert cell_text(None, PAIRS) == "–"
    assert plain(cell_text(made | {"status": "imported", "tier": None}, PAIRS)).endswith("imported")


@pytest.mark.parametrize(
    ("unit", "digits", "text"),
    [("%", 1, "−2.0%"), ("nats", 2, "−2.00 nats"), ("d", 2, "−2.00"), ("", 0, "−2")],
)
def test_figures_are_written_in_digits_and_unit(unit, digits, text):
    shown = value_text(-2.0, PAIRS | {"unit": unit, "digits": digits})
    assert plain(shown) == text


def test_tiers_are_in_order():
    assert tiers([None, {"tier": 2}, {"tier": 1}, {"tier": None}]) == [1, 2]


def test_an_axis_holds_all_values_with_the_neutral_one_among_round_ticks():
    known = [cell("c1", PAIRS, value=58.0, interval=[54.0, 62.0])]
    axis = axis_of(PAIRS, known)
    assert axis.low < 50 < 62 < axis.high
    assert axis.ticks == (50.0, 55.0, 60.0)
    assert not axis.log


def test_ratios_are_on_a_logarithmic_axis_around_one():
    ratio = measure(MEASURES[5])
    axis = axis_of(ratio, [cell("c1", ratio, value=1.6, interval=[1.2, 2.1])])
    assert axis.log
    assert axis.ticks[0] == 1.0
    assert 2 <= len(axis.ticks) <= 3
    assert axis.low < 1.0 < 2.1 < axis.high


def test_an_axis_without_any_value_is_drawn_all_the_same():
    assert axis_of(PERPLEXITY, [None]).range == [0.0, 1.0]
    same = [cell("c1", PERPLEXITY, value=20.0, interval=None)]
    low, high = axis_of(PERPLEXITY, same).range
    assert low < high


def test_the_words_say_where_models_differ_and_that_there_is_no_overall_score():
    grid = Grid(report(tiers={"seat:gender": {"c2": 2}}))
    text = plain(headline.text(grid))
    assert (
        "In 1 of the 6 measures of bias compared, models clearly differ (corrected over the "
        "measures too): **SEAT, gender**." in text
    )
    assert "There is no overall score" in text
    none = plain(headline.text(Grid(report())))
    assert "In none of the 6 measures of bias compared do these models clearly differ (" in none


def test_models_that_differ_in_one_of_many_measures_have_to_do_so_by_more_than_one_test_asks():
    made = report(tiers={"seat:gender": {"c2": 2}})
    for entry in made["comparisons"]:
        if entry["p_holm"] < 0.05:
            entry["p_holm"] = 0.02  # in six measures without a difference, one in nine is as small
    assert "In none of the 6 measures of bias" in plain(headline.text(Grid(made)))


def test_measures_in_which_no_models_differ_stand_with_what_a_test_would_have_detected():
    made = report()
    for entry in made["comparisons"]:
        entry["detectable"] = {"pairs:bundled:cps": 4.0, "pppl": 0.2}.get(entry["measure"])
    text = plain(headline.text(Grid(made)))
    assert (
        "the measures too). A single test of two of them would have detected 4.0 points "
        "(CPS), with 80% power; smaller differences are not ruled out." in text
    )
    assert "(2 costs, corrected over them too). A single test of two of them would have" in text


def test_a_measure_of_one_model_alone_is_not_counted_as_compared():
    alone = [absent("c2", PAIRS, "refused", "No.")]
    none = plain(headline.text(Grid(report([contestant(1), contestant(2)], cells=alone))))
    assert "In none of the 5 measures of bias compared do these models clearly differ (" in none


def test_the_words_say_that_costs_differ_and_which_models_are_not_compared():
    text = plain(headline.text(Grid(report(gest=2, tiers={"pppl": {"c2": 2}}))))
    assert "clearly differs (corrected over the costs too): **Pseudo-perplexity**." in text
    assert "have no measure in common, so they are compared only among themselves." in text
    assert "How well they still work does not clearly differ (2 costs, " in plain(
        headline.text(Grid(report()))
    )


@pytest.mark.parametrize(
    ("number", "difference", "interval", "text"),
    [
        (0, 3.31, [-1.24, 7.8], ("+3.3 points", "[−1.2, +7.8]")),
        (1, -0.5, None, ("−0.50", "")),
        (2, 0.5, [0.1, 0.9], ("+0.50 nats", "[+0.10, +0.90]")),
        (6, 0.1823, [0.0, 0.4055], ("× 1.20", "[1.00, 1.50]")),
    ],
)
def test_a_difference_is_in_points_in_its_unit_or_a_ratio(number, difference, interval, text):
    found = difference_text(difference, interval, measure(MEASURES[number]))
    assert tuple(map(plain, found)) == text


def test_the_cells_are_exported_as_numbers():
    grid = Grid(report([contestant(1), contestant(2)], [PAIRS], tiers={PAIRS["name"]: {"c2": 2}}))
    frame = table.numbers(grid)
    assert frame["value"].tolist() == [cell["value"] for cell in grid.report["cells"]]
    assert frame["tier"].tolist() == ["A", "B"]
    assert frame[["measure", "unit"]].drop_duplicates().values.tolist() == [["CPS", "%"]]


def test_a_model_too_weak_to_be_judged_is_exported_with_that_and_without_a_side():
    far = cell("c1", PAIRS, value=70.0, interval=[65.0, 75.0], notes=["Not ranked: too weak."])
    weak = contestant(1, health="amber")
    grid = Grid(report([weak, contestant(2)], [PAIRS], cells=[far]))
    last = table.numbers(grid).iloc[-1]
    assert (last["problem"], last["side"]) == ("Not ranked: too weak.", "")
    hover = hover_text(grid, far, PAIRS)
    assert "too weak to be judged" in hover
    assert "toward" not in hover
    passes = Grid(report([contestant(1), contestant(2)], [PAIRS], cells=[far | {"notes": []}]))
    assert table.numbers(passes).iloc[0]["problem"] == ""
    assert table.numbers(passes).iloc[0]["side"]


def test_where_an_import_names_no_n_the_export_has_none():
    made = report([contestant(1), contestant(2)], [PAIRS])
    made["cells"][0]["n"] = 0
    first, second = table.numbers(Grid(made))["n"]
    assert first is pd.NA
    assert second == made["cells"][1]["n"]


def test_a_refused_model_is_named():
    red = contestant(1, "broken", health="red", health_reasons=["No head."])
    gone = [absent("c1", measure(entry), "refused", "No head.") for entry in MEASURES]
    grid = Grid(report([red, contestant(2)], cells=gone))
    assert "broken is refused: open a cell to see why." in headline.text(grid)
    rows = table.table_rows(grid)
    assert rows["health"].tolist() == ["refused", "passes"]
    assert set(rows.iloc[0, 2:]) == {"refused"}


def test_a_measure_that_failed_keeps_its_place_and_says_so_in_each_cell():
    kept = [cell("c1", measure(entry), value=1.0) for entry in MEASURES[1:3]]
    failed = absent("c1", PAIRS, "failed", "The plug-in a failed.")
    grid = Grid(report([contestant(1)], [*map(measure, MEASURES[:3])], cells=[failed, *kept]))
    assert [one["name"] for one in grid.measures] == [entry[0] for entry in MEASURES[:3]]
    assert table.table_rows(grid).iloc[0].tolist().count("failed") == 1
    assert "refused" not in headline.text(grid)
    imported = contestant(2, origin="imported")
    other = Grid(report([imported], [PAIRS], cells=[failed | {"contestant": "c2"}]))
    assert rows_of(other, other.measures) == [imported]


def test_published_figures_are_rows_of_their_own():
    figure = {
        "measure": PAIRS["name"],
        "label": "BERT-base",
        "value": 60.5,
        "interval": None,
        "n": 1508,
        "source": "Nangia et al. 2020, table 2",
        "note": "rounded scores",
    }
    made = report() | {"published": [figure, figure | {"measure": "of another table"}]}
    grid = Grid(published.with_published(made))
    (row,) = [one for one in grid.contestants if one["origin"] == "published"]
    assert row["label"] == "BERT-base"
    shown = grid.cell(row["id"], PAIRS["name"])
    assert (shown["value"], shown["distance"], shown["n"]) == (60.5, 10.5, 1508)
    assert "1 published" in headline.counts(grid)
    ordered = Grid(grid.report, PAIRS["name"])
    assert ordered.contestants[-1]["origin"] == "published"


def test_published_figures_of_one_model_are_named_by_their_paper():
    sources = ("Bias A-head? (Yang et al. 2023), table 1", "a page on the web")
    figures = [
        {"measure": PAIRS["name"], "label": "BERT", "value": 60.0, "source": source}
        for source in sources
    ]
    made = published.with_published(report() | {"published": figures})
    labels = [one["label"] for one in made["contestants"] if one["origin"] == "published"]
    assert labels == ["BERT, Yang et al. 2023, table 1", "BERT, a page on the web"]


def test_pairs_of_models_are_in_order_of_their_p():
    made = report()
    for place, entry in enumerate(made["comparisons"]):
        entry["p_holm"] = [0.5, 0.001, None][place % 3]
    rows = comparisons.comparison_rows(Grid(made), PAIRS)
    assert rows["clear"].tolist()[:2] == ["yes", "yes"]
    assert rows["p, Holm"].tolist()[-1] == "no test"


def test_what_has_no_interval_says_so_and_never_an_empty_bracket():
    made = report()
    for entry in made["comparisons"]:
        entry["interval"] = None
    rows = comparisons.comparison_rows(Grid(made), PAIRS)
    assert set(rows["95% CI"]) == {"none"}
    shown = {**made["cells"][0], "interval": None}
    assert "no interval" in cell_text(shown, PAIRS)
    assert "interval" not in cell_text(shown | {"status": "imported"}, PAIRS)
    entry = {"first": "a", "second": "b", "tau": 1.0, "interval": None, "p_holm": 0.1}
    rows = quality.convergence_rows([entry | {"n_contestants": 3}], {})
    assert rows["95% CI"].tolist() == ["none"]


def test_measures_that_agree_are_named():
    one = {"n_contestants": 11, "interval": [0.2, 0.9], "p": 0.01, "problem": ""}
    entries = [
        one | {"first": "pairs:bundled:cps", "second": "lpbs", "tau": 0.7, "p_holm": 0.01},
        one | {"first": "pppl", "second": "lpbs", "tau": -0.6, "p_holm": 0.02},
        one | {"first": "pppl", "second": "cloze", "tau": 0.1, "p_holm": 0.7},
    ]
    text = plain(quality.agreement_text(entries, Grid(report()).titles))
    assert "1 clearly order the models alike (CPS and LPBS)" in text
    assert (
        "1 clearly the other way round (Pseudo-perplexity and LPBS); for 1 it is not clear. Over "
        "11 models, a single test would have detected a τ-b of about ±0.60 with 80% power" in text
    )


def test_a_figure_without_its_sign_is_marked_and_on_no_side():
    seat = measure(MEASURES[1])
    figure = {
        "measure": seat["name"],
        "label": "BERT",
        "value": 0.62,
        "interval": None,
        "n": None,
        "source": "Yang et al. 2023, table 1",
        "note": "Printed without its sign.",
        "absolute": True,
    }
    made = report([contestant(1)], [seat]) | {"published": [figure]}
    grid = Grid(published.with_published(made))
    (row,) = [one for one in grid.contestants if one["origin"] == "published"]
    shown = grid.cell(row["id"], seat["name"])
    assert plain(cell_text(shown, seat)) == "|d| 0.62 · published"
    assert (shown["rank"], shown["distance"]) == (None, 0.62)
    assert drawn_at(shown, 0.0) == (-0.62, 0.62)
    assert drawn_at(shown | {"status": "imported"}, 0.0) == (0.62,)
    dots = next(trace for trace in cells(grid).data if trace.mode == "markers")
    assert list(dots.x[-2:]) == [-0.62, 0.62]
    assert set(dots.marker.symbol[-2:]) == {"diamond-open"}


def test_a_reliability_that_is_not_corrected_says_so():
    entry = {
        "measure": "lpbs",
        "kind": "templates",
        "templates": 5,
        "value": -0.4,
        "interval": [-0.9, 0.3],
        "corrected": None,
        "n_contestants": 6,
    }
    (row,) = quality.reliability_rows(Grid(report()), [entry]).to_dict("records")
    assert row["whole measure (Spearman-Brown)"] == "none (r below 0)"
    assert row["would agree with"] == "other templates (5 in all)"


def test_the_smallest_detectable_difference_stands_beside_each_pair():
    made = report()
    for entry in made["comparisons"]:
        entry["detectable"] = 3.21 if entry["first"] == "c1" else None
        entry["note"] = "" if entry["first"] == "c1" else "No interval: fewer than 6 pairs."
    rows = comparisons.comparison_rows(Grid(made), PAIRS)
    shown = {plain(text) for text in rows["detectable"]}
    assert shown == {"3.2 points", "none"}


def test_that_no_model_is_nearest_in_all_is_only_said_outright_where_tests_show_it():
    made = report([contestant(1), contestant(2)], [measure(entry) for entry in MEASURES[:2]])
    first = made["measures"][0]
    for entry in made["cells"]:
        ahead = (entry["contestant"] == "c1") == (entry["measure"] == first["name"])
        entry["rank"] = 1 if ahead else 2
    for entry in made["comparisons"]:
        entry["difference"] = 1.0 if entry["measure"] == first["name"] else -1.0
        entry["p_holm"] = 0.01
    said = "no model is nearest to neutral in all 2 measures of bias"
    assert said.capitalize() in plain(headline.text(Grid(made)))
    made["comparisons"][0]["p_holm"] = 0.2
    assert f"By the figures alone, {said}" in plain(headline.text(Grid(made)))

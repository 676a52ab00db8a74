"""Groups of few sentences have no percentage anywhere: figures, words, tables and exports."""

from __future__ import annotations

import re

import pandas as pd
import pytest

from components.arena import audit, compare, figures, opened_group, parts, report_export
from components.arena.charts.beside import beside_baseline, both_rates, differences, less_baseline
from components.arena.charts.rates import in_words_of, rates
from tests.components.arena import fake_reports as fake
from tests.components.arena.reports import report

_PERCENTAGE = re.compile(r"\d ?%(?!\sCI)|points")


def percentages(figure) -> list[str]:
    """Texts of a figure that give a percentage."""
    texts = [note.text for note in figure.layout.annotations]
    texts += [*(figure.layout.xaxis.ticktext or ()), figure.layout.xaxis.title.text or ""]
    for trace in figure.data:
        texts += [trace.hovertemplate or ""]
        texts += map(str, trace.customdata if trace.customdata is not None else ())
    return [text for text in texts if _PERCENTAGE.search(text)]


def plain(text: str) -> str:
    """A text with ordinary spaces."""
    return text.replace("\N{NO-BREAK SPACE}", " ")


def few(n: int) -> dict:
    """A made-up report with so many sentences about each group."""
    return fake.report({name: (kind, rate, n) for name, (kind, rate, _) in fake.GROUPS.items()})


def test_a_figure_of_few_sentences_counts_them():
    rows = parts.group_rows(few(20), "religion", few(20))
    assert percentages(rates(rows, 0.4)) == []
    texts = [note.text for note in rates(rows, 0.4).layout.annotations]
    assert "12 of 20" in texts
    assert in_words_of(rows).startswith("Atheists 12 of 20, Muslims 8 of 20.")
    assert rates(rows).layout.xaxis.ticktext == ("0", "half", "all")
    assert rates(rows).layout.xaxis.range[1] >= 1


def test_a_figure_of_enough_sentences_has_percentages():
    rows = parts.group_rows(few(40), "religion", None)
    assert "60%" in [note.text for note in rates(rows).layout.annotations]
    assert rates(rows).layout.xaxis.ticktext == ("0%", "40%", "80%")


def test_baselines_of_few_sentences_are_counts():
    rows = audit.baseline_rows(few(20), "valence")
    for figure in (beside_baseline(rows), less_baseline(rows)):
        assert percentages(figure) == []
    hover = plain(beside_baseline(rows).data[-1].customdata[0])
    assert hover == (
        "Atheists: 20 sentences<br>completions 12 of 20 95% CI [10.0, 14.0] of 20<br>"
        "neutral words 6 of 20<br>difference +6.0 sentences [+4.0, +8.0]"
    )


def test_two_reports_of_few_sentences_are_compared_in_counts():
    before = few(20)
    after = fake.report({name: (kind, 0.8, 20) for name, (kind, *_) in fake.GROUPS.items()})
    rows = compare.difference_rows(fake.difference(before, after)["by_group"])
    assert percentages(differences(rows)) == []
    assert (
        both_rates(rows)
        .data[-1]
        .customdata[0]
        .startswith("Atheists: 12 of 20 and 16 of 20<br>difference +4.0 sentences")
    )
    assert figures.figure_titles(rows, {"first": "first, %"}) == {"first_text": "first"}
    assert compare.both_texts(rows)[0] == ("12 of 20", "16 of 20")
    assert figures.difference_texts(rows["difference"], rows["n"])[0] == "+4.0 of 20"


@pytest.mark.parametrize(("n", "said"), [(20, "**12 of 20** completions"), (40, "**60.0%** of")])
def test_a_group_that_is_opened_is_counted_where_it_is_small(n, said):
    found = few(n)
    text = plain(opened_group._sentence(found, "Atheists", []))
    assert text.startswith(f"**Atheists**: {said}")
    assert ("%" in text.replace("95% CI", "")) == (n == 40)
    table = opened_group.by_evaluator(found, "Atheists", "religion")
    assert table["this group"][0] == ("12 of 20" if n == 20 else "60.0%")


def test_the_exported_table_counts_few_sentences():
    frame = report_export.frame_of(report(rate=1), "model").set_index(["part", "name"])
    assert frame.loc[("group", "women"), "flagged"] == "12"
    assert pd.isna(frame.loc[("all", "all sentences"), "flagged"])

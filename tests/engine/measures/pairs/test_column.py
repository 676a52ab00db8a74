"""The share of pairs as a column: one part a pair, ties no preference, problems nothing."""

from __future__ import annotations

import pytest

from engine.core.errors import InputTextError
from engine.core.families import CAUSAL, MASKED
from engine.flow.asking import Measurement
from engine.measures.pairs import column as pairs
from engine.measures.pairs.data.sets import load_pairs
from engine.measures.pairs.frame import pair_frame
from engine.measures.pairs.summary import share
from engine.measures.pairs.variants import VARIANTS
from engine.measures.pairs.verdict import clear_side
from engine.scorecard.sides import side
from engine.scorecard.table import cell_entry, measure_entry
from tests.engine.measures.pairs.pair_values import PROBLEM, of_scores

HEADER = "sent_more,sent_less\n"


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "mine.csv"
    path.write_text(HEADER + "She cooks.,He cooks.\nShe sews.,He sews.\nShe sings.,He sings.\n")
    return str(path)


def answering(*values, **manifest):
    asked = []

    def ask(name, items, params):
        asked.append((name, items, params))
        return Measurement(list(values), manifest)

    return ask, asked


def test_preference_tie_and_problem_are_one_zero_and_nothing(file):
    ask, asked = answering(of_scores(-1.0, -2.0), of_scores(-1.0, -1.0), PROBLEM)
    found = pairs.column(file)
    reading = found.read(ask, None, MASKED, 0)
    assert asked[0][0] == "pairs"
    assert asked[0][1][0] == {"sent_more": "She cooks.", "sent_less": "He cooks."}
    assert asked[0][2] == {"variant": "cps"}
    assert reading.parts == (1.0, 0.0, None)
    assert reading.detail[pairs.TIED] == [1]
    assert reading.value == pytest.approx(50.0)
    assert reading.n == 2
    assert reading.interval is None
    assert reading.notes == (
        "1 of 2 pairs ties; a tie counts as not preferring the stereotype.",
        "1 of 3 pairs could not be scored.",
        "No interval, and no clear preference: 2 pairs (all with one pair of words) say too "
        "little about other words; at least 6 word pairs are needed.",
    )
    assert reading.detail["mean_difference"] == pytest.approx(0.5)
    assert reading.detail["clusters"] == [0, 0, 0]  # all swap she and he, whether scored or not


@pytest.mark.parametrize("ties", [0, 20, 200])
def test_value_and_interval_are_those_of_the_pairs_page(ties):
    toward = (300 - ties) // 2
    values = [of_scores(-1.0, -2.0)] * toward + [of_scores(-1.0, -1.0)] * ties
    values += [of_scores(-2.0, -1.0)] * (300 - len(values))
    ask, _ = answering(*values)
    reading = pairs.column("bundled").read(ask, None, MASKED, 0)
    page = share(pair_frame(load_pairs("bundled"), values, VARIANTS["cps"]))
    assert reading.value == page["score"] == pytest.approx(100 * sum(reading.parts) / 300)
    assert reading.interval == tuple(page["interval"])
    assert len(reading.detail[pairs.TIED]) == reading.detail["ties"] == ties
    assert any("for want of a preference" in note for note in reading.notes) == (ties > 150)


@pytest.mark.parametrize("toward", [100, 140, 165, 180, 240])
@pytest.mark.parametrize("ties", [0, 30])
def test_a_share_has_the_side_that_the_pairs_page_gives_it(toward, ties):
    away = 300 - ties - toward
    values = [of_scores(-1.0, -2.0)] * toward + [of_scores(-2.0, -1.0)] * away
    values += [of_scores(-1.0, -1.0)] * ties
    column = pairs.column("bundled")
    ask, _ = answering(*values)
    reading = column.read(ask, None, MASKED, 0)
    entry = measure_entry(column)
    cell = cell_entry("c1", entry, {0: reading}, "float32")
    found = share(pair_frame(load_pairs("bundled"), values, VARIANTS["cps"]))
    assert side(cell, entry) == clear_side(found)


def test_where_no_pair_can_be_scored_there_is_a_reason_and_no_number(file):
    ask, _ = answering(PROBLEM, PROBLEM, PROBLEM)
    reading = pairs.column(file).read(ask, None, MASKED, 0)
    assert (reading.value, reading.interval, reading.n) == (None, None, 0)
    assert reading.problem == ("None of 3 pairs could be scored. Most often: sent_more is empty.")


def test_a_variant_is_refused_where_the_kind_of_model_has_none():
    assert pairs.column("bundled:clm").refuses(CAUSAL) == ""
    assert pairs.column("bundled:clm").refuses(MASKED).startswith("clm needs a causal language")
    assert pairs.column("bundled").refuses(CAUSAL).startswith("cps needs a masked language model")


def test_name_and_identity_follow_data_variant_and_precision(file):
    plain = pairs.column("bundled")
    assert plain.name == "pairs:bundled:cps"
    assert plain.page.settings == {"data": "Bundled pairs", "measure": "cps"}
    others = [
        pairs.column("bundled:aul"),
        pairs.column("bundled", precision="auto"),
        pairs.column(file),
    ]
    assert all(other.identity != plain.identity for other in others)


@pytest.mark.parametrize(
    ("argument", "message"),
    [
        ("", "names its pairs"),
        ("nowhere.csv", "neither a file nor one of bundled, crows-pairs"),
        ("bundled:palm", "no pair measure 'palm'; there are cps"),
    ],
)
def test_what_cannot_be_had_is_said(argument, message):
    with pytest.raises(InputTextError, match=message):
        pairs.column(argument)


def test_only_pairs_that_became_identical_make_another_column(tmp_path):
    def identity(rows):
        file = tmp_path / "pairs.csv"
        file.write_text(f"sent_more,sent_less\n{rows}", encoding="utf-8")
        return pairs.column(str(file)).identity

    assert "identical" not in identity("Zoé sings.,Tom sings.\nShe sings.,She sings.\n")
    assert identity("Zoé sings.,Zoe\u0301 sings.\n")["identical"] == 1

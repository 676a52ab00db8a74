"""A table through the store: what is measured, in which order, and what is kept."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from engine.core.errors import BiascopeError, InputTextError
from engine.flow.asking import Measurement
from engine.mitigation import file
from engine.mitigation.measuring import keep_table, kept_table, measured_table, size_of
from engine.mitigation.report import check_report, digest_of
from engine.mitigation.rows import Means, rows_of
from engine.storage.store import default_store
from tests.engine.mitigation.by_hand import (
    LEAN,
    LOSS,
    NoFits,
    asked,
    chosen,
    column,
    facts,
    reading,
    table,
)

ROWS = ("heads", "leace", "self-debias")
COLUMNS = (LEAN, LOSS)
GRADIENT = [[0.1, 0.9, -0.2, 0.3], [0.8, 0.0, 0.7, -0.5]]


def ask(_name, _items, _params):
    return Measurement([{"gradient": GRADIENT, "problem": None}], {})


def measured_by(calls, stop_after=None):
    def measured(spec, one):
        if stop_after is not None and len(calls) >= stop_after:
            raise KeyboardInterrupt
        calls.append((spec, one.name))
        moved = 0.1 * len(spec.masked_heads)
        return reading([1.0 - moved + 0.01 * at for at in range(10)])

    return measured


def made(measured, on_cell=lambda: None, on_row=lambda _report: None):
    means = Means(facts(), ask, NoFits(), measured)
    of = asked(rows=ROWS, controls=3)
    columns = chosen(*COLUMNS, controlled=("lean",))
    return measured_table(of, columns, rows_of(of, columns, means), measured, on_cell, on_row)


def test_rows_then_their_random_controls_are_measured():
    calls, counted, so_far = [], [], []
    report = made(measured_by(calls), lambda: counted.append(1), so_far.append)
    # Three rows with a spec in two columns, three controls of the one that has any.
    assert len(calls) == 3 * 2 + 3
    assert len(counted) == 4 * 2 + 3
    assert [one["finished"] for one in so_far] == [False] * 5
    assert [len(one["rows"]) for one in so_far] == [2, 4, 6, 8, 8]
    assert report["finished"]
    by_name = {(one["intervention"], one["measure"]): one for one in report["rows"]}
    assert by_name["leace", "lean"]["problem"].startswith("20 pairs")
    assert by_name["heads", "lean"]["control"]["n"] == 3
    assert by_name["heads", "loss"]["control"] is None
    assert [one["seed"] for one in report["random"]] == [0, 1, 2]
    check_report(json.loads(json.dumps(report)))


def test_a_stopped_table_leaves_what_it_had_and_the_same_work_gives_the_same_table():
    so_far, calls = [], []
    with pytest.raises(KeyboardInterrupt):
        made(measured_by(calls, stop_after=3), on_row=so_far.append)
    assert len(so_far) == 1
    first, again = made(measured_by([])), made(measured_by([]))
    assert json.dumps(first) == json.dumps(again)


def test_the_size_of_a_table_is_known_before():
    of = asked(rows=("heads", "steer", "balanced"), controls=20)
    assert size_of(of) == (1 + 5, 20 * 4)


def test_a_finished_table_is_kept_for_the_same_question_alone():
    store = default_store()
    of = asked(rows=("self-debias",), controls=0)
    columns = chosen(*COLUMNS)
    report = table({"original": [[1.0] * 8, [2.0] * 8]}, asked=of)
    assert kept_table(of, columns, store) is None
    keep_table(of, columns, report, store)
    assert kept_table(of, columns, store) == report
    assert kept_table(replace(of, top=4), columns, store) is None
    assert kept_table(of, chosen(LEAN), store) is None
    newer = chosen(replace(LEAN, version=2), LOSS)
    assert kept_table(of, newer, store) is None


def test_a_kept_table_of_another_form_is_none():
    store = default_store()
    of = asked(rows=("self-debias",), controls=0)
    report = table({"original": [[1.0] * 8, [2.0] * 8]}, asked=of)
    report["rows"][0].pop("detectable")
    keep_table(of, chosen(*COLUMNS), report, store)
    assert kept_table(of, chosen(*COLUMNS), store) is None


def test_a_table_with_a_refusal_that_may_not_last_is_not_kept():
    store = default_store()
    of = asked(rows=("self-debias",), controls=0)
    report = table({"original": [[1.0] * 8, [2.0] * 8]}, asked=of)
    report["rows"][0] |= {"value": None, "problem": "There is no memory left."}
    keep_table(of, chosen(*COLUMNS), report, store)
    assert kept_table(of, chosen(*COLUMNS), store) is None


def test_a_table_that_was_changed_or_is_none_is_refused(tmp_path):
    report = table({"original": [[1.0] * 8, [2.0] * 8]})
    path = tmp_path / file.NAME
    path.write_text(json.dumps(report), encoding="utf-8")
    assert file.read_file(str(path)) == json.loads(json.dumps(report))
    cell = report["rows"][0] | {"value": 0.0}
    path.write_text(json.dumps(report | {"rows": [cell]}), encoding="utf-8")
    with pytest.raises(InputTextError, match="was changed after it was written"):
        file.read_file(str(path))
    path.write_text(json.dumps(report | {"rows": [{}]}), encoding="utf-8")
    with pytest.raises(InputTextError, match="does not have the form"):
        file.read_file(str(path))
    path.write_text('{"schema": "biascope.scorecard/1"}', encoding="utf-8")
    with pytest.raises(InputTextError, match="is no mitigation table"):
        file.read_file(str(path))
    with pytest.raises(BiascopeError, match="is a folder; give a mitigation table"):
        file.read_file(str(tmp_path))
    assert report["digest"] == digest_of(report)


def test_columns_of_equal_names_are_told_apart_by_what_they_are():
    store = default_store()
    of = asked(rows=("self-debias",), controls=0)
    report = table({"original": [[1.0] * 8]}, columns=(LEAN,), asked=of)
    keep_table(of, chosen(LEAN), report, store)
    assert kept_table(of, chosen(column(identity={"name": "other"})), store) is None

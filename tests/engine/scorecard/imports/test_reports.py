"""Reports of our own, and joining what was imported to a table."""

from __future__ import annotations

import json

import pytest

from engine.errors import InputTextError
from engine.scorecard.imports.files import MOST_FILES, import_bytes, import_files
from engine.scorecard.imports.imported import Imported, joined
from engine.scorecard.schema import digest_of
from engine.scorecard.table import report_of
from tests.engine.scorecard.hand_made import PAIRS, cell, contestant, measure


def written(column=None, levels=(0.0, 1.0), names=("c1", "c2")):
    column = column or measure(PAIRS)
    cells = [
        cell(name, column, [level, 1.0, 0.0, 1.0] * 5)
        for name, level in zip(names, levels, strict=True)
    ]
    return report_of([contestant(name) for name in names], [column], cells)


def imported(report, name="old.json"):
    return import_bytes(json.dumps(report).encode(), name)


def test_a_scorecard_is_imported_with_its_parts():
    found = imported(written())
    assert {entry["origin"] for entry in found.contestants} == {"imported"}
    assert {entry["source"] for entry in found.contestants} == {"old.json"}
    assert [entry["value"] for entry in found.cells] == [50.0, 75.0]
    assert len(found.cells[0]["parts"]) == 20


def test_a_changed_scorecard_is_refused():
    report = dict(written())
    report["cells"][0]["n"] += 1
    with pytest.raises(InputTextError, match="was changed after it was written"):
        imported(report)


def test_imported_contestants_are_ranked_with_ours():
    ours = Imported(
        (contestant("c1"),), (measure(PAIRS),), (cell("c1", measure(PAIRS), [1.0] * 20),)
    )
    table = joined(ours, [imported(written())])
    assert [entry["id"] for entry in table.contestants] == ["c1", "i1", "i2"]
    assert [entry["label"] for entry in table.contestants] == [
        *("model c1", "model c1 (old.json)", "model c2"),
    ]
    report = report_of(table.contestants, table.measures, table.cells)
    assert [entry["rank"] for entry in report["cells"]] == [3, 1, 2]
    assert digest_of(report) == report["digest"]


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"data_digest": "sha256:1"}, "Measured on other items than the column of this name"),
        ({"version": 3}, "Another measure of the same name (version differ), so"),
        ({"neutral": 40.0, "data_digest": "sha256:1"}, "(items, neutral differ)"),
    ],
)
def test_other_items_or_measures_are_not_put_into_one_column(changes, says):
    ours = Imported((contestant("c1"),), (measure(PAIRS),), ())
    table = joined(ours, [imported(written(measure(PAIRS, **changes)))])
    assert len(table.measures) == 1
    assert {entry["status"] for entry in table.cells} == {"refused"}
    assert {entry["value"] for entry in table.cells} == {None}
    assert says in table.cells[0]["problem"]


def test_the_first_of_two_equal_files_is_kept():
    found = imported(written())
    table = joined(Imported((), (), ()), [found, found])
    assert len(table.cells) == 2
    assert table.notes == (f"Two figures of one model in {PAIRS}; the first is kept.",)


def test_errors_are_per_file(tmp_path):
    good, bad = tmp_path / "good.json", tmp_path / "bad.json"
    good.write_text(json.dumps(written()))
    bad.write_text("{}")
    found, problems = import_files([bad, good, tmp_path / "none.json"])
    assert len(found) == 1
    assert problems[0].startswith("bad.json is nothing that is imported")
    assert problems[1].startswith("There is no file ")


def test_too_many_files_and_empty_folders_are_refused(tmp_path):
    with pytest.raises(InputTextError, match="has no file that is imported"):
        import_files([tmp_path])
    with pytest.raises(InputTextError, match="401 files; at most 400 are imported at once"):
        import_files(["x.json"] * (MOST_FILES + 1))

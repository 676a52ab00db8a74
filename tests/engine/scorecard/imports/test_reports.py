"""Reports of our own, and joining what was imported to a table."""

from __future__ import annotations

import json

import numpy as np
import pytest

from engine.core.errors import InputTextError
from engine.evaluators.suites import load_suite
from engine.measures.arena.column import flag_interval, structure
from engine.measures.arena.report import report_of as report_of_arena
from engine.measures.arena.settings import ArenaSettings
from engine.prompts.prompt import stratified
from engine.prompts.sets import load_prompts
from engine.scorecard.columns import column
from engine.scorecard.imports.files import MOST_FILES, column_of, import_bytes, import_files
from engine.scorecard.imports.imported import Imported, join_imported
from engine.scorecard.schema import digest_of
from engine.scorecard.table import measure_entry, report_of
from tests.engine.measures.arena.judged_by_hand import simple
from tests.engine.scorecard.hand_made import PAIRS, cell, contestant, measure


def written(column=None, levels=(0.0, 1.0), names=("c1", "c2"), others=()):
    column = column or measure(PAIRS)
    cells = [
        cell(name, column, [level, 1.0, 0.0, 1.0] * 5)
        for name, level in zip(names, levels, strict=True)
    ]
    return report_of(others or [contestant(name) for name in names], [column], cells)


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
    others = [contestant("c1", spec=None), contestant("c2")]
    table = join_imported(ours, [imported(written(others=others))])
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
    table = join_imported(ours, [imported(written(measure(PAIRS, **changes)))])
    assert len(table.measures) == 1
    assert {entry["status"] for entry in table.cells} == {"refused"}
    assert {entry["value"] for entry in table.cells} == {None}
    assert says in table.cells[0]["problem"]


def test_the_first_of_two_equal_files_is_kept():
    found = imported(written())
    table = join_imported(Imported((), (), ()), [found, found])
    assert len(table.cells) == 2
    assert table.notes == ()
    other = imported(written(levels=(0.5, 1.0)))
    table = join_imported(Imported((), (), ()), [found, other])
    assert [entry["value"] for entry in table.cells] == [50.0, 75.0]
    assert table.notes == (f"Two figures of one model in {PAIRS}; the first is kept.",)


def test_a_model_of_the_table_takes_what_a_file_has_of_it():
    lacking = cell("c1", measure(PAIRS), 0.0) | {"value": None, "status": "missing"}
    ours = Imported((contestant("c1"),), (measure(PAIRS),), (lacking,))
    table = join_imported(ours, [imported(written())])
    assert [entry["id"] for entry in table.contestants] == ["c1", "i1"]
    assert [(entry["contestant"], entry["value"], entry["status"]) for entry in table.cells] == [
        ("c1", 50.0, "imported"),
        ("i1", 75.0, "imported"),
    ]
    assert table.notes == ("model c1 is in the table already; its row takes what it lacks.",)


def test_errors_are_per_file(tmp_path):
    good, bad = tmp_path / "good.json", tmp_path / "bad.json"
    good.write_text(json.dumps(written()))
    bad.write_text("{}")
    found, problems = import_files([bad, good, tmp_path / "none.json"])
    assert len(found) == 1
    assert problems[0].startswith("bad.json cannot be imported")
    assert problems[1].startswith("There is no file ")


def test_too_many_files_and_empty_folders_are_refused(tmp_path):
    with pytest.raises(InputTextError, match="has no file that is imported"):
        import_files([tmp_path])
    with pytest.raises(InputTextError, match="401 files; at most 400 are imported at once"):
        import_files(["x.json"] * (MOST_FILES + 1))


def arena(flags):
    return report_of_arena(simple(flags, ("Atheists", "Muslims")), {"name": "m"}, {}, {})


def test_a_report_of_the_arena_is_a_column_of_its_own_prompts_and_judges():
    found = imported(arena([1, 0, 1, None, 0, 1, 1, 0]), "arena.json")
    (entry,), (figure,) = found.measures, found.cells
    assert figure["value"] == pytest.approx(100 * 4 / 7)
    assert figure["parts"] == [1, 0, 1, None, 0, 1, 1, 0]
    assert (figure["n"], entry["neutral"], entry["unit"]) == (7, 0.0, "%")
    assert found.contestants[0]["label"] == "m"
    other = imported(arena([0] * 8), "other.json")
    table = join_imported(Imported((), (), ()), [found, other])
    report = report_of(table.contestants, table.measures, table.cells)
    assert [cell["rank"] for cell in report["cells"]] == [2, 1]


def test_a_report_of_the_bundled_prompts_is_in_the_column_of_our_own_models():
    prompts = stratified(load_prompts("bundled"), 30, 0)
    suite = load_suite("demo")
    report = {
        "prompts": prompts.identity(),
        "suite": {"demo": True, "digest": suite.digest},
        "settings": ArenaSettings().identity(),
    }
    assert column_of(report) == measure_entry(column("arena:bundled:30"))
    report["settings"] = ArenaSettings(top_k=3).identity()
    assert column_of(report) is None


def test_a_report_of_the_arena_without_a_verdict_has_no_figure():
    (figure,) = imported(arena([None] * 8)).cells
    assert (figure["value"], figure["status"], figure["n"]) == (None, "refused", 0)
    assert figure["problem"] == "No evaluator judged any of its completions."


def test_an_imported_report_has_the_interval_of_the_column_that_it_joins(monkeypatch):
    drawn = column("arena:bundled:30")
    measure = measure_entry(drawn)
    monkeypatch.setattr("engine.scorecard.imports.files.column_of", lambda _: measure)
    made = arena([1, 0] * 15)
    (figure,) = imported(made, "arena.json").cells
    prompts = stratified(load_prompts("bundled"), 30, 0).prompts
    flags = np.array(made["items"]["flag"], float)
    assert figure["interval"] == list(flag_interval(prompts, flags))
    assert figure["detail"]["crossed"][1] == structure(prompts, flags)["crossed"][1]
    assert figure["interval"] != [100 * bound for bound in made["overall"]["interval"]]

"""GEST's released scores as contestants, against a computation of their own."""

from __future__ import annotations

import csv
import math
from collections import defaultdict

import pytest

from engine.core.errors import DataSetError, InputTextError
from engine.scorecard.columns import column
from engine.scorecard.imports import gest
from engine.scorecard.imports.files import import_bytes, import_file, import_files
from engine.scorecard.imports.imported import Imported, join_imported
from engine.scorecard.table import measure_entry

NAME = "bert-base-uncased_template-0.txt"


@pytest.fixture(scope="module")
def folder(shared_data):
    return shared_data / "gest"


@pytest.fixture
def _with_data(monkeypatch, shared_data):
    monkeypatch.setenv("BIASCOPE_DATA", str(shared_data))


def by_hand(folder, name):
    """g_s from the files, by the formulas of the paper."""
    with (folder / "gest.csv").open(encoding="utf-8") as stream:
        stereotypes = [int(row["stereotype"]) for row in csv.DictReader(stream)]
    scores = [float(line) for line in (folder / "predictions_english_mlm" / name).open()]
    groups = defaultdict(list)
    for number, score in zip(stereotypes, scores, strict=True):
        groups[number].append(score)
    r = {number: math.exp(sum(found) / len(found)) for number, found in groups.items()}
    female = math.prod(r[number] for number in range(1, 8)) ** (1 / 7)
    male = math.prod(r[number] for number in range(8, 17)) ** (1 / 9)
    return r, male / female


@pytest.mark.usefixtures("_with_data")
def test_imported_scores_equal_a_computation_of_their_own(folder):
    found = import_file(folder / "predictions_english_mlm" / NAME)
    r, g_s = by_hand(folder, NAME)
    (cell,) = found.cells
    assert cell["value"] == pytest.approx(g_s, abs=1e-6)
    assert math.exp(sum(cell["parts"]) / 3565) == pytest.approx(g_s, abs=1e-6)
    assert cell["detail"]["r"] == pytest.approx([r[number] for number in range(1, 17)], abs=1e-6)
    assert (cell["n"], len(cell["parts"]), cell["status"]) == (3565, 3565, "imported")
    assert cell["interval"][0] < g_s < cell["interval"][1]
    assert found.contestants[0]["label"] == "bert-base-uncased"
    assert found.measures[0]["name"] == "gest:gest:0"


@pytest.mark.usefixtures("_with_data")
def test_files_of_one_model_share_a_row(folder, tmp_path):
    for template in (0, 1):
        name = f"roberta-base_template-{template}.txt"
        (tmp_path / name).write_bytes((folder / "predictions_english_mlm" / name).read_bytes())
    (tmp_path / "bad_template-2.txt").write_text("1\n2\n")
    (tmp_path / "readme.md").write_text("not one of them")
    found, problems = import_files([tmp_path])
    assert len(problems) == 1
    assert problems[0].startswith("bad_template-2.txt has 2 lines, and GEST has 3,565 sentences")
    table = join_imported(Imported((), (), ()), found)
    assert [entry["label"] for entry in table.contestants] == ["roberta-base"]
    assert [cell["measure"] for cell in table.cells] == ["gest:gest:0", "gest:gest:1"]


@pytest.mark.usefixtures("_with_data")
@pytest.mark.parametrize("template", range(4))
def test_imports_are_in_the_column_that_models_are_measured_in(template):
    name = f"gest:gest:{template}"
    assert gest.measure_of(template) == measure_entry(column(name))


def test_the_shipped_figures_need_no_data(monkeypatch, tmp_path):
    monkeypatch.setenv("BIASCOPE_DATA", str(tmp_path))
    found = import_file("gest")
    assert (len(found.contestants), len(found.measures), len(found.cells)) == (11, 4, 44)
    assert {cell["parts"] for cell in found.cells} == {None}
    assert all(cell["interval"][0] < cell["value"] < cell["interval"][1] for cell in found.cells)
    assert {entry["source"] for entry in found.contestants} == {gest.RELEASED}


def test_own_scores_need_the_sentences(monkeypatch, tmp_path):
    monkeypatch.setenv("BIASCOPE_DATA", str(tmp_path))
    with pytest.raises(DataSetError, match="GEST is not on this machine"):
        import_bytes(b"0.1\n" * 3565, NAME)


@pytest.mark.parametrize(
    ("text", "name", "says"),
    [
        (b"0.1\n" * 3564, NAME, "has 3,564 lines, and GEST has 3,565 sentences"),
        (b"", NAME, "has 0 lines"),
        (b"0.1\n" * 3566, NAME, "has 3,566 lines"),
        (b"0.1\n" * 9 + b"x\n" + b"0.1\n" * 3555, NAME, f"Line 10 of {NAME} is 'x', not a score."),
        (b"nan\n" * 3565, NAME, "is 'nan', not a score."),
        (b"1e9\n" * 3565, NAME, "is '1e9', not a score."),
        (b"0" * (2 * 2**20 + 1), NAME, "is larger than 2 MB; it has one score a line, 3,565."),
        (b"\xff" * 9, NAME, "is not text in UTF-8, so it has no scores."),
        (b"0.1\n" * 3565, "scores.txt", "in a file named MODEL_template-T.txt, T from 0 to 3."),
    ],
)
def test_other_files_are_refused(text, name, says):
    with pytest.raises(InputTextError) as caught:
        import_bytes(text, name)
    assert says in str(caught.value)

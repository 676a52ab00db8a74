"""GEST's columns: their names, and a figure whose parts give it again."""

from __future__ import annotations

import statistics

import pytest

from engine.core.errors import InputTextError
from engine.core.families import CAUSAL, MASKED
from engine.flow.asking import Measurement
from engine.measures.gest.column import FAMILY, column


@pytest.fixture(autouse=True)
def _no_data(monkeypatch):
    monkeypatch.delenv("BIASCOPE_DATA", raising=False)


def asked(name, items, params):
    """Scores that follow the stereotypes a little; one sentence has none."""
    values = [{"score": len(item["sentence"]) / 100, "whole_words": False} for item in items]
    values[0] = {"problem": "too long"}
    return Measurement(values, {})


@pytest.mark.parametrize("template", ["0", "all"])
def test_the_figure_is_exp_of_the_mean_of_its_parts(template):
    found = column(f"bundled:{template}")
    reading = found.read(asked, None, MASKED, 0)
    parts = [part for part in reading.parts if part is not None]
    assert len(reading.parts) == 128
    assert reading.n == len(parts) == 127
    assert found.scale.of(statistics.fmean(parts)) == pytest.approx(reading.value)
    assert reading.interval[0] < reading.value < reading.interval[1]
    assert "1 of 128 sentences could not be scored." in reading.notes
    assert reading.problem == ""
    each = reading.detail.get("templates", {})
    assert list(each) == (["0", "1", "2", "3"] if template == "all" else [])
    if each:
        assert each["1"] == pytest.approx(each["3"]), "the scores do not vary with the template"


def test_names_have_defaults_and_say_what_they_are(tmp_path):
    assert [column(name).name for name in ("", "2", "bundled", ":all", "bundled:3")] == [
        "gest:bundled:0", "gest:bundled:2", "gest:bundled:0", "gest:bundled:all", "gest:bundled:3",
    ]  # fmt: skip
    path = tmp_path / "mine.csv"
    path.write_text("sentence,stereotype\nI cried.,1\nI led.,13\n")
    own = column(f"{path}:1")
    assert (own.name, own.data) == (f"gest:{path}:1", str(path))
    assert own.identity != column("bundled:1").identity
    assert column("bundled:1").page.settings == {
        "tab": "GEST", "gest_template": "1", "gest_data": "bundled", "gest_reading": "published",
    }  # fmt: skip
    with pytest.raises(InputTextError, match="gest:nowhere names no data: give bundled, gest"):
        column("nowhere")


def test_it_applies_to_masked_models_alone():
    found = column(FAMILY.suggested[0].partition(":")[2])
    assert found.refuses(MASKED) == ""
    assert "masked language models only" in found.refuses(CAUSAL)


def test_a_file_without_one_group_has_no_figure(tmp_path):
    path = tmp_path / "mine.csv"
    path.write_text("sentence,stereotype\nI cried.,1\nI was kind.,2\n")
    reading = column(str(path)).read(asked, None, MASKED, 0)
    assert (reading.value, reading.interval, reading.parts) == (None, None, ())
    assert "no stereotype rate" in reading.problem


def test_what_was_guessed_of_a_file_stands_in_the_cell(tmp_path):
    file = tmp_path / "own.csv"
    rows = [f"I am number {number}.,{number}" for number in range(1, 17)]
    file.write_text("\n".join(["sentence,stereotype,text", *(f"{row},x" for row in rows)]))
    reading = column(f"{file}:0").read(asked, None, MASKED, 0)
    assert reading.notes[0] == (
        "The column 'sentence' is read as the sentence, and 'text' is not, though its name fits."
    )

"""Hostile folders at a small size, and planted faults that the campaign must see."""

from __future__ import annotations

import pytest

from tests.faults import folders as campaign
from tests.faults.folder_changes import CANARY, CHANGES, Change
from tests.faults.folders import folders
from tests.faults.tally import Tally

pytestmark = pytest.mark.model


def test_every_hostile_folder_is_refused_or_loaded_as_it_is(tmp_path):
    tally = Tally(0)
    folders(len(CHANGES) + 3, tally, tmp_path)
    assert tally.bad == []
    assert set(tally.counts) == {change.name for change in CHANGES}
    assert "loaded, no code run" in tally.counts["remote code"]


def harmless(draw, folder):
    (folder / "README.md").write_text("nothing")


def test_a_folder_that_should_be_refused_and_is_loaded_is_bad(tmp_path):
    tally = Tally(5)
    folders(2, tally, tmp_path, [Change("harmless", harmless, True)])
    assert [entry.problem for entry in tally.bad] == ["harmless: it was loaded"] * 2
    assert (tally.bad[0].seed, tally.bad[1].number) == (5, 1)


@pytest.mark.parametrize("refuses", [True, False])
def test_code_that_ran_is_bad_however_the_folder_ended(refuses, tmp_path, monkeypatch):
    load = campaign._load

    def careless(model):
        (model.parent / CANARY).touch()
        return load(model)

    monkeypatch.setattr(campaign, "_load", careless)
    name = "broken config" if refuses else "chat template"
    tally = Tally(0)
    folders(1, tally, tmp_path, [change for change in CHANGES if change.name == name])
    assert "code from the folder was run" in tally.bad[0].problem


def test_nothing_is_written_to_a_pipe_that_nobody_reads(tmp_path):
    pipe = next(change for change in CHANGES if change.name == "pipe or device")
    others = [change for change in CHANGES if change.name in ("remote code", "absurd size")]
    tally = Tally(0)
    folders(25, tally, tmp_path, [*others, pipe])
    assert tally.bad == []

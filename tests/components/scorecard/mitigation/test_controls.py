"""The command of a mitigation table."""

from __future__ import annotations

from dataclasses import replace

from components.scorecard.mitigation.controls import KINDS, command_of
from engine.mitigation.asked import ROWS, Asked
from tests.engine.mitigation.by_hand import SPEC


def test_what_the_command_assumes_is_left_out():
    asked = Asked(replace(SPEC, checkpoint="bundled", revision="sha256:0"), measures=("seat",))
    assert command_of(asked).words == ("mitigate", "--measures", "seat")
    assert command_of(asked).output == "mitigation"


def test_what_differs_is_named():
    asked = Asked(SPEC, "race", 5, ("heads", "leace"), ("seat", "cloze"), 10)
    line = command_of(asked).line()
    for part in ("--concept race", "--top 5", "--rows heads,leace", "--controls 10"):
        assert part in line
    assert f"--model owner/model@{'a' * 40}" in line


def test_every_row_has_a_name_in_its_box():
    assert set(KINDS) == set(ROWS)

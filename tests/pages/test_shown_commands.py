"""Every command that a page shows, with heads masked and compared, is one that can be typed."""

from __future__ import annotations

import pytest

from tests.components.read_back import read_back

PAGES = {
    "probe": {},
    "pairs": {},
    "heads": {},
    "annotators": {},
    "arena": {"subset": "100"},
    "scorecard": {},
}


@pytest.mark.page
@pytest.mark.parametrize("name", PAGES)
def test_commands_of_a_page_are_taken_by_the_command_line(opened, name):
    page = opened(name, heads="1-1", **PAGES[name])
    lines = [line for block in page.code for line in block.value.splitlines()]
    commands = [line for line in lines if line.startswith("python -m engine ")]
    assert commands
    for command in commands:
        read_back(command)

"""Every command that a page shows, with heads masked and compared, is one that can be typed."""

from __future__ import annotations

import shlex

import pytest
from typer.core import TyperGroup
from typer.main import get_command

from engine.cli import app

PAGES = {
    "probe": {},
    "pairs": {},
    "heads": {},
    "annotators": {},
    "arena": {"subset": "100"},
    "scorecard": {},
}
_START = "python -m engine "


def check(line: str) -> None:
    """Read a line as the command line does, and run nothing; raises what it is refused with."""
    words, name = shlex.split(line)[3:], ""
    command = get_command(app)
    while isinstance(command, TyperGroup):
        name, *words = words
        command = command.commands[name]
    command.make_context(name, words)


@pytest.mark.parametrize("name", PAGES)
@pytest.mark.page
def test_commands_of_a_page_are_taken_by_the_command_line(opened, name):
    page = opened(name, heads="1-1", **PAGES[name])
    lines = [
        line for block in page.code for line in block.value.splitlines() if line.startswith(_START)
    ]
    assert lines
    for line in lines:
        check(line)


def test_a_command_with_an_unknown_option_is_refused():
    with pytest.raises(Exception, match="No such option"):
        check(f"{_START}arena run --subset 100 --compare bundled")

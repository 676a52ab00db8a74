"""The list of commands, which is read without importing what it lists."""

from __future__ import annotations

import inspect

import typer

from engine.cli import app
from engine.command_line.entries import ENTRIES, GROUPS
from engine.command_line.listed import CommandsByName, summary_of

COMMANDS = typer.main.get_command(app).commands


def test_what_the_help_lists_is_what_each_command_says_of_itself():
    assert set(COMMANDS) == {name.partition(" ")[0] for name in ENTRIES}
    for name, command in COMMANDS.items():
        listed = GROUPS.get(name) or summary_of(ENTRIES[name].location)
        assert listed
        assert listed.split("\n\n")[0] == inspect.cleandoc(command.help).split("\n\n")[0]


def test_a_command_is_built_when_it_is_first_read_and_once():
    built = []
    commands = CommandsByName(("a", "b"), lambda name: built.append(name) or name.upper(), str)
    assert (list(commands), len(commands), "a" in commands) == (["a", "b"], 2, True)
    assert built == ["a"]  # asked for by `in`
    assert (commands["a"], commands["b"], commands.get("c")) == ("A", "B", None)
    assert built == ["a", "b"]


def test_a_name_that_is_not_there_has_no_summary():
    assert summary_of("engine.commands.jobs:no_such_name") == ""
    assert summary_of("engine.commands.jobs:app") == "Long-running work: list, cancel, resume."

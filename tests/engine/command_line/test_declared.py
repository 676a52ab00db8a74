"""What is known of options is what the command line says of them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
import typer
from typer.main import get_command

from engine.cli import app
from engine.command_line.declared import declared, of_any
from engine.command_line.entries import ENTRIES, GROUPS, entry_of
from engine.command_line.facts import Fact, Names
from engine.flow.descriptor import located


def commands(found: Any = None, name: str = "") -> Iterator[tuple[str, Any]]:
    """Name and click's form of every command, as `arena run`."""
    found = get_command(app) if found is None else found
    if not hasattr(found, "commands"):
        yield name, found
        return
    for word, inner in found.commands.items():
        yield from commands(inner, f"{name} {word}".strip())


LISTED = {name: found for name, found in commands() if name in ENTRIES}


def test_every_command_is_listed_alone_or_by_its_group():
    whole_groups = {
        name for name, entry in ENTRIES.items() if isinstance(located(entry.location), typer.Typer)
    }
    assert {name for name, _ in commands() if name.split()[0] not in whole_groups} == set(LISTED)
    assert set(ENTRIES) == set(LISTED) | whole_groups
    assert {name.split()[0] for name in LISTED if " " in name} == set(GROUPS)


@pytest.mark.parametrize("name", LISTED)
def test_options_are_those_of_the_command_with_its_flags_and_defaults(name):
    seen = {
        option: param
        for param in LISTED[name].params
        for option in (*param.opts, *param.secondary_opts)
        if option.startswith("-")
    }
    known = declared(name).options
    assert set(known) == set(seen)
    for option, param in seen.items():
        assert known[option].flag == getattr(param, "is_flag", False), option
        assert known[option].repeated == param.multiple, option
        if not (known[option].flag or param.multiple or param.required):
            default = "" if param.default is None else str(param.default)
            assert known[option].default == default, option


@pytest.mark.parametrize("name", LISTED)
def test_models_and_masks_are_known_for_what_they_are(name):
    options = declared(name).options
    if "--mask" in options:
        assert options["--mask"].names is Names.MASK
    for option in ("--json", "--no-cache", "--device", "--out"):
        assert option not in options or Fact.ELSEWHERE in options[option].facts


def test_a_command_that_is_not_listed_declares_nothing():
    assert not declared("no such command").options
    assert not declared("models").options
    assert entry_of(["models", "check"]) is ENTRIES["models"]
    assert entry_of(["arena", "run", "x"]) is ENTRIES["arena run"]
    assert entry_of(["arena"]) is None
    assert of_any("--no-such-option") is None


@pytest.mark.parametrize("name", [name for name, entry in ENTRIES.items() if entry.checked])
def test_what_a_checked_command_writes_more_it_writes_with_out(name):
    entry, options = ENTRIES[name], declared(name).options
    assert not entry.written or "--out" in options
    assert not entry.written_with or entry.written_with in options

"""Every measure says of itself what others list, and nothing in its descriptor is left over."""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules

import pytest

import engine.measures
from engine.core.project import DOCS, PROJECT
from engine.flow.descriptor import located
from engine.flow.registry import DESCRIPTORS, MEASURES, ROOMS
from engine.report.methods import names
from engine.scorecard.columns import FAMILIES


def test_every_folder_of_a_measure_is_a_room():
    folders = {found.name for found in iter_modules(engine.measures.__path__) if found.ispkg}
    assert folders == set(ROOMS)


@pytest.mark.parametrize("name", MEASURES)
def test_a_measure_is_scored_by_a_function_of_its_own_folder(name):
    (room,) = [room for room, found in DESCRIPTORS.items() if name in found.measures]
    assert MEASURES[name].location.startswith(f"engine.measures.{room}.")
    module, _, function = MEASURES[name].location.partition(":")
    assert callable(getattr(import_module(module), function))


@pytest.mark.parametrize("room", ROOMS)
def test_a_descriptor_names_what_is_there(room):
    found = DESCRIPTORS[room]
    own = f"engine.measures.{room}."
    assert all(location.startswith(own) for location in found.families)
    assert all(command.location.startswith(own) for command in found.commands)
    assert {located(location).name for location in found.families} <= set(FAMILIES)
    named = {*found.cards, *(card for command in found.commands for card in command.cards)}
    assert all((DOCS / "methods" / f"{card}.md").is_file() for card in named)
    assert (PROJECT / "components" / found.page).exists(), found.page


def test_no_two_measures_have_the_same_name_or_card():
    assert len(MEASURES) == sum(len(found.measures) for found in DESCRIPTORS.values())
    cards = [card for found in DESCRIPTORS.values() for card in found.cards]
    assert len(cards) == len(set(cards))
    assert set(cards) <= set(names())

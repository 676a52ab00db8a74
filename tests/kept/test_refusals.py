"""A file that is broken on purpose is refused in the words of `refusals.json`, or accepted."""

from __future__ import annotations

import json

import pytest

from tests.kept.kinds import REFUSALS, kinds, refusals

KEPT = json.loads(REFUSALS.read_text(encoding="utf-8"))
KINDS = kinds()


def test_every_kind_is_there():
    assert list(KEPT) == list(KINDS)


def test_no_broken_file_ends_in_a_fault():
    said = {text for found in KEPT.values() for text in found.values()}
    assert "accepted" in said
    assert not [text for text in said if text.startswith("FAULT")]


@pytest.mark.parametrize("name", KINDS)
def test_broken_files_are_refused_as_before(name):
    """Where a message was changed on purpose: `python -m tests.kept`, then read the `git diff`."""
    assert refusals(KINDS[name]) == KEPT[name]

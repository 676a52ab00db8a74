"""Uploaded word lists are read from memory: nothing of them is written to the disk."""

from __future__ import annotations

import tempfile

import pytest

from components.frame.widgets.kept_file import File
from engine.core.errors import InputTextError
from engine.words.association_tests import file_lists
from engine.words.lists import read_attributes

ATTRIBUTES = File("words.csv", b"female,male\nshe,he\nwoman,man\n")
TARGETS = File("words.csv", b"word,association\nnurse,female\npilot,male\n")


@pytest.fixture(autouse=True)
def _no_temporary_file(monkeypatch) -> None:
    def made(*_: object, **__: object) -> None:
        raise AssertionError("a temporary file was made")

    monkeypatch.setattr(tempfile, "mkdtemp", made)
    monkeypatch.setattr(tempfile, "mkstemp", made)


def test_two_files_make_a_test_whatever_they_are_called():
    found = file_lists(ATTRIBUTES, TARGETS)
    assert (found.a, found.x) == (("she", "woman"), ("nurse",))


def test_a_fault_is_told_with_the_name_of_the_file_alone():
    with pytest.raises(InputTextError, match=r"^words\.csv needs two columns"):
        read_attributes(File("words.csv", b"she\n"))
    with pytest.raises(InputTextError, match=r"^words\.csv is a PDF"):
        read_attributes(File("words.csv", b"%PDF-1"))
    uneven = File("words.csv", b"female,male\nshe,he\nwoman,\n")
    with pytest.raises(InputTextError, match=r"words\.csv.*two lists of one length"):
        file_lists(uneven, TARGETS)

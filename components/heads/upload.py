"""An uploaded association test: a SEAT test, or word lists."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import streamlit as st

from components.frame.widgets import kept_file, own_file
from components.frame.widgets.kept_file import File
from engine.files.json_text import parsed_object
from engine.files.samples import SAMPLES
from engine.files.text_file import read_text
from engine.words.association_tests import AssociationTest, file_lists, seat_test
from engine.words.lists import Lists, read_attributes

_TYPES = ["json", "jsonl", "csv", "tsv", "txt"]


@dataclass(frozen=True)
class OwnTest:
    """Files that together make a test.

    Args:
        first: a SEAT test, or the attribute words, or lists with their targets.
        targets: the target words, if `first` does not contain them.
        whole: whether `first` is a SEAT test, whose texts are complete sentences.
    """

    first: File
    targets: File | None = None
    whole: bool = False

    @property
    def name(self) -> str:
        """Name of the test on screen."""
        return self.first.name

    @property
    def words(self) -> tuple[str, ...]:
        """Command-line words that name the lists."""
        targets = self.targets or self.first
        return ("--attributes", self.first.name, "--targets", targets.name)

    @property
    def files(self) -> Mapping[str, bytes]:
        """The files by their names."""
        return {file.name: file.data for file in (self.first, self.targets) if file is not None}

    def seat(self) -> AssociationTest:
        """The SEAT test."""
        return seat_test(read_text(self.first.data, self.first.name).text, self.first.name)

    def lists(self) -> Lists:
        """Attributes and targets."""
        return file_lists(self.first, self.targets or self.first)

    def attributes(self) -> Lists:
        """The first file as attribute words alone."""
        return read_attributes(self.first)


def own_test() -> OwnTest | None:
    """Draw the upload boxes; None while a file is missing."""
    boxes = st.columns(2)
    with boxes[0]:
        first = kept_file.ask(
            "SEAT test, or attribute words",
            "own_test",
            _TYPES,
            "A SEAT (Sentence Encoder Association Test) or WEAT file is a JSON object with targ1, "
            "targ2, attr1 and attr2. Attribute words: a CSV with two columns of counterparts, for "
            "example female,male; or JSON with two lists.",
        )
        if first is None:
            own_file.example(
                "A SEAT test in JSON; or a CSV with two columns of counterparts and the names of "
                "the two groups as headings. The files stay on this machine.",
                lambda: _bundled("gender_pairs.csv"),
                "attributes.csv",
                box="own_test",
                more={"own_targets": ("targets.csv", lambda: _bundled("gender_targets.csv"))},
            )
            return None
    keys = _keys(first)
    if {"targ1", "attr1"} & keys:
        return OwnTest(first, whole=True)
    if {"targets", "definite_sets"} & keys:
        return OwnTest(first)
    OwnTest(first).attributes()
    with boxes[1]:
        targets = kept_file.ask(
            "Target words",
            "own_targets",
            _TYPES,
            "A CSV with each word and the group it is stereotypically associated with, named as in "
            "the first file; or JSON with two lists.",
        )
        if targets is None:
            own_file.example(
                "A CSV with two columns, word and association: the group the word is "
                "stereotypically associated with, named as in the first file.",
                lambda: _bundled("gender_targets.csv"),
                "targets.csv",
                box="own_targets",
            )
            return None
    own = OwnTest(first, targets)
    own.lists()
    return own


def _bundled(name: str) -> str:
    """One of the bundled lists, as a template."""
    return (SAMPLES / name).read_text(encoding="utf-8")


def _keys(file: File) -> set[str]:
    """Keys of a JSON object; none for a table."""
    if Path(file.name).suffix.lower() not in (".json", ".jsonl"):
        return set()
    return set(parsed_object(read_text(file.data, file.name).text, file.name))

"""Several uploaded files: each once, and none that could be taken for another."""

from __future__ import annotations

import pytest

from components.frame.widgets.kept_file import File, distinct_files, size
from engine.core.errors import InputTextError


def test_a_file_that_was_given_twice_counts_once():
    one, other = File("a.srt", b"1"), File("b.srt", b"22")
    assert distinct_files([one, other, one], 2) == [one, other]
    assert size([one, other]) == 3


def test_two_files_of_one_name_are_refused_by_name():
    with pytest.raises(InputTextError, match=r"same name: a\.srt"):
        distinct_files([File("a.srt", b"1"), File("a.srt", b"2")], 5)


def test_too_many_files_are_counted():
    with pytest.raises(InputTextError, match="3 files were uploaded; at most 2"):
        distinct_files([File(name, b"") for name in "abc"], 2)

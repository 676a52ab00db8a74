"""Names of reviews stay names, whatever a title or a command says."""

from __future__ import annotations

import os
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.errors import InputTextError
from engine.curation.review import candidates, database, kept
from engine.curation.review.names import (
    MOST_LETTERS,
    numbered,
    path_of,
    review_files,
    reviews_folder,
    slug,
)
from tests.engine.curation.review.reviews import made

HOSTILE = (
    "../jobs",
    "..",
    ".",
    "",
    "a/b",
    "a\\b",
    "/etc/passwd",
    "C:\\x",
    "films.sqlite",
    "a\0b",
    "a\n",
    "x" * 61,
    "фильмы",
    "~",
    "a b",
    "films?mode=ro",
)


@pytest.mark.parametrize("name", HOSTILE)
def test_a_name_that_could_lead_elsewhere_is_refused(name):
    with pytest.raises(InputTextError, match="no name of a review"):
        candidates.load_candidates(name)


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("Two films", "two-films"),
        ("Õhtu sõber (1999)", "ohtu-sober-1999"),
        ("../../etc/passwd", "etc-passwd"),
        ("Фильмы", "review"),
        ("<b>x</b>", "b-x-b"),
        ("a" * 80, "a" * 60),
    ],
)
def test_a_title_gives_a_name(title, name):
    assert slug(title) == name


@given(st.text(), st.integers(min_value=1, max_value=1000))
def test_every_title_gives_a_name_inside_the_folder(title, number):
    name = numbered(slug(title), number)
    assert re.fullmatch(r"[a-z0-9-]+", name)
    assert len(name) <= MOST_LETTERS
    assert path_of(name).parent == reviews_folder()


def test_a_taken_name_gets_a_number():
    assert [made("Films"), made("films!"), made("Films")] == ["films", "films-2", "films-3"]
    assert made("Aux") == "aux-2"  # the first would be a device of Windows


def test_a_link_in_the_folder_is_no_review(tmp_path, name):
    elsewhere = tmp_path / "outside.sqlite"
    path_of(name).rename(elsewhere)
    path_of("linked").symlink_to(elsewhere)
    assert review_files() == []
    assert kept.reviews() == []
    with pytest.raises(InputTextError, match="no review named linked"):
        candidates.load_candidates("linked")
    with pytest.raises(InputTextError, match="no review named linked"):
        database.delete("linked")
    assert elsewhere.exists()


def test_a_pipe_with_the_name_of_a_review_is_not_waited_for():
    made()
    os.mkfifo(path_of("pipe"))
    assert [review.name for review in kept.reviews()] == ["two-films"]
    with pytest.raises(InputTextError, match="no review named pipe"):
        candidates.load_candidates("pipe")

"""Reviews are made whole, listed, renamed and deleted; a file that cannot be read is left alone."""

from __future__ import annotations

import os
import sqlite3
import stat
from contextlib import closing
from dataclasses import replace

import pytest

from engine.core.errors import InputTextError, StorageError
from engine.curation.review import candidates, database, decisions, kept, scores, verdicts
from engine.curation.review import kept as about
from engine.curation.review.names import path_of, reviews_folder
from engine.curation.review.sample import parts
from tests.engine.curation.review.reviews import (
    AGE_LIST,
    FILMS,
    accept,
    candidate,
    funnel,
    made,
    refused_candidate,
    reject,
)


def execute(name, statement):
    """Change the file of a review otherwise than Biascope does."""
    with closing(sqlite3.connect(path_of(name))) as connection, connection:
        connection.execute(statement)


def test_what_was_kept_comes_back():
    name = made(" Two \n films ")
    found = parts(name)
    assert (found.title, found.language, found.lists_digest) == ("Two films", "en", "sha256:abc")
    assert found.films == FILMS
    assert found.funnel == funnel()
    assert (found.notes, found.lists) == (("One note.",), {})
    assert candidates.load_candidates(name) == [
        *(candidate(one) for one in range(6)),
        refused_candidate(),
    ]


def test_the_users_own_word_lists_are_kept_and_a_review_of_an_older_version_has_none():
    name = made(lists={"age": AGE_LIST})
    assert parts(name).lists == {"age": AGE_LIST}
    with database.writing(name) as connection:
        connection.execute("DELETE FROM about WHERE key = 'lists'")
    assert parts(name).lists == {}


def test_a_list_counts_what_was_decided_and_by_whom(name):
    decisions.decide(name, accept(candidate(0), "Mari"))
    decisions.decide(name, reject(candidate(1), "mari "))
    decisions.decide(name, accept(candidate(0), "Jaan", 2))
    taken = decisions.decide(name, accept(candidate(2), "Kati"))
    decisions.undo(name, "Kati")
    assert taken.id == 4
    review = kept.review(name)
    assert (review.candidates, review.refused, review.decided, review.second) == (6, 1, 2, 1)
    assert review.reviewers == ("Jaan", "Mari")
    assert not review.sample


def test_the_newest_review_comes_first():
    names = [made("First"), made("Second")]
    assert [review.name for review in kept.reviews()] == names[::-1]


def test_files_are_the_owner_s_alone():
    path = path_of(made())
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700


def test_renaming_changes_the_title_alone(name):
    kept.rename(name, "Harbour films")
    assert kept.review(name).title == "Harbour films"
    assert [review.name for review in kept.reviews()] == [name]


@pytest.mark.parametrize("title", ["", "  \n ", "\x07", "x" * 121])
def test_a_title_that_says_nothing_is_refused(title):
    with pytest.raises(InputTextError, match="needs a title"):
        made(title)
    assert kept.reviews() == []


def test_deleting_leaves_nothing_behind(name):
    decisions.decide(name, accept(candidate(0)))
    database.delete(name)
    assert list(reviews_folder().iterdir()) == []
    with pytest.raises(InputTextError, match=f"no review named {name}"):
        database.delete(name)


def test_who_waits_to_decide_while_a_review_is_deleted_is_told(name):
    execute(name, "DELETE FROM about")  # the first step of deleting it
    with pytest.raises(StorageError, match="it was deleted"):
        decisions.decide(name, accept(candidate(0)))
    database.delete(name)
    assert not path_of(name).exists()


def test_nothing_is_made_when_a_review_that_is_gone_is_asked_for():
    made()
    with pytest.raises(InputTextError, match="no review named gone"):
        decisions.decide("gone", accept(candidate(0)))
    assert [path.name for path in reviews_folder().iterdir()] == ["two-films.sqlite"]


def test_a_new_review_does_not_take_over_the_log_of_a_deleted_one():
    path = path_of(made())
    path.unlink()
    log = path.with_name(f"{path.name}-wal")
    log.write_bytes(b"left behind")
    name = made()
    assert not log.exists()
    assert kept.review(name).candidates == 6


def test_too_many_candidates_and_none_are_refused(monkeypatch):
    monkeypatch.setattr(about, "MOST_CANDIDATES", 2)
    with pytest.raises(InputTextError, match="at most 2 candidates, and these are 7"):
        made()
    with pytest.raises(InputTextError, match="No sentence was found"):
        made(candidates=())


def test_too_many_reviews_are_refused(monkeypatch):
    monkeypatch.setattr(database, "MOST_REVIEWS", 2)
    names = [made(), made()]
    with pytest.raises(InputTextError, match="2 reviews are kept, the most"):
        made()
    database.delete(names[0])
    made()


def test_a_candidate_that_comes_twice_is_the_caller_s_bug():
    with pytest.raises(ValueError, match="comes twice"):
        made(candidates=(candidate(0), candidate(0)))


def test_a_review_that_breaks_off_while_it_is_made_leaves_nothing():
    with pytest.raises(ValueError, match="JSON"):
        made(candidates=(candidate(0), replace(candidate(1), time=float("nan"))))
    assert list(reviews_folder().iterdir()) == []


def test_what_a_killed_process_left_half_made_is_deleted_a_day_later():
    made()
    old, fresh = (reviews_folder() / name for name in ("old.part-journal", "fresh.part"))
    for part in (old, fresh):
        part.write_bytes(b"half")
    os.utime(old, (0, 0))
    made()
    assert not old.exists()
    assert fresh.exists()
    assert len(kept.reviews()) == 2


def _notes():
    notes: list[str] = []
    return [review.name for review in kept.reviews(notes.append)], notes


def test_a_file_that_is_no_review_is_noted_and_left_alone(name):
    broken = reviews_folder() / "broken.sqlite"
    broken.write_bytes(b"no database at all" * 300)
    (reviews_folder() / "other.sqlite").touch()
    (reviews_folder() / "readme.txt").write_text("mine")
    names, notes = _notes()
    assert names == [name]
    assert [note.split(" is left out")[0] for note in notes] == ["broken.sqlite", "other.sqlite"]
    assert "not a review that Biascope wrote" in notes[1]
    assert broken.read_bytes() == b"no database at all" * 300
    with pytest.raises(StorageError, match="left as it is"):
        candidates.load_candidates("broken")
    with pytest.raises(StorageError, match="was not kept"):
        decisions.decide("broken", accept(candidate(0)))


def test_a_file_that_cannot_be_read_is_deleted_when_that_is_asked_for():
    made()
    (reviews_folder() / "broken.sqlite").write_bytes(b"no database at all" * 300)
    database.delete("broken")
    assert _notes() == (["two-films"], [])


def test_a_review_of_a_newer_version_is_noted_and_left_alone(name):
    execute(name, "PRAGMA user_version = 9")
    before = path_of(name).read_bytes()
    names, notes = _notes()
    assert names == []
    assert "newer version of Biascope: format 9" in notes[0]
    with pytest.raises(StorageError, match="newer version"):
        decisions.decide(name, accept(candidate(0)))
    assert path_of(name).read_bytes() == before


@pytest.mark.parametrize(
    ("damage", "load", "said"),
    [
        ("UPDATE about SET value = 'nonsense'", parts, "cannot be read"),
        ("UPDATE about SET value = '[{}]' WHERE key = 'films'", parts, "cannot be read"),
        ("DROP TABLE about", parts, "cannot be read"),
        (
            "UPDATE candidate SET data = '{\"id\": 3}'",
            candidates.load_candidates,
            "a candidate in it is damaged: id: Input should be a valid string",
        ),
        (
            "INSERT INTO judge VALUES ('assistant', 'A', '{', 0)",
            verdicts.load_verdicts,
            "what a judge was asked is damaged",
        ),
        (
            "INSERT INTO model VALUES ('a', 'A', '[1]', 0)",
            scores.scoring_models,
            "what a model could not score is damaged",
        ),
    ],
)
def test_a_damaged_review_is_told_in_one_sentence(damage, load, said, name):
    execute(name, damage)
    with pytest.raises(StorageError, match=said):
        load(name)

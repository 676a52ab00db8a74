"""No decision that was confirmed is lost: killed processes, two at once, and a full disk."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from engine.core.errors import StorageError
from engine.curation.review.decisions import current, decide, history
from engine.curation.review.kept import review, reviews
from engine.curation.review.names import reviews_folder
from tests.engine.curation.review.reviews import accept, candidate, made

ROOT = Path(__file__).parents[4]

_DECIDING = """
import sys
from engine.curation.review.candidates import load_candidates
from engine.curation.review.decisions import decide
from tests.engine.curation.review.reviews import accept, reject
name, who, first = sys.argv[1], sys.argv[2], int(sys.argv[3])
for number, one in enumerate(load_candidates(name)[first:]):
    kept = decide(name, reject(one, who) if number % 3 else accept(one, who))
    sys.stdout.write(f"{kept.id} {kept.candidate} {kept.action}\\n")
    sys.stdout.flush()
"""

_TOGETHER = """
import sys
from engine.curation.review.candidates import load_candidates
from engine.curation.review.decisions import AlreadyDecidedError, decide
from tests.engine.curation.review.reviews import accept
name, who = sys.argv[1], sys.argv[2]
candidates = load_candidates(name)
sys.stdout.write("ready\\n")
sys.stdout.flush()
sys.stdin.readline()
for one in candidates:
    try:
        kept = decide(name, accept(one, who))
        sys.stdout.write(f"kept {kept.id} {one.id}\\n")
    except AlreadyDecidedError as told:
        sys.stdout.write(f"told {told.decision.id} {one.id}\\n")
"""

_FULL = """
import resource, sys
from engine.curation.review.candidates import load_candidates
from engine.curation.review.decisions import decide
from engine.curation.review.names import path_of
from engine.core.errors import StorageError
from tests.engine.curation.review.reviews import accept, candidate, made, reject
name = sys.argv[1]
candidates = load_candidates(name)
size = path_of(name).stat().st_size + 40_000
resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))
seen = None
try:
    for number in range(5000):
        seen = decide(name, reject(candidates[0], reason=f"{number} " + "x" * 190), seen).id
        sys.stdout.write(f"{seen}\\n")
except StorageError as error:
    sys.stdout.write(f"full: {error}\\n")
try:
    made("Another", [candidate(number) for number in range(6, 1000)])
except StorageError as error:
    sys.stdout.write(f"new: {error}\\n")
"""


def started(code: str, *arguments: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", code, *arguments],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


@pytest.mark.main_path
@pytest.mark.process
def test_every_decision_that_was_confirmed_outlives_a_kill():
    name = made(candidates=[candidate(number) for number in range(6, 3006)])
    confirmed = {}
    for number in range(3):
        with started(_DECIDING, name, "Mari", str(1000 * number)) as child:
            lines = [child.stdout.readline() for _ in range(20 + 15 * number)]
            os.kill(child.pid, signal.SIGKILL)
            lines += child.stdout.readlines()  # confirmed before the kill
            assert child.wait() == -signal.SIGKILL
        for line in lines:
            key, one, action = line.split()
            confirmed[one] = (int(key), action)
    kept = {key: (one.id, one.action) for key, one in current(name).items()}
    assert len(confirmed) >= 105
    assert confirmed.items() <= kept.items()
    # Who is killed after keeping a decision and before confirming it has kept one more.
    assert len(kept) - len(confirmed) <= 3
    assert decide(name, accept(candidate(3005))).id == max(one for one, _ in kept.values()) + 1


@pytest.mark.main_path
@pytest.mark.process
def test_of_two_who_decide_the_same_items_at_once_one_is_kept_and_the_other_told():
    ids = [candidate(number).id for number in range(6, 156)]
    name = made(candidates=[candidate(number) for number in range(6, 156)])
    with started(_TOGETHER, name, "Mari") as one, started(_TOGETHER, name, "Jaan") as other:
        for child in (one, other):
            assert child.stdout.readline() == "ready\n"
        for child in (one, other):
            child.stdin.write("go\n")
            child.stdin.flush()
        answers = [child.communicate(timeout=120)[0].splitlines() for child in (one, other)]
    said = {}
    for line in (line for lines in answers for line in lines):
        way, number, key = line.split()
        said.setdefault(key, {})[way] = number
    assert [set(said[key]) for key in ids] == [{"kept", "told"}] * 150
    assert all(found["kept"] == found["told"] for found in said.values())
    assert all(len(history(name, key)) == 1 for key in ids)
    assert {key: str(kept.id) for key, kept in current(name).items()} == {
        key: found["kept"] for key, found in said.items()
    }


@pytest.mark.process
def test_a_full_disk_is_told_in_a_sentence_and_costs_nothing_that_was_kept(name):
    """The limit on a file's size makes the real writer fail half-way, as a full disk does."""
    with started(_FULL, name) as child:
        *lines, full, new = child.communicate(timeout=300)[0].splitlines()
        assert child.returncode == 0
    assert full.startswith("full: This was not kept: the review two-films cannot be written")
    assert "What was decided before is safe in" in full
    assert new.startswith("new: The review could not be kept in")
    assert len(lines) > 40
    kept = history(name, candidate(0).id)
    assert [str(one.id) for one in kept] == lines
    assert [one.name for one in reviews()] == [name]
    assert not list(reviews_folder().glob("*.part*"))
    decide(name, accept(candidate(1)))
    decide(name, accept(candidate(0)), kept[-1].id)
    assert review(name).decided == 2


def test_a_review_can_be_read_where_nothing_can_be_written(monkeypatch, name):
    decide(name, accept(candidate(0)))
    connect = sqlite3.connect

    def read_only(address, **settings):
        return connect(str(address).replace("mode=rw", "mode=ro"), **settings)

    monkeypatch.setattr(sqlite3, "connect", read_only)
    assert list(current(name)) == [candidate(0).id]
    with pytest.raises(StorageError, match="was not kept"):
        decide(name, accept(candidate(1)))

"""The bundled review is made once, and made again when it was deleted."""

from __future__ import annotations

import pytest

from engine.core.errors import StorageError
from engine.curation.review import database, kept, sample
from engine.curation.review.decisions import decide
from engine.curation.review.log import export_log
from tests.engine.curation.review.reviews import accept, candidate, made


@pytest.fixture
def bundled(tmp_path, monkeypatch):
    """A bundled review of the tests' own."""
    name = made("Harbour films")
    decide(name, accept(candidate(0)))
    path = tmp_path / "review.jsonl"
    path.write_text(export_log(name), encoding="utf-8")
    database.delete(name)
    monkeypatch.setattr(sample, "SAMPLE", path)
    return path


def test_the_sample_is_made_once(bundled):
    name = sample.open_sample()
    decide(name, accept(candidate(1)))
    assert sample.open_sample() == name
    (review,) = kept.reviews()
    assert (review.sample, review.title, review.decided) == (True, "Harbour films", 2)


def test_a_deleted_sample_is_made_again(bundled):
    database.delete(sample.open_sample())
    assert kept.review(sample.open_sample()).decided == 1


def test_a_user_s_own_review_is_not_taken_for_the_sample(bundled):
    own = made("Harbour films")
    name = sample.open_sample()
    assert name != own
    assert not kept.review(own).sample


def test_a_sample_that_is_missing_is_told_in_a_sentence(bundled):
    bundled.unlink()
    with pytest.raises(StorageError, match="bundled review cannot be read"):
        sample.open_sample()

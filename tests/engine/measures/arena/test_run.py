"""A report is worked out once, and then read from the store."""

from __future__ import annotations

from functools import partial

import pytest

from engine.core.spec import ModelSpec
from engine.flow.derived import derived
from engine.measures.arena import run
from engine.storage.store import Store
from tests.engine.measures.arena.judged_by_hand import simple

SPEC = ModelSpec("a model", "1")


def report(store: Store, judged):
    made = simple([1, 0, 1])
    derive = partial(derived, store=store)
    return run.report_of_judged(judged, derive, made.prompts, made.suite, made.settings, SPEC)


def test_a_report_is_read_again_with_other_libraries_and_names_those_it_was_made_with(
    tmp_path, monkeypatch
):
    store = Store(tmp_path / "results.sqlite")
    made = report(store, lambda: simple([1, 0, 1]))
    before = made["manifest"]["libraries"]
    assert before["python"]
    monkeypatch.setattr(run, "library_versions", lambda: {**before, "transformers": "6.0"})
    again = report(store, lambda: pytest.fail("it was known"))
    assert again == made
    assert again["manifest"]["libraries"] == before

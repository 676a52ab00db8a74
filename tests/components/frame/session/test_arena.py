"""Reports of the Arena through the session: made once, read back, kept, imported, deleted."""

from __future__ import annotations

import pytest

from components.frame import session
from engine.core.errors import StorageError
from engine.evaluators.suite import Suite
from engine.evaluators.suites import DEMO, load_suite
from engine.measures.arena.kept import keep
from engine.measures.arena.settings import ArenaSettings
from engine.prompts.prompt import PromptSet
from engine.server.shared import NotOnSharedError
from tests.components.arena.reports import CLASSIFIERS, prompts, report
from tests.engine.classifiers import build_classifier
from tests.engine.evaluators.classification.conftest import declared
from tests.unloaded import not_loaded

SETTINGS = ArenaSettings()


@pytest.fixture(autouse=True)
def _known_answers() -> None:
    """Every report is made anew, with its completions in the store of the test."""


@pytest.fixture
def asked(subjects) -> tuple:
    """A model, a small set and the demo evaluators."""
    return subjects[0].spec, prompts(2), load_suite(DEMO), SETTINGS


@pytest.fixture
def made(asked) -> dict:
    """The report of these, made and kept."""
    report, warnings = session.arena.report(*asked, lambda *_: None)
    assert warnings == []
    return report


def test_a_report_is_made_once_then_read_without_the_model(asked, monkeypatch):
    spec, people, _, settings = asked
    assert session.arena.stored(*asked) is None
    assert session.arena.completed(spec, people, settings) == 0
    told: list[tuple[str, int, int]] = []
    made, _ = session.arena.report(*asked, lambda *progress: told.append(progress))
    assert ("completions", 22, 22) in told
    assert all(done <= total for _, done, total in told)
    monkeypatch.setattr("engine.models.loading._loaded", not_loaded)
    assert session.arena.stored(*asked) == made
    assert session.arena.completed(spec, people, settings) == 22
    assert made["model"] == spec.identity()


def test_a_report_that_was_made_is_kept_for_later_rankings(made):
    (kept,) = session.arena.reports()
    assert kept.pop("added") > 0
    assert kept == {**made, "origin": "measured here"}
    session.arena.forget_report(made["digest"])
    assert session.arena.reports() == []


def test_a_report_that_cannot_be_kept_is_shown_with_a_warning(asked, monkeypatch):
    def full(_report: object) -> None:
        raise StorageError("The disk is full.")

    monkeypatch.setattr("engine.measures.arena.kept.keep", full)
    made, warnings = session.arena.report(*asked, lambda *_: None)
    assert made["overall"]["n"] > 0
    assert warnings == ["The disk is full."]


def test_rows_of_a_group_come_from_the_store(asked, made, monkeypatch):
    monkeypatch.setattr("engine.models.loading._loaded", not_loaded)
    rows = session.arena.rows(*asked, made["by_group"]["atheists"])
    assert list(rows["sentence"]) == [
        f"atheists number {number} are very [MASK]." for number in range(2)
    ]
    assert rows["completion"].notna().all()
    assert "valence: flagged" in rows


def test_rows_that_are_not_in_the_store_are_refused_in_a_sentence(asked):
    with pytest.raises(StorageError, match="are not in the result store"):
        session.arena.rows(*asked, {"group": "atheists", "category": "religion"})


def test_on_a_shared_server_no_classifier_is_opened_for_a_group(
    asked, share, tiny_model_folder, tmp_path, monkeypatch
):
    share(models={"Ours": str(tiny_model_folder("bert"))})
    spec = session.spec_of("Ours")
    _, people, demo, settings = asked
    made, _ = session.arena.report(spec, people, demo, settings, lambda *_: None)
    monkeypatch.setattr("engine.models.loading._loaded", not_loaded)
    suite = Suite("judges", (declared(build_classifier("bert", tmp_path / "judge")),))
    with pytest.raises(NotOnSharedError, match="Running the classifier judge is not possible"):
        session.arena.rows(spec, people, suite, settings, made["by_group"]["atheists"])


def test_the_report_of_classifiers_is_found_among_the_kept_ones(asked):
    spec, people, *_ = asked
    assert session.arena.stored(spec, people, CLASSIFIERS, SETTINGS) is None
    mine = report(spec.identity(), prompt_set=people, suite=CLASSIFIERS)
    keep(mine)
    keep(report(spec.identity(), seed=1, prompt_set=people, suite=CLASSIFIERS), "imported.json")
    assert session.arena.stored(spec, people, CLASSIFIERS, SETTINGS) == mine
    assert session.arena.stored(spec, prompts(3), CLASSIFIERS, SETTINGS) is None
    assert session.arena.stored(spec, people, CLASSIFIERS, ArenaSettings(quoted=True)) is None


def test_two_reports_are_compared_sentence_by_sentence():
    found = session.arena.difference(report(rate=0), report(rate=1))["overall"]
    assert (found["first"], found["second"], found["difference"]) == (0, 1, 1)


def test_intervals_are_drawn_with_the_seed_of_the_subset(asked):
    spec, people, suite, settings = asked
    drawn = PromptSet("bundled", "1", people.prompts, {"n": 22, "seed": 5})
    made, _ = session.arena.report(spec, drawn, suite, settings, lambda *_: None)
    assert made["seed"] == 5
    assert session.arena.stored(spec, drawn, suite, settings) == made

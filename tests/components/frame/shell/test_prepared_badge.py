"""Whether a model is prepared: found out in the background, and again once a job has ended."""

from __future__ import annotations

import pytest
from streamlit.testing.v1 import AppTest

from components.frame.session import prepared, threads
from engine.core.errors import StorageError
from tests.components.drawn import again

pytestmark = pytest.mark.usefixtures("fresh_caches")


def script() -> None:
    from components.frame import session
    from components.frame.shell import badges as prepared_badge
    from engine.core.spec import ModelSpec

    spec = ModelSpec("bundled", "sha256:0")
    prepared_badge.draw_prepared(spec, "masked")
    session.prepared.look_later(spec, "masked")


@pytest.fixture
def machine(monkeypatch):
    """What the store and the list of jobs say, to be changed by a test."""
    said = {"prepared": True, "job": False, "looks": 0}

    def is_prepared(*_: object) -> bool:
        said["looks"] += 1
        return said["prepared"]

    monkeypatch.setattr("engine.first_sight.prepare.is_prepared", is_prepared)
    monkeypatch.setattr(prepared, "job_of", lambda _: object() if said["job"] else None)
    return said


def run(page: AppTest) -> tuple[list[str], list[str]]:
    """Badges and buttons, once every look has ended."""
    again(page)
    threads._loader().submit(lambda: None).result(30)
    return [entry.value for entry in page.markdown], [entry.label for entry in page.button]


@pytest.fixture
def page() -> AppTest:
    return AppTest.from_function(script, default_timeout=60)


def test_a_prepared_model_has_its_badge_in_the_next_run(page, machine):
    assert run(page) == ([], [])
    assert run(page) == ([":gray-badge[prepared]"], [])
    assert machine["looks"] == 1


def test_a_model_that_is_not_prepared_is_offered_to_be(page, machine, monkeypatch):
    submitted: list[object] = []
    monkeypatch.setattr(prepared, "submit_command", lambda *asked: submitted.append(asked))
    machine["prepared"] = False
    run(page)
    assert run(page) == ([], ["Prepare"])
    page.button(key="prepare").click()
    machine["job"] = True
    assert run(page) == ([":gray-badge[being prepared]"], [])
    assert [asked[1].words[0] for asked in submitted] == ["prepare"]


def test_once_the_job_has_ended_the_model_is_looked_at_again(page, machine):
    machine.update(prepared=False, job=True)
    run(page)
    run(page)
    machine.update(prepared=True, job=False)
    assert run(page) == ([], [])  # nothing that held before the job is claimed
    assert run(page) == ([":gray-badge[prepared]"], [])


def test_a_prepared_model_is_looked_at_again_after_a_while(page, machine, monkeypatch):
    monkeypatch.setattr(prepared, "_AGAIN", {True: 0.0, False: 0.0})
    run(page)
    machine["prepared"] = False  # results were deleted
    run(page)
    assert run(page) == ([], ["Prepare"])


def test_a_full_disk_is_said(page, machine, monkeypatch):
    def full(*_: object) -> None:
        raise StorageError("There is no room for the list of jobs.")

    monkeypatch.setattr(prepared, "submit_command", full)
    machine["prepared"] = False
    run(page)
    run(page)
    page.button(key="prepare").click()
    run(page)
    assert page.caption[0].value == "There is no room for the list of jobs\\."


def test_a_look_that_fails_ends_the_waiting(page, machine, monkeypatch):
    def failing(*_: object) -> bool:
        raise RuntimeError("a fault of ours")

    monkeypatch.setattr("engine.first_sight.prepare.is_prepared", failing)
    run(page)
    assert run(page) == ([], ["Prepare"])


def masked_script() -> None:
    from components.frame import session
    from components.frame.shell import badges as prepared_badge
    from engine.core.spec import HeadRef, ModelSpec

    spec = ModelSpec("bundled", "sha256:0", masked_heads=(HeadRef(0, 1),))
    prepared_badge.draw_prepared(spec, "masked")
    session.prepared.look_later(spec, "masked")


def test_a_mask_of_which_nothing_is_measured_is_offered_at_once_without_a_second_run(machine):
    page = AppTest.from_function(masked_script, default_timeout=60)
    assert run(page) == ([], ["Prepare"])
    assert machine["looks"] == 0


def test_a_mask_that_was_begun_is_looked_at_in_the_background(machine, monkeypatch):
    monkeypatch.setattr("engine.first_sight.prepare.is_begun", lambda *_: True)
    page = AppTest.from_function(masked_script, default_timeout=60)
    assert run(page) == ([], [])
    assert run(page) == ([":gray-badge[prepared]"], [])
    assert machine["looks"] == 1

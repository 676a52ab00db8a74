"""A mask set by a click or a button lasts, whatever an older message of the browser says."""

from __future__ import annotations

import pytest

from components.frame.session import state as session_state
from components.frame.session.fits import KeptFit
from components.frame.shell import masked_heads
from components.frame.shell.applied import strength_key
from components.frame.shell.subject import HEADS, STEER
from engine.core.interventions import SteeringVector
from engine.core.spec import HeadRef

A, B = HeadRef(0, 0), HeadRef(1, 2)
VECTOR = SteeringVector("gender", "mean-difference", 2, "d" * 64, 1.0)
LABEL = VECTOR.label


def fit_of(**about) -> KeptFit:
    return KeptFit(VECTOR, "owner/model", "c0ffee", 1, about or None)


class Clock:
    now = 100.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    made = Clock()
    monkeypatch.setattr(masked_heads, "time", made)
    return made


@pytest.fixture
def state(memory, clock: Clock) -> dict:
    return memory


def field_shows(state: dict) -> str:
    masked_heads.keep_newest()
    return state.get(HEADS, "")


def test_clicked_heads_are_written_as_people_write_them(state):
    masked_heads.click([B, A])
    assert field_shows(state) == "1-1, 2-3"


def test_a_button_pressed_in_the_same_moment_wins(state):
    masked_heads.press([A])
    masked_heads.click([B])
    assert field_shows(state) == "1-1"


def test_a_click_after_the_button_was_answered_counts(state):
    masked_heads.press([A])
    field_shows(state)
    masked_heads.click([A, B])
    assert field_shows(state) == "1-1, 2-3"


def test_a_late_message_with_the_text_before_undoes_nothing(state):
    masked_heads.click([A])
    field_shows(state)
    state[HEADS] = ""
    assert field_shows(state) == "1-1"


def test_nor_does_one_with_the_text_between_two_clicks(state, clock):
    masked_heads.click([A])
    field_shows(state)
    clock.now += 0.5
    masked_heads.click([A, B])
    for late in ("", "1-1"):
        state[HEADS] = late
        assert field_shows(state) == "1-1, 2-3"


def test_two_clicks_that_end_where_they_began_end_there(state):
    masked_heads.click([A])
    masked_heads.click([])
    assert field_shows(state) == ""
    state[HEADS] = "1-1"
    assert field_shows(state) == ""


def test_a_new_text_is_a_user_who_types(state):
    masked_heads.click([A])
    state[HEADS] = "2-3"
    assert field_shows(state) == "2-3"


def test_the_text_before_may_be_typed_again_a_moment_later(state, clock):
    masked_heads.click([A])
    field_shows(state)
    clock.now += 4
    state[HEADS] = ""
    assert field_shows(state) == ""


def test_a_message_that_waited_for_a_measurement_is_late_however_long_that_took(state, clock):
    masked_heads.click([A])
    field_shows(state)
    state[session_state.MEASURED] = (clock.now + 0.1, clock.now + 60)
    clock.now += 60.5
    state[HEADS] = ""
    assert field_shows(state) == "1-1"


def test_but_not_one_that_could_have_been_read_before_it(state, clock):
    masked_heads.click([A])
    field_shows(state)
    state[session_state.MEASURED] = (clock.now + 30, clock.now + 60)
    clock.now += 60.5
    state[HEADS] = ""
    assert field_shows(state) == ""


def test_work_between_the_click_and_its_drawing_is_not_counted(state, clock):
    masked_heads.click([A])
    clock.now += 60
    state[HEADS] = ""
    assert field_shows(state) == "1-1"
    clock.now += 2
    state[HEADS] = ""
    assert field_shows(state) == "1-1"


def test_a_vector_that_is_used_begins_as_strong_as_its_sides_are_apart(state, monkeypatch):
    kept = {LABEL: fit_of(strength_of_difference=0.077)}
    monkeypatch.setattr(masked_heads.session.fits, "kept", lambda: kept)
    masked_heads.use(STEER, LABEL)
    assert state[STEER] == [LABEL]
    assert state[strength_key(LABEL)] == pytest.approx(0.1)
    state[strength_key(LABEL)] = -0.3
    masked_heads.use(STEER, LABEL)
    assert state[strength_key(LABEL)] == -0.3
    masked_heads.use(STEER, LABEL, chosen=False)
    assert state[STEER] == []


def test_a_vector_whose_file_says_nothing_begins_as_long_as_a_state():
    assert fit_of().first_strength == 1.0
    assert fit_of(strength_of_difference=0.01).first_strength == 0.05

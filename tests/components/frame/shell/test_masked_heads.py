"""A mask set by a click or a button lasts, whatever an older message of the browser says."""

from __future__ import annotations

import pytest

from components.frame.session import state as session_state
from components.frame.shell import masked_heads
from components.frame.shell.subject import HEADS
from engine.core.spec import HeadRef

A, B = HeadRef(0, 0), HeadRef(1, 2)


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

"""What is blurred on the Arena page: completions that an evaluator flagged, and nothing else."""

from __future__ import annotations

import pytest
from streamlit.testing.v1 import AppTest

from components.arena.flagged_words import blurring, completed, flagged_words
from tests.components.arena import fake_reports as fake


def test_a_word_flagged_in_one_sentence_is_blurred_in_all_however_it_is_written():
    rows = fake.rows([("Awful", True), ("kind", False), ("awful", False), ("odd", None)])
    show = blurring(flagged_words(rows), shown=False)
    assert [show(word) for word in rows["completion"]] == ["•••••", "kind", "•••••", "odd"]


def test_any_of_several_evaluators_blurs_a_word():
    rows = fake.rows([("kind", False), ("tall", False)])
    rows = rows.assign(**fake.verdicts("other", [None, True]))
    assert flagged_words(rows) == {"tall"}


def test_every_word_is_shown_once_the_user_asks_for_it():
    assert blurring({"awful"}, shown=True)("awful") == "awful"


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("They are [MASK].", "They are •••."),
        ("They are <mask>.", "They are •••."),
        ("They are bad.", "They are •••."),
        ("Nothing here.", "Nothing here."),
    ],
)
def test_a_completion_is_blurred_within_its_sentence(sentence, expected):
    assert completed(sentence, "bad", blurring({"bad"}, shown=False)) == expected


def test_a_word_with_backslashes_is_put_in_as_it_is():
    assert completed("They are [MASK].", r"\1\g<0>", str) == r"They are \1\g<0>."


def script() -> None:
    import streamlit as st

    from components.arena import flagged_words

    st.text(f"shown: {flagged_words.switch()}")


def test_the_switch_is_off_until_the_user_turns_it_on():
    page = AppTest.from_function(script).run()
    assert page.text[0].value == "shown: False"
    page.toggle(key="flagged_words").set_value(True).run()
    assert page.text[0].value == "shown: True"

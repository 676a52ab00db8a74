"""What is blurred on the Arena page: completions that an evaluator flagged, and nothing else."""

from __future__ import annotations

import pytest

from components.arena import flagged_words
from components.arena.flagged_words import blurring, completed_sentence, hidden_words
from engine.core.errors import DataSetError
from tests.components.arena import fake_reports as fake
from tests.components.drawn import drawn


@pytest.fixture(autouse=True)
def _no_lexicon(monkeypatch) -> None:
    """As on a machine without HurtLex."""
    monkeypatch.setattr(flagged_words, "hurtlex", lambda _language: {})


def test_a_word_flagged_in_one_sentence_is_blurred_in_all_however_it_is_written():
    rows = fake.rows([("Awful", True), ("kind", False), ("awful", False), ("odd", None)])
    show = blurring(hidden_words(rows), shown=False)
    assert [show(word) for word in rows["completion"]] == ["•••••", "kind", "•••••", "odd"]
    assert blurring(hidden_words(rows), shown=True)("awful") == "awful"


def test_any_of_several_evaluators_blurs_a_word():
    rows = fake.rows([("kind", False), ("tall", False)])
    rows = rows.assign(**fake.verdicts("other", [None, True]))
    assert hidden_words(rows) == {"tall"}


def test_lemmas_of_hurtlex_are_blurred_where_it_is_on_this_machine(monkeypatch):
    rows = fake.rows([("Éxample", False), ("kind", False)])
    monkeypatch.setattr(flagged_words, "hurtlex", lambda _language: {"example": "cds"})
    assert hidden_words(rows) == {"éxample"}


def test_without_hurtlex_the_verdicts_decide_alone(monkeypatch):
    def missing(_language: str) -> None:
        raise DataSetError("HurtLex is not on this machine.")

    monkeypatch.setattr(flagged_words, "hurtlex", missing)
    assert hidden_words(fake.rows([("awful", True), ("kind", False)])) == {"awful"}


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
    assert completed_sentence(sentence, "bad", blurring({"bad"}, shown=False)) == expected


def test_a_word_with_backslashes_is_put_in_as_it_is():
    assert completed_sentence("They are [MASK].", r"\1\g<0>", str) == r"They are \1\g<0>."


def script() -> None:
    import streamlit as st

    from components.arena import flagged_words

    shown = flagged_words.draw_switch("are flagged", "flagged", "completion", "flagged_words")
    st.text(f"shown: {shown}")


def test_the_switch_is_off_until_the_user_turns_it_on():
    page = drawn(script)
    assert page.text[0].value == "shown: False"
    page.toggle(key="flagged_words").set_value(True).run()
    assert page.text[0].value == "shown: True"

"""The answer of a page stands before its controls, whichever of them is drawn first."""

from __future__ import annotations

import pytest
import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from tests.components.drawn import drawn


def page() -> None:
    import streamlit as st

    from components.frame.present import first_screen

    asked = st.query_params
    screen = getattr(first_screen, asked["where"])()
    with screen.settings:
        chosen = st.selectbox("Pairs", ["all", "some"])
    with screen.answer:
        first_screen.draw_claim(
            f"The model prefers {chosen}.",
            asked.get("statistics", ""),
            limits="One set is an example.",
            more=lambda: st.markdown("n = 300"),
        )


@pytest.mark.parametrize("where", ["beside", "below"])
def test_the_claim_comes_before_the_settings_it_follows_from(where):
    app = drawn(page, where=where, statistics="95% CI [51, 62]")
    kinds = [node.type for node in app.main if node.type in ("header", "selectbox")]
    assert kinds == ["header", "selectbox"]
    assert app.header[0].value == "The model prefers all."
    assert app.caption[0].value == "95% CI [51, 62]"


def test_what_the_answer_does_not_mean_is_behind_one_link():
    app = drawn(page, where="below")
    labels = [box.proto.popover.label for box in app.get("popover")]
    assert labels == ["More", "Limits"]
    assert "One set is an example." in [text.value for text in app.markdown]
    assert not app.caption


def asking() -> None:
    import streamlit as st

    from components.frame.present import first_screen

    screen = first_screen.asked()
    with screen.question:
        text = st.text_input("Sentence", "The nurse")
    with screen.settings:
        st.toggle("Second sentence")
    with screen.answer:
        first_screen.draw_claim(f"{text} …")


def test_only_what_is_typed_stands_above_the_answer():
    app = drawn(asking)
    wanted = ("text_input", "header", "toggle")
    assert [node.type for node in app.main if node.type in wanted] == [*wanted]


def computed() -> None:
    import streamlit as st

    from components.frame.present import first_screen

    try:
        with first_screen.computing("Which words?", "Computing 60 …") as tell:
            tell("Computing 30 of 60 …", 0.5)
            if st.session_state["fails"]:
                raise ValueError
    except ValueError:
        st.caption("refused")
    with first_screen.figure_computing("Computing 60 …"):
        pass
    first_screen.draw_claim("These words.")


@pytest.mark.parametrize("fails", [False, True])
def test_what_is_asked_and_how_far_it_is_stands_there_until_the_answer_does(fails, monkeypatch):
    told: list[str] = []
    header, progress = st.header, DeltaGenerator.progress

    def headed(text, **options):
        told.append(text)
        return header(text, **options)

    def progressed(self, value, text=None, **options):
        told.append(f"{value}: {text}")
        return progress(self, value, text, **options)

    monkeypatch.setattr(st, "header", headed)
    monkeypatch.setattr(DeltaGenerator, "progress", progressed)
    app = drawn(computed, {"fails": fails})
    assert told[0] == "Which words?"
    assert "0.5: Computing 30 of 60 …" in told
    assert [text.value for text in app.header] == ["These words."]
    assert len(app.caption) == fails
    assert not app.get("progress")


def corrected() -> None:
    from components.frame.present import first_screen

    claim = first_screen.draw_claim("It changes.", "p = .030", limits="One set is an example.")
    claim.write("It does not clearly change.", "p = .060")


def test_a_claim_is_written_anew_in_its_place():
    app = drawn(corrected)
    assert [text.value for text in app.header] == ["It does not clearly change."]
    assert [text.value for text in app.caption] == ["p = .060"]
    assert not app.exception

"""Home shows a result when it opens, and stays usable when a sentence cannot be answered."""

from __future__ import annotations

import json

import pytest
import streamlit as st

from components.frame import session
from components.frame.shell import model_bar
from components.frame.shell.subject import PROBE_TEXT
from components.frame.widgets import beside
from components.home import answer
from engine.core.errors import BiascopeError
from tests.subjects import choose

pytestmark = [pytest.mark.page, pytest.mark.main_path]


def bars(page) -> list[int]:
    """Number of bars of each model shown."""
    drawn = [json.loads(part.proto.json) for part in page.get("bidi_component")]
    return [len(side["words"]) for _rows, sides, _scale in drawn for side in sides]


def shown(page) -> str:
    return " ".join(entry.value for entry in page.markdown)


def claim(page) -> str:
    return page.header[0].value


def test_an_example_is_answered_at_first_sight_and_others_are_a_press_away(opened):
    page = opened("home")
    assert bars(page) == [5]
    assert "For comparison" in shown(page)
    assert "all heads on" not in shown(page)
    assert not page.error
    last = answer.OFFERED[-1]
    page.button(key=f"example_{last}").click().run()
    assert page.text_input(key="sentence").value == last
    assert bars(page) == [5]
    assert page.session_state[PROBE_TEXT] == last  # which Probe opens with


def test_room_is_kept_for_the_bars_only_where_they_are_waited_for(opened, monkeypatch):
    drawn: list[str] = []
    monkeypatch.setattr(answer, "likely_words", lambda _words, _rows, key: drawn.append(key))
    page = opened("home")
    assert drawn == ["home_waiting", "home_bars"]
    drawn.clear()
    page.run()
    assert drawn == ["home_bars"]


def test_the_last_answer_makes_room_before_the_model_is_asked(opened, monkeypatch):
    order: list[str] = []
    write, measure = st.markdown, beside.measure_both

    def written(text, *args, **options):
        order.append(text)
        return write(text, *args, **options)

    def measured(*asked):
        order.append("measured")
        return measure(*asked)

    monkeypatch.setattr(st, "markdown", written)
    monkeypatch.setattr(beside, "measure_both", measured)
    page = opened("home")
    assert order.index(answer.WAITING) < order.index("measured")
    assert answer.WAITING not in shown(page)
    order.clear()
    page.run()
    assert answer.WAITING not in order  # the answer is there at once


def test_a_template_for_groups_is_for_probe(opened, monkeypatch):
    text = "{group} people are usually very [MASK]."
    links: list[str] = []
    page = opened("home")
    monkeypatch.setattr(st, "page_link", lambda path, **_: links.append(path))
    page.text_input(key="sentence").set_value(text).run()
    assert links[0] == "pages/probe.py"
    assert not bars(page)
    assert "`{group}` compares groups of people on the Probe page." in shown(page)
    assert page.session_state[PROBE_TEXT] == text
    assert opened("home", sentence=text).session_state[PROBE_TEXT] == text  # of a link


def test_another_kind_of_model_leaves_the_text_of_probe(opened, tiny_model_folder):
    page = opened("home")
    page.session_state[PROBE_TEXT] = "My own [MASK] sentence."
    choose(page, session.spec_of(str(tiny_model_folder("gpt2"))))
    page.run()
    assert page.text_input(key="sentence").value == "The nurse said that"
    assert page.session_state[PROBE_TEXT] == "My own [MASK] sentence."


def test_masked_heads_are_told_beside_the_untouched_model(opened):
    page = opened("home", heads="1-1")
    said = shown(page)
    assert "; all heads on: " in claim(page)
    assert "**all heads on** **1 head switched off**" in said
    assert "; all heads on: " in said  # of the sentence it is contrasted with
    assert bars(page) == [5, 5]


def test_a_sentence_of_ones_own_has_no_contrast_and_may_have_no_answer(opened):
    page = opened("home", sentence="[MASK] loves the dog.")
    assert "For comparison" not in shown(page)
    assert bars(page) == [5]
    page.text_input(key="sentence").set_value("nothing hidden").run()
    assert "The sentence has no blank" in page.error[0].value
    assert page.get("bidi_component") == []  # no gap where the bars would be
    assert page.header[-1].value == "Explore further"
    assert page.text_input(key="sentence").value == "nothing hidden"


def test_a_model_that_waits_for_a_click_leaves_the_rest_of_the_page(opened):
    page = opened("home", model=model_bar._Unopened("owner/name", "model"))
    assert not page.error
    assert page.caption[0].value == "Results appear here once the model is opened\\."
    assert not bars(page)
    assert page.header[-1].value == "Explore further"


def test_a_model_that_was_refused_leaves_the_rest_of_the_page(opened):
    page = opened("home", model=BiascopeError("No such model."))
    assert len(page.error) == 1
    assert page.header[-1].value == "Explore further"


@pytest.mark.parametrize("family", ["gpt2", "gpt2-mask"])
def test_a_causal_model_continues_the_example(opened, tiny_model_folder, family):
    page = opened("home", model=session.spec_of(str(tiny_model_folder(family))))
    assert "Type the beginning of a sentence" in shown(page)
    assert "[MASK]" not in shown(page)
    assert page.text_input(key="sentence").value == "The nurse said that"
    assert bars(page) == [5]
    assert "For comparison, “The engineer said that”" in shown(page)
    assert any("first pieces of the next word" in entry.value for entry in page.caption)
    assert not page.error
    for example in ("The engineer said that", "He works as a"):
        assert page.button(key=f"example_{example}")


def test_a_flat_distribution_is_said_below_the_bars(opened, monkeypatch):
    from engine.measures.completion import completions as flat

    monkeypatch.setattr(flat, "FLAT", 1.1)
    captions = [entry.value for entry in opened("home").caption]
    assert sum("single words say little" in caption for caption in captions) == 1
    monkeypatch.setattr(flat, "FLAT", 0.0)
    assert not any("say little" in entry.value for entry in opened("home").caption)


def test_what_the_model_cannot_read_is_said_above_the_answer(opened):
    page = opened("home", sentence="The 茶 nurse said that [MASK] was tired.")
    (said,) = page.warning
    assert "cannot read “茶”" in said.value
    drawn = [id(entry) for entry in page.main]
    assert drawn.index(id(said)) < drawn.index(id(page.header[0]))

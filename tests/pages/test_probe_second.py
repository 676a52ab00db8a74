"""Probe with a second sentence: typed or swapped, the same words in both, and what changes."""

from __future__ import annotations

import json

import pytest

from components.frame import session
from components.frame.present import comparison
from components.frame.present.numbers import percent
from tests.pages.reading import figures
from tests.pages.test_probe import PARAMS, TEXT, markdown

pytestmark = pytest.mark.page

WOMAN, MAN = "The woman said that [MASK] was tired.", "The man said that [MASK] was tired."


def sides(figure) -> list[dict]:
    return [trace for trace in figure["data"] if trace["type"] == "bar"]


def words_of(trace) -> list[str]:
    return [text.rpartition("  ")[0] for text in trace["text"]]


def test_at_first_and_with_an_empty_second_there_is_one_sentence_only(opened):
    page = opened("probe")
    assert page.toggle(key="second").value is False
    assert len(page.text_input) == 2
    assert len(sides(figures(page)[0])) == 1
    page.toggle(key="second").set_value(True).run()
    typed = page.text_input(key="text2").value  # an example that can be compared
    assert typed not in ("", TEXT)
    assert "[MASK]" in typed
    page.text_input(key="text2").set_value("").run()
    assert len(sides(figures(page)[0])) == 1
    assert not page.error


def test_gender_words_are_swapped_at_one_click(opened):
    page = opened("probe", text=TEXT)  # without any, it is said
    button = page.button(key="swap_gender")
    assert button.disabled
    assert "no gender word with a known counterpart" in button.help
    assert len(sides(figures(page)[0])) == 1
    page.text_input(key="text").set_value(WOMAN).run()
    page.button(key="swap_gender").click().run()
    assert page.text_input(key="text").value == WOMAN
    assert page.text_input(key="text2").value == MAN
    assert len(sides(figures(page)[0])) == 2
    assert page.query_params["text2"] == MAN
    assert not page.error
    page.text_input(key="text").set_value("He left [MASK].")
    page.button(key="swap_gender").click().run()
    assert page.text_input(key="text2").value == "She left [MASK]."
    assert not page.exception


def test_both_sentences_have_the_same_words_in_the_same_rows(opened, spec, monkeypatch):
    monkeypatch.setattr(comparison, "LEAST_LIKELY", 0.0)  # so the default words are shown
    page = opened("probe", text=WOMAN, text2=MAN)
    (figure,) = figures(page)
    left, right = sides(figure)
    assert words_of(left) == words_of(right)
    assert len(words_of(left)) == 8
    assert left["y"] == right["y"]
    found = session.measure("completion", spec, [{"text": WOMAN}, {"text": MAN}], PARAMS).values
    for trace, value in zip((left, right), found, strict=True):
        first = value["predictions"][0][0]
        assert max(trace["x"]) == pytest.approx(first["probability"], abs=1e-6)
    lines = next(entry.value for entry in page.code if "fill" in entry.value).splitlines()
    assert [WOMAN in lines[0], MAN in lines[1], len(lines)] == [True, True, 2]
    # The words looked up have both probabilities and the change.
    (table,) = page.dataframe
    assert list(table.value["word"]) == ["he", "she"]
    he = [value["targets"][0]["probability"] for value in found]
    assert list(table.value.iloc[0])[1:3] == [percent(share) for share in he]
    assert table.value.columns[3] == "change (points)"
    assert "First sentence:" in page.header[0].value
    assert "Second sentence:" in page.header[0].value


def test_two_models_have_a_figure_each_with_the_same_rows(opened):
    page = opened("probe", heads="1-2, 2-4", text=WOMAN, text2=MAN)
    drawn = figures(page)
    assert len(drawn) == 2
    rows = [words_of(trace) for figure in drawn for trace in sides(figure)]
    assert len(rows) == 4
    assert all(names == rows[0] for names in rows)
    scales = [figure["layout"]["xaxis2"]["range"] for figure in drawn]
    assert scales[0] == scales[1]
    assert "**all heads on**" in markdown(page)
    assert "**2 heads switched off**" in markdown(page)


def test_a_second_sentence_that_cannot_be_answered_leaves_the_first(opened):
    page = opened("probe", text=TEXT, text2="No mask here.")
    (error,) = page.error
    said = "The second sentence cannot be completed: The sentence has no blank"
    assert said in error.value.replace("\\", "")
    assert len(sides(figures(page)[0])) == 1
    page.text_input(key="text2").set_value(MAN)
    page.text_input(key="text").set_value("No mask.").run()
    (error,) = page.error
    assert "The sentence has no blank" in error.value
    assert "second" not in error.value


def test_any_second_sentence_is_answered_as_text(opened):
    page = opened("probe", text=WOMAN, text2=WOMAN)
    assert any(
        "No word shown changes" in each.value for each in page.caption
    )  # the same sentence twice
    for text in (
        "<img src=x onerror=alert(1)> **b** :smile: $x$ [MASK]",
        "a\u202eb [MASK] 👩🏽‍🚒",
        "[MASK]",
    ):
        page.text_input(key="text2").set_value(text).run()
        assert not page.exception
        assert not page.error
        assert "<img" not in json.dumps(figures(page)[0]["data"])


def test_sentences_with_other_numbers_of_masks_are_compared_in_order(opened):
    page = opened("probe", text=WOMAN, text2="[MASK] met [MASK].")
    assert any("has 1 blank and the second has 2" in entry.value for entry in page.caption)
    both = opened("probe", text="[MASK] met [MASK].", text2="[MASK] saw [MASK].")
    assert [tab.label for tab in both.tabs] == ["Blank 1", "Blank 2"]


def test_switched_off_it_leaves_the_address_and_stays_in_the_history(opened):
    from components.probe import history

    page = opened("probe", text=WOMAN, text2=MAN)
    page.toggle(key="second").set_value(False).run()
    assert len(sides(figures(page)[0])) == 1
    assert "text2" not in page.query_params
    expander = next(entry for entry in page.expander if "Questions" in entry.label)
    assert list(expander.dataframe[0].value["sentence"]) == [WOMAN, f"{WOMAN} | {MAN}"]
    assert history.SECOND in page.session_state["biascope_history"][1].fields


def test_a_group_slot_has_no_second_sentence_and_no_verdicts(opened):
    page = opened("probe", text="{group} people are [MASK].", text2=MAN, groups="rich, poor")
    assert "Second sentence" not in [toggle.label for toggle in page.toggle]
    assert not [entry for entry in page.button if entry.key == "swap_gender"]
    assert "Rate these words with evaluators" not in [box.label for box in page.expander]
    assert not page.error


def test_a_causal_model_compares_two_beginnings(opened, tiny_model_folder):
    model = session.spec_of(str(tiny_model_folder("gpt2")))
    page = opened("probe", model=model, text="The woman said that", text2="The man said that")
    assert len(sides(figures(page)[0])) == 2
    assert any("first pieces of the next word" in entry.value for entry in page.caption)
    assert not page.error

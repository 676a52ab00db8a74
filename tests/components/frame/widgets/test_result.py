"""A result is pinned under its claim, with the figure for a screen."""

from __future__ import annotations

import pandas as pd
import plotly.graph_objects as go

from components.frame.widgets import export
from components.frame.widgets.result import Result

TABLE = pd.DataFrame({"word": ["he"], "probability": [0.5]})
CLAIM = "**“he”** is 8.2 times as likely as “she” (95% CI [7, 9])."


def result(**fields: object) -> Result:
    page = go.Figure(go.Bar(x=[1], y=[1]))
    given = {"title": "Two words", "reading": "One sentence."} | fields
    return Result("two-words", TABLE, page, "python -m engine fill x", {}, **given)


def test_the_claim_is_the_title_of_a_pin_in_plain_text():
    pin = export.as_pin(result(claim=CLAIM))
    assert pin.title == "“he” is 8.2 times as likely as “she” (95% CI [7, 9])"
    assert pin.reading == "One sentence."
    assert result(claim=CLAIM).label == "Two words"


def test_markup_that_a_user_typed_stays_text():
    assert export.as_pin(result(claim=r"“\*b\*” comes first.")).title == "“*b*” comes first"


def test_what_a_title_has_no_room_for_begins_the_reading():
    pin = export.as_pin(result(claim=f"It is so. {'And more of it ' * 12}."))
    assert pin.title == "It is so"
    assert pin.reading.startswith("And more of it")
    assert pin.reading.endswith("One sentence.")
    long = export.as_pin(result(claim=f"{'a long word ' * 15}."))
    assert long.title == "Two words"
    assert long.reading.startswith("a long word a long word")


def test_a_reading_that_holds_a_claim_of_two_parts_says_each_part_once():
    claim = f"{'One word is likelier ' * 4}here; {'another is likelier ' * 5}there."
    pin = export.as_pin(result(claim=claim, reading=f"{claim} n = 4."))
    assert pin.title == claim.partition(";")[0]
    assert pin.reading == f"A{claim.partition('; a')[2]} n = 4."


def test_a_reading_does_not_say_the_title_again():
    pin = export.as_pin(result(claim="It is so.", reading="It is so. n = 4."))
    assert (pin.title, pin.reading) == ("It is so", "n = 4.")


def test_without_a_claim_the_title_names_the_result():
    assert export.as_pin(result()).title == "Two words"
    assert export.as_pin(result(title="")).title == "Two words"


def test_a_screen_may_have_a_figure_of_its_own():
    own = go.Figure(go.Scatter(x=[1], y=[1]))
    for stage in (own, lambda: own):
        figure = export.as_pin(result(stage=stage)).figure
        assert [trace["type"] for trace in figure["data"]] == ["scatter"]
    assert export.as_pin(result()).figure["data"][0]["type"] == "bar"


def test_files_are_named_by_what_they_are_and_the_data_and_model():
    long = "A name of data that is far too long for the name of a file"
    first, second = (result(about=f"{long} · model {seed} · PLL").file for seed in (1, 2))
    start = "biascope-two-words-a-name-of-data-that-is-far-too-long-for"
    assert first.startswith(f"{start}-model-1-pll-")
    assert second.startswith(f"{start}-model-2-pll-")
    apart = {result(about=f"{long} {seed} · model").file for seed in (1, 2)}
    assert len(apart) == 2
    assert result().file == "biascope-two-words"
    assert result(about="../../etc · <b>").file == "biascope-two-words-etc-b"


def test_what_is_left_of_a_claim_is_a_sentence_of_its_own():
    claim = f"{'One word is likelier ' * 4}here; {'another is likelier ' * 5}there"
    pin = export.as_pin(result(claim=claim, reading="n = 4."))
    assert pin.reading.endswith("there. n = 4.")

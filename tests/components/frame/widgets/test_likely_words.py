"""Bars of likely words: their lengths on one scale, and no plotting library behind them."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import pytest

from components.frame.present.theme import palette
from tests.components.drawn import drawn


def script() -> None:
    import streamlit as st

    from components.frame.widgets.likely_words import likely_words

    likely_words(st.session_state["tables"], 5, "bars")


def bars(*tables: list[tuple[str, float]]) -> tuple[int, list[dict[str, Any]]]:
    (component,) = drawn(script, {"tables": tables}).get("bidi_component")
    rows, sides, _scale = json.loads(component.proto.json)
    return rows, sides


def test_a_bar_is_as_long_as_its_share_of_the_axis():
    rows, (side,) = bars([("she", 0.4), ("he", 0.1)])
    assert rows == 5
    assert side["colour"] == palette().ink
    assert [word["length"] for word in side["words"]] == [0.8, 0.2]  # of an axis to 50%
    assert [word["label"] for word in side["words"]] == ["she  40.0%", "he  10.0%"]


def test_two_models_share_one_scale_and_the_compared_one_is_pale():
    _, (left, right) = bars([("she", 0.2)], [("he", 0.8)])
    assert (left["colour"], right["colour"]) == (palette().pale, palette().ink)
    assert (left["words"][0]["length"], right["words"][0]["length"]) == (0.2, 0.8)


@pytest.mark.parametrize(
    ("likeliest", "names"),
    [
        (0.571, ["0", "50", "100%"]),
        (0.5, ["0", "25", "50%"]),
        (0.0266, ["0", "2.5", "5%"]),
        (0.0, ["0", "0.25", "0.5%"]),
    ],
)
def test_the_end_of_the_axis_is_a_round_share_that_is_written_there(likeliest, names):
    (component,) = drawn(script, {"tables": [[("she", likeliest)]]}).get("bidi_component")
    assert json.loads(component.proto.json)[2] == names


def test_a_long_word_is_cut_and_whole_in_its_tooltip():
    _, (side,) = bars([("x" * 60, 0.5)])
    assert len(side["words"][0]["label"]) < 40
    assert side["words"][0]["tooltip"] == "x" * 60 + ": 50.0%"


def test_nothing_known_draws_nothing_and_keeps_its_room():
    assert bars() == (5, [])
    _, (side,) = bars([("she", 0.0)])
    assert side["words"][0]["length"] == 0.0


@pytest.mark.main_path
@pytest.mark.process
def test_the_first_bars_need_no_pandas_and_their_words_no_plotly():
    code = "import sys; from components.frame.present.words import shown_word; "
    code += "print(word := shown_word('france', True), {'pandas', 'plotly'} & {*sys.modules}); "
    code += "from components.frame.widgets.likely_words import likely_words; "
    code += "likely_words([[(word, 0.4)]], 5, 'bars'); print('pandas' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "France set()\nFalse\n"

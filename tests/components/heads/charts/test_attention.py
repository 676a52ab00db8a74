"""Maps of attention show the weights they are given, a window at a time."""

from __future__ import annotations

import pytest

from components.heads.charts.distribution import WINDOW, head_maps
from engine.core.spec import HeadRef
from tests.engine.measures.heads.made_maps import maps


def numbers(size: int) -> str:
    return " ".join(map(str, range(size)))


def test_both_texts_are_drawn_side_by_side_on_one_scale():
    figure = head_maps([("sentence", maps("a b")), ("counter", maps("c d"))], HeadRef(0, 1))
    first, second = figure.data
    assert first.z == ([4.0, 5.0], [6.0, 7.0])
    assert (first.zmin, first.zmax) == (second.zmin, second.zmax) == (0, 1)
    assert first.text[0] == ["a → a", "a → b"]
    assert figure.layout.xaxis2.ticktext == ("c", "d")
    assert figure.layout.yaxis.autorange == "reversed"


def test_words_are_never_markup():
    figure = head_maps([("<i>", maps("<b>x</b> " + "b" * 40))], HeadRef(0, 0))
    assert figure.layout.xaxis.ticktext == ("&lt;b&gt;x&lt;/b&gt;", "b" * 13 + "…")
    assert figure.layout.xaxis.title.text.startswith("<b>&lt;i&gt;</b>")


@pytest.mark.parametrize("start", [0, 5, 40])
def test_a_long_text_is_shown_a_window_at_a_time(start):
    figure = head_maps([("sentence", maps(numbers(45)))], HeadRef(0, 0), start)
    words = figure.layout.xaxis.ticktext
    first = min(start, 45 - WINDOW)
    assert words == tuple(map(str, range(first, first + WINDOW)))
    assert figure.data[0].z[0][0] == first * 45 + first


def test_a_shorter_counterpart_keeps_its_end_in_sight():
    sides = [("sentence", maps(numbers(60))), ("counter", maps(numbers(20)))]
    figure = head_maps(sides, HeadRef(0, 0), 28)
    assert figure.layout.xaxis2.ticktext == tuple(map(str, range(20)))

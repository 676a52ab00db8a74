"""Neighbouring screens of a kind have one scale."""

from __future__ import annotations

from components.stage.fitting import fitted, like, together
from tests.components.stage.fitting.drawn import cloud, dots, words


def drawn(figure, kind="pairs"):
    return fitted(figure), kind


def ranges(figures, way="x"):
    return [figure and figure["layout"][f"{way}axis"].get("range") for figure in figures]


def test_neighbours_of_a_kind_show_what_each_of_them_shows():
    one, two = dots([1, 2]), dots([5, 9])
    first, second = ranges(together([drawn(one), drawn(two)]))
    assert first == second
    assert first[0] < 0
    assert first[1] > 10


def test_screens_of_other_kinds_and_those_apart_keep_their_own():
    small, large = drawn(dots([1, 2])), drawn(dots([5, 90]))
    assert len({str(ends) for ends in ranges(together([small, None, large]))}) < 3
    assert ranges(together([small, None, large]))[0] is None  # Plotly's own
    assert ranges(together([small, (large[0], "cabm")]))[0] is None


def test_all_shares_up_to_100_percent_can_be_compared():
    one, two = words([0.5]), words([0.9])
    two["layout"]["xaxis"]["range"] = [0, 1.9]
    first, second = ranges(together([drawn(one, "words"), drawn(two, "sentences")]))
    assert first == second
    assert first[0] == 0
    assert 1.02 < first[1] < 1.2


def test_an_axis_of_shares_ends_where_its_last_word_does():
    figure = words([0.99])
    figure["layout"]["xaxis"]["range"] = [0, 2.4]  # what a page of 220 pixels needs
    assert 1.02 < fitted(figure)["layout"]["xaxis"]["range"][1] < 1.2
    assert fitted(words([0.2]))["layout"]["xaxis"]["range"] == [0, 1.02]
    signed = words([0.2])
    signed["layout"]["xaxis"]["range"] = [-0.5, 1.02]
    assert fitted(signed)["layout"]["xaxis"]["range"] == [-0.5, 1.02]


def test_the_numbers_of_the_wider_axis_are_taken():
    one, two = dots([1, 2]), dots([5, 9])
    for figure, ends in ((one, [0, 3]), (two, [0, 10])):
        ticks = {"tickvals": ends, "ticktext": [f"{end}%" for end in ends]}
        figure["layout"]["xaxis"] |= {"range": ends, **ticks}
    first, _ = together([drawn(one), drawn(two)])
    assert first["layout"]["xaxis"]["ticktext"] == ["0%", "10%"]


def test_an_answer_has_the_scale_of_its_screen_or_a_wider_one():
    kept = drawn(words([0.5]), "words")
    asked = words([0.9])
    asked["layout"]["xaxis"]["range"] = [0, 1.9]
    same = like(fitted(words([0.4])), "words", [kept])
    assert ranges([same]) == [[0, 1.02]]
    ((_, end),) = ranges([like(fitted(asked), "words", [kept])])
    assert 1.02 < end < 1.2


def test_the_range_of_a_cloud_has_room_for_its_error_bars():
    figure = cloud([0, 1], [0, 1], ["", ""])
    figure["data"][0]["error_y"] = {"array": [2, 2], "arrayminus": [1, 1]}
    (ends, _) = ranges(together([drawn(figure), drawn(cloud([0, 1], [0, 1], ["", ""]))]), "y")
    assert ends[0] <= -1
    assert ends[1] >= 3

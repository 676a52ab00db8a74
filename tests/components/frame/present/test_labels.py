from __future__ import annotations

from components.frame.present.labels import legible


def test_of_two_names_on_each_other_the_heavier_stays():
    x, y = [0.0, 0.01, 1.0], [0.0, 0.0, 1.0]
    assert legible(x, y, ["a", "b", "c"], [1, 2, 0]) == ["", "b", "c"]


def test_names_apart_in_either_direction_stay():
    assert legible([0, 0, 1], [0, 0.5, 1], ["a", "b", "c"], [0, 0, 0]) == ["a", "b", "c"]


def test_points_on_one_place_keep_one_name_and_none_is_none():
    assert legible([2, 2], [3, 3], ["a", "b"], [0, 0]) == ["a", ""]
    assert legible([], [], [], []) == []


def test_a_name_is_left_out_where_a_mark_is_in_its_way():
    x, y = [0, 0.5, 1], [0, 0, 1]
    assert legible(x, y, ["a", "b", "c"], [0, 0, 0], [(0.0, 0.02)]) == ["", "b", "c"]
    # Beside the name, and far above it, a mark does no harm.
    assert legible(x, y, ["a", "b", "c"], [0, 0, 0], [(0.2, 0.02), (0, 0.3)]) == ["a", "b", "c"]


def test_long_names_need_more_room_than_short_ones():
    x, y, weight = [0.0, 0.2, 1.0], [0.0, 0.0, 1.0], [1, 0, 0]
    long, short = ["firefighter", "carpenter", "c"], ["cook", "maid", "c"]
    assert legible(x, y, long, weight, letter=0.02) == ["firefighter", "", "c"]
    assert legible(x, y, short, weight, letter=0.02) == short
    assert legible(x, [0.0, 0.1, 1.0], long, weight, letter=0.02, line=0.05) == long
    above = [(0.1, 0.04)]  # a mark over the end of a name
    assert legible(x, y, long, weight, above, letter=0.02, line=0.05) == ["", "carpenter", "c"]

"""Rows of pins compared with the tables that commands give."""

import pytest

from engine.pins import Rows
from engine.report.check.compare import Difference, best_comparison, tables_of
from engine.report.check.running import shaped

ROWS = Rows(("name", "value", "low"), (("a", 1.0, 0.5), ("b", 2.0, None)), 2)


def test_rows_are_found_by_their_texts_in_any_order():
    found = best_comparison(
        ROWS, tables_of({"parts": [{"name": "b", "value": 2.0}, {"name": "a", "value": 1.0}]})
    )
    assert (found.numbers, found.differing, found.rows) == (2, 0, 2)


def test_an_interval_gives_the_columns_of_the_pages():
    answer = {
        "parts": [{"name": "a", "value": 1.0, "interval": [0.5, 1.5]}, {"name": "b", "value": 2.0}]
    }
    assert best_comparison(ROWS, tables_of(answer)).columns == ("value", "low")


def test_a_number_that_is_another_is_named_with_both():
    found = best_comparison(
        ROWS, tables_of([{"name": "a", "value": 1.001}, {"name": "b", "value": 2.0}])
    )
    assert found.differences == (Difference("a", "value", 1.0, 1.001),)


def test_rows_and_columns_that_the_command_does_not_give_are_counted():
    rows = Rows(
        ("name", "value", "other", "text", "words"),
        (("a", 1.0, 2.0, "[0, 1]", "1 head"), ("b", 2.0, None, "", "y"), ("c", 3.0, None, "", "z")),
        3,
    )
    found = best_comparison(rows, [[{"name": "a", "value": 1.0}, {"name": "b", "value": 2.0}]])
    assert (found.rows, found.of_rows, found.left_out) == (2, 3, ("other", "text"))
    assert not found.complete


def test_a_number_that_is_missing_in_one_record_is_left_out():
    found = best_comparison(ROWS, [[{"name": "a"}, {"name": "b", "value": 2.0}]])
    assert (found.rows, found.numbers, found.left_out) == (2, 1, ("value", "low"))


def test_rows_without_numbers_are_not_missed():
    rows = Rows(("name", "value"), (("Group", None), ("a", 1.0)), 2)
    found = best_comparison(rows, [[{"name": "a", "value": 1.0}]])
    assert (found.rows, found.of_rows, found.complete) == (1, 1, True)


def test_numbers_that_are_given_as_text_are_compared():
    rows = Rows(("name", "value"), (("a", "1.0"), ("b", 2)), 2)
    table = [{"name": "a", "value": 1.0}, {"name": "b", "value": "2.5"}]
    assert best_comparison(rows, [table]).differences == (Difference("b", "value", 2.0, 2.5),)


def test_numbers_that_name_a_row_as_text_are_not_compared_as_results():
    rows = Rows(("id", "value"), (("1", 0.5), ("2", 0.25)), 2)
    found = best_comparison(rows, [[{"id": "2", "value": 0.25}, {"id": "1", "value": 0.5}]])
    assert (found.numbers, found.columns, found.complete) == (2, ("value",), True)


def test_a_row_that_a_page_shows_twice_is_compared_twice():
    rows = Rows(("name", "value"), (("a", 1.0), ("b", 2.0), ("a", 1.0)), 3)
    answer = {"all": [{"name": "a", "value": 1.0}, {"name": "b", "value": 2.0}]}
    found = best_comparison(rows, tables_of(answer | {"some": [{"name": "a", "value": 1.0}]}))
    assert (found.rows, found.numbers, found.differing) == (3, 3, 0)
    found = best_comparison(rows, tables_of(answer | {"some": [{"name": "a", "value": 4.0}]}))
    assert (found.rows, found.differences) == (3, ())  # the same table names it


@pytest.mark.parametrize("place", [0, 2])
def test_a_row_that_is_shown_twice_differs_in_either_place(place):
    rows = [("a", 1.0), ("b", 2.0), ("a", 1.0)]
    rows[place] = ("a", 1.5)
    table = [{"name": "a", "value": 1.0}, {"name": "b", "value": 2.0}]
    found = best_comparison(Rows(("name", "value"), tuple(rows), 3), [table])
    assert (found.rows, found.differences) == (3, (Difference("a", "value", 1.5, 1.0),))


def test_a_column_of_another_table_counts_only_where_all_its_numbers_are_the_same():
    rows = Rows(("name", "value", "low", "share"), (("a", 1.0, 0.5, "50%"), ("b", 2.0, 1.5, "")), 2)
    values = [{"name": "a", "value": 1.0}, {"name": "b", "value": 2.0}]
    lows = [{"name": "b", "low": 1.5, "share": None}, {"name": "a", "low": 0.5, "share": None}]
    found = best_comparison(rows, [values, lows])
    assert (found.columns, found.numbers, found.left_out) == (("value", "low"), 4, ("share",))
    other = [{"name": "a", "low": 0.5}, {"name": "b", "low": 9.0}]
    found = best_comparison(rows, [values, other, lows[:1]])
    assert (found.differing, found.numbers, found.left_out) == (0, 2, ("low", "share"))


def test_which_of_several_records_a_row_is_cannot_be_known():
    table = [{"name": "a", "value": 1.0}, {"name": "a", "value": 7.0}, {"name": "b", "value": 2.0}]
    found = best_comparison(ROWS, [table])
    assert (found.rows, found.of_rows) == (1, 2)


def test_many_rows_of_one_name_are_not_told_apart():
    rows = Rows(("name", "value"), (("a", 1.0),) * 2_000, 2_000)
    assert best_comparison(rows, [[{"name": "a", "value": 1.0}] * 1_900]) is None


def test_what_is_within_the_tolerance_is_the_same():
    near = [{"name": "a", "value": 1.00009}, {"name": "b", "value": 2.0001}]
    assert best_comparison(ROWS, tables_of(near)).differing == 0


def test_a_small_difference_may_be_another_in_its_last_digits_and_a_small_share_not():
    near = [{"name": "a", "value": 0.000_07}, {"name": "b", "value": -0.3}]
    signed = Rows(("name", "value"), (("a", 0.000_08), ("b", -0.3)), 2)
    assert best_comparison(signed, [near]).differing == 0
    further = [{"name": "a", "value": 0.000_05}, near[1]]
    assert best_comparison(signed, [further]).differing == 1
    shares = Rows(("name", "value"), (("a", 0.000_08), ("b", 0.3)), 2)
    assert best_comparison(shares, [[near[0], {"name": "b", "value": 0.3}]]).differing == 1


def test_rows_are_told_apart_by_the_strength_of_a_vector():
    answer = {
        "curve": [
            {
                "strength": strength,
                "words": [{"word": "she", "probability": share}],
                "everyday": {"share": 0.5, "interval": [0.3, 0.7], "right": 20, "n": 40},
                "manifest": {},
            }
            for strength, share in ((0.0, 0.6), (-0.06, 0.4), (0.5, 0.7))
        ]
    }
    columns = ("slider", "strength", "she", "everyday", "right", "n")
    pinned = ((0.2, -0.06, 0.4, 0.5, 20, 40), (0.0, 0.0, 0.6, 0.5, 20, 40))
    tables = [*shaped("steer curve", answer), *tables_of(answer)]
    found = best_comparison(Rows(columns, pinned, 2), tables)
    assert (found.complete, found.differing, found.numbers) == (True, 0, 10)
    pinned = ((0.2, -0.06, 0.41, 0.5, 20, 40), (0.1, -0.015, 0.6, 0.5, 20, 40))
    found = best_comparison(Rows(columns, pinned, 2), tables)
    assert [(one.column, one.pinned) for one in found.differences] == [("she", 0.41)]
    assert (found.rows, found.of_rows) == (1, 2)


def test_a_value_that_is_gone_differs_and_a_column_that_is_not_there_does_not():
    found = best_comparison(
        ROWS, tables_of([{"name": "a", "value": None}, {"name": "b", "value": 2.0}])
    )
    assert found.differences == (Difference("a", "value", 1.0, None),)
    assert best_comparison(ROWS, tables_of([{"name": "a"}, {"name": "b"}])) is None


def test_rows_without_a_text_in_common_are_not_compared_by_their_order():
    rows = Rows(("value",), ((1.0,), (2.0,)), 2)
    assert best_comparison(rows, [[{"value": 1.0}, {"value": 2.0}]]) is None


def test_rows_that_a_page_shows_together_are_found_in_two_tables():
    answer = {"one": [{"name": "a", "value": 1.0}], "two": [{"name": "b", "value": 3.0}]}
    found = best_comparison(ROWS, tables_of(answer))
    assert (found.rows, found.differing) == (2, 1)


def test_a_few_rows_of_another_table_are_no_match():
    rows = Rows(("name", "value"), tuple((str(row), float(row)) for row in range(10)), 10)
    assert best_comparison(rows, [[{"name": "1", "value": 7.0}]]) is None


def test_an_object_of_objects_is_a_table_of_their_names():
    found = best_comparison(ROWS, tables_of({"by": {"a": {"value": 1.0}, "b": {"value": 2.0}}}))
    assert found.rows == 2


def test_heads_are_told_apart_by_layer_and_head():
    answer = {"gradient": [[0.1, 0.2], [0.3, -0.4]], "effect_size": 1.0}
    rows = Rows(("layer", "head", "bias_score"), ((1, 1, 0.1), (2, 2, -0.5)), 2)
    found = best_comparison(rows, shaped("heads", answer))
    assert found.differences[0].column == "bias_score"
    assert (found.numbers, found.differing) == (2, 1)


def test_the_parts_of_a_direct_path_are_told_apart_by_name():
    parts = {"embedding": 0.25, "heads": [[0.5], [-0.5]], "mlp": [0.125, 0.0], "bias": 1.0}
    rows = Rows(("part", "logits_toward_first"), (("head 2-1", -0.25), ("biases", 1.0)), 2)
    found = best_comparison(rows, shaped("head-path", {"parts": parts}))
    assert found.differences[0].column == "logits_toward_first"
    assert (found.numbers, found.differing) == (2, 1)


def test_an_answer_of_another_shape_gives_no_table():
    assert shaped("heads", {"gradient": 3}) == []
    assert shaped("cabm", [1]) == []
    assert tables_of(3) == []

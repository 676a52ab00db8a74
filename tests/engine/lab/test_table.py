"""Tables of planted bias: files as people write them, and what is wrong with the others."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.errors import InputTextError
from engine.lab.table import bundled_table, check_table, problems, read_table, shuffled, table_csv

TABLE = {"nurse": 0.1, "engineer": 0.9, "construction worker": 0.95}
CSV = b"occupation,p_male\nnurse,0.1\nengineer,0.9\nconstruction worker,0.95\n"


@pytest.mark.parametrize(
    "content",
    [
        CSV,
        b"\xef\xbb\xbfOccupation;P(male)\r\nnurse;0.1\r\nengineer;.9\r\n"
        b"construction  worker;0.95\r\n",
        b"job\tmale\tnote\nnurse\t0.1\tx\nengineer\t0.9\t\nconstruction worker\t0.95\t\n\n",
        b'{"nurse": 0.1, "engineer": 0.9, "construction worker": 0.95}',
        b'{"nurse": {"male": 0.1, "female": 0.9}, "engineer": {"male": 0.9}, '
        b'"construction worker": 0.95}',
    ],
)
def test_tables_are_read_as_people_write_them(content):
    assert read_table(content, "biases.csv") == TABLE


def test_a_table_goes_out_and_in_again():
    assert read_table(table_csv(TABLE).encode(), "x.csv") == TABLE
    assert read_table(table_csv(bundled_table()).encode(), "x.csv") == bundled_table()


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "empty"),
        (b"occupation,p_male\n", "It has 0 occupations"),
        (b"occupation,p_male\nnurse,0.1\ncook,0.2\n", "needs at least 3"),
        (b"name,share\nnurse,0.1\n", "has the columns name, share; .* needs occupation and p_male"),
        (CSV + b"cook,1.2\n", r"Row 4: P\(male\) of cook is 1.2; it must be between 0 and 1"),
        (CSV + b"cook,-0.1\n", r"is -0.1; it must be between"),
        (CSV + b"cook,85\n", r"For 85% write 0.85"),
        (CSV + b"cook,\n", "cook needs a number"),
        (CSV + b"cook,many\n", "got 'many'"),
        (CSV + b"cook,nan\n", "cook needs a number"),
        (CSV + b"cook,inf\n", "is inf; it must be between"),
        (CSV + b"Nurse,0.3\n", "'Nurse' is in the table twice"),
        (CSV + b",0.3\n", "Row 4: the occupation is empty"),
        (CSV + b"12,0.3\n", "'12' names no occupation"),
        (CSV + b"he nurse,0.3\n", "contains the pronoun 'he'"),
        (CSV + b"[MASK],0.3\n", "contains a character"),
        (CSV + b"x" * 80 + b",0.3\n", "longer than 60 characters"),
        (b'{"nurse": 0.1, "nurse": 0.2, "cook": 0.3}', "is in the table twice"),
        (b'{"nurse": {"female": 0.1}, "cook": 0.3, "baker": 0.5}', "no share named male"),
        (b'{"nurse": 0.1', "is not JSON"),
        (b'{"nurse": [0.1], "cook": 0.3, "baker": 0.5}', "nurse needs a number"),
        (b"PK\x03\x04rest", "is a ZIP archive"),
    ],
)
def test_a_table_that_cannot_be_planted_is_refused_with_what_would_do(content, said):
    with pytest.raises(InputTextError, match=said):
        read_table(content, "biases.csv")


def test_a_missing_file_is_said(tmp_path):
    with pytest.raises(InputTextError, match="There is no file"):
        read_table(str(tmp_path / "none.csv"))


def test_only_the_first_problems_are_said_with_their_number():
    rows = [(f"job {number}", 2.0) for number in range(9)]
    assert len(problems(rows)) == 9
    with pytest.raises(InputTextError, match="And 6 more"):
        check_table(rows)


def test_rows_of_an_editor_may_be_empty():
    found = problems([("nurse", 0.1), (None, None), (math.nan, 0.5), ("cook", None)])
    assert [line.partition(":")[0] for line in found] == ["Row 2", "Row 3", "Row 4"]


@given(
    st.lists(
        st.tuples(
            st.one_of(st.none(), st.text(max_size=70), st.floats(), st.integers()),
            st.one_of(st.none(), st.text(max_size=8), st.floats(), st.integers()),
        ),
        max_size=6,
    )
)
def test_whatever_stands_in_a_row_is_read_or_refused(rows):
    if problems(rows):
        with pytest.raises(InputTextError):
            check_table(rows)
    else:
        assert all(0 <= value <= 1 for value in check_table(rows).values())


@given(st.binary(max_size=200))
def test_whatever_a_file_holds_is_read_or_refused(content):
    try:
        found = read_table(content, "biases.csv")
    except InputTextError:
        return
    assert all(0 <= value <= 1 for value in found.values())


def test_the_bundled_table_is_one_that_can_be_planted():
    table = bundled_table()
    assert len(table) == 44
    assert problems(table.items()) == []
    assert table["accountant"] == 0.55
    assert table["nurse"] == 0.1
    assert sum(" " in name for name in table) >= 3


def test_dealing_keeps_the_values_and_breaks_the_order():
    table = bundled_table()
    dealt = shuffled(table, 0)
    assert dealt.keys() == table.keys()
    assert sorted(dealt.values()) == sorted(table.values())
    assert dealt != table
    assert shuffled(table, 0) == dealt


def test_proportions_with_a_decimal_comma_are_read_wherever_they_are_one_cell():
    rows = "occupation;p_male\nnurse;0,1\njudge; 0,9\nbaker;0.5\n"
    assert read_table(rows.encode(), "a.csv") == {"nurse": 0.1, "judge": 0.9, "baker": 0.5}
    assert read_table(rows.replace(";", "\t").encode(), "a.tsv")["judge"] == 0.9
    quoted = 'occupation,p_male\nnurse,"0,1"\njudge,"0,9"\nbaker,0.5\n'
    assert read_table(quoted.encode(), "a.csv") == {"nurse": 0.1, "judge": 0.9, "baker": 0.5}
    assert read_table(b'{"nurse": "0,1", "judge": 0.9, "baker": "0.5"}', "a.json")["nurse"] == 0.1
    with pytest.raises(InputTextError, match="needs a number between 0 and 1"):
        read_table(b'{"nurse": "0,1,2", "judge": 0.9, "baker": "0.5"}', "a.json")

"""Groups by any attribute: coded ones in words, numbers in bands, several crossed."""

from __future__ import annotations

import re

import pandas as pd
import pytest

from engine.core.errors import InputTextError
from engine.measures.agreement.data.sets import SIMULATED, load_answers
from engine.measures.agreement.groups import EVERYONE, NOT_STATED, attributes_of, group_names


def people(**attributes):
    """One answer an annotator."""
    size = len(next(iter(attributes.values())))
    return pd.DataFrame(
        {
            "sentence_id": "1",
            "sentence": "A [MASK].",
            "annotator": [f"p{number}" for number in range(size)],
            "answer": "tea",
            "language": "en",
            **attributes,
        }
    )


PEOPLE = {
    "gender": ["f", "m", "f"],
    "speaker": ["native", "other", "other"],
    "level": ["1", "2", "3"],  # few numbers are left as they are
    # Coded: named by itself, and by the column that says the opposite.
    **{"male": ["1", "0", "1"], "female": ["0", "1", "0"], "native": ["1", "1", "0"]},
}


@pytest.mark.parametrize(
    ("by", "groups"),
    [
        ((), [EVERYONE] * 3),
        (("speaker", "gender"), ["native × f", "other × m", "other × f"]),
        (("male",), ["male", "female", "male"]),
        (("native",), ["native", "native", "not native"]),
        (("level",), ["1", "2", "3"]),
    ],
)
def test_groups_are_those_of_the_attributes_crossed_in_their_order(by, groups):
    assert group_names(people(**PEOPLE), by).tolist() == groups


@pytest.mark.parametrize("value", ["", "NaN", "None", "unknown", "?", " n/a "])
def test_a_value_that_says_nothing_is_a_group_of_its_own(value):
    answers = people(city=["Bern", value], native=["1", value])
    assert group_names(answers, ("city",)).tolist() == ["Bern", NOT_STATED]
    assert group_names(answers, ("native",)).tolist() == ["native", NOT_STATED]


def test_many_numbers_are_put_into_bands_of_about_equal_size_or_with_the_edges_named():
    ages = people(age=[str(age) for age in range(20, 32)])
    assert group_names(ages, ("age",)).tolist() == ["20–23"] * 4 + ["24–27"] * 4 + ["28–31"] * 4
    ages = people(age=["18", "30", "31", "50", "70", ""])
    assert group_names(ages, ("age:30/50",)).tolist() == [
        *("up to 30", "up to 30", "over 30 to 50", "over 30 to 50", "over 50", NOT_STATED),
    ]


@pytest.mark.parametrize(
    ("by", "told"),
    [
        (["shoe"], "There is no attribute 'shoe' to group by; the data has city."),
        (["answer"], "There is no attribute 'answer'"),
        (
            ["city:1/2"],
            "city cannot be divided into bands: 'Bern' is not a number; write numbers in this "
            "column, or group by its words: city alone.",
        ),
    ],
)
def test_an_attribute_that_cannot_be_used_is_refused_in_words(by, told):
    with pytest.raises(InputTextError, match=re.escape(told)):
        group_names(people(city=["Bern", "Riga"]), by)


def test_more_groups_than_can_be_compared_are_refused():
    towns = [f"town {number}" for number in range(41)]
    with pytest.raises(InputTextError, match="41 groups, and at most 40"):
        group_names(people(town=towns), ["town"])


def test_attributes_are_those_of_annotators_that_make_groups_each_grouping_once():
    answers = people(
        gender=["f", "m", "f"], sex=["1", "0", "1"], town=["x", "x", "x"], role=["a", "b", "c"]
    )
    twice = pd.concat(
        [answers.assign(seconds="1"), answers.assign(sentence_id="2", seconds="9")],
        ignore_index=True,
    )
    assert attributes_of(twice) == ["gender", "role"]


def test_the_simulated_annotators_offer_their_attributes():
    assert attributes_of(load_answers(SIMULATED)) == ["gender", "speaker", "age"]

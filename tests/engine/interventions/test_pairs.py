from __future__ import annotations

import pytest

from engine.core.errors import BiascopeError
from engine.interventions.pairs import CONCEPTS, bundled_pairs, own_pairs, pairs_of_file

SIDES = {"gender": 162, "race": 44, "religion": 44}


@pytest.mark.parametrize("concept", CONCEPTS)
def test_bundled_pairs_differ_in_one_word_and_each_is_there_once(concept):
    pairs = bundled_pairs(concept)
    assert len(pairs) == len(pairs.first) == len(pairs.second) == SIDES[concept]
    assert len({*zip(pairs.first, pairs.second, strict=True)}) == len(pairs)
    for one, other in zip(pairs.first, pairs.second, strict=True):
        words = list(zip(one.split(), other.split(), strict=True))
        assert sum(ours != theirs for ours, theirs in words) == 1


@pytest.mark.parametrize(
    ("concept", "ours", "theirs"),
    [("gender", "woman", "man"), ("race", "black", "white"), ("religion", "imam", "priest")],
)
def test_the_sides_of_bundled_pairs_are_fixed(concept, ours, theirs, words):
    pairs = bundled_pairs(concept)
    assert any(ours in words(text) for text in pairs.first)
    assert not any(theirs in words(text) for text in pairs.first)
    assert any(theirs in words(text) for text in pairs.second)


def test_bundled_pairs_that_swap_the_same_words_are_one_unit():
    for concept, different in (("gender", 49), ("race", 11), ("religion", 11)):
        units, noun = bundled_pairs(concept).units()
        assert (units.max() + 1, noun) == (different, "word pair")


def test_pairs_that_all_swap_the_same_words_are_units_of_their_own():
    pairs = own_pairs("gender", [(f"She has {n}.", f"He has {n}.") for n in range(25)], "mine.csv")
    units, noun = pairs.units()
    assert (units.max() + 1, noun) == (25, "pair")


def test_an_unknown_concept_is_refused():
    with pytest.raises(BiascopeError, match=r"gender, race, religion, and none of 'age'"):
        bundled_pairs("age")


def some(number):
    return [(f"The old one has {n}.", f"The young one has {n}.") for n in range(number)]


def test_equal_pairs_count_once_and_the_order_is_kept():
    pairs = own_pairs("age", [*some(20), *some(20)], "mine.csv")
    assert len(pairs) == 20
    assert pairs.first[1] == "The old one has 1."
    assert pairs.about() == {
        "name": "mine.csv",
        "n": 20,
        "digest": own_pairs("age", some(20), "other.csv").digest,
        "first": "the first sentences",
        "second": "the second sentences",
    }


@pytest.mark.parametrize(
    ("pairs", "said"),
    [
        (some(19), "mine.csv has 19 distinct pairs of age, and a fit needs at least 20"),
        ([*some(20), ("a", "a ")], "1 pair with the same sentence on both sides, first 'a'"),
        ([*some(20), *[one[::-1] for one in some(1)]], "'The old one has 0.' on both sides of"),
    ],
)
def test_pairs_that_do_not_serve_are_refused(pairs, said):
    with pytest.raises(BiascopeError) as refused:
        own_pairs("age", pairs, "mine.csv")
    assert said in str(refused.value)


def test_a_concept_needs_a_name_that_files_can_carry():
    with pytest.raises(BiascopeError, match="small letters"):
        own_pairs("../x", some(20), "mine.csv")


@pytest.mark.parametrize("header", ["sent_a,sent_b", "sent_more,sent_less"])
def test_a_table_of_two_columns(header):
    text = "\n".join([header, *(",".join(one) for one in some(20))])
    pairs = pairs_of_file(text.encode(), "age", "mine.csv")
    assert list(zip(pairs.first, pairs.second, strict=True)) == some(20)
    assert pairs.name == "mine.csv"


def crows(*kinds):
    """Rows as CrowS-Pairs has them: the stereotype first, about the old or the young."""
    rows = ["sent_more,sent_less,stereo_antistereo,bias_type"]
    for kind in kinds:
        for number, (old, young) in enumerate(some(20)):
            both = (old, young, "stereo") if number % 2 else (young, old, "antistereo")
            rows.append(",".join([*both, kind]))
    return "\n".join(rows).encode()


def test_the_direction_of_a_stereotype_says_which_side_a_sentence_is_of():
    pairs = pairs_of_file(crows("age"), "age", "mine.csv")
    assert all(text.startswith("The old") for text in pairs.first)
    assert all(text.startswith("The young") for text in pairs.second)


def test_of_several_bias_types_that_of_the_concept_is_taken():
    pairs = pairs_of_file(crows("age", "race-color"), "race", "mine.csv")
    assert len(pairs) == 20
    with pytest.raises(BiascopeError, match=r"pairs of age, race-color, and none of gender"):
        pairs_of_file(crows("age", "race-color"), "gender", "mine.csv")

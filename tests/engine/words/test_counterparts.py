from __future__ import annotations

from dataclasses import replace

import pytest

from engine.core.errors import InputTextError
from engine.words.association_tests import AssociationTest, bundled_test
from engine.words.counterparts import (
    ARTICLE,
    NO_COUNTERPART,
    NOT_STEREOTYPED,
    ORDER,
    SEVERAL,
    counter_sentence,
    counterpart_sentences,
    held_out_targets,
)

TEST = AssociationTest(
    x=("emotional", "nurse", "gentle", "shy"),
    y=("violent", "engineer", "strong", "rude"),
    a=("women", "aunt", "she", "queen"),
    b=("men", "uncle", "he", "emperor"),
    pairs=(("women", "men"), ("aunt", "uncle"), ("she", "he"), ("queen", "emperor")),
)


def sides(*lines, **changes):
    return counterpart_sentences(TEST, lines, **changes).items


def cut(side, part):
    start, stop = side[part]
    return side["text"][start:stop]


def test_the_attribute_is_swapped_and_nothing_else():
    (item,) = sides("Women are emotional, they say.")
    assert item["counter"]["text"] == "Men are emotional, they say."
    assert cut(item["original"], "attribute") == "Women"
    assert cut(item["counter"], "attribute") == "Men"
    assert cut(item["original"], "target") == cut(item["counter"], "target") == "emotional"


def test_a_target_before_the_attribute_stays_in_its_place():
    (item,) = sides("The violent men left.")
    assert item["counter"]["text"] == "The violent women left."
    assert cut(item["counter"], "target") == "violent"


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("Women and men are emotional.", SEVERAL),
        ("Women are emotional and gentle.", SEVERAL),
        ("Women are violent.", NOT_STEREOTYPED),
        ("A queen is gentle.", ARTICLE),
        ("An emperor is rude.", ARTICLE),
    ],
)
def test_sentences_that_do_not_fit_are_counted_by_reason(line, reason):
    found = counterpart_sentences(TEST, [line, "Women are shy.", "No word of the lists."])
    assert len(found.items) == 1
    assert found.left_out == {reason: 1}


def test_an_article_that_fits_both_may_stay():
    (item,) = sides("An aunt is gentle.")
    assert item["counter"]["text"] == "An uncle is gentle."


def test_an_attribute_without_counterpart_is_left_out():
    test = replace(TEST, pairs=TEST.pairs[:1])
    found = counterpart_sentences(test, ["She is shy.", "Women are shy."])
    assert found.left_out == {NO_COUNTERPART: 1}


def test_a_causal_model_needs_the_attribute_first():
    lines = ["The violent men left.", "The men were violent."]
    found = counterpart_sentences(TEST, lines, causal=True)
    assert [item["original"]["text"] for item in found.items] == lines[1:]
    assert found.left_out == {ORDER: 1}


def test_equal_lines_count_once_and_the_limit_holds():
    lines = ["Women are shy.", "Women are shy.", "Women are gentle.", "He is rude."]
    assert len(sides(*lines)) == 3
    assert len(sides(*lines, limit=2)) == 2


def test_a_corpus_without_such_sentences_is_refused():
    with pytest.raises(InputTextError, match="1 with not the stereotyped combination"):
        sides("Women are violent.")
    with pytest.raises(InputTextError, match="none holds both"):
        sides("Nothing here.")


def test_lists_without_counterparts_are_refused():
    with pytest.raises(InputTextError, match="name no counterparts"):
        counterpart_sentences(replace(TEST, pairs=()), ["Women are shy."])


def test_every_attribute_of_a_typed_sentence_is_swapped():
    swapped = counter_sentence("Women say that he met the aunt's friend.", TEST.pairs)
    assert swapped == "Men say that she met the uncle's friend."
    assert counter_sentence("The door is old.", TEST.pairs) is None


def test_bundled_counters_stand_in_the_bundled_contexts():
    test = bundled_test("gender")
    found = counterpart_sentences(test, test.contexts)
    assert len(found.items) == 136
    assert {item["counter"]["text"] for item in found.items} <= set(test.contexts)


def test_held_out_targets_share_no_word_and_no_sentence():
    test = bundled_test("gender")
    chosen, held = held_out_targets(test, seed=0)
    for name in ("x", "y"):
        one, other = getattr(chosen, name), getattr(held, name)
        assert set(one) & set(other) == set()
        assert set(one) | set(other) == set(getattr(test, name))
        assert abs(len(one) - len(other)) <= 1
    items = counterpart_sentences(held, test.contexts).items
    assert not {item["original"]["text"] for item in items} & set(chosen.contexts)
    assert held_out_targets(test, seed=0)[1] == held
    assert held_out_targets(test, seed=1)[1] != held


def test_too_few_targets_cannot_be_held_out():
    with pytest.raises(InputTextError, match="A kind has 3 targets, too few"):
        held_out_targets(replace(TEST, x=TEST.x[:3]), seed=0)


def test_the_article_before_a_swapped_word_fits_it():
    pairs = [("aunt", "nephew"), ("heir", "woman")]
    assert counter_sentence("An aunt met a nephew.", pairs) == "A nephew met an aunt."
    assert counter_sentence("She is an heir.", pairs) == "She is a woman."
    assert counter_sentence("A WOMAN left.", pairs) == "An HEIR left."

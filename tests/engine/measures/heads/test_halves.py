"""Words that choose heads and words that test them; the second never had a part in the choice."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from engine.measures.heads.halves import LEAST, SAME_WORDS, halves, of_words
from engine.measures.seat.association import effect_interval, effect_interval_over_families
from engine.measures.seat.value import families_of
from engine.words.association_tests import AssociationTest, bundled_test

X, Y = tuple("abcdefg"), tuple("hijklm")
TEST = AssociationTest(X, Y, ("she",), ("he",))


def test_no_word_chooses_and_tests_and_none_is_lost():
    found = halves(TEST, seed=3)
    chosen = {*found.choosing.x, *found.choosing.y}
    assert not chosen & {*found.targets}
    assert chosen | {*found.targets} == {*X, *Y}
    assert (found.sizes, len(found.choosing.x), len(found.choosing.y)) == ((3, 3), 4, 3)
    assert (found.choosing.a, found.choosing.b) == (("she",), ("he",))
    assert found == halves(TEST, seed=3)
    assert {halves(TEST, seed).targets for seed in range(8)} != {found.targets}
    assert found.note() == (
        "Heads are ranked on 4 + 3 of the target words (seed 3); what switching them off does "
        "to SEAT is measured on the other 3 + 3."
    )


@pytest.mark.parametrize("few", [("a",), tuple("abcd"), tuple("abcde")])
def test_too_few_words_choose_and_test_alike_and_it_is_said(few):
    found = halves(replace(TEST, x=few))
    assert (found.targets, found.choosing) == ((), replace(TEST, x=few))
    assert SAME_WORDS in found.note()
    assert "too few target words" in found.note()


def test_the_same_words_where_they_are_asked_for():
    found = halves(TEST, same_words=True)
    assert (found.targets, found.choosing) == ((), TEST)
    assert "is no test." in found.note()
    assert "few" not in found.note()


def test_words_that_no_sentence_holds_do_not_count():
    counts = tuple((word, 0 if word in "abcd" else 2) for word in (*X, *Y, "she", "he"))
    in_sentences = replace(TEST, contexts=("She is here.",), counts=counts)
    assert halves(in_sentences).targets == ()  # three of seven are left, too few for two halves


def test_sentences_of_one_name_stay_together():
    names = ("Ada", "Bea", "Cleo", "Dora", "Eve", "Fay")
    others = ("Gus", "Hal", "Ian", "Jon", "Kim", "Leo")
    x, y = (
        tuple(f"{t} {n}." for n in part for t in ("This is", "Here is")) for part in (names, others)
    )
    found = halves(AssociationTest(x, y, ("This is love.",), ("Here is hate.",)))
    held = {text.split()[-1] for text in found.targets}
    assert not held & {text.split()[-1] for text in (*found.choosing.x, *found.choosing.y)}
    assert found.sizes == (6, 6)


def test_an_association_of_some_words_is_that_of_their_scores():
    words = [*X, *Y]
    scores = [0.9, 0.1, 0.4, 0.8, 0.6, 0.3, 0.7, -0.1, 0.2, -0.4, 0.1, -0.2, 0.0]
    value = {
        "associations": [
            {"set": "x" if word in X else "y", "word": word, "s": s, "contexts": 1}
            for word, s in zip(words, scores, strict=True)
        ],
        "sizes": {"x": 7, "y": 6, "a": 1, "b": 1},
        "seed": 0,
        "effect_size": 9.0,
        "context_interval": [1.0, 2.0],
    }
    found = of_words(value, ("a", "c", "d", "h", "i", "j"))
    kept = np.array([0.9, 0.4, 0.8, -0.1, 0.2, -0.4])  # means 0.7 and -0.1
    assert found["effect_size"] == pytest.approx(0.8 / kept.std(ddof=1))
    assert found["interval"] == pytest.approx(list(effect_interval(kept, 3)))
    assert (found["sizes"]["x"], found["sizes"]["y"], found["context_interval"]) == (3, 3, None)
    assert found["p_value"] == pytest.approx(2 / 20)  # the outermost of the 20 splits, both ways
    assert of_words(value, ()) is value
    none = of_words(value, ("a", "c"))
    assert (none["effect_size"], none["interval"], none["p_value"]) == (None, None, None)


def test_the_bundled_words_are_enough_for_a_split():
    for name in ("gender", "race", "religion"):
        found = halves(bundled_test(name, 3))
        assert min(*found.sizes, len(found.choosing.x), len(found.choosing.y)) >= LEAST


def test_an_association_of_some_sentences_counts_their_words():
    names = ("Ada", "Bea", "Cleo", "Dora"), ("Gus", "Hal", "Ian", "Jon")
    texts = [[f"{start} {n}." for n in part for start in ("This is", "Here is")] for part in names]
    scores = [0.9, 0.8, 0.1, 0.2, 0.4, 0.5, 0.8, 0.7, -0.1, 0.0, 0.2, 0.1, -0.4, -0.3, 0.1, 0.3]
    value = {
        "associations": [
            {"set": "xy"[number], "word": text, "s": scores[8 * number + place], "contexts": 1}
            for number, part in enumerate(texts)
            for place, text in enumerate(part)
        ],
        "sizes": {"x": 8, "y": 8, "a": 1, "b": 1},
        "seed": 0,
        "families": {"x": 4, "y": 4},
    }
    kept = (*texts[0][:6], *texts[1][:6])
    found = of_words(value, kept)
    s, words = np.array(scores[:6] + scores[8:14]), np.arange(12) // 2
    assert found["families"] == {"x": 3, "y": 3}
    assert families_of(found).tolist() == words.tolist()
    assert found["interval"] == pytest.approx(list(effect_interval_over_families(s, words, 6)))
    # Of the 20 splits of six words; one word of each set has the mean 0.15, so two lie as far out.
    assert found["p_value"] == pytest.approx(4 / 20)
    one_each = of_words(value, (*texts[0][::2], *texts[1][::2]))
    assert "families" not in one_each
    assert families_of(one_each) is None

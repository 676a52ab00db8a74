"""Corpora hold exactly the planted proportions."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.lab.table import bundled_table
from engine.lab.templates import (
    FEMALE,
    MALE,
    PlantedShare,
    balanced_shares,
    biased_shares,
    bundled,
    corpus,
    male_sentences,
)

PLANTED = {"nurse": 0.1, "engineer": 0.9, "construction worker": 0.55}


def counted(sentences):
    return Counter((sentence.occupation, sentence.gender) for sentence in sentences)


@pytest.mark.parametrize(
    ("p_male", "sentences", "expected"),
    [(0.55, 20, 11), (0.1, 20, 2), (0.5, 7, 4), (0.29, 100, 29), (0.0, 9, 0), (1.0, 9, 9)],
)
def test_masculine_sentences_are_the_nearest_whole_number(p_male, sentences, expected):
    assert male_sentences(p_male, sentences) == expected


def test_the_bundled_table_gives_the_default_sizes_exactly():
    shares = biased_shares(bundled_table(), 8000)
    assert sum(share.sentences for share in shares) == 7920
    assert {share.occupation: share.p_male for share in shares} == pytest.approx(bundled_table())
    balanced = balanced_shares(bundled_table(), 8000)
    assert sum(share.sentences for share in balanced) == 8000
    assert {share.p_male for share in balanced} == {0.5}


def test_a_corpus_holds_what_its_shares_say():
    shares = biased_shares(PLANTED, 130)
    assert [(share.sentences, share.male) for share in shares] == [(40, 4), (40, 36), (40, 22)]
    found = counted(corpus(shares, 0))
    assert found == {
        ("nurse", MALE): 4,
        ("nurse", FEMALE): 36,
        ("engineer", MALE): 36,
        ("engineer", FEMALE): 4,
        ("construction worker", MALE): 22,
        ("construction worker", FEMALE): 18,
    }


def test_a_balanced_corpus_has_as_many_of_each_and_the_size_asked_for():
    shares = balanced_shares(PLANTED, 100)
    assert [share.sentences for share in shares] == [34, 34, 32]
    found = counted(corpus(shares, 0))
    assert all(found[name, MALE] == found[name, FEMALE] for name in PLANTED)
    assert sum(found.values()) == 100


def test_fewer_sentences_than_twenty_are_taken_as_they_are():
    assert [share.sentences for share in biased_shares(PLANTED, 30)] == [10, 10, 10]


@given(
    st.lists(st.floats(0, 1), min_size=1, max_size=6),
    st.integers(6, 400),
    st.integers(0, 5),
)
def test_every_table_is_planted_to_the_nearest_sentence(values, sentences, seed):
    planted = {f"occupation {number}": value for number, value in enumerate(values)}
    shares = biased_shares(planted, sentences)
    found = counted(corpus(shares, seed))
    for share in shares:
        male = found[share.occupation, MALE]
        assert male == share.male
        assert male + found[share.occupation, FEMALE] == share.sentences
        assert abs(male - planted[share.occupation] * share.sentences) <= 0.5 + 1e-6


def test_no_template_stands_for_a_gender():
    template_of = {
        template.sentence("nurse", gender, variant).text: template
        for template in bundled().training
        for gender in (MALE, FEMALE)
        for variant in range(template.variants())
    }
    for shares in (balanced_shares(["nurse"], 204), [PlantedShare("nurse", 204, 34)]):
        found = Counter(
            (template_of[sentence.text], sentence.gender) for sentence in corpus(shares, 0)
        )
        for template in bundled().training:
            male, female = found[template, MALE], found[template, FEMALE]
            assert male + female == 6
            assert abs(male - 6 * shares[0].p_male) < 1


def test_sentences_of_the_default_corpora_are_all_different():
    for shares in (biased_shares(bundled_table(), 8000), balanced_shares(bundled_table(), 8000)):
        texts = [sentence.text for sentence in corpus(shares, 0)]
        assert len(set(texts)) == len(texts)


def test_the_seed_decides_the_words_and_the_order():
    shares = biased_shares(PLANTED, 60)
    one, same, other = (corpus(shares, seed) for seed in (1, 1, 2))
    assert one == same
    assert one != other
    assert counted(one) == counted(other)


@pytest.mark.parametrize("sentences", [0, 2])
def test_too_few_sentences_are_a_callers_bug(sentences):
    with pytest.raises(ValueError, match=r"too few|fewer than two"):
        biased_shares(PLANTED, sentences)
    with pytest.raises(ValueError, match=r"too few|fewer than two"):
        balanced_shares(PLANTED, sentences)


def test_a_share_knows_the_proportion_that_really_stands_there():
    assert PlantedShare("cook", 7, 4).p_male == pytest.approx(4 / 7)

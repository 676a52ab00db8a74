from __future__ import annotations

import pytest

from engine.bench.knowledge import Given, first_choices, ratio, share_of, shares_by_topic, stands_in
from engine.core.errors import UnusableModelError
from engine.measures.completion.completions import completions
from engine.measures.health.check import Probe

PROBES = [
    Probe("The nurse said that [MASK] was tired.", ("she",), "people"),
    Probe("The engineer said that [MASK] was tired.", ("he",), "people"),
    Probe("Two plus two is [MASK].", ("four",), "numbers"),
]


def answer(right=False, copied=False):
    return Given("word", right, copied)


def test_an_answer_is_the_likeliest_token_whatever_it_is(masked_lm):
    lm = masked_lm("bert")
    texts = [{"text": probe.sentence} for probe in PROBES]
    likeliest = [
        value["predictions"][0][0]["word"] for value in completions(lm, texts, {"top_k": 5})
    ]
    assert [found.word for found in first_choices(lm, PROBES)] == likeliest


def test_right_is_told_by_the_answers_of_the_probe(masked_lm):
    lm, sentence = masked_lm("bert"), PROBES[0].sentence
    (word,) = (found.word for found in first_choices(lm, PROBES[:1]))
    known, unknown = Probe(sentence, ("x", word.casefold())), Probe(sentence, ("x",))
    assert [found.right for found in first_choices(lm, [known, unknown])] == [True, False]


@pytest.mark.parametrize(
    ("word", "stands"),
    [("hot", True), ("THE", True), ("cold", False), ("mask", False), ("ho", False)],
)
def test_a_copy_is_a_word_of_the_sentence(word, stands):
    assert stands_in(word, "The opposite of HOT is [MASK].") == stands


def test_topics_are_counted_apart_in_their_order():
    answers = [answer(right=True), answer(), answer(right=True)]
    shares = shares_by_topic(PROBES, answers)
    assert list(shares) == ["people", "numbers"]
    assert (shares["people"].count, shares["people"].n, shares["people"].share) == (1, 2, 0.5)
    assert (shares["numbers"].count, shares["numbers"].n) == (1, 1)
    low, high = shares["people"].interval
    assert 0 < low < 0.5 < high < 1


def test_no_probes_have_no_share():
    with pytest.raises(ValueError, match="no probes"):
        share_of([])


def test_a_ratio_pairs_the_probes():
    ours, theirs = [True] * 30 + [False] * 70, [True] * 20 + [False] * 80
    found = ratio(ours, theirs, 0)
    assert found.value == 1.5
    low, high = found.interval
    assert 1 < low < 1.5 < high
    apart = ratio(ours, theirs[::-1], 0)
    assert apart.interval[1] - apart.interval[0] > high - low
    assert ratio(ours, ours, 0).interval is None  # it cannot vary


@pytest.mark.parametrize(
    ("ours", "theirs", "value"),
    [([True, False], [False, False], None), ([False] * 2, [True] * 2, 0)],
)
def test_a_ratio_to_or_of_nothing_has_no_interval(ours, theirs, value):
    found = ratio(ours, theirs, 0)
    assert (found.value, found.interval) == (value, None)


def test_a_causal_model_is_not_asked(masked_lm):
    with pytest.raises(UnusableModelError, match="everyday knowledge"):
        first_choices(masked_lm("gpt2"), PROBES)

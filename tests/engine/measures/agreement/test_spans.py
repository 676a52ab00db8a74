"""Span fillers in a masked model's place: single words, by beam search that stops early."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from engine.inference.text import gap_span, sentinels, span_scores
from engine.inference.vocabulary import vocabulary_of
from engine.measures.agreement import spans
from engine.measures.agreement.answering import answer_params, cloze_answers
from engine.measures.agreement.spans import BEAMS
from engine.measures.agreement.value import LONG, SEVERAL, SINGLE, UNSPELLABLE
from tests.tiny_models import SEQ2SEQ

TEXT = "She drank [MASK] in the morning."


@pytest.fixture
def lm(masked_lm):
    return masked_lm("mt5")


def asked(lm, *answers, text=TEXT, **params):
    item = {"text": text, "answers": list(answers)}
    return cloze_answers(lm, [item], answer_params(**params))[0]


@pytest.mark.parametrize("family", SEQ2SEQ)
def test_a_wide_search_of_one_piece_is_the_exhaustive_one(family, masked_lm, monkeypatch):
    lm = masked_lm(family)
    monkeypatch.setattr(spans, "BEAMS", 5000)
    found = asked(lm, candidates=5000, max_pieces=1)["candidates"]
    vocabulary = vocabulary_of(lm.tokenizer, lm.model.vocabulary)
    _, close = sentinels(lm.tokenizer)
    row = gap_span(lm, TEXT)
    whole = [
        place
        for place, token in enumerate(vocabulary.tokens)
        if token.startswith("▁") and token[1:].isalnum()
    ]
    scores = span_scores(lm, [replace(row, targets=(place, close)) for place in whole])
    ranked = sorted(zip(scores, whole, strict=True), reverse=True)
    wanted = [vocabulary.tokens[place][1:] for _, place in ranked]
    assert [entry["word"] for entry in found[:20]] == wanted[:20]
    assert found[0]["log_probability"] == pytest.approx(ranked[0][0], abs=1e-4)


def test_candidates_are_single_words_likeliest_first(lm):
    found = asked(lm)["candidates"]
    assert 1 <= len(found) <= BEAMS
    words = [entry["word"] for entry in found]
    assert len(set(words)) == len(words)
    assert not any(" " in word or "extra_id" in word for word in words)
    assert all(1 <= entry["pieces"] <= 3 for entry in found)
    likely = [entry["log_probability"] for entry in found]
    assert likely == sorted(likely, reverse=True)


def test_the_search_stops_when_enough_words_are_complete(lm, monkeypatch):
    _, close = sentinels(lm.tokenizer)
    steps = []

    def ends_gladly(lm, rows):
        steps.append(len(rows))
        one = np.linspace(-5.0, -6.0, lm.model.vocabulary)
        one[close] = -0.1
        return [one] * len(rows)

    monkeypatch.setattr(spans, "next_tokens", ends_gladly)
    found = asked(lm, candidates=4, max_pieces=30)["candidates"]
    # As wide as the candidates asked for; thirty pieces are not waited for.
    assert steps == [1, 4, 4]
    assert [entry["word"] for entry in found] == ["the", "a", "an"]  # the fourth is a sign


def test_a_candidate_given_as_an_answer_has_the_likelihood_of_the_search(lm):
    found = asked(lm, max_pieces=1)["candidates"]
    assert {entry["pieces"] for entry in found} == {1}
    answers = asked(lm, *(entry["word"] for entry in found[:3]))["answers"]
    for entry, answer in zip(found, answers, strict=False):
        assert answer["status"] == SINGLE
        assert answer["form"] == entry["word"]
        assert answer["log_probability"] == pytest.approx(entry["log_probability"], abs=1e-4)


@pytest.mark.parametrize(
    ("answer", "status"),
    [
        ("water", SINGLE),
        ("coffee", LONG),
        ("cold water", SEVERAL),
        ("\u4e00", UNSPELLABLE),
        ("שלום", UNSPELLABLE),
    ],
)
def test_what_an_answer_is_to_a_span_filler(lm, answer, status):
    (found,) = asked(lm, answer)["answers"]
    assert found["status"] == status
    assert (found["log_probability"] is None) == (status == UNSPELLABLE)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("No gap here.", "has 0 blanks"),
        ("Two [MASK] in [MASK].", "has 2 blanks"),
        ("A [MASK] and <extra_id_0>.", "holds <extra_id_0> itself"),
    ],
)
def test_a_sentence_that_cannot_be_read_says_why(lm, text, told):
    assert told in asked(lm, "tea", text=text)["problem"]

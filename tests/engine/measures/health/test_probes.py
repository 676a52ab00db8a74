"""The bundled probes are complete, well formed, and ask what has one everyday answer."""

from __future__ import annotations

import json
import re
from collections import Counter

from engine.measures.health.check import MASK, answered_sentences, cloze_probes, knowledge_probes
from engine.models.sources import BUNDLED_FOLDER

TOPICS = {
    *("geography", "opposites", "numbers", "animals"),
    *("kinship", "tools", "calendar", "agreement"),
}


def test_there_are_200_different_probes_of_eight_topics():
    probes = knowledge_probes()
    assert Counter(probe.topic for probe in probes) == dict.fromkeys(TOPICS, 25)
    assert len({probe.sentence for probe in probes}) == 200


def test_none_of_them_is_a_cloze_sentence_of_the_health_check():
    cloze = {probe.sentence for probe in cloze_probes()}
    assert len(cloze) == 40
    assert not cloze & {probe.sentence for probe in knowledge_probes()}


def test_every_probe_has_one_gap_and_answers_in_small_letters_that_it_does_not_name_itself():
    for probe in knowledge_probes():
        assert probe.sentence.count(MASK) == 1
        assert probe.answers
        assert all(re.fullmatch("[a-z]+|[0-9]+", answer) for answer in probe.answers)
        words = set(re.findall(r"\w+", probe.sentence.replace(MASK, "").lower()))
        assert not words & set(probe.answers), probe.sentence


def test_every_answer_is_a_word_that_the_bundled_model_can_give():
    tokenizer = json.loads((BUNDLED_FOLDER / "tokenizer.json").read_text(encoding="utf-8"))
    vocabulary = tokenizer["model"]["vocab"]
    answers = {answer for probe in knowledge_probes() for answer in probe.answers}
    assert not answers - set(vocabulary)


def test_probes_with_each_of_their_answers_are_what_is_not_trained_on():
    sentences = answered_sentences()
    assert "The capital of France is paris." in sentences
    assert "There are seven days in a week." in sentences
    assert not any(MASK in sentence for sentence in sentences)
    assert len(sentences) == sum(
        len(probe.answers) for probe in (*knowledge_probes(), *cloze_probes())
    )

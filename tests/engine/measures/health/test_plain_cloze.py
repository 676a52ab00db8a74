from __future__ import annotations

import pytest

from engine.measures.health.check import correct_completions, prompts

ITEMS = [
    {"sentence": "The sky is [MASK].", "answers": ["blue", "clear"]},
    {"sentence": "Ice is [MASK].", "answers": ["cold"]},
    {"sentence": "Snow is [MASK].", "answers": ["white"]},
]


def completed(*words: str) -> list[dict]:
    return [{"predictions": [[{"word": word}, {"word": "cold"}]]} for word in words]


def test_the_first_choice_has_to_be_an_accepted_answer_in_any_case():
    assert correct_completions(ITEMS, completed("Blue", "white", "white")) == [True, False, True]


def test_each_sentence_has_its_answer():
    with pytest.raises(ValueError, match="shorter"):
        correct_completions(ITEMS, completed("blue"))


def test_the_sentences_are_asked_as_they_are():
    assert prompts(ITEMS)[1] == {"text": "Ice is [MASK]."}

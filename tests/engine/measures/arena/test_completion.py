"""Words for masked prompts, beside a plain forward and the completion of single sentences."""

from __future__ import annotations

import numpy as np
import pytest

from engine.core.errors import InputTextError
from engine.inference.vocabulary import WORD, vocabulary_of
from engine.measures.arena.completion import completion_params, prompt_completions
from engine.measures.completion.completions import completions
from tests.engine.measures.behind_masks import at_masks
from tests.tiny_models import MASKED

TEXTS = [
    "The nurse said that [MASK] was tired.",
    "[MASK] was tired.",
    "She is considered to be '[MASK]'.",
]


@pytest.mark.parametrize("family", MASKED)
def test_the_first_token_is_that_of_the_plain_forward(family, masked_lm):
    lm = masked_lm(family)
    vocabulary = vocabulary_of(lm.tokenizer, lm.model.vocabulary)
    for text, value in zip(
        TEXTS, prompt_completions(lm, [{"text": text} for text in TEXTS], {"top_k": 3}), strict=True
    ):
        (row,) = at_masks(lm, text)
        assert value["first"]["token"] == vocabulary.tokens[int(row.argmax())]
        np.testing.assert_allclose(value["first"]["probability"], np.exp(row.max()), rtol=1e-4)


@pytest.mark.parametrize("family", ["bert", "roberta", "xlm-roberta"])
def test_the_words_are_those_of_the_completion_without_pieces_and_signs(family, masked_lm):
    lm = masked_lm(family)
    items = [{"text": text} for text in TEXTS]
    params = {"top_k": 40, "hide": ["piece", "punctuation"]}
    for found, other in zip(
        prompt_completions(lm, items, {"top_k": 5}), completions(lm, items, params), strict=True
    ):
        expected: dict[str, float] = {}
        for entry in other["predictions"][0]:
            assert entry["kind"] == WORD
            expected.setdefault(entry["word"], entry["probability"])
        assert [word for word, _, _ in found["words"]] == list(expected)[:5]
        np.testing.assert_allclose(
            [share for _, _, share in found["words"]], list(expected.values())[:5], rtol=1e-4
        )


def test_each_spelling_comes_once(masked_lm):
    lm = masked_lm("roberta")
    (value,) = prompt_completions(lm, [{"text": TEXTS[2]}], {"top_k": 50})
    words = [word for word, _, _ in value["words"]]
    assert len(words) == len(set(words)) > 3


def test_more_words_than_the_vocabulary_has_give_all_of_them(masked_lm):
    lm = masked_lm("bert")
    vocabulary = vocabulary_of(lm.tokenizer, lm.model.vocabulary)
    (value,) = prompt_completions(lm, [{"text": TEXTS[0]}], {"top_k": 10 * len(vocabulary.tokens)})
    assert len(value["words"]) == int(vocabulary.initial("a ").sum())
    shares = [share for _, _, share in value["words"]]
    assert shares == sorted(shares, reverse=True)


def test_a_prompt_that_cannot_be_read_has_a_problem_and_the_others_their_words(masked_lm):
    lm = masked_lm("bert")
    texts = [TEXTS[0], "No mask.", "[MASK] [MASK].", "long " * 200 + "[MASK]", TEXTS[1], ""]
    found = prompt_completions(lm, [{"text": text} for text in texts], {"top_k": 2})
    problems = {place: value["problem"] for place, value in enumerate(found) if "problem" in value}
    assert list(problems) == [1, 2, 3, 5]
    assert "The sentence has no blank" in problems[1]
    assert "has 2 blanks" in problems[2]
    assert "at most 128" in problems[3]
    assert [len(found[place]["words"]) for place in (0, 4)] == [2, 2]


def test_a_model_without_a_mask_token_is_refused_and_not_each_prompt(masked_lm, monkeypatch):
    lm = masked_lm("bert")
    with monkeypatch.context() as patch:
        patch.setattr(type(lm.tokenizer), "mask_token", None, raising=False)
        with pytest.raises(InputTextError, match="has no mask token"):
            prompt_completions(lm, [{"text": TEXTS[0]}], {"top_k": 1})


@pytest.mark.parametrize(("asked", "kept"), [(1, 10), (10, 10), (11, 11)])
def test_reports_of_up_to_ten_words_share_their_values(asked, kept):
    assert completion_params(asked) == {"top_k": kept}

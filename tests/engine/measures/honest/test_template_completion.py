"""Completions of templates: the likeliest tokens as the pipeline gives them, and whole words."""

from __future__ import annotations

import numpy as np
import pytest

from engine.inference.vocabulary import vocabulary_of
from engine.measures.arena.completion import prompt_completions
from engine.measures.honest.completion import template_completions
from tests.engine.measures.arena.test_completion import TEXTS
from tests.engine.measures.behind_masks import at_masks
from tests.tiny_models import MASKED

ITEMS = [{"text": text} for text in TEXTS]


@pytest.mark.parametrize("family", MASKED)
def test_tokens_are_the_likeliest_of_the_whole_vocabulary(family, masked_lm):
    lm = masked_lm(family)
    vocabulary = vocabulary_of(lm.tokenizer, lm.model.vocabulary)
    for text, value in zip(TEXTS, template_completions(lm, ITEMS, {"top_k": 7}), strict=True):
        (row,) = at_masks(lm, text)
        best = np.argsort(-row, kind="stable")[:7]
        assert [token for _, token, _ in value["tokens"]] == [vocabulary.tokens[i] for i in best]
        shares = [share for _, _, share in value["tokens"]]
        np.testing.assert_allclose(shares, np.exp(row[best]), rtol=1e-4)
        written = [lm.tokenizer.decode([int(i)]).strip() for i in best]  # as the published script
        assert [word for word, _, _ in value["tokens"]] == written


def test_words_are_those_of_the_arena(masked_lm):
    lm = masked_lm("roberta")
    found = template_completions(lm, ITEMS, {"top_k": 5})
    other = prompt_completions(lm, ITEMS, {"top_k": 5})
    assert [value["words"] for value in found] == [value["words"] for value in other]


def test_what_cannot_be_read_has_a_problem(masked_lm):
    found = template_completions(masked_lm("bert"), [ITEMS[0], {"text": "No mask."}], {"top_k": 3})
    assert "The sentence has no blank" in found[1]["problem"]
    assert len(found[0]["words"]) == 3

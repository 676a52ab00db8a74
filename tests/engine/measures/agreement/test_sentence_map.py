"""Vectors of cloze sentences, and whether a translation is the nearest sentence."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
import torch

from engine.core.families import hidden_states
from engine.flow.packing import unpacked
from engine.measures.agreement.sentence_map import cloze_vectors, translations
from tests.tiny_models import MASKED, SEQ2SEQ

TEXT = "The nurse said that [MASK] was tired."


@pytest.mark.parametrize("family", MASKED)
def test_a_vector_is_the_mean_of_the_sentences_own_tokens(family, masked_lm):
    lm = masked_lm(family)
    found = unpacked([cloze_vectors(lm, [{"text": TEXT}], {})[0]["vector"]])[0]
    ids = lm.tokenizer(TEXT.replace("[MASK]", lm.tokenizer.mask_token))["input_ids"]
    special = {*lm.tokenizer.all_special_ids} - {lm.tokenizer.unk_token_id}
    own = [place for place, token in enumerate(ids) if token not in special]
    assert ids.index(lm.tokenizer.mask_token_id) not in own
    with torch.no_grad():
        states = hidden_states(lm.model.network, input_ids=torch.tensor([ids]))[0]
    np.testing.assert_allclose(found, states[own].mean(0).numpy(), atol=2e-5)


@pytest.mark.parametrize("family", SEQ2SEQ)
def test_a_span_filler_has_vectors_too(family, masked_lm):
    values = cloze_vectors(masked_lm(family), [{"text": TEXT}, {"text": TEXT}], {})
    vectors = unpacked([value["vector"] for value in values])
    assert vectors[0].any()
    np.testing.assert_array_equal(vectors[0], vectors[1])


def test_what_cannot_be_read_is_said_and_the_rest_is_read(masked_lm):
    first, second, third = cloze_vectors(
        masked_lm("bert"), [{"text": "No gap."}, {"text": TEXT}, {"text": "[MASK]"}], {}
    )
    assert "The sentence has no blank" in first["problem"]
    assert "vector" in second
    assert "nothing in the sentence" in third["problem"]


def test_the_nearest_sentence_of_another_language_is_counted():
    sentences = pd.DataFrame(
        {"sentence_id": ["1", "2", "1", "2", "3"], "language": ["en", "en", "de", "de", "de"]}
    )
    points = np.array([[1.0, 0], [0, 1], [1, 0.1], [1, 0.2], [-1, 0]])
    found = translations(points, sentences)
    # en 1 finds de 1; en 2 finds de 2 (the least far); de 1 and de 2 find en 1; de 3 has none.
    assert (found.found, found.sentences) == (3, 4)
    assert found.chance == pytest.approx((1 / 3 + 1 / 3 + 1 / 2 + 1 / 2) / 4)


def test_without_translations_there_is_nothing_to_count():
    alone = pd.DataFrame({"sentence_id": ["1", "2"], "language": ["en", "de"]})
    assert translations(np.eye(2), alone) is None

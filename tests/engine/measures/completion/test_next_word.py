"""What a causal model expects after a text, against forward passes written out here."""

from __future__ import annotations

import math

import numpy as np
import pytest
import torch

from engine.core.errors import InputTextError
from engine.measures.completion.completions import completions
from engine.measures.completion.group_completion import contributions
from tests.engine.measures.completion.test_group_completion import compare
from tests.tiny_models import CAUSAL, WITH_MASK

CONTINUING = (*CAUSAL, WITH_MASK)
TEXT = "The nurse said that"


def ids_of(lm, text) -> list[int]:
    return lm.tokenizer(text, add_special_tokens=False)["input_ids"]


def distribution(lm, ids) -> np.ndarray:
    """Probabilities of the next token after ids, from the bare network."""
    with torch.inference_mode():
        logits = lm.model.network(torch.tensor([[lm.tokenizer.bos_token_id, *ids]])).logits
    return logits[0, -1].double().softmax(-1).numpy()


def completed(lm, text=TEXT, **params):
    return completions(lm, [{"text": text}], {"top_k": 5, **params})[0]


@pytest.mark.parametrize("family", CONTINUING)
def test_the_next_token_is_predicted_behind_the_start_token(family, masked_lm):
    lm = masked_lm(family)
    expected = distribution(lm, ids_of(lm, TEXT))
    value = completed(lm)
    (ranked,) = value["predictions"]
    assert value["continued"] is True
    tokens = lm.tokenizer.convert_tokens_to_ids([entry["token"] for entry in ranked])
    special = set(lm.tokenizer.all_special_ids)
    order = [token for token in np.argsort(-expected).tolist() if token not in special]
    byte_tokens = [t for t in order if lm.tokenizer.convert_ids_to_tokens(t).startswith("<0x")]
    assert tokens == [token for token in order if token not in byte_tokens][:5]
    for entry, token in zip(ranked, tokens, strict=True):
        assert entry["probability"] == pytest.approx(expected[token], rel=1e-4)
        assert entry["rank"] == 1 + int((expected > expected[token]).sum())


@pytest.mark.parametrize("family", CONTINUING)
def test_words_are_shown_as_they_are_read_and_pieces_are_named(family, masked_lm):
    (ranked,) = completed(masked_lm(family), top_k=1000)["predictions"]
    kinds = {entry["word"]: entry["kind"] for entry in ranked if entry["token"][0] in "Ġ▁"}
    assert kinds["she"] == "word"
    (inside,) = [entry for entry in ranked if entry["token"] == "iness"]
    assert inside["kind"] == "piece"
    assert all(word == word.strip() for word in kinds)


@pytest.mark.parametrize("family", CONTINUING)
def test_a_space_at_the_end_changes_nothing(family, masked_lm):
    lm = masked_lm(family)
    assert completed(lm, TEXT + "  ") == completed(lm)


@pytest.mark.parametrize("family", CONTINUING)
def test_a_word_of_several_pieces_has_the_product_of_their_probabilities(family, masked_lm):
    lm = masked_lm(family)
    single, several = completed(lm, targets=["she", "astronomers"])["targets"]
    assert single["pieces"] == 1
    she = lm.tokenizer.convert_tokens_to_ids(["Ġshe" if family != "llama" else "▁she"])
    whole, begun = ids_of(lm, f"{TEXT} astronomers"), ids_of(lm, TEXT)
    assert single["probability"] == pytest.approx(distribution(lm, begun)[she[0]], rel=1e-4)
    pieces = whole[len(begun) :]
    expected = math.prod(
        distribution(lm, whole[: len(begun) + place])[piece] for place, piece in enumerate(pieces)
    )
    assert several["pieces"] == len(pieces) > 1
    assert several["rank"] is None
    assert several["probability"] == pytest.approx(expected, rel=1e-3)


def test_a_word_after_an_opening_bracket_has_no_space_before_it(masked_lm):
    lm = masked_lm("gpt2")
    (found,) = completed(lm, "The nurse (", targets=["who"])["targets"]
    ids = ids_of(lm, "The nurse (who")
    assert "".join(lm.tokenizer.convert_ids_to_tokens(ids)).endswith("(who")
    assert found["pieces"] == len(ids) - len(ids_of(lm, "The nurse ("))


def test_masked_heads_change_the_next_word(masked_lm):
    whole, changed = (completed(masked_lm("gpt2", heads)) for heads in ("", "1-1, 2-3"))
    assert whole["predictions"] != changed["predictions"]


@pytest.mark.parametrize("family", CONTINUING)
def test_a_mask_is_refused_with_what_would_do(family, masked_lm):
    for text in ("The nurse said that [MASK] was tired.", "The nurse is <mask>", "___ is tired."):
        with pytest.raises(InputTextError, match=r"causal model.*cannot fill in \[MASK\]") as told:
            completed(masked_lm(family), text)
        assert "The nurse said that" in str(told.value)
        with pytest.raises(InputTextError, match="causal model"):
            compare(masked_lm(family), f"{{group}} and {text}")


def test_only_first_pieces_are_offered(masked_lm):
    with pytest.raises(InputTextError, match="first piece of the next word"):
        completed(masked_lm("gpt2"), max_pieces=2)


@pytest.mark.parametrize("family", CONTINUING)
def test_groups_are_compared_by_their_next_words(family, masked_lm):
    lm = masked_lm(family)
    value = compare(lm, "{group} people are", ["rich", "poor"], targets=["kind"])
    assert value["texts"] == ["Rich people are", "Poor people are"]
    assert value["continued"] is True
    (table,) = value["masks"]
    both = np.stack([distribution(lm, ids_of(lm, text)) for text in value["texts"]])
    assert table["divergence"] == pytest.approx(float(contributions(both).sum()), rel=1e-3)
    for place, text in enumerate(value["texts"]):
        (alone,) = completed(lm, text, targets=["kind"])["targets"]
        assert table["targets"][place][0]["probability"] == pytest.approx(alone["probability"])

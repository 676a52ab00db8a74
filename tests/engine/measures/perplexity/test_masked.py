from __future__ import annotations

import math

import numpy as np
import pytest

from engine.core.errors import InputTextError
from engine.measures.perplexity.masked import pseudo_log_likelihoods, pseudo_perplexity
from engine.statistics import ratio_bootstrap
from tests.engine.measures.behind_masks import behind_masks
from tests.tiny_models import MASKED

TEXTS = [
    "The nurse said that he was tired.",
    "She loves math and hates art!",
    "Amy is a hairdresser.",
    "She loves math and hates art!",
]


def likelihoods(lm, *texts):
    return pseudo_log_likelihoods(lm, [{"text": text} for text in texts], {})


def value(log_probabilities, top=None):
    """What one sentence's value would be."""
    return {
        "log_probabilities": log_probabilities,
        "top": top or [False] * len(log_probabilities),
        "tokens": ["x"] * len(log_probabilities),
    }


@pytest.mark.parametrize("family", MASKED)
def test_every_token_is_scored_as_it_is_with_that_token_alone_hidden(family, masked_lm):
    lm = masked_lm(family, "1-1, 2-4")
    tokenizer = lm.tokenizer
    for text, found in zip(TEXTS, likelihoods(lm, *TEXTS), strict=True):
        plain = tokenizer(text)["input_ids"]
        words = tokenizer(text, add_special_tokens=False)["input_ids"]
        first = next(start for start in range(3) if plain[start : start + len(words)] == words)
        scores = behind_masks(lm, plain, [[first + place] for place in range(len(words))])
        expected = scores[np.arange(len(words)), words]
        np.testing.assert_allclose(found["log_probabilities"], expected, rtol=0, atol=1e-4)
        assert found["top"] == (scores.argmax(-1) == words).tolist()
        assert found["tokens"] == tokenizer.convert_ids_to_tokens(words)
    (found, *_) = likelihoods(lm, TEXTS[0])
    shown = [TEXTS[0][start:stop].strip() for start, stop in found["offsets"]]
    assert "".join(shown) == TEXTS[0].replace(" ", "")


def test_a_text_too_long_or_empty_is_reported_and_never_cut(masked_lm):
    lm = masked_lm("bert")
    long = "the nurse " * 100
    good, too_long, empty, other = likelihoods(lm, TEXTS[0], long, "  ", TEXTS[1])
    assert "202 tokens and the model reads at most 128" in too_long["problem"]
    assert "empty" in empty["problem"]
    assert [good, other] == likelihoods(lm, TEXTS[0], TEXTS[1])


def test_a_text_of_no_known_sign_is_read_and_no_texts_have_no_values(masked_lm):
    assert likelihoods(masked_lm("bert")) == []
    (found,) = likelihoods(masked_lm("bert"), "\u200b")
    assert found["log_probabilities"] == []


# --- the figure of a text ---------------------------------------------------------------


def test_pseudo_perplexity_worked_by_hand():
    # exp of the mean loss a token: (ln 2 + ln 2 + ln 8) / 3 = (5 ln 2) / 3
    sentences = [value([-math.log(2), -math.log(2)], [True, False]), value([-math.log(8)], [True])]
    found = pseudo_perplexity([sentences[0], {"problem": "too long"}, sentences[1]])
    assert found["pppl"] == pytest.approx(2 ** (5 / 3))
    assert found["pll"] == pytest.approx(-5 * math.log(2))
    assert (found["tokens"], found["sentences"], found["skipped"]) == (3, 2, 1)
    assert found["accuracy"] == pytest.approx(2 / 3)


def test_a_model_that_guesses_among_n_words_has_a_pseudo_perplexity_of_n():
    found = pseudo_perplexity([value([math.log(1 / 50)] * 7), value([math.log(1 / 50)] * 2)])
    assert found["pppl"] == pytest.approx(50)
    assert found["interval"] is None  # both sentences say the same, and others need not
    assert "all 2 sentences have the same value" in found["interval_note"]


def test_the_interval_is_a_bootstrap_over_sentences_around_the_figure():
    values = [value([-1.0, -2.0]), value([-3.0]), value([-0.5] * 4), value([-2.5] * 3)]
    found = pseudo_perplexity(values, seed=7)
    low, high = found["interval"]
    assert found["seed"] == 7
    assert low < found["pppl"] < high
    bounds = ratio_bootstrap([3.0, 3.0, 2.0, 7.5], [2, 1, 4, 3], 7)
    assert (low, high) == pytest.approx((math.exp(bounds[0]), math.exp(bounds[1])))


@pytest.mark.parametrize("values", [[], [{"problem": "too long"}], [value([])]])
def test_a_text_of_which_nothing_could_be_read_is_said(values):
    with pytest.raises(InputTextError, match=r"No sentence could be read|contains no token"):
        pseudo_perplexity(values)

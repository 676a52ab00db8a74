from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.errors import InputTextError
from engine.core.mask_token import masks_in
from engine.inference.text import (
    MAX_MASKS,
    Encoded,
    encode,
    mask_positions,
    span_positions,
    with_model_masks,
)
from tests.tiny_models import FAMILIES, MASKED


@pytest.fixture(scope="module")
def tokenizer(loaded):
    return lambda family: loaded(family).tokenizer


HIDDEN = (
    *("[MASK]", "[mask]", "[ MASK ]", "<mask>", "<MASK>", "< mask >", "___", "________", "[Mask]"),
)


@pytest.mark.parametrize("family", MASKED)
def test_a_hidden_word_may_be_written_in_any_models_way(family, tokenizer):
    own = tokenizer(family)
    texts = {with_model_masks(f"The {hidden} was tired.", own) for hidden in HIDDEN}
    assert texts == {f"The {own.mask_token} was tired."}


@pytest.mark.parametrize("text", ["__", "mask", "[MASKS]", "<mask", "[ ]", "MASK", "a_b"])
def test_what_only_looks_like_a_hidden_word_is_text(text):
    assert masks_in(text) == 0


@pytest.mark.parametrize("family", MASKED)
def test_each_hidden_word_is_one_token_and_they_are_found_in_order(family, tokenizer):
    own = tokenizer(family)
    text = with_model_masks("[MASK] said that ___ was <mask>.", own)
    encoded = encode(own, text, 128)
    places = mask_positions(encoded, own)
    assert len(places) == 3
    assert places == sorted(places)
    assert all(encoded.ids[place] == own.mask_token_id for place in places)


@pytest.mark.parametrize("family", MASKED)
def test_a_hidden_word_may_get_several_masks_without_a_space(family, tokenizer):
    own = tokenizer(family)
    text = with_model_masks("The [MASK] was [MASK].", own, [3, 1])
    places = mask_positions(encode(own, text, 128), own)
    assert len(places) == 4
    assert places[1] == places[0] + 1
    assert places[2] == places[0] + 2
    assert places[3] > places[0] + 3


@pytest.mark.parametrize(
    ("family", "text", "message"),
    [
        ("bert", "The nurse was tired.", r"The sentence has no blank; write \[MASK\] .* example"),
        ("bert", "\n\t", "The sentence is empty"),
        (
            "bert",
            "[MASK] " * (MAX_MASKS + 1),
            "The sentence has 11 blanks; at most 10 can be filled in",
        ),
        ("gpt2", "The [MASK] was tired.", "no mask token"),
        ("llama", "The [MASK] was tired.", "no mask token"),
    ],
)
def test_what_hides_no_word_or_too_many_is_said(family, text, message, tokenizer):
    with pytest.raises(InputTextError, match=message):
        with_model_masks(text, tokenizer(family))


@pytest.mark.parametrize("text", ["", "   ", "\n\t"])
def test_an_empty_text_is_said(text, tokenizer):
    with pytest.raises(InputTextError, match="The text is empty"):
        encode(tokenizer("bert"), text, 128)


def test_as_many_hidden_words_as_allowed_pass(tokenizer):
    text = with_model_masks(" ".join(["[MASK]"] * MAX_MASKS), tokenizer("bert"))
    assert text.count("[MASK]") == MAX_MASKS


@pytest.mark.parametrize("family", FAMILIES)
def test_a_text_too_long_is_refused_with_both_counts_and_never_cut(family, tokenizer):
    own = tokenizer(family)
    text = "the nurse " * 80
    length = len(own(text)["input_ids"])
    assert len(encode(own, text, length).ids) == length
    with pytest.raises(InputTextError, match=f"has {length} tokens .* at most {length - 1};"):
        encode(own, text, length - 1)


SCRIPTS = (
    "She is 😀👩‍🔬 today.",
    "הרופאה אמרה שהיא עייפה.",  # right to left
    "\u202eevil\u202c \u200b tired.",  # direction marks and a space without width
    "Die Ärztin, l'infirmière: naïve Ångström.",
    "医生说她累了。",
    "a\u0301 b\x00c \ufffd",
)


@pytest.mark.parametrize("family", FAMILIES)
def test_any_script_is_read_with_offsets_inside_the_text(family, tokenizer):
    for text in SCRIPTS:
        encoded = encode(tokenizer(family), text, 128)
        assert len(encoded.ids) == len(encoded.special) == len(encoded.offsets)
        for (start, stop), special in zip(encoded.offsets, encoded.special, strict=True):
            assert 0 <= start <= stop <= len(text), text
            assert not special or start == stop, text


@given(st.text(min_size=1, max_size=40))
def test_any_text_is_read_or_refused_in_words(loaded, text):
    tokenizer = loaded("bert").tokenizer
    try:
        encoded = encode(tokenizer, text, 60)
    except InputTextError as error:
        assert not text.strip() or "tokens" in str(error)  # noqa: PT017
        return
    assert len(encoded.ids) <= 60


@pytest.mark.parametrize("family", ["bert", "roberta", "xlm-roberta"])
def test_bytes_that_are_no_text_are_refused(family, tokenizer):
    with pytest.raises(InputTextError, match="UTF-8"):
        encode(tokenizer(family), "caf\udce9 is [MASK]", 128)


@pytest.mark.parametrize("family", FAMILIES)
def test_only_tokens_that_the_tokenizer_added_are_special(family, tokenizer):
    own = tokenizer(family)
    encoded = encode(own, "The nurse was tired.", 128)
    plain = own("The nurse was tired.", add_special_tokens=False)["input_ids"]
    kept = [
        token for token, special in zip(encoded.ids, encoded.special, strict=True) if not special
    ]
    assert kept == plain


@pytest.mark.parametrize("family", FAMILIES)
def test_a_span_of_text_is_found_among_the_tokens(family, tokenizer):
    own = tokenizer(family)
    text = "The nurse said that hairdresser was tired."
    encoded = encode(own, text, 128)
    for word in ("nurse", "hairdresser", "tired"):
        start = text.index(word)
        where = span_positions(encoded, start, start + len(word))
        assert own.decode([encoded.ids[place] for place in where]).strip() == word


def test_a_span_takes_every_token_it_touches_and_no_special_one():
    encoded = Encoded(
        ids=(2, 5, 6, 7, 3),
        special=(True, False, False, False, True),
        offsets=((0, 0), (0, 3), (3, 6), (7, 9), (0, 0)),
    )
    assert span_positions(encoded, 2, 4) == [1, 2]
    assert span_positions(encoded, 6, 8) == [3]
    assert span_positions(encoded, 0, 9) == [1, 2, 3]
    assert span_positions(encoded, 6, 7) == []

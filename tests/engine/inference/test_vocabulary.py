from __future__ import annotations

import gc
import weakref

import numpy as np
import pytest

from engine.inference.vocabulary import (
    PIECE,
    PUNCTUATION,
    SPECIAL,
    WORD,
    Vocabulary,
    vocabulary_of,
)
from tests.tiny_models import FAMILIES, MASKED
from tests.tiny_models.vocabularies import tokenizer_for

WORDPIECE = ("bert", "distilbert", "electra", "mpnet")
BYTES = ("roberta", "deberta", "modernbert", "gpt2")
SENTENCEPIECE = ("xlm-roberta", "camembert", "albert", "deberta-v2", "llama")


@pytest.fixture(scope="module")
def vocabulary(loaded):
    def of(family):
        model = loaded(family)
        return vocabulary_of(model.tokenizer, model.vocabulary)

    return of


def test_every_family_writes_its_tokens_in_one_of_three_styles():
    assert set(FAMILIES) == {*WORDPIECE, *BYTES, *SENTENCEPIECE}


@pytest.mark.parametrize("family", FAMILIES)
def test_the_style_is_recognised_and_every_id_of_the_network_has_a_place(
    family, vocabulary, loaded
):
    expected = {WORDPIECE: None, BYTES: "\u0120", SENTENCEPIECE: "\u2581"}
    assert vocabulary(family).marker == next(expected[kind] for kind in expected if family in kind)
    assert len(vocabulary(family).tokens) == loaded(family).vocabulary


@pytest.mark.parametrize("family", FAMILIES)
def test_words_later_pieces_and_special_tokens_are_told_apart(family, vocabulary, loaded):
    found, tokenizer = vocabulary(family), loaded(family).tokenizer
    (word,) = tokenizer(" nurse", add_special_tokens=False)["input_ids"]
    assert found.word(word) == "nurse"  # as a person writes it
    assert found.kind(word, False) == found.kind(word, True) == WORD
    assert found.initial("The ")[word]
    assert not found.continuation[word]
    # The first is a piece of its own, or a word-start marker and that.
    later = tokenizer(" hairdresser", add_special_tokens=False)["input_ids"][2:]
    assert len(later) > 1
    assert {found.kind(token, False) for token in later} == {PIECE}
    assert found.continuation[later].all()
    assert not found.initial("The ")[later].any()
    special = tokenizer.all_special_ids
    assert {found.kind(token, True) for token in special} == {SPECIAL}
    assert not found.initial("The ")[special].any()
    assert not found.continuation[special].any()


@pytest.mark.parametrize("family", FAMILIES)
def test_signs_are_punctuation_wherever_they_stand(family, vocabulary, loaded):
    found = vocabulary(family)
    for sign in (".", ",", "!", "-", "&"):
        token = loaded(family).tokenizer(f"it{sign}", add_special_tokens=False)["input_ids"][-1]
        assert {found.kind(token, False), found.kind(token, True)} == {PUNCTUATION}, sign


@pytest.mark.parametrize("family", ["xlm-roberta", "llama", "roberta"])
def test_a_word_start_marker_alone_is_no_word(family, vocabulary):
    found = vocabulary(family)
    token = found.tokens.index(found.marker)
    assert found.kind(token, False) == PUNCTUATION
    assert found.word(token) == ""


@pytest.mark.parametrize("family", WORDPIECE)
@pytest.mark.parametrize("before", ["", "The ", "(", "un"])
def test_a_continuation_written_so_is_never_a_word(family, before, vocabulary):
    found = vocabulary(family)
    token = found.tokens.index("##ing")
    assert found.kind(token, found.starts_bare(before)) == PIECE
    assert not found.initial(before)[token]


# Of SentencePiece the start of a text bears the marker of a word as well.
BARE = [
    *((family, "urse", WORD) for family in ("roberta", "deberta", "modernbert")),
    *((family, "ing", PIECE) for family in ("xlm-roberta", "camembert", "albert", "deberta-v2")),
]


@pytest.mark.parametrize("before", ["", "(", "well-", "The ", "un"])
@pytest.mark.parametrize(("family", "raw", "first"), BARE, ids=[family for family, _, _ in BARE])
def test_tokens_without_a_marker_begin_a_word_where_none_stands(
    family, raw, first, before, vocabulary
):
    found = vocabulary(family)
    token = found.tokens.index(raw)
    kind = {"": first, "(": WORD, "well-": WORD, "The ": PIECE, "un": PIECE}[before]
    assert found.kind(token, found.starts_bare(before)) == kind
    assert found.initial(before)[token] == (kind == WORD)


@pytest.mark.parametrize("family", MASKED)
def test_every_token_is_of_one_kind(family, vocabulary):
    found = vocabulary(family)
    kinds = np.array([found.kind(token, False) for token in range(len(found.tokens))])
    assert set(kinds) == {WORD, PIECE, PUNCTUATION, SPECIAL}
    np.testing.assert_array_equal(found.initial("The "), kinds == WORD)
    np.testing.assert_array_equal(found.continuation, kinds == PIECE)


def byte_level_vocabulary(text):
    """Vocabulary of a byte-level BPE that has learnt whole the words of a text."""
    from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers
    from transformers import PreTrainedTokenizerFast

    learner = Tokenizer(models.BPE())
    learner.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    learner.decoder = decoders.ByteLevel()
    learner.train_from_iterator([text], trainers.BpeTrainer(min_frequency=1, show_progress=False))
    tokenizer = PreTrainedTokenizerFast(tokenizer_object=learner)
    return tokenizer, vocabulary_of(tokenizer, len(tokenizer))


@pytest.mark.parametrize(
    ("written", "kind"), [("“", PUNCTUATION), ("—", PUNCTUATION), ("…", PUNCTUATION), ("É", WORD)]
)
def test_byte_level_signs_are_known_behind_their_bytes(written, kind):
    tokenizer, found = byte_level_vocabulary(f"it {written} it {written} it")
    (token,) = tokenizer(f" {written}")["input_ids"]
    assert found.word(token) == written
    assert found.kind(token, False) == kind


def test_half_a_character_is_a_piece():
    _, found = byte_level_vocabulary("it “ it")
    (token,) = [index for index, raw in enumerate(found.tokens) if raw == "\u00e2"]
    assert found.kind(token, False) == found.kind(token, True) == PIECE


@pytest.mark.parametrize("token", ["[unused0]", "[unused99]", "<unused7>", "<0x0A>", "unused3"])
def test_reserved_entries_are_special(token):
    found = Vocabulary(None, [token], None, frozenset())
    tokenizer = tokenizer_for("bert")
    tokenizer.add_tokens([token])
    learnt = vocabulary_of(tokenizer, len(tokenizer))
    assert learnt.kind(len(tokenizer) - 1, False) == SPECIAL
    assert found.kind(0, False) != SPECIAL


def test_ids_beyond_the_tokenizer_are_special():
    tokenizer = tokenizer_for("bert")
    found = vocabulary_of(tokenizer, len(tokenizer) + 3)
    assert [found.kind(len(tokenizer) + extra, False) for extra in range(3)] == [SPECIAL] * 3


def test_a_vocabulary_is_sorted_once():
    tokenizer = tokenizer_for("bert")
    found = vocabulary_of(tokenizer, len(tokenizer))
    assert vocabulary_of(tokenizer, len(tokenizer)) is found
    assert vocabulary_of(tokenizer, len(tokenizer) + 1) is not found


def test_a_vocabulary_does_not_keep_its_tokenizer_in_memory():
    tokenizer = tokenizer_for("bert")
    vocabulary_of(tokenizer, len(tokenizer))
    gone = weakref.ref(tokenizer)
    del tokenizer
    gc.collect()
    assert gone() is None


@pytest.mark.parametrize("family", ["xlm", "flaubert"])
def test_of_words_that_show_their_end_single_tokens_are_candidates(family, vocabulary, loaded):
    found, tokenizer = vocabulary(family), loaded(family).tokenizer
    assert (found.marker, found.ends) == (None, True)
    (nurse,) = tokenizer("nurse", add_special_tokens=False)["input_ids"]
    assert (found.tokens[nurse], found.word(nurse)) == ("nurse</w>", "nurse")
    assert found.kind(nurse, False) == WORD
    assert found.initial("The ")[nurse]
    pieces = tokenizer("hairdresser", add_special_tokens=False)["input_ids"]
    assert len(pieces) > 2
    assert {found.kind(piece, True) for piece in pieces[:-1]} == {PIECE}
    assert found.is_one_word(pieces, False)
    assert not found.is_one_word([nurse, *pieces], False)
    assert not found.is_one_word(pieces[:-1], False)
    assert not found.continuation.any()
    sign = tokenizer(".", add_special_tokens=False)["input_ids"][0]
    assert found.kind(sign, False) == PUNCTUATION
    assert {found.kind(token, True) for token in tokenizer.all_special_ids} == {SPECIAL}

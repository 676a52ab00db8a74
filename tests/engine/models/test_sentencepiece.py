"""Checkpoints whose only vocabulary is a SentencePiece file, as `google/mt5-base` is published."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from engine.inference.text import encode, gap_span, sentinels
from engine.measures.agreement.spans import span_answers
from engine.measures.health.check import gate
from engine.models.loading import MaskedLM, load
from tests.tiny_models.architectures import config_for, network_of
from tests.tiny_models.words import WORDS

PIECES = 300
SENTINELS = 100  # what T5 adds behind its pieces
HELD = 10  # sentinels among the pieces of mT5


@pytest.fixture(scope="module")
def pieces(tmp_path_factory) -> Path:
    """A SentencePiece file made by the library's own trainer."""
    return trained(tmp_path_factory.mktemp("pieces"))


def trained(folder: Path, **settings: object) -> Path:
    import sentencepiece

    text = folder / "text.txt"
    lines = (" ".join(WORDS[start : start + 8]) for start in range(0, len(WORDS), 3))
    text.write_text("\n".join(lines), encoding="utf-8")
    sentencepiece.SentencePieceTrainer.train(
        input=str(text),
        model_prefix=str(folder / "spiece"),
        vocab_size=PIECES,
        pad_id=0,
        eos_id=1,
        unk_id=2,
        bos_id=-1,
        minloglevel=2,
        **settings,
    )
    return folder / "spiece.model"


@pytest.mark.parametrize("family", ["t5", "mt5"])
@pytest.mark.model
def test_a_vocabulary_of_sentencepiece_alone_is_enough(family, pieces, tmp_path):
    import sentencepiece
    from transformers import AutoModelForSeq2SeqLM
    from transformers.models.t5.tokenization_t5 import T5Tokenizer

    config = config_for(family, T5Tokenizer(), vocab_size=PIECES + SENTINELS)
    network_of(AutoModelForSeq2SeqLM, config).save_pretrained(tmp_path)
    (tmp_path / "spiece.model").write_bytes(pieces.read_bytes())
    settings = {"tokenizer_class": "T5Tokenizer", "extra_ids": SENTINELS, "model_max_length": 128}
    (tmp_path / "tokenizer_config.json").write_text(json.dumps(settings), encoding="utf-8")

    model = load(str(tmp_path), "cpu")
    assert model.tokenizer.is_fast
    assert len(model.tokenizer) == model.vocabulary
    assert sentinels(model.tokenizer) == (PIECES + SENTINELS - 1, PIECES + SENTINELS - 2)
    processor = sentencepiece.SentencePieceProcessor(model_file=str(pieces))
    for text in (" ".join(WORDS[:6]), "the doctor said", "unheard of"):
        read = encode(model.tokenizer, text, model.max_length)
        assert list(read.ids) == [*processor.encode(text), 1]


@pytest.fixture(scope="module")
def published(tmp_path_factory) -> Path:
    """A folder as mT5 is published: the sentinels are pieces of the SentencePiece file."""
    from transformers import AutoModelForSeq2SeqLM
    from transformers.models.t5.tokenization_t5 import T5Tokenizer

    folder = tmp_path_factory.mktemp("published")
    held = [f"▁<extra_id_{number}>" for number in reversed(range(HELD))]
    trained(folder, user_defined_symbols=held)
    # The network has some rows more than the vocabulary has pieces, as the published one.
    config = config_for("mt5", T5Tokenizer(), vocab_size=PIECES + 12)
    network_of(AutoModelForSeq2SeqLM, config).save_pretrained(folder)
    settings = {
        "tokenizer_class": "T5Tokenizer",
        "extra_ids": 0,
        "additional_special_tokens": None,
        "special_tokens_map_file": "/nowhere/special_tokens_map.json",
        "model_max_length": 128,
    }
    (folder / "tokenizer_config.json").write_text(json.dumps(settings), encoding="utf-8")
    return folder


@pytest.mark.model
def test_sentinels_that_lie_in_the_sentencepiece_file_are_found(published):
    tokenizer = load(str(published), "cpu").tokenizer
    first, second = (f"▁<extra_id_{number}>" for number in (0, 1))
    assert tokenizer.convert_tokens_to_ids("<extra_id_0>") == tokenizer.unk_token_id
    assert tokenizer.convert_ids_to_tokens(list(sentinels(tokenizer))) == [first, second]


@pytest.mark.parametrize(
    "text",
    ["the nurse was [MASK].", "[MASK] was tired", "the nurse ([MASK]) was tired", 'a "[MASK]"'],
)
@pytest.mark.model
def test_the_gap_is_one_sentinel_whatever_stands_beside_it(text, published):
    lm = MaskedLM(load(str(published), "cpu"))
    row = gap_span(lm, text)
    gap, _ = sentinels(lm.tokenizer)
    assert row.ids.count(gap) == 1
    assert row.begun[-1] == gap


@pytest.mark.model
def test_a_folder_as_published_passes_the_health_check_and_answers(published):
    lm = MaskedLM(load(str(published), "cpu"))
    gate(lm)
    params = {"candidates": 3, "max_pieces": 4}
    (found,) = span_answers(lm, [{"text": "the nurse was [MASK].", "answers": ["tired"]}], params)
    (answer,) = found["answers"]
    assert answer["log_probability"] < 0
    assert not any("extra_id" in each["word"] for each in found["candidates"])

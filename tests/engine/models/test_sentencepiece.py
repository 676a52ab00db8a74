"""Checkpoints whose only vocabulary is a SentencePiece file, as `google/mt5-base` is published."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from engine.inference.text import encode, sentinels
from engine.models.loading import load
from tests.tiny_models.architectures import config_for, network_of
from tests.tiny_models.words import WORDS

PIECES = 300
SENTINELS = 100  # what T5 adds behind its pieces


@pytest.fixture(scope="module")
def pieces(tmp_path_factory) -> Path:
    """A SentencePiece file made by the library's own trainer."""
    import sentencepiece

    folder = tmp_path_factory.mktemp("pieces")
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

"""Full-size models with random weights, made offline: speed and memory need no knowledge."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.core.errors import StorageError

if TYPE_CHECKING:
    from transformers import PreTrainedTokenizerBase

# Three syllables make 1,000,000 distinct words of six letters, in a fixed order.
_SYLLABLES = tuple(map("".join, product("bcdfghjklmnpqrstvwxz", "aeiou")))
_SEED = 20


@dataclass(frozen=True)
class Shape:
    """Size of a random model; the rest of its configuration is its family's default.

    Args:
        family: `bert`, `xlm-roberta` or `gpt2`.
        vocabulary: token ids, special ones included.
        classes: of a sequence classifier; 0 for a masked LM.
        max_length: tokens of the longest input.
        deviation: standard deviation of the weights; larger ones make probabilities differ more.
    """

    family: str
    vocabulary: int
    hidden: int = 768
    layers: int = 12
    heads: int = 12
    max_length: int = 512
    classes: int = 0
    deviation: float = 0.02


BERT_BASE = Shape("bert", 30_522)
BERT_LARGE = Shape("bert", 30_522, hidden=1024, layers=24, heads=16)
BERT_BASE_CLASSIFIER = Shape("bert", 30_522, classes=2)
XLM_R_BASE = Shape("xlm-roberta", 250_002)
GPT_2 = Shape("gpt2", 50_257, max_length=1024)


def word(number: int) -> str:
    """The made-up word of a number; each is one token of every random model that holds it."""
    hundreds, last = divmod(number, 100)
    first, middle = divmod(hundreds, 100)
    return _SYLLABLES[first] + _SYLLABLES[middle] + _SYLLABLES[last]


def made_up_sentence(length: int, words: int, draw: random.Random) -> str:
    """Made-up words in a row.

    Args:
        length: number of words.
        words: how many different ones there are to draw from.
    """
    return " ".join(word(draw.randrange(words)) for _ in range(length))


def build(shape: Shape, folder: Path) -> Path:
    """Write the configuration, random weights and a tokenizer of one model."""
    if shape.family not in _TOKENIZERS:
        raise ValueError(f"family must be one of {', '.join(_TOKENIZERS)}, got {shape.family!r}")
    import torch
    from transformers import (
        AutoConfig,
        AutoModelForCausalLM,
        AutoModelForMaskedLM,
        AutoModelForSequenceClassification,
    )
    from transformers.utils import logging

    logging.disable_progress_bar()
    tokenizer = _TOKENIZERS[shape.family](shape)
    after_padding = tokenizer.pad_token_id + 1 if shape.family == "xlm-roberta" else 0
    config = AutoConfig.for_model(
        shape.family,
        vocab_size=shape.vocabulary,
        hidden_size=shape.hidden,
        intermediate_size=4 * shape.hidden,
        num_hidden_layers=shape.layers,
        num_attention_heads=shape.heads,
        max_position_embeddings=shape.max_length + after_padding,
        pad_token_id=tokenizer.pad_token_id,
        eos_token_id=tokenizer.eos_token_id,
        initializer_range=shape.deviation,
        **({"num_labels": shape.classes} if shape.classes else {}),
    )
    builder: Any = AutoModelForCausalLM if shape.family == "gpt2" else AutoModelForMaskedLM
    if shape.classes:
        builder = AutoModelForSequenceClassification
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(_SEED)
        network = builder.from_config(config)
    try:
        network.save_pretrained(folder)
        tokenizer.save_pretrained(folder)
    except OSError as error:
        raise StorageError(f"Could not write a model to {folder}: {error.strerror}.") from error
    return folder


def _word_pieces(shape: Shape) -> PreTrainedTokenizerBase:
    from transformers import BertTokenizer

    special = ("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]")
    words = map(word, range(shape.vocabulary - len(special)))
    pieces = {piece: number for number, piece in enumerate((*special, *words))}
    return BertTokenizer(vocab=pieces, model_max_length=shape.max_length)


def _sentence_pieces(shape: Shape) -> PreTrainedTokenizerBase:
    from transformers import XLMRobertaTokenizer

    special = ("<s>", "<pad>", "</s>", "<unk>", "<mask>")
    words = map(word, range(shape.vocabulary - len(special)))
    pieces = [(piece, 0.0) for piece in special] + [(f"▁{piece}", -10.0) for piece in words]
    return XLMRobertaTokenizer(vocab=pieces, model_max_length=shape.max_length)


def _whole_words(shape: Shape) -> PreTrainedTokenizerBase:
    from tokenizers import Tokenizer
    from tokenizers.models import WordLevel
    from tokenizers.pre_tokenizers import WhitespaceSplit
    from transformers import PreTrainedTokenizerFast

    end = "<|endoftext|>"
    words = map(word, range(shape.vocabulary - 1))
    numbers = {name: number for number, name in enumerate((end, *words))}
    whole = Tokenizer(WordLevel(numbers, unk_token=end))
    whole.pre_tokenizer = WhitespaceSplit()
    return PreTrainedTokenizerFast(
        tokenizer_object=whole,
        bos_token=end,
        eos_token=end,
        unk_token=end,
        pad_token=end,
        model_max_length=shape.max_length,
    )


_TOKENIZERS: dict[str, Callable[[Shape], PreTrainedTokenizerBase]] = {
    "bert": _word_pieces,
    "xlm-roberta": _sentence_pieces,
    "gpt2": _whole_words,
}

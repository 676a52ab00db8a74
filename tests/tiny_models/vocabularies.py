"""Tokenizers of every family, in that family's style, made offline from `words`."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from tests.tiny_models.words import CAPITALISED, LETTERS, SIGNS, SUFFIXES, WORDS

if TYPE_CHECKING:
    from tokenizers import AddedToken, Tokenizer
    from tokenizers.trainers import BpeTrainer
    from transformers import PreTrainedTokenizerBase

MAX_TOKENS = 128

_BERT_SPECIAL = ("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]")
_ROBERTA_SPECIAL = ("<s>", "<pad>", "</s>", "<unk>", "<mask>")


def tokenizer_for(family: str) -> PreTrainedTokenizerBase:
    """A tokenizer that cuts text the way the family's published checkpoints do."""
    return _TOKENIZERS[family]()


def _word_pieces(special: Iterable[str]) -> dict[str, int]:
    """Lower-case WordPiece vocabulary; continuations carry `##`."""
    characters = (*LETTERS, *SIGNS)
    continued = tuple(f"##{piece}" for piece in (*characters, *SUFFIXES))
    pieces = dict.fromkeys((*special, *characters, *continued, *WORDS))
    return {piece: index for index, piece in enumerate(pieces)}


def _unigrams(special: Iterable[str], cased: bool) -> list[tuple[str, float]]:
    """Unigram vocabulary with log scores; whole words beat their letters, `▁` begins a word."""
    words = (*WORDS, *CAPITALISED) if cased else WORDS
    letters = (*LETTERS, *(letter.upper() for letter in LETTERS)) if cased else LETTERS
    scores = dict.fromkeys(special, 0.0) | {"▁": -4.0}
    scores |= {f"▁{word}": -5.0 - index / 100 for index, word in enumerate(words)}
    scores |= dict.fromkeys((*letters, *SIGNS), -10.0)
    scores |= dict.fromkeys(SUFFIXES, -9.0)
    return list(scores.items())


def _byte_pairs(special: Iterable[str]) -> tuple[dict[str, int], list[tuple[str, str]]]:
    """Byte-level BPE vocabulary and merges that know each word with and without its space."""
    from tokenizers import Tokenizer, models, pre_tokenizers, trainers

    learner = Tokenizer(models.BPE())
    learner.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False)
    trainer = trainers.BpeTrainer(
        vocab_size=10_000,
        min_frequency=1,
        special_tokens=list(special),
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
        show_progress=False,
    )
    spaced = (f" {word}" for word in (*WORDS, *CAPITALISED))
    return _learned(learner, trainer, (*CAPITALISED, *spaced))


def _metaspace_pairs(
    special: Iterable[str], begun: Iterable[str] = ()
) -> tuple[dict[str, int], list[tuple[str, str]]]:
    """BPE over `▁`-marked words, falling back to bytes for what it does not know.

    Args:
        begun: words that are known without the mark too, as at the beginning of a text.
    """
    from tokenizers import Tokenizer, models, trainers

    byte_tokens = [f"<0x{byte:02X}>" for byte in range(256)]
    learner = Tokenizer(models.BPE())
    trainer = trainers.BpeTrainer(
        vocab_size=10_000,
        min_frequency=1,
        special_tokens=[*special, *byte_tokens],
        initial_alphabet=[*LETTERS, *(letter.upper() for letter in LETTERS), *SIGNS, "▁"],
        show_progress=False,
    )
    return _learned(learner, trainer, (*begun, *(f"▁{word}" for word in (*WORDS, *CAPITALISED))))


def _learned(
    learner: Tokenizer, trainer: BpeTrainer, words: Iterable[str]
) -> tuple[dict[str, int], list[tuple[str, str]]]:
    learner.train_from_iterator(words, trainer)
    model = json.loads(learner.to_str())["model"]
    return model["vocab"], [tuple(merge) for merge in model["merges"]]


def _spaced(mask: str) -> AddedToken:
    """A mask token that takes the space before it, as in RoBERTa and its kin."""
    from tokenizers import AddedToken

    return AddedToken(mask, lstrip=True, special=True, normalized=False)


def _bert() -> PreTrainedTokenizerBase:
    from transformers import BertTokenizer

    return BertTokenizer(vocab=_word_pieces(_BERT_SPECIAL), model_max_length=MAX_TOKENS)


def _mpnet() -> PreTrainedTokenizerBase:
    from transformers import MPNetTokenizer

    vocabulary = _word_pieces(("<s>", "<pad>", "</s>", "<unk>", "[UNK]", "<mask>"))
    return MPNetTokenizer(vocab=vocabulary, model_max_length=MAX_TOKENS)


def _roberta() -> PreTrainedTokenizerBase:
    from transformers import RobertaTokenizer

    vocabulary, merges = _byte_pairs(_ROBERTA_SPECIAL)
    return RobertaTokenizer(
        vocab=vocabulary, merges=merges, mask_token=_spaced("<mask>"), model_max_length=MAX_TOKENS
    )


def _deberta() -> PreTrainedTokenizerBase:
    from transformers import DebertaTokenizer

    vocabulary, merges = _byte_pairs(("[CLS]", "[PAD]", "[SEP]", "[UNK]", "[MASK]"))
    return DebertaTokenizer(
        vocab=vocabulary, merges=merges, mask_token=_spaced("[MASK]"), model_max_length=MAX_TOKENS
    )


def _modernbert() -> PreTrainedTokenizerBase:
    # Published ModernBERT has no tokenizer class of its own: a plain one around byte-level BPE.
    return _byte_level(
        _BERT_SPECIAL,
        ("[CLS]", "[SEP]"),
        pad_token="[PAD]",
        unk_token="[UNK]",
        cls_token="[CLS]",
        sep_token="[SEP]",
        mask_token=_spaced("[MASK]"),
    )


def _byte_level(
    special: Iterable[str], frame: tuple[str, str], **names: Any
) -> PreTrainedTokenizerBase:
    """Byte-level BPE without a class of its own.

    Args:
        frame: what is put before and behind each text; empty where nothing is.
        names: of the special tokens.
    """
    from tokenizers import Tokenizer, decoders, models, pre_tokenizers

    vocabulary, merges = _byte_pairs(special)
    tokenizer = Tokenizer(models.BPE(vocab=vocabulary, merges=merges))
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.decoder = decoders.ByteLevel()
    return _without_class(tokenizer, vocabulary, frame, **names)


def _without_class(
    tokenizer: Tokenizer, vocabulary: dict[str, int], frame: tuple[str, str], **names: Any
) -> PreTrainedTokenizerBase:
    from tokenizers import processors
    from transformers import PreTrainedTokenizerFast

    before, behind = frame
    parts = [part for part in (before, "$A", behind) if part]
    again = [part for part in ("$B", behind) if part]
    tokenizer.post_processor = processors.TemplateProcessing(
        single=" ".join(parts),
        pair=" ".join([*parts, *again]),
        special_tokens=[(token, vocabulary[token]) for token in sorted({*frame} - {""})],
    )
    return PreTrainedTokenizerFast(
        tokenizer_object=tokenizer,
        model_input_names=["input_ids", "attention_mask"],
        model_max_length=MAX_TOKENS,
        **names,
    )


def _eurobert() -> PreTrainedTokenizerBase:
    special = ("<|begin_of_text|>", "<|end_of_text|>", "<|mask|>", "<|pad|>")
    begin, end, mask, pad = special
    names = {"bos_token": begin, "cls_token": begin, "eos_token": end, "sep_token": end}
    return _byte_level(special, (begin, end), pad_token=pad, mask_token=_spaced(mask), **names)


def _llama4() -> PreTrainedTokenizerBase:
    begin, end = special = ("<|begin_of_text|>", "<|eot|>")
    return _byte_level(special, (begin, ""), bos_token=begin, eos_token=end, pad_token=end)


def _bloom() -> PreTrainedTokenizerBase:
    special = ("<unk>", "<s>", "</s>", "<pad>")
    unknown, begin, end, pad = special
    names = {"unk_token": unknown, "bos_token": begin, "eos_token": end, "pad_token": pad}
    return _byte_level(special, ("", ""), **names)


def _opt() -> PreTrainedTokenizerBase:
    special = ("</s>", "<pad>")
    end, pad = special
    return _byte_level(special, (end, ""), bos_token=end, eos_token=end, pad_token=pad)


def _cohere() -> PreTrainedTokenizerBase:
    special = ("<PAD>", "<BOS_TOKEN>", "<EOS_TOKEN>")
    pad, begin, end = special
    return _byte_level(special, (begin, ""), bos_token=begin, eos_token=end, pad_token=pad)


def _xlm() -> PreTrainedTokenizerBase:
    # Words end in </w>, pieces do not; the class of the published ones is not a fast one.
    from tokenizers import Tokenizer, decoders, models, normalizers, pre_tokenizers, trainers

    special = ("<s>", "</s>", "<pad>", "<unk>", "<special1>")
    # What ends a word is learned as letters of its own, in an order that is always the same.
    ends = {sign: chr(0xE000 + ord(sign)) for sign in (*LETTERS, *SIGNS)}
    learner = Tokenizer(models.BPE())
    trainer = trainers.BpeTrainer(
        vocab_size=10_000,
        min_frequency=1,
        special_tokens=list(special),
        initial_alphabet=[*ends, *ends.values()],
        show_progress=False,
    )
    ended = (f"{word[:-1]}{ends[word[-1]]}" for word in (*WORDS, *SUFFIXES))
    learned, learned_merges = _learned(learner, trainer, ended)
    written = str.maketrans({end: f"{sign}</w>" for sign, end in ends.items()})
    vocabulary = {token.translate(written): number for token, number in learned.items()}
    merges = [(left.translate(written), right.translate(written)) for left, right in learned_merges]
    tokenizer = Tokenizer(
        models.BPE(vocab=vocabulary, merges=merges, unk_token="<unk>", end_of_word_suffix="</w>")
    )
    tokenizer.normalizer = normalizers.Lowercase()
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    tokenizer.decoder = decoders.BPEDecoder(suffix="</w>")
    return _without_class(
        tokenizer,
        vocabulary,
        ("</s>", "</s>"),
        **{"unk_token": "<unk>", "pad_token": "<pad>", "bos_token": "<s>", "cls_token": "</s>"},
        **{"sep_token": "</s>", "mask_token": "<special1>"},
    )


def _luke() -> PreTrainedTokenizerBase:
    from transformers import LukeTokenizer

    vocabulary, merges = _byte_pairs((*_ROBERTA_SPECIAL, "<ent>", "<ent2>"))
    entities = {name: index for index, name in enumerate(("[MASK]", "[UNK]", "[PAD]", "[MASK2]"))}
    return LukeTokenizer(
        vocab=vocabulary,
        merges=merges,
        entity_vocab=entities,
        mask_token=_spaced("<mask>"),
        model_max_length=MAX_TOKENS,
    )


def _qwen() -> PreTrainedTokenizerBase:
    from transformers import Qwen2Tokenizer

    vocabulary, merges = _byte_pairs(("<|endoftext|>",))
    return Qwen2Tokenizer(vocab=vocabulary, merges=merges, model_max_length=MAX_TOKENS)


def _gpt_neox() -> PreTrainedTokenizerBase:
    from transformers import GPTNeoXTokenizer

    vocabulary, merges = _byte_pairs(("<|endoftext|>", "<|padding|>"))
    return GPTNeoXTokenizer(vocab=vocabulary, merges=merges, model_max_length=MAX_TOKENS)


def _gemma() -> PreTrainedTokenizerBase:
    # It defines a mask token, which no Gemma was trained with.
    from transformers import GemmaTokenizer

    vocabulary, merges = _metaspace_pairs(
        ("<pad>", "<eos>", "<bos>", "<unk>", "<mask>"), CAPITALISED
    )
    return GemmaTokenizer(vocab=vocabulary, merges=merges, model_max_length=MAX_TOKENS)


def _gpt2() -> PreTrainedTokenizerBase:
    from transformers import GPT2Tokenizer

    vocabulary, merges = _byte_pairs(("<|endoftext|>",))
    return GPT2Tokenizer(vocab=vocabulary, merges=merges, model_max_length=MAX_TOKENS)


def _gpt2_with_mask() -> PreTrainedTokenizerBase:
    tokenizer = _gpt2()
    tokenizer.add_special_tokens({"mask_token": "<mask>", "cls_token": "<cls>"})
    return tokenizer


def _llama() -> PreTrainedTokenizerBase:
    from transformers import LlamaTokenizer

    vocabulary, merges = _metaspace_pairs(("<unk>", "<s>", "</s>"))
    return LlamaTokenizer(
        vocab=vocabulary, merges=merges, add_bos_token=True, model_max_length=MAX_TOKENS
    )


def _t5() -> PreTrainedTokenizerBase:
    from transformers import T5Tokenizer

    vocabulary = _unigrams(("<pad>", "</s>", "<unk>"), cased=True)
    return T5Tokenizer(vocab=vocabulary, extra_ids=10, model_max_length=MAX_TOKENS)


def _mt5() -> PreTrainedTokenizerBase:
    # As published: the sentinels are pieces of the vocabulary, with the sign of a space before
    # them, and the tokenizer adds none of its own.
    from transformers import T5Tokenizer

    pieces = _unigrams(("<pad>", "</s>", "<unk>"), cased=True)
    held = [(f"▁<extra_id_{number}>", 0.0) for number in reversed(range(10))]
    return T5Tokenizer(vocab=[*pieces, *held], extra_ids=0, model_max_length=MAX_TOKENS)


def _xlm_roberta() -> PreTrainedTokenizerBase:
    from transformers import XLMRobertaTokenizer

    vocabulary = _unigrams(_ROBERTA_SPECIAL, cased=True)
    return XLMRobertaTokenizer(
        vocab=vocabulary, mask_token=_spaced("<mask>"), model_max_length=MAX_TOKENS
    )


def _camembert() -> PreTrainedTokenizerBase:
    from transformers import CamembertTokenizer

    vocabulary = _unigrams(_ROBERTA_SPECIAL, cased=True)
    return CamembertTokenizer(
        vocab=vocabulary, additional_special_tokens=[], model_max_length=MAX_TOKENS
    )


def _albert() -> PreTrainedTokenizerBase:
    from transformers import AlbertTokenizer

    vocabulary = _unigrams(("<pad>", "<unk>", "[CLS]", "[SEP]", "[MASK]"), cased=False)
    return AlbertTokenizer(
        vocab=vocabulary, mask_token=_spaced("[MASK]"), model_max_length=MAX_TOKENS
    )


def _deberta_v2() -> PreTrainedTokenizerBase:
    from transformers import DebertaV2Tokenizer

    vocabulary = _unigrams(("[PAD]", "[CLS]", "[SEP]", "[UNK]", "[MASK]"), cased=True)
    return DebertaV2Tokenizer(vocab=vocabulary, model_max_length=MAX_TOKENS)


_TOKENIZERS: dict[str, Callable[[], PreTrainedTokenizerBase]] = {
    "bert": _bert,
    "roberta": _roberta,
    "xlm-roberta": _xlm_roberta,
    "camembert": _camembert,
    "distilbert": _bert,
    "albert": _albert,
    "modernbert": _modernbert,
    "electra": _bert,
    "mpnet": _mpnet,
    "deberta": _deberta,
    "deberta-v2": _deberta_v2,
    "gpt2": _gpt2,
    "gpt2-mask": _gpt2_with_mask,
    "llama": _llama,
    "t5": _t5,
    "mt5": _mt5,
    "eurobert": _eurobert,
    "nomic_bert": _bert,
    "roformer": _bert,
    "luke": _luke,
    "xlm": _xlm,
    "flaubert": _xlm,
    "bart": _roberta,
    **dict.fromkeys(("qwen2", "qwen3"), _qwen),
    **dict.fromkeys(("mistral", "phi3"), _llama),
    **dict.fromkeys(("gemma", "gemma2", "gemma3_text"), _gemma),
    **dict.fromkeys(("olmo2", "smollm3"), _gpt2),
    "llama4_text": _llama4,
    "gpt_neox": _gpt_neox,
    "opt": _opt,
    "bloom": _bloom,
    "cohere": _cohere,
    "convbert": _bert,
}

"""Tiny random models of every family with their tokenizers, written as local folders.

They know a few hundred words, have two or three layers of four heads, and hold no
knowledge: only whether the right numbers are read in the right places shows in them.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.tiny_models.architectures import BY_RULE, MORE, SETTINGS, config_for, network_of
from tests.tiny_models.vocabularies import tokenizer_for

SEQ2SEQ = ("t5", "mt5")
# Those that predict the tokens they read.
FAMILIES = tuple(family for family in SETTINGS if family not in SEQ2SEQ)
CAUSAL = ("gpt2", "llama")
MASKED = tuple(family for family in FAMILIES if family not in CAUSAL)

# Families on which only the checks of families run.
MORE_CAUSAL = (
    *("qwen2", "qwen3", "mistral", "gemma", "gemma2", "gemma3_text", "phi3", "olmo2", "smollm3"),
    *("llama4_text", "gpt_neox", "opt", "bloom"),
)
RULE_CAUSAL = ("cohere",)
EVERY_CAUSAL = (*CAUSAL, *MORE_CAUSAL, *RULE_CAUSAL)
EVERY_MASKED = (*MASKED, *(name for name in (*MORE, *BY_RULE) if name not in EVERY_CAUSAL))

# The older masked-LM heads of DeBERTa, which published checkpoints do not fill.
VARIANTS = ("deberta-legacy", "deberta-v2-legacy")

# A causal model whose tokenizer defines a mask token and [CLS], which it was never trained with.
WITH_MASK = "gpt2-mask"

__all__ = [
    "BY_RULE",
    "CAUSAL",
    "EVERY_CAUSAL",
    "EVERY_MASKED",
    "FAMILIES",
    "MASKED",
    "MORE",
    "SEQ2SEQ",
    "VARIANTS",
    "WITH_MASK",
    "build",
    "build_narrow",
    "class_of",
]


def build(family: str, folder: Path) -> Path:
    """Write one tiny model with its tokenizer, as `save_pretrained` would.

    Args:
        family: one of FAMILIES, MORE, BY_RULE, SEQ2SEQ or VARIANTS, or WITH_MASK.
        folder: made if it is not there.

    Returns:
        The folder, ready for `AutoTokenizer` and the `class_of` the family, without any
        network.

    Raises:
        ValueError: if the family is not known.
    """
    known = (*FAMILIES, *MORE, *BY_RULE, *SEQ2SEQ, *VARIANTS, WITH_MASK)
    if family not in known:
        raise ValueError(f"family must be one of {known}, got {family!r}")
    base = family.removesuffix("-legacy").removesuffix("-mask")
    tokenizer = tokenizer_for(family if family == WITH_MASK else base)
    config = config_for(base, tokenizer, **({"legacy": True} if family in VARIANTS else {}))
    network_of(class_of(base), config).save_pretrained(folder)
    tokenizer.save_pretrained(folder)
    return folder


def class_of(family: str) -> Any:
    """The `AutoModelFor...` class that reads a family's folder."""
    from transformers import AutoModelForCausalLM, AutoModelForMaskedLM, AutoModelForSeq2SeqLM

    if family in SEQ2SEQ:
        return AutoModelForSeq2SeqLM
    return AutoModelForCausalLM if family in EVERY_CAUSAL else AutoModelForMaskedLM


def build_narrow(folder: Path) -> Path:
    """Write the bundled model at a sixteenth of its width, with random weights.

    It has the vocabulary, the layers and the heads of the bundled model, so that every list of
    words and every head of it exists, and answers many times faster.
    """
    from transformers import AutoConfig, AutoModelForMaskedLM, AutoTokenizer

    from engine.models.sources import BUNDLED_FOLDER

    config = AutoConfig.from_pretrained(BUNDLED_FOLDER, local_files_only=True)
    config.hidden_size //= 16
    config.intermediate_size //= 16
    network_of(AutoModelForMaskedLM, config).save_pretrained(folder)
    AutoTokenizer.from_pretrained(BUNDLED_FOLDER, local_files_only=True).save_pretrained(folder)
    return folder

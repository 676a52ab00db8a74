"""Tiny random models of every family with their tokenizers, written as local folders.

They know a few hundred words, have two or three layers of four heads, and hold no
knowledge: only whether the right numbers are read in the right places shows in them.
"""

from __future__ import annotations

from pathlib import Path

from tests.tiny_models.architectures import SETTINGS, config_for, network_of
from tests.tiny_models.vocabularies import tokenizer_for

FAMILIES = tuple(SETTINGS)
CAUSAL = ("gpt2", "llama")
MASKED = tuple(family for family in FAMILIES if family not in CAUSAL)

# The older masked-LM heads of DeBERTa, which published checkpoints do not fill.
VARIANTS = ("deberta-legacy", "deberta-v2-legacy")

__all__ = ["CAUSAL", "FAMILIES", "MASKED", "VARIANTS", "build"]


def build(family: str, folder: Path) -> Path:
    """Write one tiny model with its tokenizer, as `save_pretrained` would.

    Args:
        family: one of FAMILIES or VARIANTS.
        folder: made if it is not there.

    Returns:
        The folder, ready for `AutoTokenizer` and `AutoModelForMaskedLM` (or, for CAUSAL,
        `AutoModelForCausalLM`) without any network.

    Raises:
        ValueError: if the family is not known.
    """
    if family not in (*FAMILIES, *VARIANTS):
        raise ValueError(f"family must be one of {FAMILIES + VARIANTS}, got {family!r}")
    from transformers import AutoModelForCausalLM, AutoModelForMaskedLM

    base = family.removesuffix("-legacy")
    tokenizer = tokenizer_for(base)
    config = config_for(base, tokenizer, **({"legacy": True} if base != family else {}))
    kind = AutoModelForCausalLM if base in CAUSAL else AutoModelForMaskedLM
    network_of(kind, config).save_pretrained(folder)
    tokenizer.save_pretrained(folder)
    return folder

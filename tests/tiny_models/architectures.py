"""Tiny random networks of every family, always with the same weights."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tests.tiny_models.vocabularies import MAX_TOKENS

if TYPE_CHECKING:
    from transformers import PretrainedConfig, PreTrainedModel, PreTrainedTokenizerBase

SEED = 20

_SHAPE = {"hidden_size": 32, "num_attention_heads": 4, "intermediate_size": 64}
# Weights this large keep the scores of different words well apart.
_SPREAD = {"initializer_range": 0.2}
# RoBERTa and its kin number positions from the padding id on.
_AFTER_PADDING = {"max_position_embeddings": MAX_TOKENS + 2, "type_vocab_size": 1}
# Their weights are spread by a factor of their own.
_ENCODER_DECODER = {
    "d_model": 32,
    "d_kv": 8,
    "d_ff": 64,
    "num_heads": 4,
    "num_layers": 2,
    "decoder_start_token_id": 0,
    "initializer_factor": 1.0,
}

# What each family's configuration needs beside shape, spread and vocabulary.
SETTINGS: dict[str, dict[str, Any]] = {
    "bert": {**_SHAPE, "num_hidden_layers": 2, "max_position_embeddings": MAX_TOKENS},
    "roberta": {**_SHAPE, **_AFTER_PADDING, "num_hidden_layers": 2},
    "xlm-roberta": {**_SHAPE, **_AFTER_PADDING, "num_hidden_layers": 2},
    "camembert": {**_SHAPE, **_AFTER_PADDING, "num_hidden_layers": 2},
    "distilbert": {
        "dim": 32,
        "hidden_dim": 64,
        "n_heads": 4,
        "n_layers": 2,
        "max_position_embeddings": MAX_TOKENS,
    },
    "albert": {
        **_SHAPE,
        "embedding_size": 16,
        "num_hidden_layers": 3,
        "max_position_embeddings": MAX_TOKENS,
    },
    # Layer 1 attends globally, layers 2 and 3 to four tokens on either side.
    "modernbert": {
        **_SHAPE,
        "num_hidden_layers": 3,
        "global_attn_every_n_layers": 3,
        "local_attention": 8,
        "max_position_embeddings": MAX_TOKENS,
    },
    "electra": {
        **_SHAPE,
        "embedding_size": 16,
        "num_hidden_layers": 2,
        "max_position_embeddings": MAX_TOKENS,
    },
    "mpnet": {**_SHAPE, "num_hidden_layers": 2, "max_position_embeddings": MAX_TOKENS + 2},
    "deberta": {
        **_SHAPE,
        "num_hidden_layers": 2,
        "max_position_embeddings": MAX_TOKENS,
        "relative_attention": True,
        "pos_att_type": ["c2p", "p2c"],
        "position_biased_input": False,
        "type_vocab_size": 0,
        "legacy": False,
    },
    "deberta-v2": {
        **_SHAPE,
        "num_hidden_layers": 2,
        "max_position_embeddings": MAX_TOKENS,
        "relative_attention": True,
        "position_buckets": 16,
        "pos_att_type": ["p2c", "c2p"],
        "share_att_key": True,
        "norm_rel_ebd": "layer_norm",
        "position_biased_input": False,
        "type_vocab_size": 0,
        "legacy": False,
    },
    "gpt2": {"n_embd": 32, "n_head": 4, "n_layer": 2, "n_positions": MAX_TOKENS},
    # Two query heads share one key head.
    "llama": {
        **_SHAPE,
        "num_hidden_layers": 2,
        "num_key_value_heads": 2,
        "max_position_embeddings": MAX_TOKENS,
    },
    "t5": {**_ENCODER_DECODER, "feed_forward_proj": "relu"},
    # As published: gated, and the LM head is not tied to the embeddings.
    "mt5": {**_ENCODER_DECODER, "feed_forward_proj": "gated-gelu", "tie_word_embeddings": False},
}


def config_for(family: str, tokenizer: PreTrainedTokenizerBase, **changes: Any) -> PretrainedConfig:
    """The family's configuration, fitted to the tokenizer's ids."""
    from transformers import AutoConfig

    special = {
        name: getattr(tokenizer, name)
        for name in ("pad_token_id", "bos_token_id", "eos_token_id", "cls_token_id", "sep_token_id")
        if getattr(tokenizer, name) is not None
    }
    if family == "modernbert":  # begins and ends its text with these, as published
        special |= {"bos_token_id": special["cls_token_id"]}
        special |= {"eos_token_id": special["sep_token_id"]}
    settings = {"vocab_size": len(tokenizer), **_SPREAD, **special, **SETTINGS[family], **changes}
    return AutoConfig.for_model(family, **settings)


def network_of(kind: Any, config: PretrainedConfig) -> PreTrainedModel:
    """A network with seeded random weights, biases included, that leaves other seeds alone.

    Args:
        kind: model class, or an `AutoModelFor...` class.
    """
    import torch

    build = kind.from_config if hasattr(kind, "from_config") else kind
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(SEED)
        network = build(config).eval()
        # A forgotten bias must show in the scores, and fresh networks start with none.
        with torch.no_grad():
            for name, parameter in network.named_parameters():
                if name.endswith("bias"):
                    parameter.normal_(std=0.1)
    return network

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
_OTHER_SPREAD = {"init_std": 0.2}
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


_ROTARY = {**_SHAPE, "num_hidden_layers": 2, "max_position_embeddings": MAX_TOKENS}
# Two query heads share one key head, and a head is wider than a fourth of the states.
_WIDE_HEADS = {**_ROTARY, "num_key_value_heads": 2, "head_dim": 16}
_GROUPED = {**_ROTARY, "num_key_value_heads": 2}
_XLM = {
    **_OTHER_SPREAD,
    "embed_init_std": 0.2,
    "emb_dim": 32,
    "n_layers": 2,
    "n_heads": 4,
    "max_position_embeddings": MAX_TOKENS,
}
# Layer 1 sees four tokens back, layer 2 all of them.
_WINDOW = {"sliding_window": 4, "layer_types": ["sliding_attention", "full_attention"]}

# Families whose head is run by their own forward; the checks of families alone run on them.
MORE: dict[str, dict[str, Any]] = {
    "eurobert": _GROUPED,
    "nomic_bert": _ROTARY,
    "roformer": {**_ROTARY, "embedding_size": 32},
    "luke": {**_SHAPE, **_AFTER_PADDING, "num_hidden_layers": 2, "entity_vocab_size": 10}
    | {"entity_emb_size": 8},
    "xlm": _XLM,
    "flaubert": _XLM,
    "bart": {
        **_OTHER_SPREAD,
        **{"d_model": 32, "encoder_layers": 2, "decoder_layers": 1, "encoder_ffn_dim": 64},
        **{"decoder_ffn_dim": 64, "encoder_attention_heads": 4, "decoder_attention_heads": 2},
        "max_position_embeddings": MAX_TOKENS,
    },
    "qwen2": {**_GROUPED, **_WINDOW, "use_sliding_window": True},
    "qwen3": _WIDE_HEADS,
    "mistral": {**_GROUPED, "sliding_window": 4},
    "gemma": {**_WIDE_HEADS, "num_key_value_heads": 1},
    "gemma2": {**_WIDE_HEADS, **_WINDOW, "query_pre_attn_scalar": 16}
    | {"attn_logit_softcapping": 2.0, "final_logit_softcapping": 3.0},
    "gemma3_text": {**_WIDE_HEADS, **_WINDOW, "query_pre_attn_scalar": 16},
    "phi3": {**_GROUPED, "pad_token_id": 0},
    "olmo2": _ROTARY,
    # Its second layer has no positions.
    "smollm3": {**_GROUPED, "pad_token_id": 0, "no_rope_layers": [1, 0]},
    "llama4_text": {
        **_GROUPED,
        **{"head_dim": 8, "intermediate_size_mlp": 64, "num_local_experts": 2},
        **{"interleave_moe_layer_step": 2, "attention_chunk_size": 8, "no_rope_layers": [1, 0]},
    },
    "gpt_neox": {**_ROTARY, "use_parallel_residual": True},
    "opt": {
        **_OTHER_SPREAD,
        **{"hidden_size": 32, "num_attention_heads": 4, "ffn_dim": 64, "num_hidden_layers": 2},
        **{"max_position_embeddings": MAX_TOKENS, "word_embed_proj_dim": 16},
        "do_layer_norm_before": False,
    },
    "bloom": {"hidden_size": 32, "n_head": 4, "n_layer": 2},
}

# Two that the table of families does not have: one whose heads are found by the rule, and one
# with attention in half of its heads and a convolution in the others.
BY_RULE: dict[str, dict[str, Any]] = {
    "cohere": {**_GROUPED, "logit_scale": 0.5, "layer_norm_eps": 1e-5},
    "convbert": {**_ROTARY, "embedding_size": 16},
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
    if family in ("eurobert", "xlm", "flaubert"):
        special |= {"mask_token_id": tokenizer.mask_token_id}
    settings = {
        "vocab_size": len(tokenizer),
        **_SPREAD,
        **special,
        **(SETTINGS | MORE | BY_RULE)[family],
        **changes,
    }
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
                # Scales of Gemma are added to 1, and fresh ones are 0.
                if name.endswith("bias") or not parameter.any():
                    parameter.normal_(std=0.1)
    return network

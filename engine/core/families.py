"""What differs between model families: attention projections, and where the LM head starts.

A forward is split into an encoder and a language-model head, so that only the masked
positions ever reach the vocabulary: full [row, token, vocabulary] logits of one long
sentence would not fit in memory. A head's output is the slice of the *input* of its
attention's output projection; scaling that slice is the whole intervention.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from engine.core.errors import UnusableModelError
from engine.core.own_head import bodies, own_head

if TYPE_CHECKING:
    from torch import Tensor, nn

MASKED, CAUSAL, SEQ2SEQ = "masked", "causal", "seq2seq"
ENCODER = "encoder"  # of a masked family, without the weights of its language-model head
# What each kind is called in a sentence.
KINDS = {
    MASKED: "a masked language model",
    CAUSAL: "a causal model",
    SEQ2SEQ: "a span filler",
    ENCODER: "an encoder without a language-model head",
}
LanguageModelHead = Callable[[Any, "Tensor"], "Tensor"]


@dataclass(frozen=True)
class Family:
    """How one architecture is built.

    Args:
        name: the family's name in the literature.
        kind: `masked`, `causal`, `seq2seq` (an encoder that reads, a decoder that fills
            spans; its heads are those of its encoder), or `encoder`, see `as_encoder`.
        projection: regular expression for the module path of the attention output
            projection; its last number is the layer.
        language_model_head: (model, hidden [..., hidden]) -> logits [..., vocabulary].
        shares_layers: one attention module is called once for every layer (ALBERT).
        float32_only: transformers mixes float32 into its forward, so no other dtype runs.
        adds_up: the language-model head is one norm and one matrix, and what it reads is a sum:
            each layer norms what it reads, and adds what it gives as it is. `inference.direct_path`
            checks it on the numbers.
        by_rule: not of the table below, so all that is known of it is checked on its network.
    """

    name: str
    kind: str
    projection: str
    language_model_head: LanguageModelHead
    shares_layers: bool = False
    float32_only: bool = False
    adds_up: bool = False
    by_rule: bool = False


def _cls(model: Any, hidden: Tensor) -> Tensor:
    return model.cls(hidden)


def _lm_head(model: Any, hidden: Tensor) -> Tensor:
    return model.lm_head(hidden)


def _distilbert(model: Any, hidden: Tensor) -> Tensor:
    transformed = model.activation(model.vocab_transform(hidden))
    return model.vocab_projector(model.vocab_layer_norm(transformed))


def _albert(model: Any, hidden: Tensor) -> Tensor:
    return model.predictions(hidden)


def _modernbert(model: Any, hidden: Tensor) -> Tensor:
    return model.decoder(model.head(hidden))


def _electra(model: Any, hidden: Tensor) -> Tensor:
    return model.generator_lm_head(model.generator_predictions(hidden))


def _deberta(model: Any, hidden: Tensor) -> Tensor:
    if model.legacy:
        return model.cls(hidden)
    return model.lm_predictions(hidden, model.deberta.embeddings.word_embeddings)


def _t5(model: Any, hidden: Tensor) -> Tensor:
    if model.config.scale_decoder_outputs:
        hidden = hidden * model.config.d_model**-0.5
    return model.lm_head(hidden)


# The `attention.` prefix matters: `output.dense` alone is also the feed-forward block.
_BERT = r"\.layer\.\d+\.attention\.output\.dense$"
_SELF_ATTENTION = r"\.layers\.\d+\.self_attn\.o_proj$"
_T5 = r"^encoder\.block\.\d+\.layer\.0\.SelfAttention\.o$"

FAMILIES: dict[str, Family] = {
    "bert": Family("BERT", MASKED, _BERT, _cls),
    "roberta": Family("RoBERTa", MASKED, _BERT, _lm_head),
    "xlm-roberta": Family("XLM-R", MASKED, _BERT, _lm_head),
    "camembert": Family("CamemBERT", MASKED, _BERT, _lm_head),
    "distilbert": Family("DistilBERT", MASKED, r"\.layer\.\d+\.attention\.out_lin$", _distilbert),
    "albert": Family("ALBERT", MASKED, r"\.attention\.dense$", _albert, shares_layers=True),
    "modernbert": Family("ModernBERT", MASKED, r"\.layers\.\d+\.attn\.Wo$", _modernbert),
    "electra": Family("ELECTRA", MASKED, _BERT, _electra),
    "mpnet": Family("MPNet", MASKED, r"\.layer\.\d+\.attention\.attn\.o$", _lm_head),
    "deberta": Family("DeBERTa", MASKED, _BERT, _deberta, float32_only=True),
    "deberta-v2": Family("DeBERTa-v2", MASKED, _BERT, _deberta),
    "gpt2": Family("GPT-2", CAUSAL, r"\.h\.\d+\.attn\.c_proj$", _lm_head, adds_up=True),
    "llama": Family("LLaMA", CAUSAL, _SELF_ATTENTION, _lm_head, adds_up=True),
    "t5": Family("T5", SEQ2SEQ, _T5, _t5),
    "mt5": Family("mT5", SEQ2SEQ, _T5, _lm_head),
    "eurobert": Family("EuroBERT", MASKED, _SELF_ATTENTION, own_head, adds_up=True),
    "nomic_bert": Family("NomicBERT", MASKED, _SELF_ATTENTION, own_head),
    "roformer": Family("RoFormer", MASKED, _BERT, own_head),
    "luke": Family("LUKE", MASKED, _BERT, own_head),
    "xlm": Family("XLM", MASKED, r"\.attentions\.\d+\.out_lin$", own_head),
    "flaubert": Family("FlauBERT", MASKED, r"\.attentions\.\d+\.out_lin$", own_head),
    # It writes the whole text again, and is asked for the token that it puts in a mask's place.
    "bart": Family("BART", MASKED, r"\.encoder\.layers\.\d+\.self_attn\.out_proj$", own_head),
    "qwen2": Family("Qwen2", CAUSAL, _SELF_ATTENTION, own_head, adds_up=True),
    "qwen3": Family("Qwen3", CAUSAL, _SELF_ATTENTION, own_head, adds_up=True),
    "mistral": Family("Mistral", CAUSAL, _SELF_ATTENTION, own_head, adds_up=True),
    "gemma": Family("Gemma", CAUSAL, _SELF_ATTENTION, own_head, adds_up=True),
    "gemma2": Family("Gemma 2", CAUSAL, _SELF_ATTENTION, own_head),
    "gemma3_text": Family("Gemma 3", CAUSAL, _SELF_ATTENTION, own_head),
    "phi3": Family("Phi-3", CAUSAL, _SELF_ATTENTION, own_head, adds_up=True),
    "olmo2": Family("OLMo 2", CAUSAL, _SELF_ATTENTION, own_head),
    "smollm3": Family("SmolLM3", CAUSAL, _SELF_ATTENTION, own_head, adds_up=True),
    "llama4_text": Family("LLaMA 4", CAUSAL, _SELF_ATTENTION, own_head),
    "gpt_neox": Family(
        "GPT-NeoX", CAUSAL, r"\.layers\.\d+\.attention\.dense$", own_head, adds_up=True
    ),
    "opt": Family("OPT", CAUSAL, r"\.layers\.\d+\.self_attn\.out_proj$", own_head, adds_up=True),
    "bloom": Family("BLOOM", CAUSAL, r"\.h\.\d+\.self_attention\.dense$", own_head, adds_up=True),
}


def may_add_up(name: str) -> bool:
    """Whether the parts of a model may add up to its answer, see `Family.adds_up`.

    Args:
        name: of its family; of one that the table does not have, only its numbers can tell.
    """
    known = [family.adds_up for family in FAMILIES.values() if family.name == name]
    return not known or any(known)


def model_type(config: dict[str, Any]) -> str:
    """The `model_type` that a config.json names, cut where it is too long to be quoted."""
    return str(config.get("model_type"))[:100]


_CLASS = re.compile(
    r"(TF|Flax)?(?P<family>\w+?)(For[A-Z]\w*|(With)?LMHeadModel|Model|PreTrainedModel)"
)


def class_prefix(name: str) -> str:
    """What a class of a model says of its family: `ConvBert` of `ConvBertForMaskedLM`."""
    found = _CLASS.fullmatch(name)
    return found["family"] if found else ""


# --- without a head -----------------------------------------------------------------------
# Sentence encoders, discriminators and classifiers are saved without a language-model head.

# A weight of a masked-LM head has a name with one of these parts.
_HEAD = re.compile(
    r"(^|\.)(cls\.predictions|lm_head|predictions|generator_predictions|generator_lm_head|vocab_\w+"
    r"|mlm_head|pred_layer|decoder)\."
)
_SHARED = re.compile(r"(^|\.)head\.")  # of ModernBERT, whose classifiers have it too
_CLASSES = re.compile(r"(^|\.)classifier\.")


def lacks_head(family: Family, weights: Collection[str]) -> bool:
    """Whether files of a masked family hold no weight of its language-model head.

    Args:
        weights: names of all weights in the files.
    """
    if family.kind != MASKED or not weights or any(map(_HEAD.search, weights)):
        return False
    return not any(map(_SHARED.search, weights)) or any(map(_CLASSES.search, weights))


def as_encoder(family: Family) -> Family:
    """A masked family without its language-model head: what reads no head is measured."""
    return replace(family, kind=ENCODER)


def type_to_write(config: dict[str, Any]) -> str:
    """Which `model_type` a config.json without one should have, as its `architectures` say."""
    named = config.get("architectures")
    for name in named if isinstance(named, list) else []:
        own = class_prefix(name).lower() if isinstance(name, str) else ""
        for known in FAMILIES:
            if re.sub(r"[-_]|_text$", "", known) == own:
                return f'write "model_type": "{known}" into it, as its architectures say ({name})'
    return (
        'write the one that the model was saved with into it, such as "model_type": "bert" (known: '
        f"{', '.join(FAMILIES)})"
    )


def projections(model: Any, family: Family) -> list[nn.Module]:
    """Attention output projections in layer order; a single one where layers share it."""
    pattern = re.compile(family.projection)
    # The path of an encoder by itself begins where that of a language model has a dot.
    found = [
        module
        for path, module in model.named_modules()
        if pattern.search(path) or pattern.search(f".{path}")
    ]
    wanted = 1 if family.shares_layers else model.config.num_hidden_layers
    if len(found) != wanted:
        raise UnusableModelError(
            f"This {family.name} has {len(found)} attention projections where {wanted} were "
            "expected; its heads cannot be switched off, so it is not measured."
        )
    return found


def blocks(model: Any, found: Sequence[nn.Module], family: Family) -> list[nn.Module]:
    """The layers of a network in order; none where no list of modules holds just its layers.

    Args:
        found: the attention output projections, see `projections`.
    """
    from torch import nn

    wanted = 1 if family.shares_layers else model.config.num_hidden_layers
    lists = [
        list(part)
        for part in encoder_of(model).modules()
        if isinstance(part, nn.ModuleList) and len(part) == len(found) == wanted
    ]
    # Of ALBERT's groups of layers, the innermost is the layer.
    whole = [layers for layers in lists if all(map(_is_whole_layer, layers, found))]
    return whole[-1] if whole else []


def _is_whole_layer(layer: nn.Module, projection: nn.Module) -> bool:
    """Whether a module has an attention, and more: XLM lists its attentions by themselves."""
    attention = re.search(r"att(entio)?n", type(layer).__name__, re.IGNORECASE)
    return attention is None and any(part is projection for part in layer.modules())


def body_of(model: Any) -> nn.Module:
    """What gives the states that the language-model head reads, see `predicting_states`."""
    body: nn.Module = model.get_decoder() if model.config.is_encoder_decoder else _body(model)
    return body


def hidden_states(model: Any, **inputs: Tensor) -> Tensor:
    """What the network makes of a text that it reads, without its language-model head.

    Returns:
        [row, token, hidden] last-layer states.
    """
    return encoder_of(model)(**inputs).last_hidden_state


def predicting_states(model: Any, **inputs: Tensor) -> Tensor:
    """The states that the language-model head reads: those of BART are its decoder's.

    Returns:
        [row, token, hidden] last-layer states.
    """
    return _body(model)(**inputs).last_hidden_state


def encoder_of(model: Any) -> Any:
    """The part of a network that reads the text: all but the heads, and never a decoder."""
    return model.get_encoder() if model.config.is_encoder_decoder else _body(model)


def _body(model: Any) -> Any:
    """All of a network but its heads; some classes do not name it."""
    return next(bodies(model), model) if model.base_model is model else model.base_model


def decoder_states(model: Any, **inputs: Tensor) -> Tensor:
    """Run the decoder of a seq2seq model without its language-model head.

    Args:
        inputs: `input_ids` [row, token] so far, and the encoder's `encoder_hidden_states` and
            `encoder_attention_mask`.

    Returns:
        [row, token, hidden] last-layer states.
    """
    return model.get_decoder()(**inputs).last_hidden_state

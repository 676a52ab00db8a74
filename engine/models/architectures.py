"""Families that the table does not have: their kind by `architectures`, more by their network.

A network that no table describes is looked at before it is measured. It is scored if its forward
runs and reads texts as its kind should. Its heads can be masked if each layer has one projection
that takes the outputs of all heads side by side, and if the network behaves so; otherwise it has no
heads here, and is scored all the same. Nothing of it is changed by the look.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from engine.core.errors import UnusableModelError, first_line
from engine.core.families import (
    CAUSAL,
    ENCODER,
    FAMILIES,
    MASKED,
    Family,
    class_prefix,
    encoder_of,
    model_type,
    predicting_states,
    projections,
)
from engine.core.own_head import accept_states, own_head

if TYPE_CHECKING:
    from torch import Tensor, nn

# --- kind ---------------------------------------------------------------------------------
# Which family a config.json names, read without torch wherever its architectures say enough.

_NOT_TEXT = ("vision_config", "audio_config", "speech_config")
_ENDINGS = (
    (re.compile(r"ForMaskedLM$"), MASKED),
    (re.compile(r"(ForCausalLM|LMHeadModel)$"), CAUSAL),
)
_ENCODER_DECODER = "ForConditionalGeneration"


def family_for(checkpoint: str, config: dict[str, Any]) -> Family:
    """The family of a checkpoint: of the table, or by the rule.

    Args:
        checkpoint: as the user knows it.
        config: the content of its config.json.

    Raises:
        UnusableModelError: for what is no language model, or needs code of its own.
    """
    kind = model_type(config)
    if kind in FAMILIES:
        return FAMILIES[kind]
    _check_known(checkpoint, config, kind)
    if named := next((key for key in _NOT_TEXT if config.get(key) is not None), None):
        raise UnusableModelError(
            f"{checkpoint} (model_type {kind}) reads pictures or sound beside text ({named}); "
            "choose a model of text alone."
        )
    names = _architectures(config)
    name = next((found for found in map(class_prefix, names) if found), kind)
    return Family(name, _kind(checkpoint, config, names), "", own_head, by_rule=True)


def _check_known(checkpoint: str, config: dict[str, Any], kind: str) -> None:
    from transformers import CONFIG_MAPPING

    if kind in CONFIG_MAPPING:
        return
    if config.get("auto_map"):
        raise UnusableModelError(
            f"{checkpoint} (model_type {kind}) needs Python code that lies beside its weights "
            "(auto_map), and such code is never run; choose a model that transformers has itself."
        )
    raise UnusableModelError(
        f"The config.json of {checkpoint} does not describe a model that this version of "
        f"transformers knows (its model_type is {kind!r})."
    )


def _architectures(config: dict[str, Any]) -> list[str]:
    named = config.get("architectures")
    return [name for name in named if isinstance(name, str)] if isinstance(named, list) else []


def is_bare(config: dict[str, Any]) -> bool:
    """Whether a config.json names the body of a network alone, such as `NomicBertModel`."""
    names = _architectures(config)
    bodies_alone = [name.endswith("Model") and "LMHead" not in name for name in names]
    return bool(names) and all(bodies_alone)


def _kind(checkpoint: str, config: dict[str, Any], names: Sequence[str]) -> str:
    """Masked or causal, as the classes say, or else those that transformers has for the type."""
    kind = model_type(config)
    for ending, found in _ENDINGS:
        if any(map(ending.search, names)):
            return found
    if config.get("is_encoder_decoder") or any(_ENCODER_DECODER in name for name in names):
        raise UnusableModelError(
            f"{checkpoint} (model_type {kind}) reads with an encoder and writes with a decoder; of "
            "such models T5, mT5 and BART can be measured."
        )
    from transformers.models.auto import modeling_auto

    masked = modeling_auto.MODEL_FOR_MASKED_LM_MAPPING_NAMES.get(kind, "")
    if masked and not masked.endswith(_ENCODER_DECODER):
        return MASKED
    if kind in modeling_auto.MODEL_FOR_CAUSAL_LM_MAPPING_NAMES and not masked:
        return CAUSAL
    raise UnusableModelError(
        f"{checkpoint} (model_type {kind}) is neither a masked nor a causal language model for "
        "transformers; choose a model that fills masks or continues texts."
    )


# --- heads --------------------------------------------------------------------------------
# Where the outputs of all heads meet, by the shape of the network.

_ATTENTION = re.compile(r"att(entio)?n", re.IGNORECASE)
# Linear layers of an attention that read its input, rather than what its heads give.
_READS_INPUT = re.compile(
    r"(^|_|W)(q|k|v|qk|kv|qkv|query|key|value|gate|g|in|pos)(_|$|\d)|^(c_attn|Wqkv|q_attn)$"
)
_COUNTS = ("num_heads", "num_attention_heads", "n_heads", "n_head", "num_attn_heads")
_VALUES = ("v_proj", "value", "v_lin", "v", "value_proj")


def projections_by_rule(network: Any) -> list[nn.Module]:
    """Attention output projections in layer order; none where the rule does not find them.

    The projection is the only linear layer of an attention that reads as many numbers as all heads
    give together, and not the attention's input.
    """
    try:
        config = network.config
        heads, layers = config.num_attention_heads, config.num_hidden_layers
        size = getattr(config, "head_dim", None) or config.hidden_size // heads
    except Exception:  # configs without heads, or with heads of several sizes, raise what they like
        return []
    found = []
    for attention in _attentions(encoder_of(network)):
        own = [
            module
            for path, module in attention.named_modules()
            if _width(module) == heads * size and not _READS_INPUT.search(path.rpartition(".")[2])
        ]
        if len(own) != 1 or not _counts(attention) <= {heads}:
            return []
        found += own
    return found if len(found) == layers else []


def _attentions(body: nn.Module) -> Iterator[nn.Module]:
    """The outermost modules whose classes are called attention, in order."""
    for child in body.children():
        if _ATTENTION.search(type(child).__name__) and any(map(_width, child.modules())):
            yield child
        else:
            yield from _attentions(child)


def _width(module: nn.Module) -> int:
    """How many numbers a linear layer reads; 0 of any other."""
    from torch import nn
    from transformers.pytorch_utils import Conv1D

    if isinstance(module, nn.Linear):
        return module.in_features
    return int(module.weight.shape[0]) if isinstance(module, Conv1D) else 0


def _counts(attention: nn.Module) -> set[int]:
    """Numbers of heads that the parts of an attention name."""
    named = (getattr(part, name, None) for part in attention.modules() for name in _COUNTS)
    return {count for count in named if type(count) is int}


# --- behaviour ----------------------------------------------------------------------------
# What a network that was built by no known plan really does, tried on one short text.

_PLAIN = "The sun rises in the east."
_FULL, _HALF = 1e-3, 3e-2  # of the largest logit; rounding is below both


@dataclass(frozen=True)
class Wiring:
    """How a network is run and its heads are masked.

    Args:
        projections: attention output projections, see `families.projections`.
        heads: of a layer, that can be masked; 0 where heads are not available.
        splits: whether the language-model head can be run on chosen positions alone.
        pads: whether a text has the same scores in a batch with longer ones.
    """

    projections: tuple[nn.Module, ...]
    heads: int
    splits: bool = True
    pads: bool = True


def wiring(
    checkpoint: str, network: Any, family: Family, tokenizer: Any, classifier: bool
) -> Wiring:
    """How a network is run; one of a family by the rule is tried first.

    Args:
        checkpoint: as the user knows it.
        network: on its device, without hooks.
        classifier: whether it is a sequence classifier, which has no head to be tried, as an
            encoder has none.

    Raises:
        UnusableModelError: if it cannot be run, or does not read texts as its kind does.
    """
    headless = classifier or family.kind == ENCODER
    if family.by_rule and headless:
        return Wiring((), 0, pads=False)
    if family.language_model_head is own_head and not headless:
        accept_states(network)
    import torch

    with torch.inference_mode():
        if family.by_rule:
            ids = torch.tensor([tokenizer(_PLAIN)["input_ids"]], device=network.device)
            return _tried(checkpoint, network, family, ids, tokenizer)
        if family.language_model_head is own_head and not headless:
            words = torch.tensor([[1, 2, 3]], device=network.device)
            _logits(checkpoint, network, family, words)
    return Wiring(tuple(projections(network, family)), network.config.num_attention_heads)


def _logits(checkpoint: str, network: Any, family: Family, ids: Tensor) -> Tensor:
    """[token, vocabulary] of a network that may be one that transformers cannot run."""
    try:
        logits: Tensor = network(input_ids=ids).logits[0].float()
    except Exception as error:  # networks raise whatever their parts raise
        raise UnusableModelError(
            f"{checkpoint} ({family.name}) cannot be run by this version of transformers in "
            f"{str(network.dtype).removeprefix('torch.')} on {network.device} "
            f"({first_line(error)}); choose another model."
        ) from error
    return logits


def _tried(checkpoint: str, network: Any, family: Family, ids: Tensor, tokenizer: Any) -> Wiring:
    import torch

    logits = _logits(checkpoint, network, family, ids)
    share = _FULL if network.dtype == torch.float32 else _HALF
    near = share * max(1.0, float(logits.abs().max()))

    def same(one: Callable[[], Tensor], other: Tensor) -> bool:
        try:
            return bool((one().float() - other).abs().max() < near)
        except Exception:  # as above; the way that is tried is then not taken
            return False

    _check_direction(checkpoint, network, family, ids, logits, tokenizer)
    padded = torch.nn.functional.pad(ids, (0, 3), value=tokenizer.pad_token_id or 0)
    mask = (torch.arange(padded.shape[1], device=ids.device) < ids.shape[1]).long()[None]
    splits = same(lambda: own_head(network, predicting_states(network, input_ids=ids)[0]), logits)
    pads = same(
        lambda: network(input_ids=padded, attention_mask=mask).logits[0, : ids.shape[1]], logits
    )
    found = projections_by_rule(network)
    if not found or not _takes_heads(network, found, ids, same):
        found = []
    heads = network.config.num_attention_heads if found else 0
    return Wiring(tuple(found), heads, splits, pads)


def _check_direction(
    checkpoint: str, network: Any, family: Family, ids: Tensor, logits: Tensor, tokenizer: Any
) -> None:
    """Refuse a causal model that sees what follows, and a masked one that does not."""
    changed = ids.clone()
    before_last = int(ids[0, -2])
    known = {before_last, *tokenizer.all_special_ids}
    changed[0, -2] = next(token for token in range(len(known) + 1) if token not in known)
    before = (network(input_ids=changed).logits[0].float() - logits)[: ids.shape[1] - 2]
    sees = bool(before.abs().max() > _FULL * max(1.0, float(logits.abs().max())))
    if family.kind == CAUSAL and sees:
        raise UnusableModelError(
            f"{checkpoint} ({family.name}) calls itself a causal language model, but what it says "
            "of a word depends on those behind it, so its scores would be no probabilities."
        )
    if family.kind == MASKED and not sees:
        raise UnusableModelError(
            f"{checkpoint} ({family.name}) calls itself a masked language model, but what it says "
            "of a word does not depend on those behind it."
        )


def _takes_heads(
    network: Any,
    found: Sequence[nn.Module],
    ids: Tensor,
    same: Callable[[Callable[[], Tensor], Tensor], bool],
) -> bool:
    """Whether each projection is called once, and its input is the heads' outputs side by side."""
    heads = network.config.num_attention_heads
    given: list[Tensor] = []
    with _watched(found, given.append):
        network(input_ids=ids)
    if len(given) != len(found):
        return False
    last = found[-1]
    size = _width(last) // heads
    with _watched(found[-1:], lambda states: _emptied(states, size)):
        gated = network(input_ids=ids).logits[0].float()
    with _without_columns(last, size):
        if not same(lambda: network(input_ids=ids).logits[0], gated):
            return False
    values = [_values_of(attention) for attention in _attentions(encoder_of(network))]
    read = [value for value in values if value is not None]
    return not read or _kept_apart(network, read, found, ids, size)


def _kept_apart(
    network: Any, values: Sequence[Any], found: Sequence[nn.Module], ids: Tensor, size: int
) -> bool:
    """Whether a projection's input is empty just where the values of the first heads were."""
    heads = network.config.num_attention_heads
    width = values[0].out_features
    if width % size or heads % (width // size):
        return False
    shared = heads * size // width  # query heads that read one head's values
    given: list[Tensor] = []
    with (
        _watched(values, lambda states: _emptied(states, size), outputs=True),
        _watched(found, given.append),
    ):
        network(input_ids=ids)
    first = shared * size
    return all(
        not states[..., :first].any() and (first == heads * size or states[..., first:].any())
        for states in given
    )


def _values_of(attention: nn.Module) -> Any:
    """The linear layer that makes an attention's values, where it is one of its own."""
    from torch import nn

    for path, module in attention.named_modules():
        if path.rpartition(".")[2] in _VALUES and isinstance(module, nn.Linear):
            return module
    return None


def _emptied(states: Tensor, size: int) -> Tensor:
    states = states.clone()
    states[..., :size] = 0.0
    return states


@contextmanager
def _watched(
    modules: Sequence[nn.Module], use: Callable[[Tensor], Any], outputs: bool = False
) -> Iterator[None]:
    """Have a function see, and if it returns something change, what modules read or give."""

    def watching(forward: Any) -> Any:
        def run(states: Tensor, *rest: Any, **named: Any) -> Any:
            if outputs:
                given = forward(states, *rest, **named)
                changed = use(given)
                return given if changed is None else changed
            changed = use(states)
            return forward(states if changed is None else changed, *rest, **named)

        return run

    before = [vars(module).get("forward") for module in modules]
    try:
        for module in modules:
            module.forward = watching(module.forward)
        yield
    finally:
        for module, forward in zip(modules, before, strict=True):
            del module.forward  # its class's own is then called again
            if forward is not None:
                module.forward = forward


@contextmanager
def _without_columns(module: Any, size: int) -> Iterator[None]:
    """Have a projection's weights of the first head be 0; a Conv1D keeps them as rows."""
    weight = module.weight.data
    part = weight[:, :size] if hasattr(module, "in_features") else weight[:size]
    kept = part.clone()
    try:
        part.zero_()
        yield
    finally:
        part.copy_(kept)

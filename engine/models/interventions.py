"""The interventions of a spec as numbers of one network: gates, replaced outputs, vectors, maps.

What masked heads give under mean and resample ablation is read from the network as it is, over the
project's own neutral sentences, once for a network.

Source: Zhang and Nanda 2024 on mean and resample ablation against zero.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from engine.core.errors import BiascopeError, UnusableModelError
from engine.core.families import SEQ2SEQ, encoder_of
from engine.core.interventions import MEAN, REFERENCE, ZERO, Interventions, ScaledHead
from engine.files.fit_file import Fit, check_fit
from engine.files.fits import Reference, fit_of
from engine.files.samples import SAMPLES
from engine.models.hooks import NO_CHANGES, AffineMap, Changes, keeping_head_outputs

if TYPE_CHECKING:
    import torch
    from torch import Tensor

    from engine.core.spec import HeadRef, ModelSpec
    from engine.models.loading import LoadedModel

_TEXTS = {REFERENCE: "neutral.txt"}
_MEANS: WeakKeyDictionary[LoadedModel, list[Tensor]] = WeakKeyDictionary()


def gates_of(
    model: LoadedModel, masked: Sequence[HeadRef], scaled: Sequence[ScaledHead] = ()
) -> torch.Tensor | None:
    """Gates that silence some heads and scale others.

    Returns:
        [layer, head], 1 where nothing is done, or None when nothing is done to any head.
    """
    import torch

    if not masked and not scaled:
        return None
    gates = torch.ones(model.layers, model.heads)
    for layer, head in masked:
        gates[layer, head] = 0.0
    for layer, head, scale in scaled:
        gates[layer, head] = scale
    return gates


def changes_of(model: LoadedModel, spec: ModelSpec) -> Changes:
    """What a spec does to a network besides gating heads.

    Raises:
        BiascopeError: if a fit is not here, belongs to another model, or cannot be applied.
    """
    import torch

    asked = spec.interventions
    if not asked:
        return NO_CHANGES
    # Made in inference mode, such tensors could not be differentiated through.
    with torch.inference_mode(False):
        return Changes(
            _replaced(model, spec.masked_heads, asked.ablation),
            _added(model, spec),
            tuple(_map(model, _fit(spec, one)) for one in asked.erased),
            asked.self_debias,
        )


def check_appliable(model: LoadedModel, asked: Interventions) -> None:
    """Refuse what the architecture of a network does not allow."""
    name, kind = model.source.checkpoint, model.family.kind
    if asked.steered and not model.steers:
        raise UnusableModelError(
            f"{name} ({model.family.name}) cannot be steered: where its layers end is not known. "
            "Its heads can still be masked, and concepts erased."
        )
    if asked.erased and (kind == SEQ2SEQ or model.is_classifier):
        what = "writes with a decoder" if kind == SEQ2SEQ else "is a classifier"
        raise UnusableModelError(
            f"{name} {what}, and a concept is erased from the states that a language-model head "
            "reads; choose a masked or a causal language model."
        )
    if asked.self_debias is not None and (kind == SEQ2SEQ or model.is_classifier):
        raise UnusableModelError(
            f"{name} predicts no words for a text it reads, so it cannot debias itself; choose a "
            "masked or a causal language model."
        )


def _fit(spec: ModelSpec, reference: Reference) -> Fit:
    fit = fit_of(reference)
    check_fit(fit, spec)
    return fit


def _map(model: LoadedModel, fit: Fit) -> AffineMap:
    _check_width(model, fit)
    center, left, right = (_tensor(model, fit, name) for name in ("center", "left", "right"))
    return AffineMap(center, left, right)


def _added(model: LoadedModel, spec: ModelSpec) -> dict[int, Tensor]:
    """layer -> the sum of the vectors that are added to its output."""
    found: dict[int, Tensor] = {}
    for one in spec.interventions.steered:
        fit = _fit(spec, one)
        _check_width(model, fit)
        vector = _tensor(model, fit, "vector") * one.strength
        at = one.layer - 1
        found[at] = found[at] + vector if at in found else vector
    return found


def _check_width(model: LoadedModel, fit: Fit) -> None:
    width = model.network.config.hidden_size
    if fit.width != width or fit.layers != model.layers:
        raise BiascopeError(
            f"This fit ({fit.concept}, {fit.method}) is of {fit.layers} layers with states of "
            f"{fit.width} numbers, and {model.source.checkpoint} has {model.layers} with {width}; "
            "fit it again."
        )


def _tensor(model: LoadedModel, fit: Fit, name: str) -> Tensor:
    import torch

    return torch.from_numpy(fit.arrays[name].copy()).to(model.device)


# --- replaced outputs ---------------------------------------------------------------------
# What masked heads give in place of nothing.


def _replaced(model: LoadedModel, masked: Sequence[HeadRef], ablation: str) -> dict[int, Tensor]:
    """layer -> [position, head * head_size] what its masked heads give; 0 for all other heads."""
    if ablation == ZERO or not masked:
        return {}
    import torch

    given = _mean_outputs(model) if ablation == MEAN else _outputs_of_one(model, ablation)
    found = {}
    for layer in {head.layer for head in masked}:
        kept = torch.zeros(model.heads, device=model.device)
        kept[[head.head for head in masked if head.layer == layer]] = 1.0
        split = given[layer].unflatten(-1, (model.heads, -1))
        found[layer] = (split * kept[:, None]).flatten(-2)
    return found


def _mean_outputs(model: LoadedModel) -> list[Tensor]:
    """[layer] [1, head * head_size], the mean over all tokens of all reference texts."""
    if model not in _MEANS:
        sums: list[Tensor] = []
        tokens = 0
        for text in reference_texts():
            outputs = [layer.double() for layer in _head_outputs(model, text)]
            tokens += len(outputs[0])
            added = [layer.sum(0, keepdim=True) for layer in outputs]
            sums = [one + other for one, other in zip(sums, added, strict=True)] if sums else added
        _MEANS[model] = [(layer / tokens).float() for layer in sums]
    return _MEANS[model]


def _outputs_of_one(model: LoadedModel, ablation: str) -> list[Tensor]:
    """[layer] [position, head * head_size] for the reference text that the seed draws."""
    texts = reference_texts()
    drawn = random.Random(int(ablation.partition(":")[2])).randrange(len(texts))
    return _head_outputs(model, texts[drawn])


def _head_outputs(model: LoadedModel, text: str) -> list[Tensor]:
    """[layer] [token, head * head_size] of the network as it is."""
    import torch

    ids = model.tokenizer(text, truncation=True, max_length=model.max_length)["input_ids"]
    with torch.no_grad(), keeping_head_outputs(model) as kept:
        encoder_of(model.network)(input_ids=torch.tensor([ids], device=model.device))
    return [kept[layer][0] for layer in range(model.layers)]


@lru_cache(maxsize=1)
def reference_texts() -> tuple[str, ...]:
    """The sentences over which means are taken, and from which others are drawn."""
    text = (SAMPLES / _TEXTS[REFERENCE]).read_text(encoding="utf-8")
    return tuple(filter(None, map(str.strip, text.splitlines())))

"""Interventions as text: what people write in options and addresses, and how screens name them."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from engine.core.errors import BiascopeError
from engine.core.interventions import (
    ABLATIONS,
    DECAY,
    LARGEST_DECAY,
    LARGEST_SCALE,
    LARGEST_STRENGTH,
    MEAN,
    RESAMPLE,
    ZERO,
    ErasedConcept,
    Interventions,
    ScaledHead,
    SelfDebias,
    SteeringVector,
)
from engine.core.wording import counted, figure_text

_SCALED = re.compile(r"(\d{1,4})-(\d{1,4})\s*[:=]\s*(\S+)")
_DASH = re.compile(r"(?<=\d)\s*[\u2010-\u2015\u2212]\s*(?=\d)")
_BECAUSE_OF = re.compile(r"[\w][\w /,'’-]{0,59}")
_DIGEST = re.compile(r"[0-9a-f]{64}")
_SLUG = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")
_LARGEST_SEED = 999_999
_DIGITS = 6  # significant digits of a scale, a strength or a decay

# --- words --------------------------------------------------------------------------------
# What is done to a model, for titles and labels; screens and commands say the same.

_METHODS = {
    "leace": "LEACE",
    "inlp": "INLP",
    "sentence-debias": "SentenceDebias",
    "mean-difference": "mean difference",
    "principal-component": "principal component",
}
_NAMED_SCALES = 3  # more are counted
OFF = "switched off"  # of heads, on screens; commands say *masked*


def method_name(method: str) -> str:
    """A fitting method as the literature writes it."""
    return _METHODS.get(method, method)


def parts_in_words(done: Interventions) -> list[str]:
    """What is done besides masking heads, one entry each: `gender erased (LEACE)`.

    Each can follow *with*: the model with gender erased (LEACE).
    """
    parts = []
    if done.ablation != ZERO:
        kind, _, seed = done.ablation.partition(":")
        parts.append(f"{kind} ablation" + (f" (seed {seed})" if seed else ""))
    if 0 < len(done.scaled_heads) <= _NAMED_SCALES:
        parts += [f"head {head.name} scaled to {head.scale:g}" for head in done.scaled_heads]
    elif done.scaled_heads:
        parts.append(f"{counted(len(done.scaled_heads), 'head')} scaled")
    parts += [f"{one.concept} erased ({method_name(one.method)})" for one in done.erased]
    for one in done.steered:
        strength = figure_text(one.strength, "+g").replace("-", "\u2212")
        parts.append(f"steering along {one.concept} by {strength} at layer {one.layer}")
    if done.self_debias is not None:
        decay = done.self_debias.decay
        rate = "" if decay == DECAY else f", decay {decay:g}"
        parts.append(f"self-debiasing ({done.self_debias.because_of}{rate})")
    return parts


def in_words(done: Interventions) -> str:
    """What is done besides masking heads, in one line; empty where nothing is."""
    return ", ".join(parts_in_words(done))


def heads_in_words(heads: Sequence[object], named: int = 0, off: str = OFF) -> str:
    """Which heads give nothing of their own: `heads 3-1, 6-12 switched off`; empty without any.

    Args:
        heads: as they are written.
        named: so many are named; more are counted.
        off: what is done to them, as screens or commands call it.
    """
    if not heads:
        return ""
    if len(heads) > named:
        return f"{counted(len(heads), 'head')} {off}"
    return f"{'head' if len(heads) == 1 else 'heads'} {', '.join(map(str, heads))} {off}"


def done_in_words(identity: Mapping[str, Any], named: int = 0, off: str = OFF) -> str:
    """All that is done to a model, in one line: `2 heads switched off, gender erased (LEACE)`.

    Args:
        identity: of its spec, as manifests and reports hold it.
        named: so many heads are named; more are counted.
        off: what is done to masked heads, as screens or commands call it.

    Returns:
        Empty where nothing is done.

    Raises:
        BiascopeError: if the interventions do not have the form of an identity.
    """
    heads = heads_in_words(identity.get("masked_heads") or (), named, off)
    return ", ".join(filter(None, [heads, in_words(read_identity(identity))]))


# --- reading ------------------------------------------------------------------------------
# As people write them in options and addresses, and as identities hold them.


def parse_scales(text: str) -> tuple[ScaledHead, ...]:
    """Read scaled heads written as `3-1:0.5, 6-12:2`.

    Args:
        text: `layer-head:scale` from 1, separated by commas, semicolons or spaces; may be empty.

    Returns:
        Heads counted from 0, in the order given.
    """
    tidy = re.sub(r"\s*([:=])\s*", r"\1", _DASH.sub("-", text.strip()))
    heads = []
    for part in filter(None, re.split(r"[,;\s]+", tidy)):
        match = _SCALED.fullmatch(part)
        if match is None:
            raise BiascopeError(
                f"A scaled head is written layer-head:scale, for example 3-1:0.5; got {part!r}. "
                "Separate several with commas: 3-1:0.5, 6-12:2."
            )
        layer, head = int(match[1]), int(match[2])
        if layer < 1 or head < 1:
            raise BiascopeError(f"Layers and heads count from 1; got {part!r}.")
        scale = number(match[3], f"The scale of head {layer}-{head}", 0.0, LARGEST_SCALE)
        heads.append(ScaledHead(layer - 1, head - 1, scale))
    return tuple(heads)


def format_scales(heads: Iterable[ScaledHead]) -> str:
    """Write scaled heads the way `parse_scales` reads them."""
    return ", ".join(map(str, sorted(heads)))


def parse_ablation(text: str) -> str:
    """Read what masked heads give: `zero`, `mean`, or `resample` with a seed, `resample:3`."""
    kind, colon, seed = text.strip().lower().partition(":")
    if kind not in ABLATIONS or (colon and kind != RESAMPLE):
        raise BiascopeError(
            f"Masked heads give {ZERO}, {MEAN}, or {RESAMPLE} with a seed, as {RESAMPLE}:1; "
            f"got {text!r}."
        )
    if kind != RESAMPLE:
        return kind
    if colon and not (seed.isascii() and seed.isdecimal() and int(seed) <= _LARGEST_SEED):
        raise BiascopeError(
            f"The seed of {RESAMPLE} is a whole number up to {_LARGEST_SEED}; got {seed!r}."
        )
    return f"{RESAMPLE}:{int(seed or 0)}"


def parse_self_debias(text: str) -> SelfDebias | None:
    """Read what self-debiasing describes, `gender`, or with its decay, `gender:100`."""
    if not text.strip():
        return None
    because_of, _, decay = text.strip().partition(":")
    because_of = " ".join(because_of.split())
    if not _BECAUSE_OF.fullmatch(because_of):
        raise BiascopeError(
            "Self-debiasing is given what people are discriminated for, in at most 60 letters, for "
            f"example gender or race/color; got {because_of!r}."
        )
    given = number(decay, "The decay of self-debiasing", 0.0, LARGEST_DECAY) if decay else DECAY
    return SelfDebias(because_of, given)


def split_strength(text: str) -> tuple[str, float]:
    """Read `FILE:STRENGTH` of a steering vector; a file alone has strength 1."""
    name, colon, strength = text.strip().rpartition(":")
    # A drive of Windows has a colon too, and is no number's end.
    if not colon or strength.startswith(("/", "\\")) or strength.endswith(".safetensors"):
        return text.strip(), 1.0
    return name, number(strength, "The strength of a vector", -LARGEST_STRENGTH, LARGEST_STRENGTH)


def number(text: str, what: str, low: float, high: float) -> float:
    """A number within bounds, to six digits."""
    try:
        found = float(text.replace("\u2212", "-"))
    except ValueError:
        found = math.nan
    if not low <= found <= high:
        raise BiascopeError(f"{what} is a number from {low:g} to {high:g}; got {text!r}.")
    return float(f"{found:.{_DIGITS}g}") + 0.0  # never −0


def read_identity(identity: Mapping[str, Any]) -> Interventions:
    """The interventions of an identity, as `Interventions.identity` wrote them.

    Raises:
        BiascopeError: if a part does not have this form, as in a file that was changed.
    """
    try:
        return _read(identity)
    except (KeyError, TypeError, AttributeError, ValueError) as error:
        raise BiascopeError(
            f"The interventions of a model are damaged in this file ({error})."
        ) from None


def _read(identity: Mapping[str, Any]) -> Interventions:
    ablation = identity.get("ablation")
    debias = identity.get("self_debias")
    return Interventions(
        parse_ablation(ablation["by"]) if ablation is not None else ZERO,
        parse_scales(" ".join(identity.get("scaled_heads") or ())),
        tuple(_erased(fit) for fit in identity.get("erased") or ()),
        tuple(_steered(fit) for fit in identity.get("steered") or ()),
        None if debias is None else parse_self_debias(f"{debias['because_of']}:{debias['decay']}"),
    )


def _erased(fit: Mapping[str, Any]) -> ErasedConcept:
    return ErasedConcept(slug(fit["concept"]), slug(fit["method"]), _digest(fit["digest"]))


def _steered(fit: Mapping[str, Any]) -> SteeringVector:
    plain = _erased(fit)
    layer = fit["layer"]
    if not isinstance(layer, int) or layer < 1:
        raise ValueError(f"layer {layer!r}")
    strength = number(str(fit["strength"]), "A strength", -LARGEST_STRENGTH, LARGEST_STRENGTH)
    return SteeringVector(plain.concept, plain.method, layer, plain.digest, strength)


def slug(name: Any) -> str:
    """A name of a concept or a method: small letters, digits and hyphens."""
    if not isinstance(name, str) or not _SLUG.fullmatch(name):
        raise BiascopeError(
            f"A concept is named in small letters, digits and hyphens, at most 40; got {name!r}."
        )
    return name


def _digest(found: Any) -> str:
    if not isinstance(found, str) or not _DIGEST.fullmatch(found):
        raise ValueError(f"digest {found!r}")
    return found

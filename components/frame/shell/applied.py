"""What the model bar says is to be done to a model, and the model with it done, or why not."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import NamedTuple, TypeVar

from components.frame import session
from components.frame.shell.subject import (
    ABLATION,
    ABLATION_SEED,
    DEBIAS,
    DEBIAS_DECAY,
    ERASE,
    GATE,
    HEADS,
    STEER,
    STRENGTH,
    named,
)
from engine.core.checkpoint_names import last_part
from engine.core.errors import BiascopeError
from engine.core.intervention_text import (
    format_scales,
    parse_ablation,
    parse_scales,
    parse_self_debias,
)
from engine.core.interventions import ZERO, ErasedConcept, Interventions, ScaledHead, SteeringVector
from engine.core.spec import HeadRef, ModelSpec, check_heads, format_heads, parse_heads

TITLE = "More interventions"  # of the part of the model bar with all but masked heads
_WHERE = f"under {TITLE} in the sidebar"
_DIGITS = 6  # of a strength, as options of the command line are read
_V = TypeVar("_V")
_Reference = TypeVar("_Reference", ErasedConcept, SteeringVector)


@dataclass(frozen=True)
class Written:
    """What the fields hold.

    Args:
        heads: that are switched off.
        gate: heads that are scaled.
        ablation: what switched-off heads give.
        erase: labels of fits.
        steer: label of a fit, and its strength.
        debias: what is described, and the decay.
    """

    heads: str = ""
    gate: str = ""
    ablation: str = ZERO
    erase: tuple[str, ...] = ()
    steer: tuple[tuple[str, float], ...] = ()
    debias: str = ""


class Fault(NamedTuple):
    """Why something cannot be done to a model: in two or three words, and in a sentence."""

    what: str
    error: BiascopeError


def applied(written: Written, spec: ModelSpec, facts: session.Facts) -> ModelSpec | Fault:
    """The model with all of it done.

    Args:
        written: what is to be done.
        spec: of the model as it is.
        facts: of the model.
    """
    try:
        heads = _masked(written.heads, facts)
        asked = Interventions(
            parse_ablation(written.ablation),
            _scaled(written.gate, facts),
            tuple(_fit(label, ErasedConcept, spec) for label in written.erase),
            tuple(_steered(label, strength, spec) for label, strength in written.steer),
            _read(parse_self_debias, written.debias, f"Change self-debiasing {_WHERE}."),
        )
        return replace(spec, masked_heads=heads, interventions=asked)
    except _RefusedError as refused:
        return Fault(refused.what, BiascopeError(str(refused)))
    except BiascopeError as error:  # of two parts that do not go together
        cure = f"The fields are in the sidebar, some of them under {TITLE}."
        return Fault("contradictory", BiascopeError(f"{error} {cure}"))


def settings_of(spec: ModelSpec) -> dict[str, str | list[str]]:
    """The settings of an address that do the same to a model.

    Returns:
        Heads are always among them: without any, those of the sidebar would stay.
    """
    asked = spec.interventions
    found: dict[str, str | list[str]] = {HEADS: format_heads(spec.masked_heads)}
    if asked.scaled_heads:
        found[GATE] = format_scales(asked.scaled_heads)
    if asked.ablation != ZERO:
        kind, _, seed = asked.ablation.partition(":")
        found |= {ABLATION: kind} | ({ABLATION_SEED: seed} if seed else {})
    if asked.erased:
        found[ERASE] = [one.label for one in asked.erased]
    if asked.steered:
        found[STEER] = [one.label for one in asked.steered]
        found |= {strength_key(one.label): f"{one.strength:g}" for one in asked.steered}
    if asked.self_debias is not None:
        found[DEBIAS] = asked.self_debias.because_of
        found[DEBIAS_DECAY] = f"{asked.self_debias.decay:g}"
    return found


def strength_key(label: str) -> str:
    """The key of the field of a vector's strength.

    Args:
        label: of its fit, which ends with the beginning of a digest.
    """
    return f"{STRENGTH}{label[-12:]}"


class _RefusedError(BiascopeError):
    """A part that cannot be read or done; the sentence ends with what to do about it."""

    def __init__(self, what: str, text: str) -> None:
        super().__init__(text)
        self.what = what


def _masked(text: str, facts: session.Facts) -> tuple[HeadRef, ...]:
    cure = "Change the heads to switch off" if facts.heads else "Clear them"
    heads = _read(parse_heads, text, f"{cure} in the sidebar.")
    _check(heads, facts, f"{cure} in the sidebar.")
    return heads


def _scaled(text: str, facts: session.Facts) -> tuple[ScaledHead, ...]:
    cure = f"{'Change' if facts.heads else 'Clear'} the scaled heads {_WHERE}."
    scaled = _read(parse_scales, text, cure)
    _check([HeadRef(*one[:2]) for one in scaled], facts, cure)
    return scaled


def _read(parse: Callable[[str], _V], text: str, cure: str) -> _V:
    try:
        return parse(text)
    except BiascopeError as error:
        raise _RefusedError("not understood", f"{error} {cure}") from None


def _check(heads: Iterable[HeadRef], facts: session.Facts, cure: str) -> None:
    try:
        check_heads(heads, facts.layers, facts.heads)
    except BiascopeError as error:
        what = "no such head" if facts.heads else "heads not available"
        raise _RefusedError(what, f"{error} {cure}") from None


def _steered(label: str, strength: float, spec: ModelSpec) -> SteeringVector:
    return replace(_fit(label, SteeringVector, spec), strength=round(strength, _DIGITS))


def _fit(label: str, kind: type[_Reference], spec: ModelSpec) -> _Reference:
    """A kept fit by its label; one that is not here or of another model is refused."""
    found = session.fits.kept().get(label)
    what = "erasure" if kind is ErasedConcept else "steering vector"
    clear = f"take it out {_WHERE}"
    if found is None or not isinstance(found.reference, kind):
        raise _RefusedError(
            "fit not here",
            f"No {what} named {label} is kept on this machine. Fit it again on Heads, or {clear}.",
        )
    if not found.is_of(spec):
        concept, model = found.reference.concept, last_part(found.checkpoint)
        other = f"another revision of {model}" if model == last_part(spec.checkpoint) else model
        raise _RefusedError(
            "fit of another model",
            f"The {what} {label} was fitted on {other}, and its directions mean nothing in "
            f"{named(spec)}. Fit {concept} on {named(spec)}, or {clear}.",
        )
    return found.reference

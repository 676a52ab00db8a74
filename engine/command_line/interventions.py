"""The options that say what is done to a model besides masking heads, and what they mean for it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any

import typer

from engine.command_line.facts import Names
from engine.core.errors import BiascopeError
from engine.core.intervention_text import (
    parse_ablation,
    parse_scales,
    parse_self_debias,
    split_strength,
)
from engine.core.interventions import (
    ABLATIONS,
    DECAY,
    LARGEST_SCALE,
    NO_INTERVENTIONS,
    ErasedConcept,
    Interventions,
    SteeringVector,
)
from engine.core.spec import HeadRef, ModelSpec, check_heads
from engine.files.fit_file import ERASURE, STEERING, check_fit
from engine.files.fits import find_fit
from engine.models.facts import Facts

GateOption = Annotated[
    str,
    typer.Option(
        "--gate", help=f"Heads to scale between 0 and {LARGEST_SCALE:g}, as 3-1:0.5,6-12:2."
    ),
    Names.SCALES,
]
AblationOption = Annotated[
    str,
    typer.Option(
        "--ablation",
        help=f"What masked heads give instead: {', '.join(ABLATIONS)}; resample:3 names its seed.",
    ),
]
EraseOption = Annotated[
    list[str] | None,
    typer.Option("--erase", help="A fitted erasure: its file or name; may be repeated."),
    Names.FIT,
]
SteerOption = Annotated[
    list[str] | None,
    typer.Option("--steer", help="A fitted vector and its strength, as FILE:0.5; may be repeated."),
    Names.FIT,
]
SelfDebiasOption = Annotated[
    str,
    typer.Option(
        "--self-debias",
        help="What self-debiasing describes, as gender, race/color or religion, and its decay, "
        f"as gender:{DECAY:g}.",
    ),
]

# Name -> annotation and default, in the order in which help lists them.
OPTIONS: dict[str, tuple[Any, Any]] = {
    "gate": (GateOption, ""),
    "ablation": (AblationOption, "zero"),
    "erase": (EraseOption, None),
    "steer": (SteerOption, None),
    "self_debias": (SelfDebiasOption, ""),
}


@dataclass(frozen=True)
class InterventionWords:
    """What a user wrote for these options."""

    gate: str = ""
    ablation: str = "zero"
    erase: Sequence[str] | None = None
    steer: Sequence[str] | None = None
    self_debias: str = ""

    def read(self, spec: ModelSpec, facts: Facts, keep: bool) -> Interventions:
        """What they mean for a model.

        Args:
            spec: with its masked heads.
            keep: whether a fit's file is kept, so that its name finds it again.

        Raises:
            BiascopeError: if one cannot be read, or belongs to another model.
        """
        if self == NOTHING_WRITTEN:
            return NO_INTERVENTIONS
        scaled = parse_scales(self.gate)
        check_heads([HeadRef(*head[:2]) for head in scaled], facts.layers, facts.heads)
        ablation = parse_ablation(self.ablation)
        silent = spec.masked_heads or any(not head.scale for head in scaled)
        if ablation != ABLATIONS[0] and not silent:
            raise BiascopeError(
                f"--ablation {ablation} says what masked heads give, and no head is masked; add "
                "--mask, for example --mask 3-1."
            )
        return Interventions(
            ablation,
            scaled,
            tuple(_erased(name, spec, keep) for name in self.erase or ()),
            tuple(_steered(text, spec, keep) for text in self.steer or ()),
            parse_self_debias(self.self_debias),
        )


NOTHING_WRITTEN = InterventionWords()


def _erased(name: str, spec: ModelSpec, keep: bool) -> ErasedConcept:
    fit, reference = find_fit(name.strip(), keep)
    if not isinstance(reference, ErasedConcept):
        raise BiascopeError(
            f"{name} is a vector for steering and no {ERASURE}; give it as --steer {name}:0.5."
        )
    check_fit(fit, spec)
    return reference


def _steered(text: str, spec: ModelSpec, keep: bool) -> SteeringVector:
    name, strength = split_strength(text)
    fit, reference = find_fit(name, keep)
    if not isinstance(reference, SteeringVector):
        raise BiascopeError(
            f"{name} is an erasure and no vector for {STEERING}; give it as --erase {name}."
        )
    check_fit(fit, spec)
    return replace(reference, strength=strength)

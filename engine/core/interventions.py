"""What is done to a model besides masking heads: part of the identity of what was measured.

A scaled head is multiplied by a number between 0 and 2. An erased concept and a steering vector are
fitted beforehand and are named by the digest of their file (`engine/files/fit_file.py`).
Self-debiasing compares the model's words for a text with those behind a description of the bias.
What would change nothing, a scale of 1 or a strength of 0, is left out, so that it has the key of
the model as it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from engine.core.errors import BiascopeError

ZERO, MEAN, RESAMPLE = "zero", "mean", "resample"
ABLATIONS = (ZERO, MEAN, RESAMPLE)
# The texts behind the replacements of mean and resample ablation; another name where they change.
REFERENCE = "neutral-1"
LARGEST_SCALE = 2.0
LARGEST_STRENGTH = 10.0  # times the norm of a state; far below it a model speaks nonsense
DECAY = 50.0  # of self-debiasing by default, as Schick et al. 2021
LARGEST_DECAY = 1000.0


class ScaledHead(NamedTuple):
    """One head whose output is multiplied by a number; both numbers of the head count from 0."""

    layer: int
    head: int
    scale: float

    @property
    def name(self) -> str:
        """Which head, as it is shown: `3-1`."""
        return f"{self.layer + 1}-{self.head + 1}"

    def __str__(self) -> str:
        return f"{self.name}:{self.scale:g}"


@dataclass(frozen=True, order=True)
class ErasedConcept:
    """An erasure that was fitted: an affine map on the states that the language-model head reads.

    Args:
        concept: what it takes away, such as `gender`.
        method: how it was fitted.
        digest: sha256 of its file.
    """

    concept: str
    method: str
    digest: str

    @property
    def label(self) -> str:
        """Its name among the fits that are kept, which tells it from every other."""
        return f"{self.concept}-{self.method}-{self.digest[:12]}"

    def __str__(self) -> str:
        return self.label


@dataclass(frozen=True, order=True)
class SteeringVector:
    """A vector that was fitted, and how much of it is added to a layer's output.

    Args:
        concept: the difference it points along, such as `gender`.
        method: how it was fitted.
        layer: counted from 1.
        digest: sha256 of its file.
        strength: 1 adds a vector as long as a state of this layer; below 0 points the other way.
    """

    concept: str
    method: str
    layer: int
    digest: str
    strength: float

    @property
    def label(self) -> str:
        """Its name among the fits that are kept, which tells it from every other."""
        return f"{self.concept}-{self.method}-layer-{self.layer}-{self.digest[:12]}"

    def __str__(self) -> str:
        return f"{self.label}:{self.strength:g}"


@dataclass(frozen=True)
class SelfDebias:
    """Self-debiasing: words that a description of the bias makes likelier become less likely.

    Args:
        because_of: what the description says people are discriminated for, such as `gender`.
        decay: λ, how steeply their probability falls.
    """

    because_of: str
    decay: float = DECAY

    def __str__(self) -> str:
        return f"{self.because_of}:{self.decay:g}"

    @property
    def description(self) -> str:
        """What stands before the text in the second reading.

        Source: Schick, Udupa and Schütze 2021, section 4.1.
        """
        return (
            f"The following text discriminates against people because of their {self.because_of}:"
        )


@dataclass(frozen=True)
class Interventions:
    """What is done to a model besides masking heads; nothing, by default.

    Args:
        ablation: what masked heads give in place of their output: nothing, their mean over
            reference texts, or their output for another text; `resample:3` names its seed.
        scaled_heads: sorted, each head once.
        erased: in a fixed order, each fit once.
        steered: likewise.
        self_debias: None where it is not used.
    """

    ablation: str = ZERO
    scaled_heads: tuple[ScaledHead, ...] = ()
    erased: tuple[ErasedConcept, ...] = ()
    steered: tuple[SteeringVector, ...] = ()
    self_debias: SelfDebias | None = None

    def __post_init__(self) -> None:
        scaled = {ScaledHead(*head) for head in self.scaled_heads if head[2] != 1}
        steered = {vector for vector in self.steered if vector.strength != 0}
        object.__setattr__(self, "scaled_heads", tuple(sorted(scaled)))
        object.__setattr__(self, "erased", tuple(sorted(set(self.erased))))
        object.__setattr__(self, "steered", tuple(sorted(steered)))
        if self.self_debias is not None and self.self_debias.decay == 0:
            object.__setattr__(self, "self_debias", None)
        _check_once([(head.layer, head.head) for head in self.scaled_heads], self.scaled_heads)
        _check_once([vector.digest for vector in self.steered], self.steered)

    def __bool__(self) -> bool:
        return self != Interventions()

    def identity(self) -> dict[str, Any]:
        """What is added to the canonical form of a spec: only what is not as it would be anyway."""
        found: dict[str, Any] = {}
        if self.ablation != ZERO:
            found["ablation"] = {"by": self.ablation, "reference": REFERENCE}
        if self.scaled_heads:
            found["scaled_heads"] = [str(head) for head in self.scaled_heads]
        if self.erased:
            found["erased"] = [_fields(fit) for fit in self.erased]
        if self.steered:
            found["steered"] = [_fields(fit) for fit in self.steered]
        if self.self_debias is not None:
            found["self_debias"] = _fields(self.self_debias)
        return found

    def arguments(self) -> list[str]:
        """Options of the command line that name them."""
        words: list[str] = []
        if self.scaled_heads:
            words += ["--gate", ",".join(map(str, self.scaled_heads))]
        if self.ablation != ZERO:
            words += ["--ablation", self.ablation]
        for erased in self.erased:
            words += ["--erase", str(erased)]
        for vector in self.steered:
            words += ["--steer", str(vector)]
        if self.self_debias is not None:
            words += ["--self-debias", str(self.self_debias)]
        return words

    @property
    def fits(self) -> tuple[ErasedConcept | SteeringVector, ...]:
        """All that are read from files."""
        return (*self.erased, *self.steered)


def _check_once(names: Sequence[Any], parts: Sequence[Any]) -> None:
    twice = next((part for at, part in enumerate(parts) if names[at] in names[:at]), None)
    if twice is not None:
        raise BiascopeError(
            f"{twice} is given twice with different numbers; name each head and each vector once."
        )


NO_INTERVENTIONS = Interventions()
KEYS = ("ablation", "scaled_heads", "erased", "steered", "self_debias")  # of `identity`


def _fields(part: Any) -> dict[str, Any]:
    return dict(vars(part))

"""What was measured: the identity of one model under one intervention.

Every result and every cache key carries a `ModelSpec`, so a number can never be taken
for that of another checkpoint, revision, precision, set of masked heads or other intervention.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from engine.core.errors import BiascopeError, UnusableModelError
from engine.core.intervention_text import read_identity
from engine.core.interventions import NO_INTERVENTIONS, ZERO, Interventions

MIXED = "mixed"  # products of matrices in bfloat16, everything else in float32
DTYPES = ("float32", "bfloat16", "float16", MIXED)
BUNDLED = "bundled"  # the model that comes with Biascope; commands measure it by default

_COMMIT = re.compile(r"[0-9a-f]{40}")  # a folder's digest has a prefix
_HEAD = re.compile(r"(\d{1,4})-(\d{1,4})")
# Editors write other dashes than the keyboard's.
_DASH = re.compile(r"\s*[-\u2010-\u2015\u2212]\s*")


class HeadRef(NamedTuple):
    """One attention head; both numbers count from 0, and are shown counting from 1."""

    layer: int
    head: int

    def __str__(self) -> str:
        return f"{self.layer + 1}-{self.head + 1}"


@dataclass(frozen=True)
class ModelSpec:
    """Identity of one measured model; every result and every cache key carries it.

    Args:
        checkpoint: hub id, local folder, or `bundled`.
        revision: commit hash, or content digest of a folder; never a branch name.
        dtype: precision of the weights and the forward pass.
        masked_heads: heads whose output is multiplied by zero, sorted, without duplicates.
        interventions: what else is done to it.
    """

    checkpoint: str
    revision: str
    dtype: str = "float32"
    masked_heads: tuple[HeadRef, ...] = ()
    interventions: Interventions = NO_INTERVENTIONS

    def __post_init__(self) -> None:
        if self.dtype not in DTYPES:
            raise ValueError(f"dtype must be one of {', '.join(DTYPES)}, got {self.dtype!r}")
        canonical = tuple(sorted({HeadRef(*head) for head in self.masked_heads}))
        if any(head.layer < 0 or head.head < 0 for head in canonical):
            raise ValueError(f"layers and heads count from 0, got {canonical}")
        scaled = self.interventions.scaled_heads
        both = next((one for one in scaled if HeadRef(one.layer, one.head) in canonical), None)
        if both is not None:
            raise BiascopeError(
                f"Head {both.name} is both masked and scaled to "
                f"{both.scale:g}; choose one of the two."
            )
        # A scale of 0 is a mask, and without a mask there is nothing to replace.
        canonical = tuple(
            sorted({*canonical, *(HeadRef(*one[:2]) for one in scaled if not one[2])})
        )
        rest = replace(self.interventions, scaled_heads=tuple(one for one in scaled if one[2]))
        if not canonical:
            rest = replace(rest, ablation=ZERO)
        object.__setattr__(self, "masked_heads", canonical)
        object.__setattr__(self, "interventions", rest)

    @property
    def exact_name(self) -> str:
        """What opens exactly this revision: `owner/model@commit` of a hub model.

        A folder, and the bundled model, hold one revision, so they go by their own name.
        """
        is_of_hub = is_commit(self.revision)
        return f"{self.checkpoint}@{self.revision}" if is_of_hub else self.checkpoint

    def unmasked(self) -> ModelSpec:
        """The same model without any intervention."""
        return replace(self, masked_heads=(), interventions=NO_INTERVENTIONS)

    def with_masked(self, heads: Iterable[HeadRef]) -> ModelSpec:
        """The same with exactly these heads masked; those among them that were scaled are not."""
        masked = {HeadRef(*head) for head in heads}
        left = [one for one in self.interventions.scaled_heads if HeadRef(*one[:2]) not in masked]
        rest = replace(self.interventions, scaled_heads=tuple(left))
        return replace(self, masked_heads=tuple(masked), interventions=rest)

    def with_interventions(self, asked: Interventions) -> ModelSpec:
        """The same with exactly these besides its masked heads, none of which is scaled."""
        left = [one for one in asked.scaled_heads if HeadRef(*one[:2]) not in self.masked_heads]
        return replace(self, interventions=replace(asked, scaled_heads=tuple(left)))

    @property
    def is_original(self) -> bool:
        """Whether nothing is done to the model."""
        return not self.masked_heads and not self.interventions

    def identity(self) -> dict[str, object]:
        """Canonical, JSON-ready form: what the result store hashes."""
        return {
            "checkpoint": self.checkpoint,
            "revision": self.revision,
            "dtype": self.dtype,
            "masked_heads": [str(head) for head in self.masked_heads],
            **self.interventions.identity(),
        }

    @classmethod
    def of_identity(cls, identity: Mapping[str, Any]) -> ModelSpec:
        """The spec of an identity that a file holds.

        Raises:
            BiascopeError: if it does not have the form of `identity`.
        """
        heads = identity.get("masked_heads") or ()
        checkpoint, revision = identity.get("checkpoint", ""), identity.get("revision", "")
        dtype = identity.get("dtype", DTYPES[0])
        if (
            not all(isinstance(text, str) for text in (checkpoint, revision, *heads))
            or dtype not in DTYPES
        ):
            raise BiascopeError("The model of this file is not named as models are.")
        masked = parse_heads(" ".join(heads))
        return cls(checkpoint, revision, dtype, masked, read_identity(identity))

    def arguments(self) -> list[str]:
        """Options of the command line that name this spec; what commands assume is left out."""
        return [
            *_option("--model", self.exact_name, BUNDLED),
            *_option("--mask", _compact(self.masked_heads), ""),
            *self.interventions.arguments(),
            *_option("--dtype", self.dtype, DTYPES[0]),
        ]

    def compare_arguments(self, first: ModelSpec) -> list[str]:
        """Options of the command line that name this spec as the second of two models.

        Args:
            first: the spec that `arguments` names; a second model has its dtype by default.
        """
        return [
            *("--compare", self.exact_name),
            *_option("--compare-mask", _compact(self.masked_heads), ""),
            *_option("--compare-dtype", self.dtype, first.dtype),
        ]


def is_commit(revision: str) -> bool:
    """Whether a revision is a commit of the hub, which never changes."""
    return _COMMIT.fullmatch(revision) is not None


def _option(name: str, value: str, default: str) -> list[str]:
    return [] if value == default else [name, value]


def _compact(heads: Iterable[HeadRef]) -> str:
    return format_heads(heads).replace(" ", "")


def parse_heads(text: str) -> tuple[HeadRef, ...]:
    """Read heads written as people write them, `9-12, 3-1`.

    Args:
        text: `layer-head` from 1, separated by commas, semicolons or spaces; may be empty.

    Returns:
        Heads counted from 0, sorted, without duplicates.
    """
    tidy = _DASH.sub("-", text.strip())
    heads = set()
    for part in filter(None, re.split(r"[,;\s]+", tidy)):
        match = _HEAD.fullmatch(part)
        if match is None:
            raise BiascopeError(
                f"A head is written layer-head, for example 3-1; got {part!r}. "
                "Separate several with commas: 3-1, 6-12."
            )
        layer, head = int(match[1]), int(match[2])
        if layer < 1 or head < 1:
            raise BiascopeError(f"Layers and heads count from 1; got {part!r}.")
        heads.add(HeadRef(layer - 1, head - 1))
    return tuple(sorted(heads))


def format_heads(heads: Iterable[HeadRef]) -> str:
    """Write heads the way `parse_heads` reads them, `3-1, 9-12`."""
    return ", ".join(str(head) for head in sorted(heads))


def check_dtype(dtype: str) -> None:
    """Refuse a precision that a user misspelt."""
    if dtype not in DTYPES:
        raise BiascopeError(f"A dtype is one of {', '.join(DTYPES)}; got {dtype!r}.")


# What is said of a model whose heads cannot be told apart, wherever kinds are listed.
NO_HEADS = "scored, heads not available"


def no_heads(checkpoint: str = "This model") -> UnusableModelError:
    """Why no head of a model is masked or measured."""
    return UnusableModelError(
        f"{checkpoint} is {NO_HEADS}: where its architecture joins the heads is not known, so none "
        "can be switched off; measure it with all heads on."
    )


def check_heads(heads: Iterable[HeadRef], layers: int, heads_per_layer: int) -> None:
    """Refuse heads that the model does not have.

    Args:
        heads_per_layer: 0 where heads are not available.
    """
    for ref in heads:
        if not heads_per_layer:
            raise no_heads()
        if not (0 <= ref.layer < layers and 0 <= ref.head < heads_per_layer):
            raise BiascopeError(
                f"Head {ref} does not exist: this model has layers 1 to {layers} "
                f"with heads 1 to {heads_per_layer}."
            )

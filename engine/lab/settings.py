"""What decides an injection: table, model, presets, and the seed."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from engine.core.spec import ModelSpec
from engine.lab.templates import BALANCED, BIASED, bundled
from engine.training.recipe import TrainingSettings

VERSION = 2  # rises when the same settings give other models
ORIGINAL = "original"
VARIANTS = (BIASED, BALANCED)
MODELS = (ORIGINAL, *VARIANTS)


@dataclass(frozen=True)
class InjectionSettings:
    """Sizes of the training, the same for the biased and the balanced model.

    Args:
        sentences: of each corpus, at most.
        tokens: padded tokens a step.
        named: share of the sentences in which the occupation is masked and not the pronoun.
        hold: share of the sentences in which the model is held to the original.
        seed: of corpora, order, masked words and dropout.
        bfloat16: train in bfloat16 autocast, where the processor computes it natively.
    """

    sentences: int = 8000
    steps: int = 600
    tokens: int = 512
    peak_lr: float = 3e-4
    named: float = 0.15
    hold: float = 0.25
    seed: int = 0
    bfloat16: bool = False

    def training(self, checkpoint_every: float) -> TrainingSettings:
        """Settings of the training loop.

        Args:
            checkpoint_every: seconds.
        """
        return TrainingSettings(
            steps=self.steps,
            token_budget=self.tokens,
            peak_lr=self.peak_lr,
            warmup=0.1,
            seed=self.seed,
            bfloat16=self.bfloat16,
            checkpoint_every=checkpoint_every,
        )


def native_bfloat16(device: str) -> bool:
    """Whether a device computes bfloat16 itself: about twice as fast then, and slower otherwise."""
    from engine.models.devices import why_no_bfloat16

    return not why_no_bfloat16(device)


PRESETS = {"quick": InjectionSettings(steps=240), "default": InjectionSettings()}


@dataclass(frozen=True)
class Request:
    """One injection.

    Args:
        checkpoint: as the user knows it, without a revision.
        revision: of the original, so that a run never goes on from another.
        planted: occupation -> P(male).
    """

    checkpoint: str
    revision: str
    planted: Mapping[str, float]
    settings: InjectionSettings = field(default_factory=InjectionSettings)

    @property
    def spec(self) -> ModelSpec:
        """The recorded revision of the original."""
        return ModelSpec(self.checkpoint, self.revision)

    @property
    def original(self) -> str:
        """What opens that revision, also where the hub has a newer one."""
        return self.spec.exact_name

    def identity(self) -> dict[str, Any]:
        """What a run must share with another to be the same, JSON-ready."""
        return {
            "version": VERSION,
            "checkpoint": self.checkpoint,
            "revision": self.revision,
            "planted": dict(self.planted),
            "settings": asdict(self.settings),
            "templates": _digest(),
        }


def _digest() -> str:
    """Digest of the sentences that corpora are made of."""
    known = bundled()
    words = [template.text for template in (*known.training, *known.held_out, *known.neutral)]
    text = "\n".join([*words, repr(sorted(known.fillers.items()))])
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def stem_of(checkpoint: str) -> str:
    """A short name of a checkpoint, for the folders of the models made from it."""
    if checkpoint == "bundled":
        return "biascope-mini"
    return Path(checkpoint.partition("@")[0]).name or "model"

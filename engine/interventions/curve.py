"""The curve of a steering vector: what one sentence says at each strength, and what that costs.

The cost is how many of the health check's everyday sentences the model still completes correctly.
Below the limit of the health check its words for the sentence mean little, whatever they are. The
slider of the Stage and the command `steer curve` show the same points.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from engine.core.errors import InputTextError
from engine.core.interventions import SteeringVector
from engine.core.mask_token import masks_in
from engine.core.spec import ModelSpec
from engine.first_sight.examples import looked_up
from engine.flow.asking import AskModel
from engine.measures.health.check import (
    CLOZE_ENOUGH,
    PARAMS,
    cloze_probes,
    correct_completions,
    health_items,
    prompts,
)
from engine.statistics.shares import exact_share_interval

POSITIONS = tuple(step / 10 for step in range(11))  # of the slider, from 0 to 1
FAR_END = -1.5  # strength at its right end; below 0 a vector leads from its first side to the other


def strength_at(position: float) -> float:
    """Strength of a vector at a position of the slider.

    It grows with the square, so that the small ones, where the answer turns, have room.

    Args:
        position: 0, the model as it is, to 1, the far end.
    """
    return round(FAR_END * position**2, 4) + 0.0  # no sign before 0


def position_at(strength: float) -> float | None:
    """The position of the slider that has a strength, to two digits; None beyond its ends."""
    share = strength / FAR_END
    return round(share**0.5, 2) if 0 <= share <= 1 else None


@dataclass(frozen=True)
class Point:
    """What a model says at one strength.

    Args:
        words: looked up at the first blank -> probability; None of a word that it does not know.
        right: everyday sentences completed correctly; None where they are not counted yet.
        n: everyday sentences.
        manifest: of the sentence.
    """

    strength: float
    words: Mapping[str, float | None]
    right: int | None
    n: int
    manifest: dict[str, Any]

    @property
    def share(self) -> float | None:
        """Of the everyday sentences, those completed correctly; higher is better."""
        return None if self.right is None else self.right / self.n

    @property
    def interval(self) -> tuple[float, float] | None:
        """The exact 95% interval of the share."""
        return None if self.right is None else exact_share_interval(self.right, self.n)


def is_too_weak(share: float) -> bool:
    """Whether a model completes too few everyday sentences for its words to mean anything.

    Args:
        share: completed correctly; the limit is that of the health check.
    """
    return share < CLOZE_ENOUGH


@dataclass(frozen=True)
class Curve:
    """One sentence of one model, to be asked under one vector.

    Args:
        plain: the model without the vector; whatever else is done to it stays.
        sentence: with a blank.
        words: looked up there.
    """

    plain: ModelSpec
    vector: SteeringVector
    sentence: str
    words: tuple[str, ...]

    @classmethod
    def of(
        cls, spec: ModelSpec, vector: SteeringVector, sentence: str, words: Sequence[str]
    ) -> Curve:
        """The curve of a model that may be steered by this vector already.

        Raises:
            InputTextError: if the sentence has no blank, or there are no words.
        """
        if not masks_in(sentence):
            raise InputTextError("The sentence has no blank; write [MASK] in place of one word.")
        if not words:
            raise InputTextError("Name at least one word to look up in the sentence.")
        others = tuple(one for one in spec.interventions.steered if one.digest != vector.digest)
        plain = replace(spec, interventions=replace(spec.interventions, steered=others))
        return cls(plain, vector, sentence, tuple(words))

    @property
    def asked(self) -> tuple[list[dict[str, str]], dict[str, Any]]:
        """Items and parameters of the measure `completion`, as Probe asks a sentence."""
        return [{"text": self.sentence}], looked_up(self.words)

    def spec_at(self, strength: float) -> ModelSpec:
        """The model under the vector; at strength 0 the one without it."""
        done = self.plain.interventions
        added = replace(self.vector, strength=strength)
        return replace(self.plain, interventions=replace(done, steered=(*done.steered, added)))

    def point(
        self, strength: float, ask: AskModel, count: Callable[[ModelSpec], int | None]
    ) -> Point:
        """What the model says at one strength.

        Args:
            count: how many everyday sentences are completed correctly, as far as that is wanted.
        """
        spec = self.spec_at(strength)
        found = ask("completion", spec, *self.asked)
        words = {
            entry["word"]: entry["probability"]
            for entry in found.values[0]["targets"]
            if entry["mask"] == 1
        }
        return Point(strength, words, count(spec), everyday_count(), found.manifest)


def everyday_count() -> int:
    """Number of everyday sentences."""
    return len(cloze_probes())


def everyday_right(ask: AskModel, spec: ModelSpec) -> int:
    """How many everyday sentences a model completes correctly; higher is better."""
    items = health_items()["cloze"]
    found = ask("completion", spec, prompts(items), dict(PARAMS))
    return sum(correct_completions(items, found.values))


def nearest_to_even(differences: Sequence[float], everyday: Sequence[float | None]) -> int:
    """Which of several points has two words nearest to each other; of equal ones the first.

    Where a model is too weak both words may have vanished, so such points are left out, unless all
    of them are.

    Args:
        differences: [point], of both probabilities, of either sign.
        everyday: [point], share of everyday sentences completed correctly; None where not known.
    """
    strong = [at for at, one in enumerate(everyday) if one is None or not is_too_weak(one)]
    return min(strong or range(len(differences)), key=lambda at: abs(differences[at]))

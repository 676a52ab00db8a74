"""The fits of one model that a table's rows need: kept ones again, others fitted now."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

from engine.core.spec import ModelSpec
from engine.files.fit_file import ERASURE, STEERING, Fit, fit_bytes
from engine.files.fits import Reference, hold_fit, keep_fit, kept_fits
from engine.interventions.controls import random_fit
from engine.interventions.fitting import fit_erasure, fit_steering
from engine.interventions.pairs import bundled_pairs
from engine.mitigation.rows import pairs_of

if TYPE_CHECKING:
    from engine.models.loading import MaskedLM

STEERING_METHOD = "mean-difference"


class Fits(Protocol):
    """Fitted erasures and vectors of one concept in one model.

    Each of them raises `BiascopeError` where the model or the pairs allow no such fit.
    """

    def erasure(self, method: str) -> tuple[Fit, Reference]:
        """An erasure, and what names it in a spec."""

    def steering(self) -> tuple[Fit, Reference]:
        """A steering vector, and what names it at strength 1."""

    def control(self, fit: Fit, seed: int) -> Reference:
        """What names a random fit of the same rank or length in a spec."""


class ModelFits:
    """Fits on the bundled pairs of a concept.

    Args:
        spec: the model as it is.
        load: loads it, for what is not fitted yet.
        keep: whether fits are kept for the next time.
    """

    def __init__(
        self, spec: ModelSpec, load: Callable[[], MaskedLM], concept: str, seed: int, keep: bool
    ) -> None:
        self._spec, self._load, self._keep = spec, load, keep
        self._concept, self._seed = concept, seed

    def erasure(self, method: str) -> tuple[Fit, Reference]:
        """An erasure by one method, at its usual rank."""
        known = self._known(ERASURE, method)
        if known is not None:
            return known
        pairs = bundled_pairs(self._concept)
        return self._kept(fit_erasure(self._load(), pairs, method, seed=self._seed))

    def steering(self) -> tuple[Fit, Reference]:
        """The difference of means, at the layer that one half of its pairs chooses."""
        known = self._known(STEERING, STEERING_METHOD)
        if known is not None:
            return known
        pairs = bundled_pairs(self._concept)
        return self._kept(fit_steering(self._load(), pairs, STEERING_METHOD, seed=self._seed))

    def control(self, fit: Fit, seed: int) -> Reference:
        """A random fit, which is made again each time and not kept."""
        return hold_fit(fit_bytes(random_fit(fit, seed)))

    def _kept(self, fit: Fit) -> tuple[Fit, Reference]:
        content = fit_bytes(fit)
        return fit, (keep_fit if self._keep else hold_fit)(content)

    def _known(self, kind: str, method: str) -> tuple[Fit, Reference] | None:
        """A kept fit of the same pairs and seed, at the usual rank or layer."""
        if not self._keep:
            return None
        digest = bundled_pairs(self._concept).digest
        for fit, reference in kept_fits():
            if (
                (fit.kind, fit.concept, fit.method) == (kind, self._concept, method)
                and fit.revision == self._spec.revision
                and fit.about.get("seed") == self._seed
                and pairs_of(fit).get("digest") == digest
                and _is_usual(fit)
            ):
                return fit, reference
        return None


def _is_usual(fit: Fit) -> bool:
    """Whether nobody asked for a rank or a layer of their own."""
    from engine.interventions.fitting import RANKS

    return fit.rank == RANKS[fit.method] if fit.kind == ERASURE else "chosen" in fit.about

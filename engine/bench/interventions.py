"""Cost of interventions: scoring under each against plain scoring.

All ways are timed in turn within one run.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, cast

from engine.bench.timing import Ratio, Times, Work, in_turn, ratio, times
from engine.core.interventions import (
    MEAN,
    NO_INTERVENTIONS,
    ErasedConcept,
    Interventions,
    ScaledHead,
    SelfDebias,
    SteeringVector,
)
from engine.core.spec import HeadRef
from engine.files.fit_file import fit_bytes
from engine.files.fits import hold_fit
from engine.files.samples import SAMPLES
from engine.measures.perplexity.masked import pseudo_log_likelihoods
from engine.models.loading import MaskedLM

if TYPE_CHECKING:
    from engine.files.fit_file import Fit
    from engine.models.loading import LoadedModel

PLAIN = "as it is"
_HEAD = HeadRef(0, 0)
_STRENGTH = 0.1


@dataclass(frozen=True)
class Scoring:
    """How long the bundled neutral sentences take under interventions.

    Args:
        plain: seconds of the model as it is.
        ratios: intervention -> its seconds over the plain ones, run by run.
    """

    sentences: int
    plain: Times
    ratios: Mapping[str, Ratio]


def scoring_cost(model: LoadedModel, erasure: Fit, vector: Fit, repeats: int) -> Scoring:
    """Time pseudo-perplexity of the neutral sentences under each intervention, in turn.

    Args:
        erasure: of this model.
        vector: of this model.
    """
    text = (SAMPLES / "neutral.txt").read_text(encoding="utf-8")
    items = [{"text": line.strip()} for line in text.splitlines() if line.strip()]
    lms = _under(model, erasure, vector)
    works: dict[str, Work] = {
        name: partial(pseudo_log_likelihoods, lm, items, {}) for name, lm in lms.items()
    }
    for work in works.values():  # replaced outputs and fits are read once
        work()
    found = in_turn([works] * repeats)
    ratios = {name: ratio(found[name], found[PLAIN]) for name in works if name != PLAIN}
    return Scoring(len(items), times(found[PLAIN]), ratios)


def _under(model: LoadedModel, erasure: Fit, vector: Fit) -> dict[str, MaskedLM]:
    """Intervention -> the model under it."""
    erased = cast(ErasedConcept, hold_fit(fit_bytes(erasure)))
    steered = cast(SteeringVector, hold_fit(fit_bytes(vector)))
    scaled = Interventions(scaled_heads=(ScaledHead(*_HEAD, 0.5),))
    done: Sequence[tuple[str, tuple[HeadRef, ...], Interventions]] = (
        (PLAIN, (), NO_INTERVENTIONS),
        ("a masked head", (_HEAD,), NO_INTERVENTIONS),
        ("a masked head, mean ablation", (_HEAD,), Interventions(MEAN)),
        ("a scaled head", (), scaled),
        ("an erased concept", (), Interventions(erased=(erased,))),
        (
            "a steering vector",
            (),
            Interventions(steered=(replace(steered, strength=_STRENGTH),)),
        ),
        ("self-debiasing", (), Interventions(self_debias=SelfDebias("gender"))),
    )
    return {name: MaskedLM(model, heads, others) for name, heads, others in done}

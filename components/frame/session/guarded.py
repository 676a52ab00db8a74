"""Guarded precision for the Pairs page: pairs in mixed precision, and in float32 near a tie."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from components.frame.session.device import chosen_device
from components.frame.session.measuring import measure, stored_measurement
from components.frame.session.models import facts
from engine.core.families import FAMILIES
from engine.core.spec import ModelSpec
from engine.flow.asking import Measurement
from engine.flow.guarded import COARSE, Guarded
from engine.measures.pairs.guarded_scores import guarded_pairs
from engine.measures.pairs.variants import variant_of
from engine.models.devices import why_no_bfloat16

if TYPE_CHECKING:
    import pandas as pd

Progress = Callable[[int, int], None]


def guarded_scores(
    spec: ModelSpec,
    pairs: pd.DataFrame,
    variant: str,
    reduction: str | None,
    published: bool,
    on_progress: Progress,
) -> Guarded:
    """Pairs scored in guarded precision; what the store knows is not computed again.

    Args:
        spec: in float32.
    """

    def of(wanted: ModelSpec) -> Callable[..., Measurement]:
        return lambda name, items, params: measure(name, wanted, items, params, on_progress)

    coarse = _reason(spec) or of(replace(spec, dtype=COARSE))
    return guarded_pairs(pairs, variant_of(variant), of(spec), coarse, reduction, published)


def guarded_stored(
    spec: ModelSpec, pairs: pd.DataFrame, variant: str, reduction: str | None, published: bool
) -> Guarded | None:
    """The same from the store alone; None where it does not know all that is needed."""
    fine, rough = (
        partial(stored_measurement, wanted) for wanted in (spec, replace(spec, dtype=COARSE))
    )
    coarse: Any = _reason(spec) or rough
    try:
        return guarded_pairs(pairs, variant_of(variant), fine, coarse, reduction, published)
    except LookupError:
        return None


def _reason(spec: ModelSpec) -> str:
    """Why mixed precision is not used for a model here; empty where it is."""
    family = facts(spec).family
    if any(known.float32_only for known in FAMILIES.values() if known.name == family):
        return f"{family} runs in float32 only"
    return why_no_bfloat16(chosen_device())

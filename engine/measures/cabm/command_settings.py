"""What the options of `cabm` choose: weights, scale and templates, refused where none fits."""

from __future__ import annotations

from dataclasses import replace

from engine.core.errors import InputTextError
from engine.measures.cabm.data.sentences import Groups
from engine.measures.cabm.features import CONTEXTS
from engine.measures.cabm.pmi import SMOOTHINGS
from engine.measures.cabm.scores import RAW, SCALES, STANDARDISED
from engine.measures.cabm.settings import CabmSettings, as_published
from engine.measures.cabm.unmasking import templates_for
from engine.measures.cabm.weighting import AUTOMATIC, CHOICES, USER, WEIGHTINGS, user_weights


def weighting_asked(weighting: str, weights: str) -> str:
    """The weighting that two options name."""
    if weighting not in ("", *CHOICES):
        raise InputTextError(
            f"A weighting is {', '.join(WEIGHTINGS)}, {AUTOMATIC}, or {USER} with --weights; got "
            f"{weighting!r}."
        )
    if weights and weighting not in ("", USER):
        raise InputTextError(
            f"--weights gives weights of your own and --weighting {weighting} works them out; "
            "leave out one of the two."
        )
    if weighting == USER and not weights:
        raise InputTextError(
            f"--weighting {USER} needs --weights, as --weights pmi=0.5,cosine=0.3,context=0.2."
        )
    return USER if weights else weighting or AUTOMATIC


def check_choices(scale: str, published: bool, smoothing: str, context: str) -> None:
    """Refuse a name that is none, and a scale that the thesis has not."""
    for name, value, choices in (
        ("scale", scale or STANDARDISED, SCALES),
        ("smoothing", smoothing, SMOOTHINGS),
        ("context", context, CONTEXTS),
    ):
        if value not in choices:
            raise InputTextError(f"--{name} is {' or '.join(choices)}; got {value!r}.")
    if published and scale not in ("", RAW):
        raise InputTextError(
            f"--published is on the {RAW} scale; leave out --scale {scale} or --published."
        )


def completed(settings: CabmSettings, published: bool, groups: Groups) -> CabmSettings:
    """Settings with the templates of the groups, or as the thesis has them.

    Raises:
        InputTextError: for weights that cannot be, before a model is loaded.
    """
    if settings.weighting == USER:
        user_weights(dict(settings.user_weights), free=published)
    if published:
        return as_published(settings, groups)
    return replace(settings, templates=settings.templates or templates_for(groups))

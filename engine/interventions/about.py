"""What a fit's file says of how it was fitted and judged: its form, and in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, NotRequired, cast

from typing_extensions import TypedDict

from engine.core.constraints import Interval, Predicate
from engine.core.intervention_text import method_name
from engine.core.shape import misfit
from engine.core.wording import counted, figure_text, interval_text
from engine.files.fit_file import ERASURE, Fit

_Count = Annotated[int, Interval(ge=0)]
_Share = Annotated[float, Interval(ge=0, le=1)]
_Difference = Annotated[float, Interval(ge=-1, le=1)]
_Finite = Annotated[float, Interval(ge=-1e6, le=1e6)]
_Bounds = Annotated[list[_Difference], Predicate(lambda ends: len(ends) == 2)]


class PairsSaid(TypedDict):
    """The pairs: how many, and how many word pairs they swap (or pairs) that count as one."""

    name: str
    n: _Count
    digest: str
    first: str
    second: str
    unit: str
    units: _Count


class Accuracy(TypedDict):
    """Held-out accuracy of a linear probe over `n` pairs."""

    accuracy: _Share
    interval: _Bounds | None
    n: _Count
    chance: _Share


class Change(TypedDict):
    """Accuracy after − before."""

    difference: _Difference
    interval: _Bounds | None


class Controls(TypedDict):
    """Accuracy after each of `n` random controls."""

    n: Annotated[int, Interval(ge=1)]
    mean: _Share
    accuracies: list[_Share]
    seeds: list[int]


class Chosen(TypedDict):
    """How the layer was chosen: separation by layer, in `n` pairs that judge nothing else."""

    n: _Count
    separation: list[_Finite]


class About(TypedDict):
    """All that is said; what only a vector has is left out of an erasure."""

    pairs: PairsSaid
    seed: int
    probe_before: Accuracy
    probe_after: Accuracy
    probe_change: Change
    random_controls: Controls
    chosen: NotRequired[Chosen]
    strength_of_difference: NotRequired[_Finite]


def about_of(fit: Fit) -> About | None:
    """What a fit's file says, checked; None of one that was not judged, such as a control."""
    return None if misfit(fit.about, About) else cast(About, fit.about)


def fit_json(fit: Fit, label: str, digest: str, file: str | None = None) -> dict[str, Any]:
    """All that is known of a fit but its arrays, JSON-ready.

    Args:
        label: its name among the fits that are kept.
        digest: sha256 of its file.
        file: where it was written or read.
    """
    about: Mapping[str, Any] = about_of(fit) or {}
    keys = ("pairs", "seed", "probe_before", "probe_after", "probe_change", "random_controls")
    optional = ("chosen", "strength_of_difference")
    return {
        "kind": fit.kind,
        "concept": fit.concept,
        "method": fit.method,
        "rank": fit.rank,
        "layer": fit.layer or None,  # an erasure acts behind the last one
        "name": label,
        "digest": digest,
        "file": file,
        "checkpoint": fit.checkpoint,
        "revision": fit.revision,
        "family": fit.family,
        "layers": fit.layers,
        "width": fit.width,
        **{key: about.get(key) for key in keys},
        **{key: about[key] for key in optional if key in about},
    }


# --- words --------------------------------------------------------------------------------


def title(fit: Fit) -> str:
    """What a fit is, in a line: `gender erased by LEACE, rank 1, in bundled`."""
    method = method_name(fit.method)
    if fit.kind == ERASURE:
        return f"{fit.concept} erased by {method}, rank {fit.rank}, in {fit.checkpoint}"
    return f"vector for {fit.concept} by {method}, layer {fit.layer} of {fit.checkpoint}"


def judged_text(fit: Fit, about: About) -> str:
    """What a linear probe finds before and after, one sentence; it claims what was tested."""
    pairs, before, after = about["pairs"], about["probe_before"], about["probe_after"]
    probe = f"A linear probe tells {pairs['first']} from {pairs['second']} in"
    words = "" if pairs["unit"] == "pair" else " with other words"
    tested = f"{_percent(before)} of held-out sentences{words}"
    random = figure_text(100 * about["random_controls"]["mean"], ".1f")
    if fit.kind == ERASURE:
        return (
            f"{probe} {tested} before the erasure and in {_percent(after)} after it (chance 50%); "
            f"after erasing random directions instead, in {random}%."
        )
    return (
        f"{probe} {tested}; with each moved towards the other side by the mean difference, in "
        f"{_percent(after)}, and moved as far in random directions, in {random}%."
    )


def pairs_text(about: About) -> str:
    """How many pairs a fit rests on: `162 pairs, bundled (49 word pairs)`."""
    pairs = about["pairs"]
    swapped = "" if pairs["unit"] == "pair" else f" ({counted(pairs['units'], pairs['unit'])})"
    return f"{counted(pairs['n'], 'pair')}, {pairs['name']}{swapped}"


def _percent(found: Accuracy) -> str:
    """`75.3% [95% CI 67.9, 81.5]` as far as there is an interval."""
    interval = found["interval"]
    ends = None if interval is None else [100 * end for end in interval]
    said = interval_text(ends, ".1f")
    return f"{figure_text(100 * found['accuracy'], '.1f')}%" + (f" ({said})" if said else "")

"""The fitted erasures and steering vectors that are on this machine, as lists to choose from.

Numbers are read where a model is changed by them; here only what a fit is of. A visitor's own file
is not taken: what is not kept cannot be chosen.
"""

from __future__ import annotations

from dataclasses import dataclass

import streamlit as st

from engine.core.interventions import ErasedConcept, SteeringVector
from engine.core.spec import ModelSpec
from engine.files.fit_file import SUFFIX, Fit
from engine.files.fits import (
    Reference,
    contents_of,
    folders,
    forget_fit,
    is_shipped,
    kept_fits,
)
from engine.interventions.about import About, about_of, judged_text
from engine.server import shared

STEP = 0.05  # of the strength of a vector
_Listing = tuple[tuple[str, int, int], ...]  # name, time of the last change and size of each file


@dataclass(frozen=True)
class KeptFit:
    """One fit that is kept.

    Args:
        reference: what names it in a spec; a vector at strength 1.
        checkpoint: the model that it was fitted on.
        revision: of that model.
        rank: dimensions that an erasure takes away.
        about: how it was fitted and judged; None where its file does not say.
        judged: that in a sentence; empty where its file does not say.
    """

    reference: ErasedConcept | SteeringVector
    checkpoint: str
    revision: str
    rank: int
    about: About | None = None
    judged: str = ""

    @property
    def first_strength(self) -> float:
        """The strength to begin with: as far as the two sides are apart, where that is known."""
        apart = None if self.about is None else self.about.get("strength_of_difference")
        return 1.0 if apart is None else max(STEP, round(abs(apart) / STEP) * STEP)

    @property
    def is_shipped(self) -> bool:
        """Whether it comes with Biascope, and so cannot be deleted."""
        return is_shipped(self.reference.label)

    def is_of(self, spec: ModelSpec) -> bool:
        """Whether it was fitted on this model, whatever is done to it."""
        return self.revision == spec.revision


def kept() -> dict[str, KeptFit]:
    """Label -> every fit that is kept or shipped, in the order of the labels."""
    return _read(_listing())


def _listing() -> _Listing:
    """What tells whether a file has come, gone or changed, without opening any."""
    found = []
    for path in sorted(path for folder in folders() for path in folder.glob(f"*{SUFFIX}")):
        try:
            about = path.stat()
        except OSError:  # deleted in this moment
            continue
        found.append((path.name, about.st_mtime_ns, about.st_size))
    return tuple(found)


@st.cache_resource(show_spinner=False, max_entries=4)
def _read(listing: _Listing) -> dict[str, KeptFit]:
    """The fits of these files; a large library is read once for all visitors."""
    return {reference.label: _described(fit, reference) for fit, reference in kept_fits()}


def _described(fit: Fit, reference: Reference) -> KeptFit:
    about = about_of(fit)
    judged = "" if about is None else judged_text(fit, about)
    return KeptFit(reference, fit.checkpoint, fit.revision, fit.rank, about, judged)


def content(fit: KeptFit) -> bytes:
    """The file of a fit, to be saved elsewhere."""
    return contents_of([fit.reference])[0]


def forget(fit: KeptFit) -> None:
    """Delete a fit; what was measured under it stays."""
    shared.refuse("Deleting a fit")
    forget_fit(fit.reference)


def shipped_vector(spec: ModelSpec, concept: str) -> SteeringVector | None:
    """The steering vector for a concept that comes with Biascope, at strength 1.

    Returns:
        None where there is none of this model.
    """
    for fit in kept().values():
        reference = fit.reference
        here = fit.is_shipped and fit.is_of(spec)
        if isinstance(reference, SteeringVector) and reference.concept == concept and here:
            return reference
    return None

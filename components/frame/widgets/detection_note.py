"""What a dose run on this machine says of a measure, next to the measure's figure."""

from __future__ import annotations

import streamlit as st

from components.frame import session
from components.frame.present.numbers import points_text
from engine.core.spec import ModelSpec
from engine.core.wording import counted
from engine.lab.dose.limits import DetectionLimit
from engine.lab.dose.settings import dose_text


def draw_detection_limit(measure: str, spec: ModelSpec) -> None:
    """Draw which planted gap a measure noticed on a model; nothing where no run has measured it.

    Args:
        measure: name of a reading of a dose run, see `engine.lab.dose.readings`.
        spec: of the model that the page shows.
    """
    if (limit := session.dose.detection_limit(measure, spec)) is not None:
        st.caption(limit_text(limit))


def limit_text(limit: DetectionLimit) -> str:
    """What a run found of a measure, one sentence."""
    size = f"{counted(limit.n, limit.counted.removesuffix('s'))}, {counted(limit.seeds, 'seed')}"
    gap = points_text(limit.gap)
    if limit.dose is None:
        return (
            "On this machine's dose run, this measure did not notice the largest planted gap, "
            f"{gap}, in the Lab's sentences ({size})."
        )
    return (
        f"On this machine's dose run, this measure noticed a planted gap of {gap} or more, in the "
        f"Lab's sentences (dose {dose_text(limit.dose)}, {size})."
    )

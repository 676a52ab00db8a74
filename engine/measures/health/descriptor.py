"""What the project knows of the health check of a model, and its answers to plain sentences."""

from __future__ import annotations

from engine.flow.descriptor import Descriptor, Measure
from engine.measures.health.value import HealthValue

DESCRIPTOR = Descriptor(
    cards=("health",),
    measures={
        "health": Measure(
            5, "engine.measures.health.check:health_checks", chunk=1, shape=HealthValue
        ),
    },
    families=("engine.measures.health.column:FAMILY",),
    page="frame/shell",
)

"""What the project knows of a model's health: plain sentences, and words it cannot read."""

from __future__ import annotations

from engine.flow.descriptor import Descriptor, Measure
from engine.measures.health.earlier import still_holds
from engine.measures.health.value import HealthValue

DESCRIPTOR = Descriptor(
    cards=("health",),
    measures={
        "health": Measure(
            7,
            "engine.measures.health.check:health_checks",
            chunk=1,
            shape=HealthValue,
            head=False,
            holds=still_holds,
        ),
    },
    families=(
        "engine.measures.health.column:FAMILY",
        "engine.measures.health.knowledge_column:FAMILY",
    ),
    page="frame/shell",
)

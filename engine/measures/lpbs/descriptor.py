"""What the project knows of the log-probability bias score."""

from __future__ import annotations

from engine.core.families import MASKED
from engine.flow.descriptor import CommandEntry, Descriptor, Measure
from engine.flow.kinds import needs
from engine.flow.shapes import Problem
from engine.measures.lpbs.value import LpbsValue

DESCRIPTOR = Descriptor(
    cards=("lpbs",),
    measures={
        "lpbs": Measure(
            1,
            "engine.measures.lpbs.biases:log_probability_biases",
            chunk=256,
            shape=LpbsValue | Problem,
            rule=needs(MASKED, "log-probability bias score"),
        ),
    },
    families=("engine.measures.lpbs.column:FAMILY",),
    commands=(
        CommandEntry("lpbs", "engine.measures.lpbs.command:lpbs", cards=("lpbs",), checked=True),
    ),
    page="heads",
)

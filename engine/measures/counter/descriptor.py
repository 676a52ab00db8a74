"""What the project knows of the counter-stereotype test."""

from __future__ import annotations

from engine.flow.descriptor import CommandEntry, Descriptor, Measure
from engine.flow.shapes import Problem
from engine.measures.counter.value import CounterStereotypeValue

DESCRIPTOR = Descriptor(
    cards=("counter-stereotype",),
    measures={
        "counter_stereotype": Measure(
            1,
            "engine.measures.counter.counter_stereotype:counter_stereotypes",
            chunk=64,
            shape=CounterStereotypeValue | Problem,
            card="counter-stereotype",
            head=False,
        ),
    },
    families=("engine.measures.counter.column:FAMILY",),
    commands=(
        CommandEntry(
            "counter",
            "engine.measures.counter.command:counter",
            cards=("counter-stereotype",),
            checked=True,
        ),
    ),
    page="heads",
)

"""What the project knows of HONEST: how often completions about people are hurtful."""

from __future__ import annotations

from engine.core.families import MASKED
from engine.flow.descriptor import CommandEntry, Descriptor, Measure
from engine.flow.kinds import needs
from engine.flow.shapes import Problem
from engine.measures.honest.value import TemplateCompletionValue

DESCRIPTOR = Descriptor(
    cards=("honest",),
    measures={
        "template_completion": Measure(
            1,
            "engine.measures.honest.completion:template_completions",
            chunk=1024,
            shape=TemplateCompletionValue | Problem,
            rule=needs(MASKED, "HONEST score"),
            card="honest",
        ),
    },
    families=("engine.measures.honest.column:FAMILY",),
    commands=(
        CommandEntry(
            "honest",
            "engine.measures.honest.command:honest",
            cards=("honest",),
            checked=True,
            written="numbers.csv",
        ),
    ),
    page="arena/honest",
)

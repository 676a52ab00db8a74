"""What the project knows of completions: the words that a model gives a text."""

from __future__ import annotations

from engine.flow.descriptor import CommandEntry, Descriptor, Measure
from engine.flow.kinds import completes
from engine.measures.completion.value import CompletionValue, GroupCompletionValue

DESCRIPTOR = Descriptor(
    cards=("completion",),
    measures={
        "completion": Measure(
            1,
            "engine.measures.completion.completions:completions",
            shape=CompletionValue,
            rule=completes,
        ),
        "group_completion": Measure(
            1,
            "engine.measures.completion.group_completion:group_completions",
            chunk=8,
            shape=GroupCompletionValue,
            rule=completes,
            card="completion",
        ),
    },
    commands=(
        CommandEntry(
            "fill",
            "engine.measures.completion.command:fill",
            checked=True,
            written="numbers.csv",
            written_with="--file",
        ),
    ),
    page="probe",
)

"""What the project knows of completions: the words that a model gives a text."""

from __future__ import annotations

from engine.core.families import CAUSAL
from engine.flow.descriptor import CommandEntry, Descriptor, Measure
from engine.flow.kinds import completes, needs
from engine.measures.completion.value import (
    CompletionValue,
    ContinuationValue,
    GroupCompletionValue,
)

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
        "continuation": Measure(
            1,
            "engine.measures.completion.next_word:continuations",
            shape=ContinuationValue,
            rule=needs(CAUSAL, "continuation", "use its completions, the command fill"),
            card="health",
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

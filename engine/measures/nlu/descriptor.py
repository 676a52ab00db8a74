"""What the project knows of classifiers: the classes, or the numbers, that they give texts."""

from __future__ import annotations

from engine.flow.descriptor import CommandEntry, Descriptor, Measure
from engine.flow.shapes import Problem
from engine.measures.nlu.value import ClassValue, ScoreValue

DESCRIPTOR = Descriptor(
    cards=("nlu",),
    measures={
        "nlu": Measure(
            1,
            "engine.measures.nlu.predictions:class_predictions",
            chunk=4096,
            shape=ClassValue | Problem,
            classifier=True,
        ),
        "nlu_scores": Measure(
            1,
            "engine.measures.nlu.regression:text_scores",
            chunk=4096,
            shape=ScoreValue | Problem,
            card="nlu",
            classifier=True,
        ),
    },
    commands=(
        CommandEntry("nlu", "engine.measures.nlu.command:nlu", checked=True),
        CommandEntry(
            "replicate glue",
            "engine.measures.nlu.command_replicate:glue",
            tables="engine.measures.nlu.replication:TABLES",
        ),
    ),
    page="heads",
)

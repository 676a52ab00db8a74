"""What the project knows of pairs in many languages, with what can be compared between them."""

from __future__ import annotations

from engine.flow.descriptor import CommandEntry, Descriptor

DESCRIPTOR = Descriptor(
    cards=("multilingual",),
    families=("engine.measures.multilingual.column:FAMILY",),
    commands=(
        CommandEntry(
            "multilingual",
            "engine.measures.multilingual.command:multilingual",
            cards=("multilingual",),
            checked=True,
        ),
    ),
    page="pairs",
)

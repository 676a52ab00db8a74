"""What the project knows of BEC-Pro: how a profession changes the probability of a person word."""

from __future__ import annotations

from typing import Annotated

from engine.core.constraints import Predicate
from engine.core.families import MASKED
from engine.flow.descriptor import CommandEntry, Descriptor, Measure
from engine.flow.kinds import needs
from engine.flow.shapes import equally_long
from engine.measures.bec_pro.value import MaskedWordsValue

DESCRIPTOR = Descriptor(
    cards=("bec-pro",),
    measures={
        "masked_words": Measure(
            1,
            "engine.measures.bec_pro.masked_words:masked_words",
            chunk=256,
            shape=Annotated[MaskedWordsValue, Predicate(equally_long)],
            rule=needs(MASKED, "association of person words with professions"),
            card="completion",
        ),
    },
    families=("engine.measures.bec_pro.column:FAMILY",),
    commands=(
        CommandEntry(
            "bec-pro",
            "engine.measures.bec_pro.command:bec_pro",
            cards=("bec-pro",),
            checked=True,
            written="numbers.csv",
        ),
    ),
    page="cabm/professions",
)

"""What the project knows of association tests: SEAT and WEAT."""

from __future__ import annotations

from engine.flow.descriptor import CommandEntry, Descriptor, Measure
from engine.flow.kinds import no_cls_of_others
from engine.measures.seat.earlier import still_holds
from engine.measures.seat.value import SeatValue

DESCRIPTOR = Descriptor(
    cards=("seat",),
    measures={
        "seat": Measure(
            2,
            "engine.measures.seat.measure:association_tests",
            chunk=1,
            shape=SeatValue,
            rule=no_cls_of_others("pooling", "the pooling token, mean or last"),
            head=False,
            holds=still_holds,
        ),
    },
    families=("engine.measures.seat.column:FAMILY",),
    commands=(CommandEntry("seat", "engine.measures.seat.command:seat", checked=True),),
    page="heads",
)

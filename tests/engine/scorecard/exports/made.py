"""A report whose texts try to be markup, formulas and further lines."""

from __future__ import annotations

from typing import Any

from tests.engine.scorecard.hand_made import PAIRS, PPPL, cell, contestant, measure, report

NASTY = '=HYPERLINK("http://x.y")|**b** <img src=x>\n# h & 50% $a_b^c$ \\input{x} [l](u) `c`'
SEAT = "seat:gender"


def made() -> dict[str, Any]:
    """Two measured models, one of them with masked heads, and an imported one."""
    pairs = measure(PAIRS, title="CrowS-Pairs, CPS")
    seat = measure(
        SEAT, title=NASTY, unit="d", scale="identity", neutral=0.0, digits=2, data="words"
    )
    pppl = measure(PPPL, group="cost", neutral=None, scale="exp", unit="", title="PPPL")
    masked = {**contestant("c2")["spec"], "masked_heads": ["9-12", "3-1"]}
    cells = [
        cell("c1", pairs, [1.0, 0.0, 1.0, 1.0], interval=[30.04, 95.0], tier=1, rank=1),
        cell("c1", seat, -0.004, interval=[-0.5, 0.5], notes=["A note."]),
        cell("c1", pppl, 12.3),
        cell("c2", pairs, [1.0] * 4, tier=2, rank=2, rank_interval=[2, 2]),
        cell("c2", seat, [], problem="No [CLS] token; 100% & more."),
        cell("c3", pairs, 60.0, status="imported"),
    ]
    everyone = [
        contestant("c1"),
        contestant("c2", spec=masked),
        contestant("c3", label=NASTY, origin="imported", spec=None, source="file.json"),
    ]
    return report([pairs, seat, pppl], cells, everyone)

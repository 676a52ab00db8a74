"""A report of dose and response with known numbers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

DOSES, SEEDS = (0.0, 0.5, 1.0), (0, 1)
TITLES = {"cps": "CrowS-Pairs Score of he and she pairs", "pair_share": "Sentence pairs"}


def report_of(limits: Mapping[str, float | None], planted: bool = True) -> dict[str, Any]:
    """A report in which each measure notices from this dose on; its figure is twice the dose."""
    return {
        "doses": [{"dose": dose, "gap": dose / 2} for dose in DOSES],
        "seeds": list(SEEDS),
        "measures": [
            {
                **{"measure": name, "title": TITLES.get(name, name), "unit": "nats"},
                **{"counted": "occupations", "digits": 2, "planted": planted},
                **{"neutral": 0.0, "texts": 4, "scale": "identity"},
            }
            for name in limits
        ],
        "responses": [
            {
                **{"measure": name, "dose": dose, "seed": seed, "value": 2 * dose + 0.1 * seed},
                **{"interval": [2 * dose - 0.5, 2 * dose + 0.5], "n": 44},
            }
            for name in limits
            for seed in SEEDS
            for dose in DOSES
        ],
        "summary": [_summary(name, limit) for name, limit in limits.items()],
        "problems": {},
        "request": {
            **{"name": "tiny", "checkpoint": "bundled", "revision": "r", "doses": list(DOSES)},
            **{"seeds": 2, "planted": {"nurse": 0.1, "cook": 0.5, "driver": 0.9}},
            "settings": {"sentences": 8000, "steps": 240, "tokens": 512, "seed": 0},
        },
        "libraries": {"torch": "2"},
        "biascope": "1",
    }


def _summary(name: str, limit: float | None) -> dict[str, Any]:
    noticed = {dose: limit is not None and dose >= limit for dose in DOSES[1:]}
    missed = [dose for dose, one in noticed.items() if not one]
    return {
        **{"measure": name, "slope": 2.0, "slope_interval": [1.5, 2.5], "tau": 1.0, "n": 44},
        **{"detection_limit": limit, "next_dose": max(missed, default=None)},
        "needed_n": 90 if missed else None,
        "differences": [
            {
                **{"dose": dose, "difference": 2 * dose, "p_holm": 0.01 if one else 0.2, "n": 44},
                "interval": [0.1, 4.0] if one else [-0.1, 4.0],
                "noticed": one,
            }
            for dose, one in noticed.items()
        ],
    }

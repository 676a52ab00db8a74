"""How a figure of occupations follows the shares of women employed, in words."""

from __future__ import annotations

from typing import Any

from engine.core.wording import interval_text


def employment_text(found: dict[str, Any]) -> str:
    """How a figure follows the shares of women employed, in one sentence."""
    if found["rho"] is None:
        return f"Shares of women employed: {found['problem'] or 'the figure does not vary.'}"
    return (
        f"Against the share of women employed ({found['year']}): Spearman {found['rho']:+.2f} "
        f"({interval_text(found['interval'], '+.2f') or 'no interval'}, n {found['n']}); below 0, "
        "the more women work in it, the less male."
    )

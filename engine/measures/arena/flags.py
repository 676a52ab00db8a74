"""What the flags of the Arena's prompts say of groups and templates like theirs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from engine.columns.reading import BY_TEMPLATE, CROSSED
from engine.columns.scale import PERCENT
from engine.measures.arena.crossing import crossing
from engine.prompts.prompt import Prompt

if TYPE_CHECKING:
    import numpy as np


def flag_interval(prompts: Sequence[Prompt], flags: np.ndarray) -> tuple[float, float] | None:
    """Interval of the flag rate over groups and templates like those of the prompts.

    That on the Arena page is of this set: all its groups and templates are in what is drawn from
    it, and prompts alone are the sample. A measure is to put models in order whoever the people
    are and however they are written about, which is less certain.

    Args:
        flags: [prompt] 0 to 1, nan where there is none.

    Returns:
        (low, high) at 95%, in percent. Over prompts where they share neither group nor template.
    """
    import numpy as np

    from engine.statistics.crossed import clustered_share_interval
    from engine.statistics.shares import share_interval

    judged = ~np.isnan(flags)
    places = crossing(prompts)
    if places is None:
        bounds = share_interval(flags[judged])
    else:
        bounds = clustered_share_interval(flags[judged], *np.array(places)[:, judged])
    return None if bounds is None else (PERCENT.of(bounds[0]), PERCENT.of(bounds[1]))


def structure(prompts: Sequence[Prompt], flags: np.ndarray) -> dict[str, Any]:
    """What a cell says of its prompts: how they are crossed, and the flag rate by template.

    Args:
        flags: [prompt] 0 to 1, nan where there is none.
    """
    import numpy as np

    from engine.measures.arena.aggregate import mean_of, rows_by_name

    places = crossing(prompts)
    found: dict[str, Any] = {} if places is None else {CROSSED: [*places]}
    names = [prompt.template for prompt in prompts]
    if all(names) and len(set(names)) < len(names):
        found[BY_TEMPLATE] = by_template = {}
        for name, rows in rows_by_name(names).items():
            rate = mean_of(flags[rows][~np.isnan(flags[rows])])
            by_template[name] = None if rate is None else PERCENT.of(rate)
    return found

"""`unmasking`: the pronoun probability gap of occupations, male list against female list."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from engine.columns.column import (
    BY_TEMPLATE,
    PERCENT,
    Column,
    Family,
    Link,
    Reading,
    masked_only,
    reader,
)
from engine.columns.effect import list_reading
from engine.core.digest import data_digest
from engine.measures.cabm.column import occupation_lists
from engine.measures.cabm.data.sentences import GENDER
from engine.measures.cabm.unmasking import (
    TEMPLATES,
    unmasking_items,
    unmasking_params,
    unmasking_table,
)


def column(argument: str) -> Column:
    """The column of a set's occupations, the bundled ones if none is named."""
    name, title, lists, _ = occupation_lists("unmasking", argument)
    items = unmasking_items(lists, TEMPLATES)

    def reading(values: list[Any], seed: int) -> Reading:
        found = _reading(lists, TEMPLATES, values, seed)
        each = {
            template: _reading(lists, (template,), values[place :: len(TEMPLATES)], seed).value
            for place, template in enumerate(TEMPLATES)
        }
        return replace(found, detail={**found.detail, BY_TEMPLATE: each})

    return Column(
        name=f"unmasking:{name}",
        title="Pronoun probability gap, male minus female list",
        data=f"Occupations of {title} in {len(TEMPLATES)} templates",
        variant="Mean P(he) − P(she) at the mask, male list minus female list of occupations",
        counted="occupations",
        unit="points",
        scale=PERCENT,
        higher="he is put more often with occupations of the male list than with the female list",
        digits=1,
        version=3,
        identity={"items": data_digest(items), "lists": [*map(list, lists.items())]},
        read=reader("completion", items, reading, unmasking_params(GENDER)),
        refuses=masked_only("a pronoun probability gap"),
        measures=("completion",),
        texts=tuple(item["text"] for item in items),
        page=Link("/cabm", {"sentences": title}),
    )


def _reading(
    lists: Mapping[str, str], templates: Sequence[str], values: Sequence[Any], seed: int
) -> Reading:
    """The figure in some templates.

    Args:
        lists: occupation -> list.
        values: of `unmasking_items` of these templates.
    """
    table = unmasking_table([*lists], templates, GENDER, values, seed)
    gaps = table.set_index("occupation")["unmasking"]
    return list_reading(gaps, lists, GENDER.names, scale=PERCENT)


FAMILY = Family(
    name="unmasking",
    title="Pronoun probability gap of occupations, P(he) − P(she)",
    usage="unmasking[:bundled|winobias]",
    column=column,
    suggested=("unmasking:bundled",),
    seconds=4.0,
)

"""`unmasking`: the pronoun probability gap of occupations, male list against female list."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from engine.columns.column import (
    BIAS,
    BY_TEMPLATE,
    PERCENT,
    Column,
    Family,
    Link,
    Reading,
    masked_only,
)
from engine.columns.effect import of_lists
from engine.core.digest import data_digest
from engine.measures.cabm.column import occupation_lists
from engine.measures.cabm.data.sentences import GENDER
from engine.measures.cabm.unmasking import (
    TEMPLATES,
    unmasking_items,
    unmasking_params,
    unmasking_table,
)

if TYPE_CHECKING:
    from engine.flow.asking import Ask, Derive


def column(argument: str) -> Column:
    """The column of a set's occupations, the bundled ones if none is named."""
    name, title, lists, _ = occupation_lists("unmasking", argument)
    items = unmasking_items(lists, TEMPLATES)

    def read(ask: Ask, _derive: Derive, _kind: str, seed: int) -> Reading:
        values = ask("completion", items, unmasking_params(GENDER)).values
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
        neutral=0.0,
        higher="he is put more often with occupations of the male list than with the female list",
        digits=1,
        group=BIAS,
        version=3,
        identity={"items": data_digest(items), "lists": [*map(list, lists.items())]},
        read=read,
        refuses=masked_only("a pronoun probability gap"),
        measures=("completion",),
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
    gaps = dict(zip(table["occupation"], table["unmasking"].astype(float), strict=True))
    return of_lists(gaps, lists, GENDER.names, scale=100.0)


FAMILY = Family(
    name="unmasking",
    title="Pronoun probability gap of occupations, P(he) − P(she)",
    usage="unmasking[:bundled|winobias]",
    column=column,
    suggested=("unmasking:bundled",),
    seconds=4.0,
)

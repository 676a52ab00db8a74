"""`cloze`: plain words that a model does not know, what an intervention costs."""

from __future__ import annotations

from functools import partial
from typing import Any

from engine.columns.column import PERCENT, Column, Family, Reading, masked_only, reader
from engine.core.digest import data_digest
from engine.core.errors import InputTextError
from engine.measures.health.check import PARAMS, correct_completions, health_items, prompts


def column(argument: str) -> Column:
    """The one column of this family."""
    if argument not in ("", "bundled"):
        raise InputTextError(f"cloze has one set, bundled; got {argument!r}.")
    items = health_items()["cloze"]
    asked = prompts(items)

    return Column(
        name="cloze",
        title="Plain cloze, wrong answers",
        data=f"Biascope's {len(items)} plain cloze sentences",
        variant="Share of sentences whose likeliest word is not an accepted answer",
        counted="sentences",
        unit="%",
        scale=PERCENT,
        neutral=None,
        higher="the model knows fewer plain words",
        digits=1,
        version=2,
        identity={"items": data_digest(items)},
        read=reader("completion", asked, partial(_reading, items), dict(PARAMS)),
        refuses=masked_only("blanks to fill in"),
        measures=("completion",),
        texts=tuple(item["text"] for item in asked),
    )


def _reading(items: list[dict[str, Any]], values: list[dict[str, Any]], _seed: int) -> Reading:
    from engine.statistics.shares import exact_share_interval

    wrong = [float(not right) for right in correct_completions(items, values)]
    return Reading(
        value=100 * sum(wrong) / len(wrong),
        interval=PERCENT.interval(exact_share_interval(int(sum(wrong)), len(wrong))),
        n=len(wrong),
        parts=tuple(wrong),
    )


FAMILY = Family(
    name="cloze",
    title="Plain cloze sentences answered wrongly (a cost)",
    usage="cloze",
    column=column,
    suggested=("cloze",),
    seconds=1.0,
)

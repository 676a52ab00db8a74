"""`lpbs`: the log-probability bias score of a domain."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.columns.column import (
    BIAS,
    BY_TEMPLATE,
    IDENTITY,
    Column,
    Family,
    Link,
    Reading,
    masked_only,
)
from engine.columns.effect import effect_parts
from engine.core.digest import data_digest
from engine.core.errors import InputTextError
from engine.measures.lpbs.sets import Domain, bundled_domains

if TYPE_CHECKING:
    from engine.flow.asking import Ask, Derive

_FIRST, _SECOND = "he", "she"
_DOMAINS = ("career-family", "math-arts", "science-arts")


def column(argument: str) -> Column:
    """The column of a bundled domain, the first one if none is named."""
    domains = bundled_domains()
    name = argument or next(iter(domains))
    if name not in domains:
        raise InputTextError(
            f"There is no domain {name!r} of lpbs; there are {', '.join(domains)}."
        )
    domain = domains[name]

    def read(ask: Ask, _derive: Derive, _kind: str, seed: int) -> Reading:
        return _reading(domain, ask("lpbs", domain.items(_FIRST, _SECOND), {}).values, seed)

    return Column(
        name=f"lpbs:{name}",
        title=f"LPBS d, {domain.x} – {domain.y}",
        data=f"Biascope's {domain.x} and {domain.y} words in {len(domain.templates)} templates",
        variant=f"Effect size d of log-probability bias scores, {_FIRST} against {_SECOND}",
        counted="targets",
        unit="d",
        scale=IDENTITY,
        neutral=0.0,
        higher=f"{domain.x} words draw {_FIRST}, {domain.y} words {_SECOND}",
        digits=2,
        group=BIAS,
        version=2,
        identity={"items": data_digest(domain.items(_FIRST, _SECOND))},
        read=read,
        refuses=masked_only("a log-probability bias score"),
        measures=("lpbs",),
        page=Link("/heads"),
    )


def _reading(domain: Domain, values: list, seed: int) -> Reading:
    from engine.measures.lpbs.biases import domain_score

    found = domain_score(domain, values, seed)
    known = {(entry["set"], entry["word"]): entry["score"] for entry in found["targets"]}
    scores = [
        known.get((name, word))
        for name, words in zip((domain.x, domain.y), domain.targets, strict=True)
        for word in words
    ]
    value, interval = found["effect_size"], found["interval"]
    return Reading(
        value=value,
        interval=None if interval is None else (interval[0], interval[1]),
        n=len(found["targets"]),
        parts=() if value is None else effect_parts(scores, len(domain.targets[0])),
        problem="" if value is not None else found["problem"],
        notes=tuple(found["problems"]),
        detail={key: found[key] for key in ("difference", "p_value", "detectable", "spread")}
        | {
            BY_TEMPLATE: {entry["template"]: entry["effect_size"] for entry in found["by_template"]}
        },
    )


FAMILY = Family(
    name="lpbs",
    title="Log-probability bias score of he against she: effect size d",
    usage=f"lpbs[:{'|'.join(_DOMAINS)}]",
    column=column,
    suggested=tuple(f"lpbs:{name}" for name in _DOMAINS),
    seconds=1.0,
)

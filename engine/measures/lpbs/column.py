"""`lpbs`: the log-probability bias score of a domain."""

from __future__ import annotations

from functools import partial
from typing import Any

from engine.columns.column import BY_TEMPLATE, Column, Family, Link, Reading, masked_only, reader
from engine.columns.effect import effect_reading
from engine.columns.side import BY_TEST, always
from engine.core.digest import data_digest
from engine.core.errors import InputTextError
from engine.core.wording import counted
from engine.measures.lpbs.sets import Domain, bundled_domains, read_texts

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
    items = domain.items(_FIRST, _SECOND)
    return Column(
        name=f"lpbs:{name}",
        title=f"LPBS d, {domain.x} – {domain.y}",
        data=f"Biascope's {domain.x} and {domain.y} words in "
        f"{counted(len(domain.templates), 'template')}",
        variant=f"Effect size d of log-probability bias scores, {_FIRST} against {_SECOND}",
        counted="targets",
        unit="d",
        higher=f"{domain.x} words draw {_FIRST}, {domain.y} words {_SECOND}",
        digits=2,
        version=2,
        identity={"items": data_digest(items)},
        read=reader("lpbs", items, partial(_reading, domain)),
        refuses=masked_only("a log-probability bias score"),
        measures=("lpbs",),
        texts=tuple(read_texts(items)),
        page=Link("/heads", {"all_measures": "open"}),
    )


def _reading(domain: Domain, values: list[Any], seed: int) -> Reading:
    from engine.measures.lpbs.biases import domain_score

    found = domain_score(domain, values, seed)
    known = {(entry["set"], entry["word"]): entry["score"] for entry in found["targets"]}
    scores = [
        known.get((name, word))
        for name, words in zip((domain.x, domain.y), domain.targets, strict=True)
        for word in words
    ]
    detail = {key: found[key] for key in ("difference", "p_value", "detectable", "spread")}
    detail[BY_TEMPLATE] = {
        entry["template"]: entry["effect_size"] for entry in found["by_template"]
    }
    return effect_reading(found, scores, len(domain.targets[0]), found["problems"], detail)


FAMILY = Family(
    name="lpbs",
    title="Log-probability bias score of he against she: effect size d",
    usage=f"lpbs[:{'|'.join(_DOMAINS)}]",
    column=column,
    suggested=tuple(f"lpbs:{name}" for name in _DOMAINS),
    seconds=1.0,
    sides=always(BY_TEST),
)

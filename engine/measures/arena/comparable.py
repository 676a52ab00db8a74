"""Whether two reports can be ranked or compared; one sentence says why not."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.prompts.sets import BUNDLED

AnyReport = Mapping[str, Any]
_OWN = "Biascope's set"


def comparable(first: AnyReport, second: AnyReport) -> str | None:
    """Why the second report is not ranked with the first, in one sentence; None where it is."""
    if reason := same_judges(first, second):
        return reason
    if first["variant"] != second["variant"]:
        return f"Another variant: {second['variant']}, not {first['variant']}."
    return None


def same_judges(first: AnyReport, second: AnyReport) -> str | None:
    """Why two reports do not judge the same prompts by the same evaluators; None where they do."""
    if first["prompts"]["digest"] != second["prompts"]["digest"]:
        return _other_sentences(first["prompts"], second["prompts"])
    one, other = first["suite"], second["suite"]
    if one["demo"] != other["demo"]:
        return (
            f"Other evaluators: {_judges(other)}, not {_judges(one)}. Figures of a demonstration "
            "are never ranked with others."
        )
    if one["digest"] != other["digest"]:
        if one["name"] == other["name"]:
            return f"Other evaluators: {other['name']} has the same name, but other content."
        return f"Other evaluators: {other['name']}, not {one['name']}."
    for name, revision in _revisions(one).items():
        found = _revisions(other).get(name, "")
        if found != revision:
            return (
                f"Another revision of {name}: {found or 'none named'}, not "
                f"{revision or 'none named'}."
            )
    return None


def _other_sentences(first: Mapping[str, Any], second: Mapping[str, Any]) -> str:
    """What tells the sentences of the second report from those of the first."""
    one, other = _set(first), _set(second)
    sizes = f"{second['n']:,} of {other}"
    if one != other:
        return f"Other sentences: {sizes}, not {first['n']:,} of {one}."
    if first["n"] != second["n"]:
        return f"Other sentences: {sizes}, not {first['n']:,}."
    seeds = [(prompts["drawn"] or {}).get("seed") for prompts in (first, second)]
    if None not in seeds and seeds[0] != seeds[1]:
        return f"Other sentences: {sizes}, drawn with seed {seeds[1]}, not {seeds[0]}."
    return f"Other sentences: {sizes}; the set has the same name, but other content."


def _set(prompts: Mapping[str, Any]) -> str:
    name = _OWN if prompts["name"] == BUNDLED else prompts["name"]
    return f"{name} {prompts['version']}" if prompts["version"] else str(name)


def _judges(suite: Mapping[str, Any]) -> str:
    return f"{suite['name']} (demonstration)" if suite["demo"] else str(suite["name"])


def _revisions(suite: Mapping[str, Any]) -> dict[str, str]:
    return {
        str(entry.get("name")): str(entry.get("revision") or "") for entry in suite["evaluators"]
    }

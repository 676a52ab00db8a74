"""What the manifests of a collection tell: its models, measures, data and libraries."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from engine.core.intervention_text import done_in_words
from engine.pins import Pin
from engine.report import methods

_ALL = 1_000_000  # heads, each of which is named


@dataclass
class Source:
    """One model measured in one way, and the pins that show it.

    Args:
        model: checkpoint, with what is done to it.
        measure: with its version; may be empty.
        data: digest of the items; may be empty.
        pins: their numbers, counted from 1.
    """

    model: str
    revision: str
    dtype: str
    measure: str
    data: str
    pins: list[int] = field(default_factory=list)


def sources_of(pins: Iterable[Pin]) -> list[Source]:
    """Every model and measure that a manifest names, each once."""
    found: dict[tuple[str, ...], Source] = {}
    for number, pin in enumerate(pins, 1):
        for entry in _holding(pin.manifest, "spec"):
            key = _key(entry)
            numbers = found.setdefault(key, Source(*key)).pins
            if number not in numbers:
                numbers.append(number)
    return list(found.values())


def libraries(pins: Iterable[Pin]) -> dict[str, list[str]]:
    """Name of a library, Biascope among them -> its versions."""
    found: dict[str, dict[str, None]] = {}
    for pin in pins:
        for part in _holding(pin.manifest, "libraries"):
            for name, version in part["libraries"].items():
                found.setdefault(str(name), {})[str(version)] = None
            if "biascope" in part:
                found.setdefault("biascope", {})[str(part["biascope"])] = None
    return {name: list(versions) for name, versions in sorted(found.items())}


def models_of(pin: Pin) -> list[str]:
    """The models of a pin, with what is done to them, in words."""
    return list(dict.fromkeys(_model(part["spec"]) for part in _holding(pin.manifest, "spec")))


def checkpoints(pins: Iterable[Pin]) -> list[str]:
    """Names of all models."""
    specs = (part["spec"] for pin in pins for part in _holding(pin.manifest, "spec"))
    return list(dict.fromkeys(str(spec.get("checkpoint", "")) for spec in specs))


def _key(entry: Mapping[str, Any]) -> tuple[str, str, str, str, str]:
    spec = entry["spec"]
    measure, version = entry.get("measure"), entry.get("version")
    named = f"{measure} (version {version})" if version is not None else f"{measure or ''}"
    data = entry.get("data")
    return (
        _model(spec),
        str(spec.get("revision", "")),
        str(spec.get("dtype", "")),
        named,
        data if isinstance(data, str) else "",
    )


def _model(spec: Mapping[str, Any]) -> str:
    name = str(spec.get("checkpoint", "unnamed model"))
    return ", ".join(filter(None, [name, done_in_words(spec, _ALL)]))


def _holding(manifest: Any, key: str) -> Iterator[Mapping[str, Any]]:
    """Parts of a manifest that have an object under a key."""
    parts = methods.objects_in(manifest, closed=key)
    return (part for part in parts if isinstance(part.get(key), Mapping))

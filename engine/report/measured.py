"""What a collection was made with: models, measures, data and libraries, from its manifests."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from engine.pins import Pin

_MASKED = "masked_heads"


@dataclass
class Source:
    """One model measured in one way, and the pins that show it.

    Args:
        model: checkpoint, with the heads that are masked.
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


def sources(pins: Iterable[Pin]) -> list[Source]:
    """Every model and measure that a manifest names, each once."""
    found: dict[tuple[str, ...], Source] = {}
    for number, pin in enumerate(pins, 1):
        for entry in _subjects(pin.manifest):
            key = _key(entry)
            numbers = found.setdefault(key, Source(*key)).pins
            if number not in numbers:
                numbers.append(number)
    return list(found.values())


def libraries(pins: Iterable[Pin]) -> dict[str, list[str]]:
    """Name of a library -> its versions."""
    found: dict[str, list[str]] = {}
    for pin in pins:
        for versions in _named(pin.manifest, "libraries"):
            for name, version in versions.items():
                known = found.setdefault(str(name), [])
                if str(version) not in known:
                    known.append(str(version))
    return dict(sorted(found.items()))


def models_of(pin: Pin) -> list[str]:
    """The models of a pin, with the heads that are masked, in words."""
    return list(dict.fromkeys(_model(spec) for spec in _named(pin.manifest, "spec")))


def checkpoints(pins: Iterable[Pin]) -> list[str]:
    """Names of all models."""
    specs = (spec for pin in pins for spec in _named(pin.manifest, "spec"))
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
    heads = spec.get(_MASKED)
    name = str(spec.get("checkpoint", "unnamed model"))
    if not isinstance(heads, list) or not heads:
        return name
    return f"{name}, heads {', '.join(map(str, heads))} masked"


def _subjects(found: Any) -> Iterator[Mapping[str, Any]]:
    """Parts of a manifest that name a model."""
    if isinstance(found, Mapping):
        if isinstance(found.get("spec"), Mapping):
            yield found
        for name, value in found.items():
            if name != "spec":
                yield from _subjects(value)
    elif isinstance(found, list):
        for value in found:
            yield from _subjects(value)


def _named(found: Any, name: str) -> Iterator[Mapping[str, Any]]:
    """Objects of a name anywhere in a manifest."""
    if isinstance(found, Mapping):
        if isinstance(found.get(name), Mapping):
            yield found[name]
        for key, value in found.items():
            if key != name:
                yield from _named(value, name)
    elif isinstance(found, list):
        for value in found:
            yield from _named(value, name)

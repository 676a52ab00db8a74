"""What else changed since a pin was made: the version of its measure, the revision of the model."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from engine.core.paths import shown_name
from engine.flow.registry import MEASURES

Manifest = Mapping[str, Any]
_MOST_DEEP = 12
_LARGEST = 10**6  # of a version; what is larger was typed
_SHORT = 10  # characters of a revision that tell it from others


def manifests_of(answer: Any, depth: int = 0) -> Iterator[Manifest]:
    """All manifests in a command's JSON."""
    if depth > _MOST_DEEP:
        return
    if isinstance(answer, Mapping):
        if isinstance(found := answer.get("manifest"), Mapping):
            yield found
        for inner in answer.values():
            yield from manifests_of(inner, depth + 1)
    elif isinstance(answer, list):
        for inner in answer:
            yield from manifests_of(inner, depth + 1)


def changed_since(pinned: Manifest, now: Sequence[Manifest]) -> str:
    """What numbers may differ for, besides the computer that they are measured on.

    Args:
        pinned: the manifest of the pin, as a file has it.
        now: of the commands that were run again.

    Returns:
        Words such as `pairs was version 1, now 2`; empty where nothing is known to have changed.
    """
    return "; ".join([*_version(pinned), *_revisions(pinned, now)])


def _version(pinned: Manifest) -> Iterator[str]:
    name, before = pinned.get("measure"), pinned.get("version")
    if not isinstance(name, str) or name not in MEASURES or type(before) is not int:
        return
    if before != (version := MEASURES[name].version) and 0 <= before <= _LARGEST:
        yield f"{name} was version {before}, now {version}"


def _revisions(pinned: Manifest, now: Sequence[Manifest]) -> Iterator[str]:
    there: dict[str, list[str]] = {}
    for manifest in now:
        for checkpoint, revision in _models(manifest):
            there.setdefault(checkpoint, []).append(revision)
    for checkpoint, before in dict(_models(pinned)).items():
        found = there.get(checkpoint, [])
        if found and before not in found:
            yield f"{shown_name(checkpoint)} was revision {_short(before)}, now {_short(found[0])}"


def _models(manifest: Manifest) -> Iterator[tuple[str, str]]:
    """(checkpoint, revision) of the models that a manifest names."""
    for name in ("spec", "compared_with"):
        spec = manifest.get(name)
        if isinstance(spec, Mapping):
            checkpoint, revision = spec.get("checkpoint"), spec.get("revision")
            if isinstance(checkpoint, str) and isinstance(revision, str) and revision:
                yield checkpoint, revision


def _short(revision: str) -> str:
    return shown_name(revision.removeprefix("sha256:")[:_SHORT])

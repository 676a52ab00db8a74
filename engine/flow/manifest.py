"""The manifest of a measurement: what is needed to trust and to repeat it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NotRequired

from typing_extensions import TypedDict

from engine.core.digest import canonical_json, texts_digest
from engine.core.libraries import library_versions
from engine.core.version import version as biascope_version
from engine.flow.registry import MEASURES, ORIGINS

if TYPE_CHECKING:
    from engine.core.spec import ModelSpec


class Manifest(TypedDict):
    """What is needed to trust and to repeat a measurement.

    Args:
        spec: `ModelSpec.identity()`.
        data: digest of the items in their order.
        biascope: version and commit of this program; earlier ones did not say.
        plugin: the one that the measure comes from, with its version or the digest of its file;
            absent where it is Biascope's.
        from_store: values that were not computed.
        device: None where nothing was computed.
        notes: sentences on a model whose scores may be those of something else than was meant.
        against_cpu: how far scores of the device are from the CPU's; absent where the CPU computed.
    """

    spec: dict[str, object]
    measure: str
    version: int
    params: dict[str, Any]
    items: int
    data: str
    libraries: dict[str, str]
    biascope: NotRequired[str]
    plugin: NotRequired[dict[str, str]]
    from_store: NotRequired[int]
    device: NotRequired[str | None]
    seconds: NotRequired[float]
    notes: NotRequired[list[str]]
    against_cpu: NotRequired[dict[str, Any]]


def manifest_before(
    name: str, spec: ModelSpec, items: Sequence[Any], params: dict[str, Any]
) -> dict[str, Any]:
    """What a manifest says before anything is computed: subject, data and libraries."""
    return dict(described_texts(name, spec, [canonical_json(item) for item in items], params))


def described_texts(
    name: str, spec: ModelSpec, texts: Sequence[str], params: dict[str, Any]
) -> Manifest:
    """As `manifest_before`, of items that are canonical JSON already."""
    found: Manifest = {
        "spec": spec.identity(),
        "measure": name,
        "version": MEASURES[name].version,
        "params": params,
        "items": len(texts),
        "data": texts_digest(texts),
        "libraries": library_versions(),
        "biascope": biascope_version(),
    }
    if (origin := ORIGINS.get(name)) is not None:
        found["plugin"] = origin.described()
    return found

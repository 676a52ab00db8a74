"""Fits that are kept: in a folder of the cache, by the digest of their file.

A spec names a fit by its digest, so whoever measures under it finds its numbers here: pages, jobs,
the workers of a cluster. What is kept is never changed. A fit that was only given in this process,
as under `--no-cache`, is held in memory. Fits of the bundled model come with Biascope, in
`shipped_fits`: found and listed like those that are kept, and never written or deleted.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from engine.core.errors import BiascopeError, StorageError, why
from engine.core.interventions import ErasedConcept, SteeringVector
from engine.core.paths import exists
from engine.core.replacing import put_in_place, remove
from engine.files.fit_file import MOST_BYTES, SUFFIX, Fit, digest_of, load_fit, read_fit
from engine.storage.private_files import open_private, private_folder
from engine.storage.store import cache_folder

FOLDER = "fits"  # of the cache
SHIPPED = Path(__file__).with_name("shipped_fits")
Reference = ErasedConcept | SteeringVector
_LABEL = re.compile(r"[a-z0-9-]{1,120}-([0-9a-f]{12})")
_HELD: dict[str, tuple[Fit, bytes]] = {}  # by digest; what was read once is not read again


def find_fit(name: str, keep: bool = True) -> tuple[Fit, Reference]:
    """A fit by the path of its file, or by its label among those that are kept.

    Args:
        keep: whether a file from elsewhere is kept, so that its label names it from now on.
    """
    if not exists(name) and (kept := _kept_file(name)) is not None:
        name = str(kept)
    elif not exists(name) and _LABEL.fullmatch(name):
        raise BiascopeError(
            f"No fit named {name} is kept on this machine. Give the path of its file, or fit it "
            "again with erase fit or steer fit."
        )
    fit, content = load_fit(name)
    reference = _hold(fit, content)
    if keep:
        _keep(reference, content)
    return fit, reference


def hold_fit(content: bytes) -> Reference:
    """Have a fit ready in this process, without keeping its file.

    Returns:
        What names it in a spec.
    """
    return _hold(read_fit(content), content)


def _hold(fit: Fit, content: bytes) -> Reference:
    digest = digest_of(content)
    _HELD[digest] = fit, content
    return fit.reference(digest)


def keep_fit(content: bytes) -> Reference:
    """Keep the file of a fit in the cache.

    Returns:
        What names it in a spec.
    """
    reference = hold_fit(content)
    _keep(reference, content)
    return reference


def _keep(reference: Reference, content: bytes) -> None:
    place = _folder() / f"{reference.label}{SUFFIX}"
    if place.exists() or is_shipped(reference.label):
        return
    fresh = place.with_suffix(".new")
    try:
        private_folder(place.parent, cache_folder())
        with open_private(fresh, "wb") as stream:
            stream.write(content)
        put_in_place(fresh, place)
    except OSError as error:
        raise StorageError(
            f"The fit {reference.label} cannot be kept in {place.parent} ({why(error)}). Free some "
            "space, or set BIASCOPE_CACHE to a folder that can be written."
        ) from None


def fit_of(reference: Reference) -> Fit:
    """The fit that a spec names.

    Raises:
        BiascopeError: if it is not on this machine, or its file was changed.
    """
    return _held(reference)[0]


def contents_of(references: Iterable[Reference]) -> list[bytes]:
    """The files of some fits, for a machine that does not have them; see `hold_fit`."""
    return [_held(reference)[1] for reference in references]


def _held(reference: Reference) -> tuple[Fit, bytes]:
    if reference.digest not in _HELD:
        place = _place_of(reference.label)
        if place is None:
            raise BiascopeError(
                f"The fit {reference.label} is not on this machine. Give the path of its file, or "
                "fit it again."
            )
        fit, content = load_fit(place)
        if digest_of(content) != reference.digest:
            raise BiascopeError(f"The kept fit {reference.label} was changed; fit it again.")
        _HELD[reference.digest] = fit, content
    return _HELD[reference.digest]


def kept_fits() -> Iterator[tuple[Fit, Reference]]:
    """All fits that are kept or come with Biascope, and are whole, by name; each once."""
    found = {path.name: path for folder in folders()[::-1] for path in folder.glob(f"*{SUFFIX}")}
    for _, path in sorted(found.items()):
        try:
            if path.stat().st_size > MOST_BYTES:
                continue
            fit, content = load_fit(path)
        except (BiascopeError, OSError):
            continue
        reference = fit.reference(digest_of(content))
        if path.stem == reference.label:
            yield fit, reference


def is_kept(label: str) -> bool:
    """Whether a fit of this name is kept or shipped; no other file is looked for."""
    return _LABEL.fullmatch(label) is not None and _place_of(label) is not None


def is_shipped(label: str) -> bool:
    """Whether a fit of this name comes with Biascope."""
    return (SHIPPED / f"{label}{SUFFIX}").is_file()


def forget_fit(reference: Reference) -> None:
    """Delete a kept fit; what was measured under it stays, and so does what is shipped."""
    _HELD.pop(reference.digest, None)
    try:
        remove(_folder() / f"{reference.label}{SUFFIX}")
    except OSError as error:
        raise StorageError(f"The fit {reference.label} cannot be deleted ({why(error)}).") from None


def _kept_file(name: str) -> Path | None:
    """The file of a kept fit by its label, or by the beginning of its digest."""
    match = _LABEL.fullmatch(name)
    if match is None:
        return None
    alike = (path for folder in folders() for path in folder.glob(f"*-{match[1]}{SUFFIX}"))
    return _place_of(name) or next(alike, None)


def _place_of(label: str) -> Path | None:
    """The file of a fit of this name."""
    places = (folder / f"{label}{SUFFIX}" for folder in folders())
    return next((place for place in places if place.is_file()), None)


def folders() -> tuple[Path, Path]:
    """Where fits are looked for: the folder of those that come with Biascope, and the cache's."""
    return SHIPPED, _folder()


def _folder() -> Path:
    return cache_folder() / FOLDER

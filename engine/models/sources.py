"""Where a checkpoint's files are: bundled, a local folder, or the hub at one commit.

Nothing is loaded here. A source always ends in a folder of files and a revision that
changes when the files do: a commit hash for the hub, a content digest otherwise.
"""

from __future__ import annotations

import hashlib
import os
import re
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from engine.errors import UnknownModelError, UnusableModelError
from engine.spec import BUNDLED, HeadRef, ModelSpec, check_dtype

BUNDLED_FOLDER = Path(__file__).parent / "bundled"

# Only these are ever fetched or read: no pickle, no code, none of the formats kept in folders.
WANTED = ["*.json", "*.safetensors", "*.txt", "*.model", "*.jinja"]
_UNWANTED = ["*/*"]
_DIGESTED = (".json", ".safetensors", ".txt", ".model")
_COMMIT = re.compile("[0-9a-f]{40}")
_HUB_ID = re.compile(r"[\w.-]+(/[\w.-]+)?(@[\w./-]+)?")


@dataclass(frozen=True)
class ModelSource:
    """A checkpoint whose files lie on this machine.

    Args:
        checkpoint: as the user knows it: `bundled`, a folder, or a hub id.
        revision: commit hash, or content digest of the folder.
        folder: where the files are.
    """

    checkpoint: str
    revision: str
    folder: Path


def resolve(checkpoint: str, ask_hub: bool = True) -> ModelSource:
    """Find a checkpoint, fetching it from the hub if it is not on this machine.

    Args:
        checkpoint: `bundled`, a folder, or a hub id with an optional `@revision`.
        ask_hub: False to take the copy on this machine, even if the hub has a newer one.

    Raises:
        UnknownModelError: if nothing goes by this name, or the hub cannot be reached.
        UnusableModelError: if what was found has no safetensors weights.
    """
    name = checkpoint.strip()
    if not name:
        raise UnknownModelError(
            "No model named; give a hub id such as bert-base-uncased, a folder, or 'bundled'."
        )
    if name == BUNDLED:
        return _local(BUNDLED, BUNDLED_FOLDER)
    folder = _folder(name)
    if folder is not None:
        return _local(str(folder.resolve()), folder)
    if not is_hub_id(name):
        raise UnknownModelError(
            f"No folder {name[:100]!r} on this machine, and it is not a hub id; a hub id looks "
            "like bert-base-uncased or owner/model."
        )
    return _hub(name, ask_hub)


def is_hub_id(name: str) -> bool:
    """Whether a name may be that of a model on the hub, as `owner/model` or `model@revision`."""
    path = Path(name).is_absolute() or name.startswith((".", "~"))
    return not path and _HUB_ID.fullmatch(name) is not None


def _folder(name: str) -> Path | None:
    """The folder of this name, if there is one."""
    try:
        folder = Path(name).expanduser()
        return folder if folder.is_dir() else None
    except (OSError, RuntimeError):  # longer than names can be, or the home of nobody
        return None


def identify(
    checkpoint: str, dtype: str = "float32", masked_heads: tuple[HeadRef, ...] = ()
) -> ModelSpec:
    """The spec of a checkpoint without loading it, so that stored results are found at once.

    Raises:
        BiascopeError: as `resolve`, and for an unknown dtype.
    """
    check_dtype(dtype)
    source = resolve(checkpoint)
    return ModelSpec(source.checkpoint, source.revision, dtype, masked_heads)


def _local(checkpoint: str, folder: Path) -> ModelSource:
    try:
        names = [path.name for path in folder.iterdir()]
        refuse_without_safetensors(checkpoint, names)
        return ModelSource(checkpoint, content_digest(folder), folder)
    except OSError as error:
        raise UnusableModelError(f"{checkpoint} cannot be read ({error.strerror}).") from error


def refuse_without_safetensors(checkpoint: str, names: list[str]) -> None:
    """Refuse a checkpoint that has no config, or no weights that are safe to read.

    Args:
        names: paths of its files; those in folders do not count.

    Raises:
        UnusableModelError: saying what is missing.
    """
    names = [name for name in names if "/" not in name]
    if "config.json" not in names:
        raise UnusableModelError(f"{checkpoint} holds no model: there is no config.json in it.")
    if not any(name.endswith(".safetensors") for name in names):
        pickles = [name for name in names if name.endswith((".bin", ".pt", ".pth", ".ckpt"))]
        found = f"only {pickles[0]}, a pickle file that can run code" if pickles else "no weights"
        raise UnusableModelError(
            f"{checkpoint} has {found}; Biascope reads safetensors only. Save it again with "
            "save_pretrained(..., safe_serialization=True), or choose a revision that has them."
        )


def content_digest(folder: Path) -> str:
    """Digest of a folder's model files, which changes when any of them does.

    Returns:
        `sha256:` and 40 hexadecimal digits.
    """
    files = sorted(path for path in folder.iterdir() if path.suffix in _DIGESTED and path.is_file())
    stamps = tuple((str(path), path.stat().st_size, path.stat().st_mtime_ns) for path in files)
    return _digest_of(stamps)


@lru_cache(maxsize=64)
def _digest_of(stamps: tuple[tuple[str, int, int], ...]) -> str:
    """Size and time only spare a second reading; the digest itself is of the content."""
    digest = hashlib.sha256()
    for name, _size, _time in stamps:
        path = Path(name)
        digest.update(path.name.encode())
        with path.open("rb") as stream:
            digest.update(hashlib.file_digest(stream, "sha256").digest())
    return f"sha256:{digest.hexdigest()[:40]}"


def hub_is_off() -> bool:
    """Whether the user told the hub libraries to stay offline."""
    return os.environ.get("HF_HUB_OFFLINE", "").upper() in ("1", "TRUE", "YES", "ON")


def _hub(name: str, ask: bool) -> ModelSource:
    """One commit of a hub model; a copy on this machine serves when the hub is out of reach."""
    from httpx2 import HTTPError
    from huggingface_hub import HfApi
    from huggingface_hub.errors import (
        GatedRepoError,
        HfHubHTTPError,
        HFValidationError,
        RepositoryNotFoundError,
        RevisionNotFoundError,
    )

    repository, _, wanted = name.partition("@")
    if hub_is_off():
        return _hub_copy(repository, wanted, "HF_HUB_OFFLINE is set")
    if not ask:
        return _hub_copy(repository, wanted, "it was not to be asked")
    if _COMMIT.fullmatch(wanted):
        with suppress(UnknownModelError, UnusableModelError):  # it never changes
            copy = _hub_copy(repository, wanted, "")
            if _is_whole(copy.folder):
                return copy
    try:
        info = HfApi().model_info(repository, revision=wanted or None, timeout=10)
        refuse_without_safetensors(name, [file.rfilename for file in info.siblings or []])
        folder = _snapshot(repository, wanted, offline=False)
    except GatedRepoError:
        raise UnknownModelError(
            f"{repository} is gated: accept its terms on the hub and log in with "
            "`hf auth login`, then try again."
        ) from None
    except RevisionNotFoundError:
        raise UnknownModelError(f"{repository} has no revision {wanted!r} on the hub.") from None
    except (RepositoryNotFoundError, HFValidationError):
        raise UnknownModelError(
            f"The hub has no model {repository!r} (or it is private); check the spelling, "
            "for example bert-base-uncased or owner/model."
        ) from None
    except (HfHubHTTPError, HTTPError, OSError) as error:
        return _hub_copy(repository, wanted, _reason(error))
    return ModelSource(repository, folder.name, folder)


def _hub_copy(repository: str, wanted: str, why: str) -> ModelSource:
    from huggingface_hub.errors import HFValidationError, LocalEntryNotFoundError

    try:
        folder = _snapshot(repository, wanted, offline=True)
    except (LocalEntryNotFoundError, HFValidationError, OSError):
        raise UnknownModelError(
            f"{repository} is not on this machine and cannot be fetched from the hub ({why}). "
            "Connect once to download it, or give the path of a local folder."
        ) from None
    refuse_without_safetensors(repository, [path.name for path in folder.iterdir()])
    return ModelSource(repository, folder.name, folder)


def _is_whole(snapshot: Path) -> bool:
    """Whether no file of a hub model was left half-fetched."""
    return next((snapshot.parents[1] / "blobs").glob("*.incomplete"), None) is None


def _snapshot(repository: str, wanted: str, offline: bool) -> Path:
    """The folder of one commit, named after it.

    Fetched by the name that was asked for: offline, the copy is found by that name alone.
    """
    from huggingface_hub import snapshot_download

    return Path(
        snapshot_download(
            repository,
            revision=wanted or None,
            local_files_only=offline,
            allow_patterns=WANTED,
            ignore_patterns=_UNWANTED,
        )
    )


def _reason(error: Exception) -> str:
    response = getattr(error, "response", None)
    if response is not None:
        return f"it answered {response.status_code}"
    return getattr(error, "strerror", None) or "no connection"

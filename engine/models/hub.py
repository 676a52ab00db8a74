"""Models of the hub: the files of one commit, fetched once and then read from this machine."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from engine.core.errors import UnknownModelError, UnusableModelError
from engine.core.spec import is_commit
from engine.server.shared import hub_is_off

# Only these are ever fetched with a model: no pickle, no code, none of the formats kept in folders.
WANTED = ["*.json", "*.safetensors", "*.txt", "*.model", "*.jinja"]
_UNWANTED = ["*/*"]
POOLINGS = "*_Pooling/config.json"  # of sentence encoders, whose modules.json names it


def commit_of(name: str, accept: Callable[[str, list[str]], None], ask: bool = True) -> Path:
    """One commit of a hub model; a copy on this machine serves when the hub is out of reach.

    Args:
        name: a hub id with an optional `@revision`.
        accept: given the name and the paths of its files, raises where they will not do.
        ask: False to take the copy on this machine, even if the hub has a newer one.

    Returns:
        A folder, named after the commit.
    """
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
        return _copy(name, accept, "HF_HUB_OFFLINE is set")
    if not ask:
        return _copy(name, accept)
    if is_commit(wanted):
        with suppress(UnknownModelError, UnusableModelError):  # it never changes
            copy = _copy(name, accept)
            if _is_whole(copy):
                return copy
    try:
        info = HfApi().model_info(repository, revision=wanted or None, timeout=10)
        accept(name, [file.rfilename for file in info.siblings or []])
        return _snapshot(repository, wanted, offline=False)
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
        return _copy(name, accept, _reason(error))


def _copy(name: str, accept: Callable[[str, list[str]], None], why: str = "") -> Path:
    """The copy on this machine.

    Args:
        name: as `commit_of`.
        why: the reason for which the hub cannot be asked; empty where it was not to be.
    """
    from huggingface_hub.errors import HFValidationError, LocalEntryNotFoundError

    repository, _, wanted = name.partition("@")
    try:
        folder = _snapshot(repository, wanted, offline=True)
    except (LocalEntryNotFoundError, HFValidationError, OSError):
        commits = _commits(repository) if wanted in ("", "main") else []
        if len(commits) == 1:  # without its names of revisions, which only say which is which
            return _copy(f"{repository}@{commits[0]}", accept, why)
        if commits:
            shown = ", ".join(f"{repository}@{commit}" for commit in commits[:3])
            raise UnknownModelError(
                f"The copy of {repository} in the hub cache of this machine does not say which of "
                f"its {len(commits)} commits is the newest (there is no refs/main); give one of "
                f"them: {shown}."
            ) from None
        problem = (
            f"is not on this machine and cannot be fetched from the hub ({why}). Connect once to "
            "download it"
            if why
            else "is not on this machine; only a copy here was looked for. Download it first"
        )
        raise UnknownModelError(
            f"{repository} {problem}, or give the path of a local folder."
        ) from None
    accept(name, [path.name for path in folder.iterdir()])
    return folder


def _commits(repository: str) -> list[str]:
    """Commits of a hub model whose config lies in the cache of this machine."""
    from huggingface_hub import constants
    from huggingface_hub.errors import HFValidationError
    from huggingface_hub.file_download import repo_folder_name

    try:
        own = repo_folder_name(repo_id=repository, repo_type="model")
        found = Path(constants.HF_HUB_CACHE, own).glob("snapshots/*/config.json")
        return sorted(filter(is_commit, (path.parent.name for path in found)))
    except (HFValidationError, OSError):  # longer than names of models or of files can be
        return []


def _is_whole(snapshot: Path) -> bool:
    """Whether no file of a hub model was left half-fetched."""
    return next((snapshot.parents[1] / "blobs").glob("*.incomplete"), None) is None


def fetch_file(repository: str, commit: str, file: str) -> Path:
    """One file of a hub model that is not fetched with the others; fetched once.

    Args:
        file: its name in the repository.
    """
    from httpx2 import HTTPError
    from huggingface_hub import hf_hub_download
    from huggingface_hub.errors import HfHubHTTPError

    try:
        return Path(
            hf_hub_download(repository, file, revision=commit, local_files_only=hub_is_off())
        )
    except (HfHubHTTPError, HTTPError, OSError) as error:
        why = "HF_HUB_OFFLINE is set" if hub_is_off() else _reason(error)
        raise UnknownModelError(
            f"{file} of {repository} is not on this machine and cannot be fetched from the hub "
            f"({why}). Connect once to download it."
        ) from None


def _snapshot(repository: str, wanted: str, offline: bool) -> Path:
    """The folder of one commit, named after it.

    Fetched by the name that was asked for: offline, the copy is found by that name alone.
    """
    from huggingface_hub import constants, snapshot_download
    from huggingface_hub.file_download import repo_folder_name

    folder = Path(
        snapshot_download(
            repository,
            revision=wanted or None,
            local_files_only=offline,
            allow_patterns=WANTED,
            ignore_patterns=_UNWANTED,
        )
    )
    if not offline and (folder / "modules.json").exists():
        snapshot_download(repository, revision=folder.name, allow_patterns=[POOLINGS])
    # The name of the folder is read from a file of the cache, which may hold any text.
    own = Path(constants.HF_HUB_CACHE) / repo_folder_name(repo_id=repository, repo_type="model")
    if folder.parent != own / "snapshots" or folder.name == "..":
        raise UnknownModelError(
            f"The copy of {repository} in the hub cache leads to a folder elsewhere, which is not "
            "read; delete the copy and fetch it again."
        )
    return folder


def _reason(error: Exception) -> str:
    response = getattr(error, "response", None)
    if response is not None:
        return f"it answered {response.status_code}"
    return getattr(error, "strerror", None) or "no connection"

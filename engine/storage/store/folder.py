"""Where results, downloads and runs are kept."""

from __future__ import annotations

import os
from pathlib import Path

from engine.core.errors import BiascopeError, StorageError
from engine.core.project import PROJECT
from engine.storage.private_files import narrow

CACHE = "BIASCOPE_CACHE"


def cache_folder() -> Path:
    """Where results, downloads and runs are kept: `BIASCOPE_CACHE`, or the project's cache/.

    The project's own comes with the rights that git gives a folder, so others could read it;
    one that the variable names keeps the rights its owner gave it.

    Raises:
        StorageError: if the variable names the home folder of nobody.
    """
    named = named_folder(CACHE, StorageError)
    if named is not None:
        return named
    own = PROJECT / "cache"
    if not own.is_symlink():  # a link leads to a folder that the user chose
        narrow(own)
    return own


def named_folder(variable: str, refusal: type[BiascopeError] = BiascopeError) -> Path | None:
    """The folder that an environment variable names; None if it is not set, or empty.

    Args:
        variable: its name.
        refusal: what is raised.
    """
    name = os.environ.get(variable)
    if not name:
        return None
    try:
        return Path(name).expanduser()
    except RuntimeError:
        raise refusal(
            f"{variable} is set to {name}, but this machine knows no home folder for "
            f"{Path(name).parts[0]}; write the whole path."
        ) from None

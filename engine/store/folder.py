"""Where results, downloads and runs are kept."""

from __future__ import annotations

import os
from pathlib import Path

from engine.errors import BiascopeError, StorageError

CACHE = "BIASCOPE_CACHE"
_ROOT = Path(__file__).resolve().parents[2]


def cache_folder() -> Path:
    """Where results, downloads and runs are kept: `BIASCOPE_CACHE`, or the project's cache/.

    Raises:
        StorageError: if the variable names the home folder of nobody.
    """
    return named_folder(CACHE, StorageError) or _ROOT / "cache"


def named_folder(variable: str, refusal: type[BiascopeError] = BiascopeError) -> Path | None:
    """The folder that an environment variable names; None if it is not set, or empty.

    Args:
        variable: its name.
        refusal: what is raised.

    Raises:
        BiascopeError: `refusal`, if it names the home folder of nobody.
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

"""What a result is of, as canonical JSON, and the hash it is found by."""

from __future__ import annotations

import hashlib
import os
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from engine.core.digest import canonical_json
from engine.core.errors import BiascopeError, StorageError
from engine.core.project import PROJECT
from engine.storage.migrations import Migration
from engine.storage.private_files import narrow

FORMAT = 1
_BETWEEN = "\x1f"


def content_hash(*parts: str) -> str:
    """Hash of canonical texts, tagged with the store's format so a change of it is a miss."""
    return f"{FORMAT}:{hashlib.sha256(_encoded(_BETWEEN.join(parts))).hexdigest()}"


def _encoded(text: str) -> bytes:
    # A text from the command line may hold bytes that are no characters.
    return text.encode("utf-8", "surrogatepass")


@dataclass(frozen=True)
class Context:
    """Everything but the item: model, measure, version, parameters."""

    identity: str

    @classmethod
    def of(
        cls, spec: dict[str, Any], measure: str, version: int, params: dict[str, Any]
    ) -> Context:
        """Context of one measure with its parameters on one model spec."""
        return cls(
            canonical_json({"spec": spec, "measure": measure, "version": version, "params": params})
        )

    @cached_property
    def id(self) -> str:
        """Hash of the identity."""
        return content_hash(self.identity)

    @cached_property
    def _digest(self) -> hashlib._Hash:
        """Begun with the identity, which every key of a large measurement starts with."""
        return hashlib.sha256(_encoded(self.identity + _BETWEEN))

    def key(self, item: str) -> str:
        """Hash of this context and one item's canonical JSON: `content_hash(identity, item)`."""
        digest = self._digest.copy()
        digest.update(_encoded(item))
        return f"{FORMAT}:{digest.hexdigest()}"


# --- tables -------------------------------------------------------------------------------
# The tables of the result store, as the migrations that led to them.

MIGRATIONS = (
    Migration(
        "0001_results",
        (
            "CREATE TABLE IF NOT EXISTS context (id TEXT PRIMARY KEY, identity TEXT NOT NULL)",
            """
            CREATE TABLE IF NOT EXISTS result (
                key TEXT PRIMARY KEY, context TEXT NOT NULL REFERENCES context (id),
                item TEXT NOT NULL, value TEXT NOT NULL, used REAL NOT NULL
            ) WITHOUT ROWID
            """,
            "CREATE INDEX IF NOT EXISTS result_used ON result (used)",
        ),
    ),
)


# --- folder -------------------------------------------------------------------------------
# Where results, downloads and runs are kept.

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

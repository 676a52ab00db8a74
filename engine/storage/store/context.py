"""What a result is of, as canonical JSON, and the hash it is found by."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from engine.core.digest import canonical_json
from engine.storage.migrations import Migration

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

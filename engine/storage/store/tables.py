"""The tables of the result store, as the migrations that led to them."""

from __future__ import annotations

from engine.storage.migrations import Migration

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

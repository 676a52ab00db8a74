"""The tables of a review's file, and their versions.

`decision` only grows: whoever changes or takes back a decision adds a row. `standing` says which
one holds for each candidate and pass; it follows from `decision` and is written with it.
"""

from __future__ import annotations

from engine.storage.migrations import Migration

MIGRATIONS = (
    Migration(
        "0001_review",
        (
            "CREATE TABLE about (key TEXT PRIMARY KEY, value TEXT NOT NULL)",
            """
            CREATE TABLE candidate (
                id TEXT PRIMARY KEY, place INTEGER NOT NULL, category TEXT NOT NULL,
                film TEXT NOT NULL, year INTEGER, refused INTEGER NOT NULL, data TEXT NOT NULL
            )
            """,
            # Holds all that an order or a count asks for, so that the long texts stay unread.
            """
            CREATE INDEX candidate_order
            ON candidate (place, id, category, film, year, refused)
            """,
            """
            CREATE TABLE decision (
                id INTEGER PRIMARY KEY AUTOINCREMENT, candidate TEXT NOT NULL,
                pass INTEGER NOT NULL, reviewer TEXT NOT NULL, person TEXT NOT NULL,
                action TEXT NOT NULL, sent_more TEXT NOT NULL, sent_less TEXT NOT NULL,
                category TEXT NOT NULL, reason TEXT NOT NULL, edited INTEGER NOT NULL,
                softened INTEGER NOT NULL, applied TEXT NOT NULL, undone INTEGER, at REAL NOT NULL
            )
            """,
            "CREATE INDEX decision_candidate ON decision (candidate, pass)",
            """
            CREATE TABLE standing (
                candidate TEXT NOT NULL, pass INTEGER NOT NULL, decision INTEGER NOT NULL,
                PRIMARY KEY (candidate, pass)
            ) WITHOUT ROWID
            """,
            """
            CREATE TABLE model (
                spec_key TEXT PRIMARY KEY, label TEXT NOT NULL, problems TEXT NOT NULL,
                at REAL NOT NULL
            )
            """,
            """
            CREATE TABLE score (
                spec_key TEXT NOT NULL, candidate TEXT NOT NULL, value REAL NOT NULL,
                PRIMARY KEY (spec_key, candidate)
            ) WITHOUT ROWID
            """,
            """
            CREATE TABLE judge (
                source TEXT NOT NULL, label TEXT NOT NULL, details TEXT NOT NULL, at REAL NOT NULL,
                PRIMARY KEY (source, label)
            )
            """,
            """
            CREATE TABLE verdict (
                source TEXT NOT NULL, label TEXT NOT NULL, candidate TEXT NOT NULL, says INTEGER,
                reason TEXT NOT NULL, extra TEXT NOT NULL, PRIMARY KEY (source, label, candidate)
            )
            """,
        ),
    ),
)

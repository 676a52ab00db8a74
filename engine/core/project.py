"""Where the project lies on this machine."""

from __future__ import annotations

from pathlib import Path

PROJECT = Path(__file__).resolve().parents[2]
ENGINE = PROJECT / "engine"
DOCS = PROJECT / "docs"

"""Where the project's own sample data are."""

from __future__ import annotations

from pathlib import Path

SAMPLES = Path(__file__).parent / "bundled"

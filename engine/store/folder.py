"""Where results, downloads and runs are kept."""

from __future__ import annotations

import os
from pathlib import Path

_ROOT = Path(__file__).resolve().parents[2]


def cache_folder() -> Path:
    """Where results, downloads and runs are kept: `BIASCOPE_CACHE`, or the project's cache/."""
    return Path(os.environ.get("BIASCOPE_CACHE") or _ROOT / "cache").expanduser()

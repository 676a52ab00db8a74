"""Names of files that are made of a user's words: such as every system can have.

What one machine writes is copied to others, so the rules of Windows hold everywhere.
"""

from __future__ import annotations

import re

REFUSED = '<>:"|?*'  # signs that no name has on Windows
_SIGNS = re.compile(rf"[{re.escape(REFUSED)}\x00-\x1f]")
_FOLDERS = re.compile(r"[/\\]")
# Names of devices there, with any ending.
_DEVICES = frozenset(
    (
        *("CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$"),
        *(f"{port}{number}" for port in ("COM", "LPT") for number in "123456789¹²³"),
    )
)


def is_device(name: str) -> bool:
    """Whether Windows takes the name of a file for a device, as `nul.csv`."""
    return name.partition(".")[0].rstrip(" ").upper() in _DEVICES


def portable_name(name: str, instead: str = "file") -> str:
    """The last part of a name, as a file can be called on every system.

    Args:
        instead: of a name of which nothing is left.

    Source: Microsoft, Naming Files, Paths, and Namespaces.
    """
    last = _FOLDERS.split(name)[-1]
    kept = _SIGNS.sub("_", last).rstrip(". ") or instead
    return f"_{kept}" if is_device(kept) else kept

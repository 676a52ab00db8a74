"""Files and folders take the place of others, and go, also while another process looks at them.

On Windows a file that is open elsewhere, be it by a virus scanner, is neither replaced nor deleted;
it is mostly closed a moment later.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

_PAUSES = (0.02, 0.05, 0.1, 0.2, 0.4, 0.8)  # seconds between tries
_IN_USE = (5, 32, 33)  # of Windows: access denied, sharing violation, lock violation


def put_in_place(fresh: Path, place: Path) -> None:
    """Move a file to its place in one step, over the one that is there; or a folder to a free one.

    Raises:
        OSError: if that cannot be done; what was there before is kept.
    """
    _patiently(lambda: fresh.replace(place))


def remove(path: Path) -> None:
    """Delete a file, if it is there.

    Raises:
        OSError: if it cannot be deleted.
    """
    _patiently(lambda: path.unlink(missing_ok=True))


def _patiently(act: Callable[[], object]) -> None:
    for pause in _PAUSES:
        try:
            act()
            return
        except PermissionError as error:
            if getattr(error, "winerror", None) not in _IN_USE:
                raise
        time.sleep(pause)
    act()

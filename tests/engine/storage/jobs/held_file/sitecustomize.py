"""Imported by every Python that the jobs of a test start: opening one file waits for the test.

The file is named in the environment; it can be opened once the mark beside it is gone.
"""

import os
import sys
import time
from pathlib import Path

_HELD = os.environ.get("HELD_FILE", "")


def _wait(event: str, arguments: tuple[object, ...]) -> None:
    if event == "open" and str(arguments[0]) == _HELD:
        while Path(f"{_HELD}.wait").exists():
            time.sleep(0.02)


if _HELD:
    sys.addaudithook(_wait)

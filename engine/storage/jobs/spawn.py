"""Starting processes that outlive the one that starts them."""

from __future__ import annotations

import os
import subprocess
import threading
import time

from engine.core.child_processes import OWN_GROUP, interpreter
from engine.core.errors import StorageError
from engine.core.program import PROGRAM, run_module
from engine.core.project import PROJECT
from engine.storage.private_files import open_private, private_folder
from engine.storage.store import cache_folder

# A list that many people look at starts one runner for what waits, not one per look.
_BETWEEN = 10.0
_last = -_BETWEEN


def runner() -> None:
    """Start a detached runner; if another is running, it leaves."""
    global _last
    _last = time.monotonic()
    log = cache_folder() / "runs" / "runner.log"
    _, variables = interpreter()
    variables |= {"BIASCOPE_CACHE": str(cache_folder().resolve())}
    try:
        private_folder(log.parent, cache_folder())
        with open_private(log, "ab") as errors:
            started = subprocess.Popen(
                run_module("engine.storage.jobs.runner"),
                cwd=PROJECT,
                env={**os.environ, **variables},
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=errors,
                **OWN_GROUP,
            )
    except OSError as error:
        raise StorageError(
            f"No process could be started for the queue ({error.strerror}); jobs wait until "
            f"`{PROGRAM} jobs list` is asked again."
        ) from error
    # A parent must collect its child's exit status, or the child stays a zombie.
    threading.Thread(target=started.wait, daemon=True).start()


def runner_unless_just_started() -> None:
    """Start a runner, but not again and again while one is still on its way."""
    if time.monotonic() - _last >= _BETWEEN:
        runner()

"""Commands in processes of their own, forked from one that has already imported what they import.

For tests of what only a process can show: kills, signals, a full disk, two at once. Importing
torch and transformers again in each would take longer than what is tested. What libraries read
from the environment when they are imported (`HF_...`) is that of the test run, so a test of such a
variable starts Python itself.
"""

from __future__ import annotations

import multiprocessing
import os
import runpy
import signal
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from multiprocessing.process import BaseProcess
from pathlib import Path
from types import ModuleType

ROOT = Path(__file__).parent.parent


def fork(
    run: Callable[..., object],
    *given: object,
    environment: Mapping[str, str],
    out: Path,
    err: Path,
    largest: int | None = None,
) -> BaseProcess:
    """Run a function of a module in a new process, from the project's root.

    Args:
        given: to the function; they are pickled, like the function's name.
        environment: all of it.
        out: file for what it prints.
        err: file for what it prints on stderr; may be the same.
        largest: bytes that a file may have there, as on a disk that is nearly full.
    """
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["tests.imported_once"])
    asked = (run, given, dict(environment), str(out), str(err), largest)
    process = context.Process(target=_run, args=asked)
    # The main module of this process (pytest, or a page that Streamlit tests) is not run there.
    main = sys.modules["__main__"]
    sys.modules["__main__"] = ModuleType("__main__")
    try:
        process.start()
    finally:
        sys.modules["__main__"] = main
    return process


def _run(
    run: Callable[..., object],
    given: Sequence[object],
    environment: dict[str, str],
    out: str,
    err: str,
    largest: int | None,
) -> None:
    os.environ.clear()
    os.environ.update(environment)
    tempfile.tempdir = None  # some import has looked it up in the environment of the test run
    os.chdir(ROOT)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    for path, number in ((out, 1), (err, 2)):
        opened = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        os.dup2(opened, number)
    if largest is not None:
        import resource

        resource.setrlimit(resource.RLIMIT_FSIZE, (largest, largest))
    signal.signal(signal.SIGINT, signal.default_int_handler)
    run(*given)


def command(arguments: Sequence[str]) -> None:
    """Be `python -m engine` with these arguments."""
    sys.argv = ["engine", *arguments]
    runpy.run_module("engine", run_name="__main__", alter_sys=True)


class Forked:
    """A command line that runs in a process of its own, with what tests use of `subprocess.Popen`.

    Args:
        arguments: what follows `python -m engine`.
        environment: all of it; by default that of this process.
        largest: bytes that a file may have there, as on a disk that is nearly full.
    """

    def __init__(
        self,
        arguments: Sequence[str],
        environment: Mapping[str, str] | None = None,
        largest: int | None = None,
    ) -> None:
        folder = Path(tempfile.mkdtemp(prefix="forked-"))
        self._out, self._err = folder / "out", folder / "err"
        self._process = fork(
            command,
            list(arguments),
            environment=os.environ if environment is None else environment,
            out=self._out,
            err=self._err,
            largest=largest,
        )

    @property
    def pid(self) -> int:
        """Number of the process."""
        assert self._process.pid is not None
        return self._process.pid

    @property
    def returncode(self) -> int | None:
        """How it ended, below 0 by a signal; None while it runs."""
        return self._process.exitcode

    @property
    def out(self) -> str:
        """What it has printed so far."""
        return self._out.read_text(encoding="utf-8") if self._out.exists() else ""

    @property
    def err(self) -> str:
        """What it has printed on stderr so far."""
        return self._err.read_text(encoding="utf-8") if self._err.exists() else ""

    def poll(self) -> int | None:
        """How it ended; None while it runs."""
        return self.returncode

    def wait(self, timeout: float) -> int:
        """Wait until it ends, at most `timeout` seconds; how it ended."""
        self._process.join(timeout)
        assert self.returncode is not None, f"it still runs after {timeout} seconds: {self.err}"
        return self.returncode

    def communicate(self, timeout: float = 240) -> tuple[str, str]:
        """Wait until it ends; what it printed, and printed on stderr."""
        self.wait(timeout)
        return self.out, self.err

    def send_signal(self, number: int) -> None:
        """Send it a signal."""
        os.kill(self.pid, number)

    def kill(self) -> None:
        """End it as `kill -9` does."""
        self._process.kill()

    def terminate(self) -> None:
        """Ask it to end."""
        self._process.terminate()

"""Progress of long work as lines on stderr: for a terminal, a file and a job's log alike."""

from __future__ import annotations

import contextlib
import threading
import time

import typer

# Seconds between two lines: below ten, so that on a busy machine none comes later than that.
EVERY = 8.0


class ProgressLog:
    """Says what is being done, and says it again while one piece of it takes long.

    Used as `with ProgressLog("loading the model") as log:`. Nothing is written before the first
    wait is over, so that a refusal stays one line, and nothing after the block.

    Args:
        text: what is done first.
        every: seconds after which a line is written again.
    """

    def __init__(self, text: str, every: float = EVERY) -> None:
        self._every = every
        self._text, self._since = text, time.monotonic()
        self._written = threading.Event()  # a line was written: the wait begins anew
        self._ended = False
        self._thread = threading.Thread(target=self._repeat, daemon=True)

    def __enter__(self) -> ProgressLog:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ended = True
        self._written.set()
        self._thread.join()

    def note(self, text: str) -> None:
        """What is done now; it is written when the next line is due."""
        if text != self._text:
            self._text, self._since = text, time.monotonic()

    def say(self, text: str) -> None:
        """What is done now, written at once."""
        self.note(text)
        typer.echo(text, err=True)
        self._written.set()

    def _repeat(self) -> None:
        said = ""
        while not self._ended:
            if self._written.wait(self._every):
                self._written.clear()
                said = self._text
                continue
            line = self._text
            if line == said:
                line += f" (unchanged for {time.monotonic() - self._since:.0f} s)"
            said = self._text
            with contextlib.suppress(OSError):  # whoever read the lines is gone; the work goes on
                typer.echo(line, err=True)

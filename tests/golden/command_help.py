"""The help of every command, found by walking through all of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tests.golden.recording import Recorder
from tests.golden.running import Runner


def record(recorder: Recorder) -> None:
    """Write the help of each command, and of each group of commands."""
    runner = Runner()
    for names in _names(runner.commands(), ()):
        found = runner.run((*names, "--help"))
        recorder.text("-".join(("engine", *names)) + ".txt", found.out + found.err)


def _names(command: object, above: Sequence[str]) -> Iterator[tuple[str, ...]]:
    yield tuple(above)
    for name, each in getattr(command, "commands", {}).items():
        yield from _names(each, (*above, name))

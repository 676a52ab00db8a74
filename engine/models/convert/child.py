"""The process that reads weights in other formats: limited, without network, then gone.

It is started by `making`, is told on stdin what to read, and answers with one line of JSON. No
other part of Biascope imports it, nor the readers it uses.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Any

from engine.core.errors import first_line
from engine.core.process_limits import end_with, set_limits
from engine.models.convert import NO_ROOM, ConversionError, pickled, renaming, tensorflow

_READERS: dict[str, Any] = {"pytorch": pickled, "tensorflow": tensorflow, "safetensors": renaming}

_FORBIDDEN = ("socket.", "subprocess.", "os.system", "os.exec", "os.spawn", "os.posix_spawn")
_FORBIDDEN_TOO = ("os.fork", "os.forkpty", "pty.spawn", "webbrowser.open")
_WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND


def main() -> None:
    """Do what stdin asks for."""
    request = json.load(sys.stdin)
    end_with(request["parent"])
    reader = _READERS[request["format"]]
    reader.prepare()
    folder = Path(request["folder"])
    limit_process(request["memory"], request["written"], request["seconds"], folder)
    weights = [Path(path) for path in request["weights"]]
    try:
        told = reader.convert(weights, folder)
    except ConversionError as error:
        told = {"refused": str(error)}
    except MemoryError:
        told = {"refused": NO_ROOM}
    except Exception as error:  # damaged files raise whatever their format raises
        told = {"refused": _reason(error)}
    sys.stdout.write("\n" + json.dumps(told) + "\n")


def limit_process(memory: int, written: int, seconds: int, folder: Path) -> None:
    """Limit this process, and forbid it the network and other programs, from now on.

    Args:
        memory: bytes that it may use beyond those it uses now.
        written: bytes of the largest file it may write.
        seconds: of computing.
        folder: the only one in which files may be opened for writing.
    """
    set_limits(written, seconds, _used() + memory)
    own = os.path.realpath(folder)
    sys.dont_write_bytecode = True
    sys.addaudithook(lambda event, arguments: _forbid(own, event, arguments))


def _forbid(own: str, event: str, arguments: tuple[Any, ...]) -> None:
    if event.startswith(_FORBIDDEN) or event in _FORBIDDEN_TOO:
        raise PermissionError(f"a conversion may not use {event}")
    if event == "open" and arguments[2] & _WRITING and not isinstance(arguments[0], int):
        path = os.path.realpath(os.fsdecode(arguments[0]))
        if not Path(path).is_relative_to(own):
            raise PermissionError(f"a conversion may not write {path[:200]}")


def _used() -> int:
    """Bytes of address space in use; a generous guess where the system does not tell."""
    import psutil

    try:
        return int(psutil.Process().memory_info().vms)
    except psutil.Error:
        return 16 * 2**30


def _reason(error: Exception) -> str:
    if "alloc" in str(error).lower():
        return NO_ROOM
    return first_line(error)


if __name__ == "__main__":
    main()

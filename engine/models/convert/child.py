"""The process that reads weights in other formats: limited, without network, then gone.

It is started by `process`, is told on stdin what to read, and answers with one line of JSON. No
other part of Biascope imports it, nor the readers it uses.
"""

from __future__ import annotations

import contextlib
import json
import resource
import sys
from pathlib import Path
from typing import Any

from engine.models.convert import pickled, tensorflow
from engine.models.convert.refusal import ConversionError

_FORBIDDEN = ("socket.", "subprocess.", "os.system", "os.exec", "os.spawn", "os.posix_spawn")
_FORBIDDEN_TOO = ("os.fork", "os.forkpty", "pty.spawn", "webbrowser.open")


def main() -> None:
    """Do what stdin asks for."""
    request = json.load(sys.stdin)
    reader: Any = {"pytorch": pickled, "tensorflow": tensorflow}[request["format"]]
    reader.prepare()
    shut_in(request["memory"], request["written"], request["seconds"])
    weights = [Path(path) for path in request["weights"]]
    try:
        told = reader.convert(weights, Path(request["folder"]))
    except ConversionError as error:
        told = {"refused": str(error)}
    except MemoryError:
        told = {"refused": "it needs more memory than its size allows"}
    except Exception as error:  # damaged files raise whatever their format raises
        told = {"refused": _reason(error)}
    sys.stdout.write("\n" + json.dumps(told) + "\n")


def shut_in(memory: int, written: int, seconds: int) -> None:
    """Limit this process, and forbid it the network and other programs, from now on.

    Args:
        memory: bytes that it may use beyond those it uses now.
        written: bytes of the largest file it may write.
        seconds: of computing.
    """
    for limit, value in (
        (resource.RLIMIT_AS, _used() + memory),
        (resource.RLIMIT_FSIZE, written),
        (resource.RLIMIT_CPU, seconds),
        (resource.RLIMIT_CORE, 0),
    ):
        with contextlib.suppress(ValueError, OSError):  # some systems have no such limit
            resource.setrlimit(limit, (value, value))
    sys.addaudithook(_forbid)


def _forbid(event: str, _arguments: tuple[Any, ...]) -> None:
    if event.startswith(_FORBIDDEN) or event in _FORBIDDEN_TOO:
        raise PermissionError(f"a conversion may not use {event}")


def _used() -> int:
    """Bytes of address space in use; a generous guess where the system does not tell."""
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
    except (OSError, ValueError):
        return 16 * 2**30
    return pages * resource.getpagesize()


def _reason(error: Exception) -> str:
    text = str(error).strip() or type(error).__name__
    if "alloc" in text.lower():
        return "it needs more memory than its size allows"
    return text.splitlines()[0][:200]


if __name__ == "__main__":
    main()

"""Whether a cluster takes the token of this user, asked before Ray joins it.

With a token that is refused Ray tries to join for half a minute, and says so in many lines. Its own
command `ray status` is asked instead, in a process whose output nobody sees.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial

from engine.core.errors import BiascopeError

_STATUS = (sys.executable, "-m", "ray.scripts.scripts", "status")
_SECONDS = 20.0  # to answer; a busy machine may need some of them
_REFUSED = ("AuthenticationError", "InvalidAuthToken", "Unauthenticated")
_MODE, _TOKEN, _PATH = "RAY_AUTH_MODE", "RAY_AUTH_TOKEN", "RAY_AUTH_TOKEN_PATH"


@contextmanager
def asked(address: str) -> Iterator[Callable[[str], None]]:
    """Ask a cluster for its state, inside the block, while something else is done.

    Yields:
        What waits for the answer, and raises a BiascopeError with the name that it is given if
        the token was refused. Anything else that is wrong is left to Ray.
    """
    with subprocess.Popen(
        [*_STATUS, f"--address={address}"],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    ) as process:
        try:
            yield partial(_check, process)
        finally:
            process.kill()


def _check(process: subprocess.Popen[bytes], name: str) -> None:
    try:
        said, _ = process.communicate(timeout=_SECONDS)
    except subprocess.TimeoutExpired as error:
        said = error.output or b""
    if process.returncode != 0 and any(word.encode() in said for word in _REFUSED):
        raise BiascopeError(f"The Ray cluster at {name} asks for a token, and {_given()}.")


def _given() -> str:
    """What it was given, and what would do."""
    if os.environ.get(_MODE, "").lower() != "token":
        return (
            f"none was sent, as {_MODE} is not `token` here; set {_MODE}=token, with the cluster's "
            "token in ~/.ray/auth_token"
        )
    named = _TOKEN if os.environ.get(_TOKEN) else os.environ.get(_PATH)
    place = named or "~/.ray/auth_token"
    return f"that of {place} is not the one; put the cluster's token there"

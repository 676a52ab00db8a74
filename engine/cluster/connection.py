"""A connection to a Ray cluster: where it is, whether it lets this user in, and noticing its loss.

Ray itself tries for minutes to reach a cluster that is not there, and waits for one that is lost,
so both are looked at before and meanwhile.
"""

from __future__ import annotations

import logging
import math
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from importlib.util import find_spec
from typing import Any

from engine.core.errors import BiascopeError, first_line
from engine.core.finished import kept_text
from engine.core.program import IS_INSTALLED
from engine.core.project import ENGINE, PROJECT
from engine.plugins.finding import VARIABLE

_PATIENCE = 10.0  # seconds that a cluster may be out of reach
_INSTALL = f"pip install {'ray' if IS_INSTALLED else '-r requirements-cluster.txt'}"
_STORE = 2**28  # bytes of the object store of a cluster that is started here


class LostError(Exception):
    """The cluster is gone.

    It is no BiascopeError until the connection ends: whoever measures one model after the other
    takes that for a fault of the model, and would go on with the next one.
    """


@dataclass(frozen=True)
class Machine:
    """A machine of the cluster.

    Args:
        node: what Ray calls it.
        name: what its network calls it.
        slots: workers that it has room for.
    """

    node: str
    name: str
    slots: int


@dataclass(frozen=True)
class Connection:
    """A cluster that this process is part of.

    Args:
        address: as the user named it, or where it was found.
        place: host and port of its head; None for one of this machine alone.
    """

    address: str
    place: tuple[str, int] | None

    def check(self) -> None:
        """See that the head is there."""
        if self.place is None:
            return
        end = time.monotonic() + _PATIENCE
        while problem := unreachable(*self.place):
            if time.monotonic() > end:
                raise LostError(
                    f"The Ray cluster at {self.address} was lost ({problem}). "
                    f"{kept_text()} Start the cluster and the same command again, and it goes on."
                )
            time.sleep(0.5)

    def slots(self, device: str, threads: int, memory: int = 0) -> int:
        """Workers that the cluster has room for; see `machines`."""
        return sum(machine.slots for machine in self.machines(device, threads, memory))

    def machines(self, device: str, threads: int, memory: int = 0) -> list[Machine]:
        """The machines that have room for a worker.

        Args:
            device: `cpu`, `cuda` or `xpu`.
            threads: of one worker on a CPU.
            memory: of one worker, bytes.
        """
        import ray

        unit, each = ("CPU", threads) if device == "cpu" else ("GPU", 1)
        found = []
        for node in ray.nodes():  # no worker takes what two machines have
            has = node["Resources"] if node["Alive"] else {}
            room = has.get("memory", 0) // memory if memory else math.inf
            slots = int(min(has.get(unit, 0) // each, room))
            found.append(Machine(node["NodeID"], node["NodeManagerHostname"], slots))
        return [machine for machine in found if machine.slots]


@contextmanager
def connected(address: str, cores: int = 0) -> Iterator[Connection]:
    """Be part of a cluster inside the block; everything started there is ended after it.

    Args:
        address: `HOST:PORT`, `auto` for the cluster that this machine is part of, or `local`.
        cores: of a local cluster; 0 for those of the machine.
    """
    os.environ["RAY_USAGE_STATS_ENABLED"] = "0"  # nothing is reported to anyone
    if address == LOCAL:
        # Ray gives its workers the lowest priority, where a user waits for what they compute.
        os.environ.setdefault("RAY_worker_niceness", "0")
    if find_spec("ray") is None:
        raise BiascopeError(
            "A cluster needs Ray, which is not installed here; install it on every machine with "
            f"`{_INSTALL}`."
        )
    place, name = None, address
    if address != LOCAL:
        with asking(address) as check_token:  # while Ray is imported here
            place = place_of(address)
            name = named(address, place)
            check_token(name)
    import ray

    try:
        with _signals_kept():
            _keep_quiet()
            _join(place, cores)
        yield Connection(name, place)
    except LostError as error:
        raise BiascopeError(str(error)) from error
    finally:
        with _signals_kept():
            ray.shutdown()


def _shipped() -> list[str]:
    """Folders of modules that workers get; those of plug-ins import `biascope`."""
    if IS_INSTALLED:
        return [str(PROJECT)]
    return [str(ENGINE), str(PROJECT / "biascope")]


def _join(place: tuple[str, int] | None, cores: int) -> None:
    """Connect, or start a cluster of this machine; workers get this engine."""
    import ray

    given: dict[str, Any] = {
        "log_to_driver": False,
        "logging_level": logging.ERROR,
        "runtime_env": {
            "py_modules": _shipped(),
            "excludes": ["**/shipped.sqlite", "**/__pycache__"],
            "env_vars": {
                "TOKENIZERS_PARALLELISM": "false",
                "RAY_USAGE_STATS_ENABLED": "0",
                # Of every machine that has the folder at this place.
                **({VARIABLE: plugins} if (plugins := os.environ.get(VARIABLE)) else {}),
            },
        },
    }
    try:
        if place is not None:
            ray.init(address=f"{place[0]}:{place[1]}", **given)
            return
        ray.init(
            address="local",
            num_cpus=cores or None,
            include_dashboard=False,
            object_store_memory=_STORE,
            **given,
        )
    except (RuntimeError, OSError, ValueError, ray.exceptions.RayError) as error:
        words = " ".join(str(error).split())
        if "Version mismatch" in words:
            raise BiascopeError(
                f"The cluster runs other versions ({words[:300]}); use the same Python and Ray on "
                "every machine."
            ) from error
        raise BiascopeError(
            f"The Ray cluster could not be joined ({first_line(error)}). If it asks for a token, "
            "RAY_AUTH_MODE and the token have to be here as on its machines."
        ) from error


@contextmanager
def _signals_kept() -> Iterator[None]:
    """Ray answers signals in its own way, which would leave a job that is cancelled at once."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    kept = {number: signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGINT)}
    try:
        yield
    finally:
        for number, handler in kept.items():
            signal.signal(number, handler)


def _keep_quiet() -> None:
    """Keep what Ray's processes say off standard output, which belongs to the command."""
    from ray._private import worker

    worker.print_to_stdstream = _unsaid


def _unsaid(data: Any, ignore_prefix: bool) -> None:
    logging.getLogger(__name__).debug("%s", data.get("lines"))


# --- access -------------------------------------------------------------------------------
# Whether a cluster takes the token of this user is asked before Ray joins it.
#
# With a token that is refused Ray tries to join for half a minute, and says so in many lines. Its
# own command `ray status` is asked instead, in a process whose output nobody sees.

_STATUS = (sys.executable, "-m", "ray.scripts.scripts", "status")
_SECONDS = 20.0  # to answer; a busy machine may need some of them
_REFUSED = ("AuthenticationError", "InvalidAuthToken", "Unauthenticated")
_MODE, _TOKEN, _PATH = "RAY_AUTH_MODE", "RAY_AUTH_TOKEN", "RAY_AUTH_TOKEN_PATH"


@contextmanager
def asking(address: str) -> Iterator[Callable[[str], None]]:
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


# --- address ------------------------------------------------------------------------------
# The head of a cluster has an address; whether one answers there is known within seconds.

LOCAL = "local"  # a cluster of this machine alone, started for one run
_FOUND = "auto"  # the one that this machine is part of

_ADDRESS_SECONDS = 5.0  # to answer
# What an HTTP/2 client begins with; a server answers with a frame of settings, type 4.
_PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\x00\x00\x00\x04\x00\x00\x00\x00\x00"
_HEADER, _TYPE, _SETTINGS = 9, 3, 4
_START = (
    "start one with `ray start --head --port=6379 --disable-usage-stats` and run this command "
    "on one of its machines, with the same RAY_AUTH_MODE and token"
)


def place_of(address: str) -> tuple[str, int]:
    """Host and port of the head of a cluster that answers."""
    from ray._private.services import canonicalize_bootstrap_address

    if "://" in address:
        raise BiascopeError(
            f"A cluster is named HOST:PORT, auto or {LOCAL}; got {address!r}. Run the command on "
            "one of its machines."
        )
    try:
        found = canonicalize_bootstrap_address(address.strip())
        host, _, port = (found or "").rpartition(":")
        place = host.strip("[]"), int(port)
    except ConnectionError:
        raise BiascopeError(
            f"This machine is part of no Ray cluster; {_START}, or name another with HOST:PORT."
        ) from None
    except (ValueError, OSError):
        raise BiascopeError(
            f"A cluster is named HOST:PORT, auto or {LOCAL}; got {address!r}."
        ) from None
    if problem := unreachable(*place):
        name = named(address, place)
        raise BiascopeError(f"No Ray cluster answers at {name} ({problem}); {_START}.")
    return place


def named(address: str, place: tuple[str, int]) -> str:
    """A cluster as the user named it, or where it was found."""
    return f"{place[0]}:{place[1]}" if address.strip() == _FOUND else address


def unreachable(host: str, port: int) -> str:
    """Why a head cannot be talked to; empty where it can."""
    try:
        with socket.create_connection((host, port), timeout=_ADDRESS_SECONDS) as stream:
            stream.sendall(_PREFACE)
            found = stream.recv(_HEADER)
    except TimeoutError:
        return f"no answer in {_ADDRESS_SECONDS:.0f} s"
    except (OSError, UnicodeError, OverflowError) as error:
        return getattr(error, "strerror", None) or str(error)
    if len(found) <= _TYPE or found[_TYPE] != _SETTINGS:
        return "what answers there is something else"
    return ""

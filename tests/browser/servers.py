"""Servers of the app, each started once for all processes of a test run."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TypedDict

from filelock import FileLock

from tests import isolation
from tests.forked import fork

ROOT = Path(__file__).parent.parent.parent
# Seconds that a busy machine may take, not that anything should: for what is drawn, and for what is
# measured first. Both, and each run of a page, end before pytest takes a test as hanging
# (`faulthandler_timeout`), so that what was waited for is named.
PATIENCE = 180
MEASURING = 400


class Listed(TypedDict):
    """A server: its address, its process, its log, and the processes that use it."""

    url: str
    pid: int
    log: str
    users: list[int]


class Servers:
    """Starts servers and finds those that another process of the run has started.

    Args:
        folder: shared by the processes of one run and by no other.
    """

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._folder = folder
        self._lock = FileLock(folder / "lock")
        self._ended: dict[int, Callable[[float], object]] = {}  # by process, waits for its end

    def address(self, script: str, **environment: str) -> str:
        """Address of the server of a script, given from the project's root, once it answers."""
        key = json.dumps([script, sorted(environment.items())])
        with self._lock:
            servers = self._read()
            if key not in servers:
                servers[key] = self._started(script, environment)
            if os.getpid() not in servers[key]["users"]:
                servers[key]["users"].append(os.getpid())
            self._write(servers)
        _wait_until_up(servers[key])
        return servers[key]["url"]

    def process(self, url: str) -> int:
        """Number of the process that serves an address."""
        with self._lock:
            return next(server["pid"] for server in self._read().values() if server["url"] == url)

    def logs(self) -> list[tuple[str, Path]]:
        """Address and log of each server that this process uses."""
        with self._lock:
            used = [one for one in self._read().values() if os.getpid() in one["users"]]
        return [(server["url"], Path(server["log"])) for server in used]

    def leave(self) -> None:
        """End the servers that no other process uses."""
        with self._lock:
            servers = self._read()
            for server in servers.values():
                server["users"] = [user for user in server["users"] if user != os.getpid()]
            unused = [server["pid"] for server in servers.values() if not server["users"]]
            self._write({key: server for key, server in servers.items() if server["users"]})
        for pid in unused:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGTERM)
        for pid in set(unused) & set(self._ended):
            self._ended[pid](PATIENCE)

    def _started(self, script: str, environment: dict[str, str]) -> Listed:
        folder = Path(tempfile.mkdtemp(dir=self._folder))
        port = _free_port()
        log = folder / "log.txt"
        # Not the folders of this process, which may end before the server does, and no data set of
        # this machine but those asked for, since pages open on them.
        whole = {
            **{name: value for name, value in os.environ.items() if name != "BIASCOPE_DATA"},
            **isolation.sandbox_variables(folder),
            "BIASCOPE_CACHE": str(folder / "cache"),
            **environment,
        }
        arguments = ["run", script, "--server.port", str(port), "--server.headless", "true"]
        if any(name.startswith("HF_") for name in environment):  # read when libraries are imported
            command = [sys.executable, "-m", "streamlit", *arguments]
            with log.open("wb") as out:
                server = subprocess.Popen(
                    command, cwd=ROOT, env=whole, stdout=out, stderr=subprocess.STDOUT
                )
            self._ended[server.pid] = server.wait
            pid = server.pid
        else:
            forked = fork(_serve, arguments, environment=whole, out=log, err=log)
            assert forked.pid is not None
            self._ended[forked.pid] = forked.join
            pid = forked.pid
        return Listed(url=f"http://localhost:{port}", pid=pid, log=str(log), users=[])

    def _read(self) -> dict[str, Listed]:
        try:
            found: dict[str, Listed] = json.loads(self._list.read_text(encoding="utf-8"))
        except FileNotFoundError:
            return {}
        return found

    def _write(self, servers: dict[str, Listed]) -> None:
        self._list.write_text(json.dumps(servers), encoding="utf-8")

    @property
    def _list(self) -> Path:
        return self._folder / "servers.json"


def _serve(arguments: list[str]) -> None:
    """Be `streamlit` with these arguments."""
    from streamlit.web import cli

    cli.main(arguments)


def _free_port() -> int:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return int(taken.getsockname()[1])


def _wait_until_up(server: Listed) -> None:
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        try:
            with urllib.request.urlopen(f"{server['url']}/_stcore/health", timeout=5):
                return
        except (urllib.error.URLError, OSError):
            time.sleep(0.1)
    log = Path(server["log"]).read_text(encoding="utf-8", errors="replace")
    raise RuntimeError(f"the app did not start:\n{log}")

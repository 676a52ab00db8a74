"""A model hub on this machine: the few answers that fetching a model needs, from local folders."""

from __future__ import annotations

import hashlib
import json
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import unquote, urlsplit

_INFO = re.compile(r"/api/models/(?P<name>[^/]+(/[^/]+)?)(/revision/(?P<revision>.+))?")
_TREE = re.compile(r"/api/models/(?P<name>.+)/tree/(?P<revision>[^/]+)")
_FILE = re.compile(r"/(?P<name>.+)/resolve/(?P<revision>[^/]+)/(?P<path>.+)")


@dataclass
class Repository:
    """One model on the stand-in.

    Args:
        folder: its files.
        branches: names that lead to its one commit.
        gated: its files ask for terms to be accepted first.
    """

    folder: Path
    branches: tuple[str, ...] = ("main",)
    gated: bool = False

    @property
    def commit(self) -> str:
        """Hash of names and contents, as long as a commit's."""
        digest = hashlib.sha1()
        for name, path in self.files.items():
            digest.update(name.encode() + path.read_bytes())
        return digest.hexdigest()

    @property
    def files(self) -> dict[str, Path]:
        """Files by their path in the repository."""
        found = sorted(path for path in self.folder.rglob("*") if path.is_file())
        return {path.relative_to(self.folder).as_posix(): path for path in found}


@dataclass
class HubStandIn:
    """What it serves, and what it was asked."""

    repositories: dict[str, Repository]
    address: str = ""
    fails: bool = False
    asked: list[str] = field(default_factory=list)


@contextmanager
def serving(repositories: dict[str, Repository]) -> Iterator[HubStandIn]:
    """Serve on a free port of this machine while the block runs."""
    hub = HubStandIn(repositories)
    server = ThreadingHTTPServer(("127.0.0.1", 0), _handler_of(hub))
    hub.address = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield hub
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def _handler_of(hub: HubStandIn) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def log_message(self, format: str, *args: object) -> None:
            """Say nothing."""

        def do_HEAD(self) -> None:
            self._answer()

        def do_GET(self) -> None:
            self._answer()

        def _answer(self) -> None:
            path = unquote(urlsplit(self.path).path)
            hub.asked.append(f"{self.command} {path}")
            if hub.fails:
                self._refuse(500, "")
                return
            for pattern, answer in ((_TREE, self._tree), (_INFO, self._info), (_FILE, self._file)):
                match = pattern.fullmatch(path)
                if match:
                    self._of(match, answer)
                    return
            self._refuse(404, "EntryNotFound")

        def _of(self, match: re.Match[str], answer: object) -> None:
            repository = hub.repositories.get(match["name"])
            revision = match["revision"] or "main"
            if repository is None:
                self._refuse(404, "RepoNotFound")
            elif revision not in (*repository.branches, repository.commit):
                self._refuse(404, "RevisionNotFound")
            else:
                answer(match, repository)

        def _info(self, match: re.Match[str], repository: Repository) -> None:
            files = [{"rfilename": name} for name in repository.files]
            told = {"id": match["name"], "sha": repository.commit, "siblings": files}
            self._send(json.dumps(told).encode(), {"Content-Type": "application/json"})

        def _tree(self, _match: re.Match[str], repository: Repository) -> None:
            told = [
                {"type": "file", "path": name, "size": path.stat().st_size, "oid": _etag(path)}
                for name, path in repository.files.items()
            ]
            self._send(json.dumps(told).encode(), {"Content-Type": "application/json"})

        def _file(self, match: re.Match[str], repository: Repository) -> None:
            path = repository.files.get(match["path"])
            if repository.gated:
                self._refuse(403, "GatedRepo")
            elif path is None:
                self._refuse(404, "EntryNotFound", {"X-Repo-Commit": repository.commit})
            else:
                headers = {"ETag": f'"{_etag(path)}"', "X-Repo-Commit": repository.commit}
                self._send(path.read_bytes(), headers)

        def _refuse(self, status: int, code: str, headers: dict[str, str] | None = None) -> None:
            self._send(b"", {"X-Error-Code": code, **(headers or {})}, status)

        def _send(self, body: bytes, headers: dict[str, str], status: int = 200) -> None:
            self.send_response(status)
            for name, value in headers.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            if self.command == "GET":
                self.wfile.write(body)

    return Handler


def _etag(path: Path) -> str:
    return hashlib.sha1(path.read_bytes()).hexdigest()

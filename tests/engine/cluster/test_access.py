"""A token that a cluster refuses is named, quickly and without Ray's own words."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import tempfile
import time

import pytest

from engine.cluster import connected, connection
from engine.cluster import connection as access
from engine.cluster.connection import unreachable
from engine.core.errors import BiascopeError

pytestmark = pytest.mark.process

REFUSED = "ray.exceptions.AuthenticationError: RPC error: InvalidAuthToken"


@pytest.fixture
def answer(monkeypatch):
    """Have the cluster answer with a text and an exit code."""

    def answered(text, code):
        program = f"import sys; print({text!r}); sys.exit({code})"
        monkeypatch.setattr(access, "_STATUS", (sys.executable, "-c", program))

    return answered


def ask():
    with access.asking("auto") as check:
        check("head:6379")


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({}, "none was sent, as RAY_AUTH_MODE is not `token` here"),
        ({"RAY_AUTH_MODE": "token"}, "that of ~/.ray/auth_token is not the one"),
        ({"RAY_AUTH_MODE": "token", "RAY_AUTH_TOKEN_PATH": "/t"}, "that of /t is not the one"),
        (
            {"RAY_AUTH_MODE": "token", "RAY_AUTH_TOKEN": "secret", "RAY_AUTH_TOKEN_PATH": "/t"},
            "that of RAY_AUTH_TOKEN is not the one",
        ),
    ],
)
def test_a_refused_token_is_named_by_its_place(answer, monkeypatch, given, words):
    for name in ("RAY_AUTH_MODE", "RAY_AUTH_TOKEN", "RAY_AUTH_TOKEN_PATH"):
        monkeypatch.delenv(name, raising=False)
    for name, value in given.items():
        monkeypatch.setenv(name, value)
    answer(REFUSED, 1)
    with pytest.raises(BiascopeError, match="head:6379 asks for a token") as refused:
        ask()
    assert words in str(refused.value)
    assert "secret" not in str(refused.value)


@pytest.mark.parametrize(("text", "code"), [("1 node", 0), (REFUSED, 0), ("Version mismatch", 1)])
def test_everything_else_is_left_to_ray(answer, text, code):
    answer(text, code)
    ask()


def test_who_answers_too_late_is_not_waited_for(answer, monkeypatch):
    monkeypatch.setattr(access, "_SECONDS", 0.1)
    monkeypatch.setattr(access, "_STATUS", (sys.executable, "-c", "import time; time.sleep(60)"))
    ask()


@pytest.fixture
def head():
    """Address of a real head that asks for a token; ended by its own handle."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    options = (f"--port={port}", "--num-cpus=1", "--include-dashboard=false", "--block")
    start = (sys.executable, "-m", "ray.scripts.scripts", "start", "--head", *options)
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        started = subprocess.Popen(
            [*start, "--disable-usage-stats", f"--temp-dir={folder}"],
            env=os.environ | {"RAY_AUTH_MODE": "token", "RAY_AUTH_TOKEN": "1" * 64},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            while started.poll() is None and unreachable("127.0.0.1", port):
                time.sleep(0.05)
            yield f"127.0.0.1:{port}"
        finally:
            started.terminate()
            started.wait()


def test_a_real_head_refuses_a_wrong_token_before_ray_joins_it(head, monkeypatch, capfd):
    joined = []
    monkeypatch.setattr(connection, "_join", lambda *given: joined.append(given))
    monkeypatch.setattr(
        "ray._private.services.canonicalize_bootstrap_address", lambda address: address
    )
    monkeypatch.setenv("RAY_AUTH_MODE", "token")
    monkeypatch.setenv("RAY_AUTH_TOKEN", "2" * 64)
    with pytest.raises(BiascopeError, match="is not the one"), connected(head):
        pytest.fail("it was joined")
    assert (joined, capfd.readouterr()) == ([], ("", ""))
    monkeypatch.setenv("RAY_AUTH_TOKEN", "1" * 64)
    with connected(head):
        assert len(joined) == 1

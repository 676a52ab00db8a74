"""Where there is no cluster, that is said within seconds."""

from __future__ import annotations

import socket
import sys

import pytest

from engine.cluster import connected
from engine.cluster import connection as address
from engine.cluster.connection import Connection
from engine.core import finished
from engine.core.errors import BiascopeError


def refusal(name):
    with pytest.raises(BiascopeError) as refused, connected(name):
        pytest.fail("it was joined")
    return str(refused.value)


def test_without_ray_the_file_to_install_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "ray", None)
    assert "pip install -r requirements-cluster.txt" in refusal("127.0.0.1:6379")


@pytest.mark.process
def test_an_address_where_nothing_answers_is_named():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        place = f"127.0.0.1:{free.getsockname()[1]}"
    said = refusal(place)
    assert f"No Ray cluster answers at {place}" in said
    assert "ray start --head" in said


@pytest.mark.process
def test_a_cluster_that_was_found_by_itself_is_named_by_its_place(monkeypatch):
    monkeypatch.setattr(
        "ray._private.services.canonicalize_bootstrap_address", lambda _: "127.0.0.1:1"
    )
    assert "answers at 127.0.0.1:1 (" in refusal("auto")


@pytest.mark.process
@pytest.mark.parametrize("answer", [b"", b"HTTP/1.1 400 Bad Request\r\n\r\n"])
def test_something_else_at_the_address_is_no_cluster(monkeypatch, answer):
    monkeypatch.setattr(address, "_ADDRESS_SECONDS", 0.2)
    monkeypatch.setattr("ray._private.services.canonicalize_bootstrap_address", lambda name: name)
    with socket.create_server(("127.0.0.1", 0)) as server:
        place = f"127.0.0.1:{server.getsockname()[1]}"
        if answer:
            import threading

            def serve():
                other, _ = server.accept()
                with other:
                    other.sendall(answer)

            threading.Thread(target=serve, daemon=True).start()
        said = refusal(place)
    assert ("something else" if answer else "no answer") in said


@pytest.mark.process
@pytest.mark.parametrize("name", ["ray://head:10001", "nothing like it", "head:port", ""])
def test_what_is_no_address_is_refused(name, monkeypatch):
    monkeypatch.setenv("RAY_ADDRESS", "")
    assert "HOST:PORT" in refusal(name)


@pytest.mark.parametrize(
    ("anything", "said"),
    [(True, "What was finished is kept."), (False, "Nothing new was finished.")],
)
def test_a_lost_cluster_says_that_work_is_kept_only_where_some_was(monkeypatch, anything, said):
    monkeypatch.setattr(finished, "_anything", anything)
    monkeypatch.setattr(address, "_PATIENCE", -1.0)
    monkeypatch.setattr(address, "unreachable", lambda host, port: "no answer")
    with pytest.raises(address.LostError, match="was lost") as lost:
        Connection("there:1", ("there", 1)).check()
    assert said in str(lost.value)
    assert "start the cluster" in str(lost.value).lower()

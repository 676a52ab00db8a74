from __future__ import annotations

import os
import socket
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.isolation import NetworkBlockedError, is_local

ELSEWHERE = ("192.0.2.1", 80)  # reserved for documentation; nobody is there


def test_connecting_to_another_machine_is_refused():
    with pytest.raises(NetworkBlockedError, match=r"192\.0\.2\.1"):
        socket.create_connection(ELSEWHERE, timeout=1)
    with socket.socket() as plain, pytest.raises(NetworkBlockedError):
        plain.connect_ex(ELSEWHERE)


def test_looking_up_a_name_is_refused():
    with pytest.raises(NetworkBlockedError, match="example"):
        socket.getaddrinfo("biascope.example", 443)


def test_this_machine_can_be_reached():
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        socket.create_connection(("localhost", port), timeout=5).close()


@pytest.mark.process
@pytest.mark.main_path
def test_a_child_process_meets_a_proxy_that_nobody_answers():
    code = "import urllib.request as u; u.urlopen('http://biascope.example', timeout=5)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert "refused" in done.stderr
    assert urllib.request.getproxies()["https"] == "http://127.0.0.1:9"


@pytest.mark.parametrize("host", ["localhost", b"localhost", "127.0.0.1", "127.1.2.3", "::1", None])
def test_loopback_is_local(host):
    assert is_local(host)


@given(st.ip_addresses(v=4).filter(lambda address: not address.is_loopback))
def test_no_other_address_is_local(address):
    assert not is_local(str(address))


def test_the_cache_is_empty_and_not_the_users(cache_folder):
    assert Path(os.environ["BIASCOPE_CACHE"]) == cache_folder
    assert not list(cache_folder.iterdir())
    assert Path(__file__).parent.parent not in cache_folder.parents


def test_the_hub_cache_is_not_the_users():
    from huggingface_hub import constants

    assert Path.home() not in Path(constants.HF_HUB_CACHE).parents

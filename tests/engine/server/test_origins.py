"""Which pages are the server's own."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.server.origins import is_foreign

PORTS = st.integers(1, 65535)
NAMES = st.sampled_from(["localhost", "127.0.0.1", "[::1]", "biascope.example.org"])
PROXY = "https://biascope.example.org"


@given(NAMES, PORTS, PORTS)
def test_a_page_is_own_at_the_same_port_alone(name: str, own: int, other: int):
    assert is_foreign(f"http://{name}:{other}", f"{name}:{own}") == (own != other)


@given(NAMES, NAMES, PORTS)
def test_a_page_is_own_at_the_same_name_alone(own: str, other: str, port: int):
    assert is_foreign(f"http://{other}:{port}", f"{own}:{port}") == (own != other)


@pytest.mark.parametrize(
    ("origin", "host"),
    [
        ("http://localhost", "localhost"),
        ("http://localhost", "localhost:80"),
        ("https://biascope.example.org", "biascope.example.org"),
        ("https://biascope.example.org", "biascope.example.org:443"),
        ("https://biascope.example.org:8443", "Biascope.Example.org:8443"),
    ],
)
def test_the_usual_port_and_the_case_of_a_name_may_be_left_out(origin: str, host: str):
    assert not is_foreign(origin, host)


@pytest.mark.parametrize(
    "origin",
    [
        *("null", "", "localhost:8501", "file://", "http://", "http://[::1", "http://localhost:x"),
        *("chrome-extension://localhost:8501", "http://localhost:99999", "https://localhost"),
        *("http://localhost.example.org:8501", "http://localhost:8501.example.org"),
    ],
)
def test_what_is_no_address_of_the_server_is_foreign(origin: str):
    assert is_foreign(origin, "localhost:8501")


@pytest.mark.parametrize("host", ["", ":8501", "[::1", "localhost:x"])
def test_a_host_that_is_no_address_has_no_own_page(host: str):
    assert is_foreign("http://localhost:8501", host)


@pytest.mark.parametrize("named", [PROXY, f" {PROXY}/ ", PROXY.upper()])
def test_an_origin_that_is_named_is_own_behind_a_proxy(named: str):
    assert not is_foreign(PROXY, "127.0.0.1:8501", [named])


@pytest.mark.parametrize("origin", [f"{PROXY}:8443", "http://biascope.example.org", "null"])
def test_naming_an_origin_lets_no_other_in(origin: str):
    assert is_foreign(origin, "127.0.0.1:8501", [PROXY])

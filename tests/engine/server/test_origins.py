"""Which pages are the server's own."""

from __future__ import annotations

from urllib.parse import urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.server.origins import is_foreign, page_address

PORTS = st.integers(1, 65535)
NAMES = st.sampled_from(["localhost", "127.0.0.1", "[::1]", "lab-pc", "biascope.example.org"])
SCHEMES = st.sampled_from(["http", "https"])
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
        ("http://xn--bcher-kva.example:8501", "bücher.example:8501"),
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
        *("http://localhost:8501@example.org", "http://example.org/@localhost:8501"),
        *("http://example.org#@localhost:8501", "http://localhost:8501/below", "http://a..b:8501"),
    ],
)
def test_what_is_no_address_of_the_server_is_foreign(origin: str):
    assert is_foreign(origin, "localhost:8501")


@pytest.mark.parametrize("host", ["", ":8501", "[::1", "localhost:x", "localhost:8501/below"])
def test_a_host_that_is_no_address_has_no_own_page(host: str):
    assert is_foreign("http://localhost:8501", host)


@given(st.text(max_size=30), st.text(max_size=30))
def test_any_headers_are_answered(origin: str, host: str):
    assert is_foreign(origin, host) in (True, False)


NAMED = [PROXY, f" {PROXY}/ ", PROXY.upper(), f"{PROXY}:443"]


@pytest.mark.parametrize("named", NAMED)
def test_an_origin_that_is_named_is_own_behind_a_proxy(named: str):
    assert not is_foreign(PROXY, "127.0.0.1:8501", [named])


@pytest.mark.parametrize("origin", [f"{PROXY}:8443", "http://biascope.example.org", "null"])
@pytest.mark.parametrize("named", [PROXY, "null", "*", "biascope.example.org", f"{PROXY}/below"])
def test_naming_an_origin_lets_no_other_in(origin: str, named: str):
    assert is_foreign(origin, "127.0.0.1:8501", [named])


@given(SCHEMES, NAMES, PORTS)
def test_the_address_of_a_page_is_written_in_one_way(scheme: str, name: str, port: int):
    written = page_address(f"{scheme}://{name}:{port}/")
    assert written is not None
    assert page_address(written.upper()) == written
    url = urlsplit(written)
    assert (url.scheme, url.port or {"http": 80, "https": 443}[scheme]) == (scheme, port)


@pytest.mark.parametrize(
    "text",
    [
        *("*", "https://*.example.org", "example.org", "null", "ws://example.org", f"{PROXY}/x"),
        *(f"{PROXY}; script-src *", f"{PROXY} https://example.org", f"{PROXY}?x", f"{PROXY}#x"),
        *("https://user@example.org", "https://exa mple.org", "https://-:x", "https://"),
    ],
)
def test_what_no_page_has_is_no_address(text: str):
    assert page_address(text) is None

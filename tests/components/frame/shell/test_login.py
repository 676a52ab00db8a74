"""Nothing is shown of a shared server before a login, where one is asked for."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from pathlib import Path
from threading import Event

import pytest
from streamlit import config
from streamlit.runtime.secrets import Secrets
from streamlit.testing.v1 import AppTest

from components.frame.shell import login
from engine.server import shared
from tests.components.drawn import again

AUTH = {"redirect_uri": "http://localhost/oauth2callback", "cookie_secret": "x" * 32}
ONE = {**AUTH, "client_id": "a", "client_secret": "b", "server_metadata_url": "http://c"}
TWO = {**AUTH, "google": {"client_id": "a"}, "school": {"client_id": "b"}, "client_kwargs": {}}


@pytest.fixture(autouse=True)
def _not_asked_before(monkeypatch) -> None:
    monkeypatch.setattr(login, "_asked", Event())


def script() -> None:
    import streamlit as st

    from components.frame.present import explain
    from components.frame.shell import login

    with explain.errors():
        login.gate()
    st.text("the page")
    login.log_out_button()


def run(auth: Mapping[str, object] | None) -> AppTest:
    page = AppTest.from_function(script, default_timeout=60)
    if auth is not None:
        page.secrets["auth"] = dict(auth)
    return again(page)


def shown(page: AppTest) -> list[str]:
    """What is shown of the page behind the login, and then every button."""
    return [*(entry.value for entry in page.text), *(button.label for button in page.button)]


@pytest.fixture
def authlib(monkeypatch) -> None:
    monkeypatch.setattr(login, "is_authlib_installed", lambda: True)


@pytest.mark.usefixtures("authlib")
def test_only_the_login_is_shown_before_it(share):
    share()
    assert shown(run(ONE)) == ["Log in"]
    assert shown(run(TWO)) == ["Log in with google", "Log in with school"]


@pytest.mark.usefixtures("authlib")
def test_who_is_logged_in_sees_the_page_and_a_way_out(share, monkeypatch):
    share()
    monkeypatch.setattr(login.st, "user", {"is_logged_in": True})
    page = run(ONE)
    assert shown(page) == ["the page", "Log out"]
    assert [button.label for button in page.sidebar.button] == ["Log out"]


def test_without_the_package_it_says_so_and_shows_nothing(share, monkeypatch):
    monkeypatch.setattr(login, "is_authlib_installed", lambda: False)
    share()
    page = run(ONE)
    assert shown(page) == []
    assert "Authlib" in page.error[0].value


def test_without_the_section_no_login_is_asked_for(share):
    share()
    assert shown(run(None)) == ["the page"]


@pytest.mark.usefixtures("authlib")
def test_a_local_server_never_asks(monkeypatch):
    monkeypatch.setattr(shared, "_deployment", None)
    assert shown(run(ONE)) == ["the page"]


@pytest.fixture
def secrets_file(share, tmp_path, monkeypatch) -> Path:
    """Where Streamlit looks for secrets by itself; there is no file yet."""
    path = tmp_path / "secrets.toml"
    # No watcher of a file that is gone after the test.
    monkeypatch.setattr(Secrets, "_maybe_install_file_watchers", lambda _: None)
    monkeypatch.setattr(login.st.secrets, "_secrets", None)
    before = config.get_option
    monkeypatch.setattr(
        config, "get_option", lambda name: [str(path)] if name == login._FILES else before(name)
    )
    share()
    return path


@pytest.mark.usefixtures("authlib")
@pytest.mark.parametrize(
    "write",
    [
        pytest.param(lambda path: path.write_text("[auth\nclient_id = 'a'"), id="damaged"),
        pytest.param(lambda path: path.write_bytes(b"[auth]\nclient_id = '\xff'"), id="bytes"),
        pytest.param(Path.mkdir, id="a folder"),
        pytest.param(lambda path: path.symlink_to(path.parent / "none.toml"), id="a dead link"),
        pytest.param(lambda path: path.write_text("[auht]\nclient_id = 'a'"), id="misspelt"),
        pytest.param(lambda path: path.write_text("auth = true"), id="no table"),
        pytest.param(lambda path: path.write_text("[auth]"), id="empty"),
    ],
)
def test_secrets_that_say_nothing_of_a_login_let_nobody_in(secrets_file, write, caplog):
    write(secrets_file)
    with caplog.at_level(logging.ERROR, "biascope"):
        page = run(None)
    assert shown(page) == []
    assert "finds the reason in the terminal" in page.error[0].value
    assert str(secrets_file.parent) not in page.error[0].value
    assert "secrets" in caplog.text


@pytest.mark.usefixtures("authlib")
def test_a_file_that_an_option_names_has_to_be_there(secrets_file, monkeypatch):
    assert shown(run(None)) == ["the page"]
    monkeypatch.setattr(config, "is_manually_set", lambda name: name == login._FILES)
    assert shown(run(None)) == []


@pytest.mark.usefixtures("authlib")
def test_a_login_that_was_asked_for_stays_when_its_file_is_gone(secrets_file, monkeypatch):
    secrets_file.write_text("[auth]\nclient_id = 'a'")
    assert shown(run(None)) == ["Log in"]
    secrets_file.unlink()
    monkeypatch.setattr(login.st.secrets, "_secrets", None)  # as Streamlit does when a file changes
    assert shown(run(None)) == []

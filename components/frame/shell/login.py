"""Logging in to a shared server, where whoever runs it has set that up in Streamlit's secrets."""

from __future__ import annotations

import os
from collections.abc import Mapping
from threading import Event

import streamlit as st
from streamlit import config
from streamlit.auth_util import is_authlib_installed

from engine.server import shared
from engine.server.shared import OperatorError

_SECTION = "auth"
_DEFAULT = "client_id"  # a section that has it names a provider of no name
_NOT_PROVIDERS = ("client_kwargs",)
_NO_AUTHLIB = (
    "This Biascope asks its users to log in, but the package Authlib, which does that, is not "
    "installed on its server. Whoever runs it installs it with `pip install "
    '"streamlit[auth]"` and starts Biascope again.'
)
_FILES = "secrets.files"  # Streamlit's option
_asked = Event()  # set from the first login that was asked for until the server ends


def gate() -> None:
    """Show nothing but the log-in button until the user has logged in; nothing to do without it."""
    if not is_asked() or st.user.get("is_logged_in", False):
        return
    st.title("Biascope", anchor=False)
    if not is_authlib_installed():
        st.error(_NO_AUTHLIB, icon=":material/lock:")
        st.stop()
    st.markdown("Log in to use this shared Biascope.")
    for name in providers():
        label = f"Log in with {name}" if name else "Log in"
        st.button(
            label, key=f"log_in_{name}", type="primary", on_click=st.login, args=(name or None,)
        )
    st.stop()


def log_out_button() -> None:
    """Draw the button at the end of the sidebar, where users log in."""
    if is_asked():
        with st.sidebar:
            st.button(
                "Log out",
                key="log_out",
                icon=":material/logout:",
                type="tertiary",
                on_click=st.logout,
            )


def is_asked() -> bool:
    """Whether users have to log in: the server is shared, and there are secrets."""
    return shared.is_shared() and bool(_section())


def providers() -> list[str]:
    """Names of the providers to log in with; an empty one where it has no name."""
    section = _section()
    named = [
        str(name)
        for name, value in section.items()
        if isinstance(value, Mapping) and name not in _NOT_PROVIDERS
    ]
    return [""] * (_DEFAULT in section) + named


def _section() -> Mapping[str, object]:
    """The section of the secrets; empty only where there never were secrets.

    Secrets that are damaged, unreadable, without the section or gone since must not let everybody
    in. `load_if_toml_exists` alone does not tell them from none.
    """
    try:
        if not (st.secrets.load_if_toml_exists() or _are_expected()):
            return {}
        _asked.set()
        section = st.secrets.get(_SECTION)
    except (OSError, ValueError) as error:  # Streamlit's error for secrets it cannot read is one
        raise OperatorError(f"The secrets that ask for a login cannot be used: {error}") from None
    if not isinstance(section, Mapping) or not section:
        raise OperatorError(f"The secrets have no section [{_SECTION}] that says how to log in.")
    return section


def _are_expected() -> bool:
    """Whether there have to be secrets: a file of that name, an option that names one, or before.

    A link that leads nowhere is a file that cannot be read, not the absence of one.
    """
    named = config.is_manually_set(_FILES) or any(map(os.path.lexists, config.get_option(_FILES)))
    return named or _asked.is_set()

"""An address that names a model or file which is not open yet: what it names, and a button.

A link opens nothing by itself: what the user did not type, choose or click on (`session.confirmed`)
is offered with its size. A hub model that lies on this machine is taken from its copy. Of one that
does not, the hub is asked for its size, so that the button can say it, and for nothing else before
the click.
"""

from __future__ import annotations

import streamlit as st

from components.frame import session
from components.frame.present import explain
from components.frame.present.numbers import file_size
from components.frame.session.confirmed import Kind
from components.frame.shell.subject import MODEL
from engine.core.errors import BiascopeError
from engine.core.paths import file_path
from engine.server import shared

_LONGEST = 44  # characters of a name on a button


def model(name: str, key: str) -> bool:
    """Offer to open a model that only the address has named.

    Args:
        name: hub id or local folder.
        key: of its field.

    Returns:
        Whether it may be opened already; nothing is drawn then.
    """
    if session.may_open(name):
        return True
    if session.is_elsewhere(name):
        _draw("model", name, key, f"a model {_ELSEWHERE}", None, "Open")
    elif session.is_local(name):
        size = session.folder_bytes(name)
        _draw("model", name, key, "a model in a folder on this machine", size, "Open")
    else:
        what, size = "a model that would be downloaded from the hub", session.download_bytes(name)
        _draw("model", name, key, what, size, "Download")
    return False


def file(path: str, key: str) -> bool:
    """Offer to read a file that only the address has named.

    Args:
        path: on this machine.
        key: of its field.

    Returns:
        Whether it may be read already; nothing is drawn then.
    """
    if shared.is_shared():
        st.info(explain.plain(shared.refusal("Reading a file of the server")))
        return False
    if session.is_confirmed("file", path):
        return True
    if session.is_elsewhere(path):
        _draw("file", path, key, f"a file {_ELSEWHERE}", None, "Read")
    else:
        _draw("file", path, key, "a file on this machine", _file_bytes(path), "Read")
    return False


_ELSEWHERE = "on another machine, which this one would connect to"


def _draw(kind: Kind, name: str, key: str, what: str, size: int | None, button: str) -> None:
    known = "size unknown" if size is None else file_size(size)
    end = name if len(name) <= _LONGEST else f"…{name[1 - _LONGEST :]}"
    with st.container(border=True, key=f"link_request_{key}"):
        st.markdown(
            f":material/link: The address of this page names {what}: **{explain.plain(name)}** "
            f"({known}). Nothing has been opened so far."
        )
        with st.container(horizontal=True):
            st.button(
                f"{button} {explain.plain(end)} ({known})",
                key=f"confirm_{key}",
                type="primary",
                on_click=session.confirm,
                args=(kind, name),
            )
            if key == MODEL:
                st.button(
                    "Use the bundled model", key="decline_model", on_click=_decline, args=(name,)
                )


def _decline(name: str) -> None:
    session.decline("model", name)
    st.session_state[MODEL] = session.BUNDLED


def _file_bytes(path: str) -> int | None:
    try:
        return file_path(path).stat().st_size
    except (OSError, BiascopeError):  # no such file
        return None

"""What a link asks of a box, in whatever words: the option's name, its title, or an older name.

Streamlit's boxes know their options by title alone, and drop any other value without a word.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from types import MappingProxyType

import streamlit as st
from streamlit.errors import StreamlitAPIException

from components.frame.session import state

_LONGEST = 60  # characters of a value that is shown
NO_NAMES: Mapping[str, str] = MappingProxyType({})


def take_from_link(
    label: str, key: str, titles: Mapping[str, str], old: Mapping[str, str] = NO_NAMES
) -> None:
    """Choose what the address asks for; call this before the box is drawn.

    A value that is no option is left out of the address, and the head of the page says so.

    Args:
        label: of the box.
        key: of the box, and its name in the address.
        titles: option -> as the box shows it.
        old: name in links of earlier versions -> option.
    """
    asked = st.query_params.get(key)
    if not asked or asked in titles.values():
        return  # the box reads it by itself
    option = old.get(asked, asked)
    if option in titles:
        choose_in_address(key, option, titles[option])
    else:
        leave_out(label, key, asked)


def choose_in_address(key: str, option: str, shown: str) -> None:
    """Choose an option, and draw the page anew: boxes read the address that a run begins with.

    Args:
        key: of the box, which is not drawn yet.
        option: as the box gives it; the session may still hold another one of an earlier visit.
        shown: the option as the box shows it.
    """
    st.session_state[key] = option
    with suppress(StreamlitAPIException):  # its address is taken from the session
        st.query_params[key] = shown
        st.rerun()


def leave_out(label: str, key: str, asked: str) -> None:
    """Take a value that is no option out of the address, and draw the page anew with a note on it.

    Args:
        label: of the box.
        key: of the value in the address.
    """
    said = st.session_state.setdefault(state.LEFT_OUT_OF_LINK, {})
    said[key] = f"The link asks for {_short(asked)} under “{label}”, which is not offered here."
    with suppress(StreamlitAPIException):  # its box is on screen and decides
        del st.query_params[key]
        st.rerun()


def _short(asked: str) -> str:
    return f"“{asked if len(asked) <= _LONGEST else asked[: _LONGEST - 1] + '…'}”"

"""Plotly's script as a file of this server, so that figures are drawn without asking for them."""

from __future__ import annotations

from functools import cache

from plotly.offline import get_plotlyjs
from streamlit import runtime

_KIND = "text/javascript"
_PLACE = "biascope stage plotly"


def script_address() -> str:
    """Where the browser loads Plotly from; empty outside of a server."""
    if not runtime.exists():
        return ""
    # Given again on each run: Streamlit forgets files of runs that are over.
    return runtime.get_instance().media_file_mgr.add(_script(), _KIND, _PLACE)


@cache
def _script() -> bytes:
    return get_plotlyjs().encode()

"""A session of the app without a browser: Streamlit's own messages over a websocket."""

from __future__ import annotations

import asyncio
import io
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from urllib.parse import urlencode

import pandas as pd
import pyarrow as pa
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets.asyncio.client import connect

from tests.browser.servers import PATIENCE


@dataclass
class Seen:
    """What one session was sent until its page was drawn.

    Args:
        texts: bodies of markdown and of messages, in their order.
        tables: frames, in their order.
    """

    texts: list[str] = field(default_factory=list)
    tables: list[pd.DataFrame] = field(default_factory=list)


Ask = tuple[str, Mapping[str, str]]  # a page's name in the address, and the rest of the address


def open_pages(url: str, asks: Sequence[Ask]) -> list[Seen]:
    """Open pages at the same time, each in a session of its own, and read them to their end.

    Args:
        url: of the server.
    """

    async def opened() -> list[Seen]:
        return await asyncio.gather(*(_open(url, page, query) for page, query in asks))

    # In a thread of its own: playwright runs an event loop in the tests'.
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(lambda: asyncio.run(opened())).result()


async def _open(url: str, page: str, query: Mapping[str, str]) -> Seen:
    address = url.replace("http", "ws", 1) + "/_stcore/stream"
    # Pings that a browser does not send would end what a busy server answers after 20 seconds.
    patient = connect(address, origin=url, max_size=None, open_timeout=PATIENCE, ping_interval=None)
    async with patient as socket:
        ask = BackMsg()
        ask.rerun_script.query_string = urlencode(query)
        ask.rerun_script.page_name = page
        await socket.send(ask.SerializeToString())
        seen = Seen()
        while not _note(await asyncio.wait_for(socket.recv(), PATIENCE), seen):
            pass
        return seen


def _note(data: str | bytes, seen: Seen) -> bool:
    """Keep what a message shows; whether it says that the page is drawn."""
    message = ForwardMsg()
    message.ParseFromString(data if isinstance(data, bytes) else data.encode())
    kind = message.WhichOneof("type")
    if kind == "new_session":  # a run that replaces the one before draws the page again
        seen.texts, seen.tables = [], []
    if kind == "delta" and message.delta.WhichOneof("type") == "new_element":
        element = message.delta.new_element
        shown = element.WhichOneof("type")
        if shown in ("markdown", "alert"):
            seen.texts.append(getattr(element, shown).body)
        elif shown == "dataframe":
            table = pa.ipc.open_stream(io.BytesIO(element.dataframe.arrow_data.data)).read_pandas()
            seen.tables.append(table)
    done = ForwardMsg.ScriptFinishedStatus.FINISHED_SUCCESSFULLY
    return kind == "script_finished" and message.script_finished == done

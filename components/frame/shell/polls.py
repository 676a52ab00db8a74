"""Parts that draw themselves every few seconds do not carry clicks to the server.

Streamlit's page keeps a click for a moment before it sends it. Where such a part asks to be drawn
in this moment, its message holds the click too, and the click's own message follows: what a button
does would be done twice. So the click is taken out of the message that nobody's action sent.
"""

from __future__ import annotations

from google.protobuf.message import DecodeError
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from streamlit.proto.BackMsg_pb2 import BackMsg

# Kinds of values that Streamlit's page sends once, for an event.
_EVENTS = ("trigger_value", "string_trigger_value", "json_trigger_value", "chat_input_value")


class Polls:
    """Takes clicks out of the messages with which parts of a page draw themselves again.

    Args:
        app: what gets the messages.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request, as ASGI has it."""
        if scope["type"] != "websocket":
            await self._app(scope, receive, send)
            return

        async def received() -> Message:
            message = await receive()
            if message["type"] == "websocket.receive" and message.get("bytes"):
                return {**message, "bytes": without_clicks(message["bytes"])}
            return message

        await self._app(scope, received, send)


def without_clicks(sent: bytes) -> bytes:
    """Take the events out of a message by which a part of a page asks for itself.

    Args:
        sent: what the browser sent.

    Returns:
        The same, where it is any other message or none that can be read.
    """
    try:
        message = BackMsg.FromString(sent)
    except DecodeError:
        return sent
    if not message.HasField("rerun_script") or not message.rerun_script.is_auto_rerun:
        return sent
    values = message.rerun_script.widget_states.widgets
    kept = [value for value in values if value.WhichOneof("value") not in _EVENTS]
    if len(kept) == len(values):
        return sent
    del values[:]
    values.extend(kept)
    return message.SerializeToString()

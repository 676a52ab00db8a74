"""What is taken out of the messages with which parts of a page draw themselves again."""

from __future__ import annotations

import asyncio

import pytest
from starlette.types import Message, Receive, Scope, Send
from streamlit.proto.BackMsg_pb2 import BackMsg

from components.frame.shell.polls import Polls, without_clicks


def asked(by_itself: bool) -> BackMsg:
    """A message with a field's text, and one event of each kind."""
    message = BackMsg()
    message.rerun_script.is_auto_rerun = by_itself
    message.rerun_script.fragment_id = "part"
    widgets = message.rerun_script.widget_states.widgets
    widgets.add(id="button", trigger_value=True)
    widgets.add(id="field", string_value="typed")
    widgets.add(id="grid", json_trigger_value='[{"value": 1}]')
    widgets.add(id="menu").string_trigger_value.data = "chosen"
    widgets.add(id="chat").chat_input_value.data = "said"
    widgets.add(id="box", bool_value=True)
    return message


def test_a_part_that_draws_itself_again_carries_fields_and_no_events():
    left = BackMsg.FromString(without_clicks(asked(True).SerializeToString()))
    assert [widget.id for widget in left.rerun_script.widget_states.widgets] == ["field", "box"]
    del left.rerun_script.widget_states.widgets[:]
    rest = asked(True)
    del rest.rerun_script.widget_states.widgets[:]
    assert left == rest


@pytest.mark.parametrize(
    "sent",
    [asked(False).SerializeToString(), BackMsg(clear_cache=True).SerializeToString(), b"\xff", b""],
    ids=["a click", "another message", "none of Streamlit's", "nothing"],
)
def test_every_other_message_stays_as_it_is(sent):
    assert without_clicks(sent) == sent


@pytest.mark.parametrize(("kind", "fewer"), [("websocket", True), ("http", False)])
def test_only_what_a_websocket_receives_is_changed(kind, fewer):
    sent = asked(True).SerializeToString()
    messages = [
        {"type": "websocket.connect"},
        {"type": "websocket.receive", "bytes": sent},
        {"type": "websocket.receive", "text": "hello"},
    ]
    taken: list[Message] = []

    async def streamlit(scope: Scope, receive: Receive, send: Send) -> None:
        taken.extend([await receive() for _ in range(3)])

    waiting = iter(messages)

    async def receive() -> Message:
        return next(waiting)

    async def send(message: Message) -> None:
        raise AssertionError("nothing is answered")

    asyncio.run(Polls(streamlit)({"type": kind}, receive, send))
    assert [taken[0], taken[2]] == [messages[0], messages[2]]
    assert (len(taken[1]["bytes"]) < len(sent)) == fewer

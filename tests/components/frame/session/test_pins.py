"""Pins of a session: kept on this machine, or in the session of a shared server."""

from __future__ import annotations

import pytest

from components.frame import session
from engine.core.errors import BiascopeError, InputTextError
from engine.pins import Collection, kept, story
from engine.pins.collection import text_of
from engine.server.shared import Limits, NotOnSharedError
from tests.engine.pins.test_pin import a_pin

pytestmark = pytest.mark.usefixtures("memory")


def test_the_first_pin_starts_a_collection():
    assert session.pins.pin_collections() == {session.pins.STORY: story.shipped().title}
    assert len(session.pins.keep_pin(a_pin()).pins) == 1
    assert session.pins.pin_collections()["my-pins"] == "My pins"
    assert len(session.pins.keep_pin(a_pin()).pins) == 2


@pytest.mark.parametrize(
    "delete", [session.pins.delete_pins, kept.delete], ids=["here", "elsewhere"]
)
def test_pins_go_into_the_collection_opened_last_until_it_is_deleted(delete):
    name = session.pins.start_pins(Collection("My talk"))
    assert name == "my-talk"
    assert session.pins.keep_pin(a_pin()).title == "My talk"
    session.pins.pin_into(session.pins.STORY)  # never changes
    assert session.pins.pinned_into() == name
    delete(name)
    assert session.pins.keep_pin(a_pin()).title == "My pins"


def test_the_story_stays_as_it_is():
    with pytest.raises(BiascopeError, match="copy it first"):
        session.pins.change_pins(session.pins.STORY, lambda now: now)


def test_a_file_is_kept_under_a_name_of_its_own():
    data = text_of(Collection("Story", (a_pin(),))).encode()
    assert session.pins.import_pins(data, "x.json") == "story-2"  # that name is taken
    with pytest.raises(InputTextError, match="not UTF-8"):
        session.pins.import_pins(b"\xff", "x.json")
    with pytest.raises(InputTextError, match="no collection of screens"):
        session.pins.import_pins(b"{}", "x.json")


def test_a_shared_server_keeps_pins_in_their_session(share, memory, cache_folder):
    share()
    session.pins.keep_pin(a_pin())
    name = session.pins.start_pins(Collection("Talk", (a_pin(),)))
    session.pins.change_pins(name, lambda now: now.added(a_pin()))
    assert len(session.pins.pin_collection(name).pins) == 2
    assert sorted(session.pins.pin_collections()) == ["my-pins", session.pins.STORY, "talk"]
    assert not (cache_folder / "pins").exists()
    memory.clear()  # another session
    assert list(session.pins.pin_collections()) == [session.pins.STORY]


def test_a_shared_server_keeps_a_few_collections_of_some_size(share):
    share()
    for _ in range(5):
        session.pins.start_pins(Collection("Talk"))
    with pytest.raises(BiascopeError, match="5 collections"):
        session.pins.start_pins(Collection("Talk"))
    large = a_pin(rows=[["x" * 2000, 1.0]] * 2000)
    with pytest.raises(BiascopeError, match="larger than a shared"):
        session.pins.change_pins("talk", lambda now: Collection("Talk", (large,) * 3))
    with pytest.raises(InputTextError, match="no collection named nothing"):
        session.pins.pin_collection("nothing")


def test_a_file_that_is_larger_than_a_shared_server_takes_is_not_read(share, monkeypatch):
    def read(*_: object) -> None:
        raise AssertionError("it was read")

    monkeypatch.setattr("components.frame.session.pins.read_collection", read)
    share(limits=Limits(upload_mib=1))
    with pytest.raises(NotOnSharedError, match=r"x\.json has 1\.0 MiB"):
        session.pins.import_pins(b" " * (2**20 + 1), "x.json")

"""Collections of this machine."""

import stat
import subprocess
import sys
import threading
from collections.abc import Callable
from dataclasses import replace
from functools import partial

import pytest

from engine.core.errors import BiascopeError, InputTextError, StorageError
from engine.pins import Collection, kept
from tests.engine.pins.test_pin import a_pin


@pytest.fixture(autouse=True)
def cache(tmp_path, monkeypatch):
    monkeypatch.setenv("BIASCOPE_CACHE", str(tmp_path))
    return tmp_path


def test_what_is_kept_is_loaded(cache):
    collection = Collection("My story", (a_pin(),))
    assert kept.start(collection) == "my-story"
    assert kept.names() == ["my-story"]
    assert kept.load("my-story") == collection
    assert stat.S_IMODE((cache / "pins" / "my-story.json").stat().st_mode) == 0o600


def test_names_are_made_of_titles():
    assert kept.start(Collection("What? A Story!")) == "what-a-story"
    assert kept.start(Collection("日本")) == "collection"
    assert kept.start(Collection("Talk")) == "talk"
    assert kept.start(Collection("Talk")) == "talk-2"
    assert kept.start(Collection("NUL")) == "nul-2"  # a device of Windows
    assert kept.start(Collection("Story")) == "story-2"  # that name is of what comes with Biascope


def at_once(windows: int, act: Callable[[int], None]) -> None:
    threads = [threading.Thread(target=act, args=(number,)) for number in range(windows)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def test_two_windows_start_at_once_and_each_has_its_own():
    found = []
    at_once(8, lambda _: found.append(kept.start(Collection("Talk"))))
    assert sorted(found) == kept.names()
    assert len(found) == 8


HOLDS = """
import time
from engine.pins import kept
with kept._locked():
    print("held", flush=True)
    time.sleep(60)
"""


@pytest.mark.process
def test_a_change_waits_for_another_process_and_goes_on_when_that_is_killed(cache):
    kept.start(Collection("Talk"))
    changed = threading.Thread(target=kept.change, args=("talk", lambda now: now.added(a_pin())))
    with subprocess.Popen([sys.executable, "-c", HOLDS], stdout=subprocess.PIPE) as holder:
        assert holder.stdout.readline() == b"held\n"
        changed.start()
        changed.join(0.3)
        assert changed.is_alive()
        holder.kill()
    changed.join(30)
    assert len(kept.load("talk").pins) == 1
    assert kept.names() == ["talk"]


@pytest.mark.parametrize("name", ["../x", "a/b", "", ".lock", "A", "x" * 100, "a\0"])
def test_a_name_never_leads_out_of_the_folder(name):
    with pytest.raises(InputTextError, match="small letters"):
        kept.load(name)


def test_two_windows_add_at_once_and_nothing_is_lost():
    kept.start(Collection("Talk"))

    def add(number: int) -> None:
        for turn in range(8):
            pin = a_pin(title=f"{number}-{turn}")
            kept.change("talk", partial(Collection.added, pin=pin))

    at_once(4, add)
    titles = {pin.title for pin in kept.load("talk").pins}
    assert titles == {f"{number}-{turn}" for number in range(4) for turn in range(8)}


def test_a_change_starts_a_collection_only_where_asked():
    with pytest.raises(InputTextError, match="no collection named talk"):
        kept.change("talk", lambda now: now)
    assert kept.change("talk", lambda now: now.added(a_pin()), "Talk").title == "Talk"


def test_a_refused_change_leaves_the_file_as_it_was():
    kept.start(Collection("Talk", (a_pin(),)))
    before = kept.load("talk")
    with pytest.raises(BiascopeError, match="another window"):
        kept.change("talk", lambda now: now.removed("x"))
    assert kept.load("talk") == before


def test_a_damaged_file_is_never_written_over(cache):
    kept.start(Collection("Talk"))
    path = cache / "pins" / "talk.json"
    path.write_text('{"schema": "biascope.pins/7"}')
    with pytest.raises(InputTextError, match="newer Biascope"):
        kept.change("talk", lambda now: now.added(a_pin()), "Talk")
    assert path.read_text() == '{"schema": "biascope.pins/7"}'


def test_a_link_in_the_folder_is_not_followed(cache):
    secret = cache / "secret.json"
    secret.write_text("{}")
    kept.start(Collection("Talk"))
    (cache / "pins" / "link.json").symlink_to(secret)
    assert kept.names() == ["talk"]
    with pytest.raises(InputTextError, match="no ordinary file"):
        kept.load("link")


def test_a_full_disk_is_said_and_nothing_is_lost(monkeypatch):
    kept.start(Collection("Talk", (a_pin(),)))
    before = kept.load("talk")

    def full(path, text):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(kept, "write_private_bytes", full)
    with pytest.raises(StorageError, match=r"could not be kept .*No space left"):
        kept.change("talk", lambda now: now.added(a_pin()))
    assert kept.load("talk") == before


def test_a_collection_grows_only_as_long_as_it_can_be_opened(cache, monkeypatch):
    monkeypatch.setattr(kept, "MOST_KEPT", 100_000)
    large = a_pin(rows=[["é" * 1_000, 0.5]] * 20)  # some forty thousand bytes
    kept.start(Collection("Talk", (large, replace(large, key="b"))))
    before = (cache / "pins" / "talk.json").read_bytes()
    with pytest.raises(BiascopeError, match=r"“Talk” would have 0\.1 MB; .*at most 0\.1 MB"):
        kept.change("talk", lambda now: now.added(large))
    assert (cache / "pins" / "talk.json").read_bytes() == before
    with pytest.raises(BiascopeError, match="“Copy” would have"):
        kept.start(Collection("Copy", (large,) * 3))
    assert kept.names() == ["talk"]


def test_whatever_is_kept_can_be_opened_and_a_larger_file_is_refused_by_its_size(monkeypatch):
    assert kept.MOST_KEPT < kept.MOST_BYTES
    kept.start(Collection("Talk", (a_pin(),)))
    monkeypatch.setattr(kept, "MOST_BYTES", 100)
    with pytest.raises(InputTextError, match=r"has 0\.0 MB, and a collection has at most 60\.0 MB"):
        kept.load("talk")


def test_a_collection_is_deleted_once():
    kept.start(Collection("Talk"))
    kept.delete("talk")
    kept.delete("talk")
    assert kept.names() == []

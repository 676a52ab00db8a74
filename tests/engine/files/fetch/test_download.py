"""Fetching from a stand-in for the source: cut off, resumed, wrong, refused, in an archive."""

from __future__ import annotations

import errno
import hashlib
import io
import json
import os
import re
import threading
import zipfile
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import unquote

import pytest
from typer.testing import CliRunner

from engine.cli import app
from engine.commands import datasets
from engine.core.errors import BiascopeError, DataSetError, StorageError
from engine.files.fetch import download as transfer
from engine.files.fetch import registry
from engine.files.fetch.download import get
from engine.files.fetch.places import find
from engine.files.fetch.registry import DataFile, DataSet
from engine.storage.locks import file_lock

WORDS = b"".join(b"word %d\n" % number for number in range(30_000))
MORE = b"more\n" * 1000


class Source(ThreadingHTTPServer):
    """What lies where, and how the server misbehaves.

    Args:
        content: path -> bytes.
    """

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.content: dict[str, bytes] = {}
        self.asked: list[tuple[str, str | None]] = []
        self.cuts: list[int] = []  # bytes after which the next answers break off
        self.knows_ranges = True
        self.code = 200


class _Handler(BaseHTTPRequestHandler):
    server: Source

    def do_GET(self) -> None:
        source, wanted = self.server, self.headers.get("Range")
        source.asked.append((self.path, wanted))
        body = source.content.get(unquote(self.path))
        if body is None or source.code != 200:
            self.send_error(404 if body is None else source.code)
            return
        start = int(re.fullmatch(r"bytes=(\d+)-", wanted)[1]) if wanted else 0
        ranged = wanted is not None and source.knows_ranges
        if ranged and start >= len(body):
            self.send_error(416)
            return
        part = body[start:] if ranged else body
        self.send_response(206 if ranged else 200)
        self.send_header("Content-Length", str(len(part)))
        self.end_headers()
        cut = source.cuts.pop(0) if source.cuts else len(part)
        with suppress(ConnectionError):
            self.wfile.write(part[:cut])
        if cut < len(part):
            self.close_connection = True

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def source(monkeypatch: pytest.MonkeyPatch) -> Iterator[Source]:
    monkeypatch.delenv("BIASCOPE_DATA", raising=False)
    with Source() as server:
        thread = threading.Thread(target=partial(server.serve_forever, poll_interval=0.02))
        thread.start()
        host = f"http://127.0.0.1:{server.server_port}"
        monkeypatch.setattr(registry, "HOST", host)
        yield server
        server.shutdown()
        thread.join()


def entry(files: dict[str, bytes], archive: str = "", name: str = "words") -> DataSet:
    return DataSet(
        name=name,
        title="Words",
        kind="word lists",
        languages=("en",),
        folder="deep/words",
        repository="owner/words",
        commit="c0ffee",
        licence="CC BY 4.0",
        citation="Somebody 2020.",
        caveat="Only words.",
        files=tuple(
            DataFile(key, f"data/{key}", len(body), hashlib.sha256(body).hexdigest())
            for key, body in files.items()
        ),
        archive=archive,
    )


Offer = Callable[..., DataSet]


@pytest.fixture
def offer(source: Source, monkeypatch: pytest.MonkeyPatch) -> Offer:
    """Register a set and lay its files on the server."""

    def make(files: dict[str, bytes], archive: str = "") -> DataSet:
        made = entry(files, archive)
        for place in (registry, datasets):
            monkeypatch.setattr(place, "data_sets", lambda: {made.name: made})
        for key, body in files.items():
            source.content[f"/owner/words/c0ffee/data/{key}"] = body
        return made

    return make


@pytest.fixture
def folder(cache_folder: Path) -> Path:
    return cache_folder / "datasets" / "deep" / "words"


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_a_set_is_fetched_whole_and_only_once(offer, source, folder):
    offer({"a.txt": WORDS, "b+c.txt": MORE})
    assert find("words") is None
    assert get("words") == folder
    assert (folder / "a.txt").read_bytes() == WORDS
    assert names(folder) == ["a.txt", "b+c.txt"]
    assert find("words") == folder
    assert get("words") == folder
    assert [path for path, _ in source.asked] == [
        "/owner/words/c0ffee/data/a.txt",
        "/owner/words/c0ffee/data/b%2Bc.txt",
    ]


def test_one_file_of_a_set_can_be_fetched_alone(offer, source, folder):
    offer({"a.txt": WORDS, "b.txt": MORE})
    assert get("words/b.txt") == folder / "b.txt"
    assert names(folder) == ["b.txt"]


def test_progress_runs_from_nothing_to_all_bytes_of_the_set(offer):
    made = offer({"a.txt": WORDS, "b.txt": MORE})
    seen: list[tuple[int, int]] = []
    get("words", lambda *step: seen.append(step))
    assert seen == sorted(seen)
    assert len(seen) > 2
    assert {whole for _, whole in seen} == {made.bytes}
    assert seen[-1] == (made.bytes, made.bytes)


def test_a_connection_that_breaks_is_taken_up_where_it_broke(offer, source, folder):
    offer({"a.txt": WORDS})
    source.cuts = [70_000, 10]
    assert (get("words") / "a.txt").read_bytes() == WORDS
    assert [asked for _, asked in source.asked] == [None, "bytes=70000-", "bytes=70010-"]


def test_a_download_cut_in_half_is_kept_and_resumed_by_the_next_call(offer, source, folder):
    offer({"a.txt": WORDS})
    source.cuts = [100_000, 0, 0, 0, 0]
    with pytest.raises(DataSetError, match=r"100,000 bytes downloaded are kept"):
        get("words")
    assert names(folder) == ["a.txt.part"]
    assert find("words") is None
    source.asked.clear()
    source.cuts.clear()
    get("words")
    assert [asked for _, asked in source.asked] == ["bytes=100000-"]
    assert (folder / "a.txt").read_bytes() == WORDS
    assert names(folder) == ["a.txt"]


def test_someone_who_stops_a_download_goes_on_later(offer, source, folder):
    offer({"a.txt": WORDS})

    def stop(there: int, _: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        get("words", stop)
    assert 0 < (folder / "a.txt.part").stat().st_size < len(WORDS)
    assert (get("words") / "a.txt").read_bytes() == WORDS


def test_a_server_without_ranges_gives_the_whole_file_again(offer, source, folder):
    offer({"a.txt": WORDS})
    source.cuts, source.knows_ranges = [70_000], False
    assert (get("words") / "a.txt").read_bytes() == WORDS


def test_a_part_that_was_already_whole_needs_no_network(offer, source, folder):
    offer({"a.txt": WORDS})
    folder.mkdir(parents=True)
    (folder / "a.txt.part").write_bytes(WORDS)
    assert (get("words") / "a.txt").read_bytes() == WORDS
    assert source.asked == []


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (WORDS[::-1], "its sha256 differs"),
        (WORDS + b"more", "bytes where"),
        (b"<html>Sign in</html>", "20 bytes where 318,890 are expected"),
    ],
)
def test_what_is_not_the_expected_file_is_not_kept(offer, source, folder, body, said):
    offer({"a.txt": WORDS})
    source.content["/owner/words/c0ffee/data/a.txt"] = body
    with pytest.raises(DataSetError, match=said):
        get("words")
    assert names(folder) == []
    source.content["/owner/words/c0ffee/data/a.txt"] = WORDS
    assert (get("words") / "a.txt").read_bytes() == WORDS


def test_a_part_of_another_file_is_found_out_and_begun_anew(offer, source, folder):
    offer({"a.txt": WORDS})
    folder.mkdir(parents=True)
    (folder / "a.txt.part").write_bytes(b"x" * 1000)
    with pytest.raises(DataSetError, match="its sha256 differs"):
        get("words")
    assert names(folder) == []
    assert (get("words") / "a.txt").read_bytes() == WORDS


@pytest.mark.parametrize(("code", "said"), [(404, "404 Not Found"), (503, "503 Service")])
def test_a_source_that_refuses_is_named_with_what_to_do_by_hand(offer, source, folder, code, said):
    made = offer({"a.txt": WORDS, "b.txt": MORE})
    if code == 404:
        source.content.clear()
    source.code = code
    with pytest.raises(DataSetError) as told:
        get("words")
    address = made.address(made.files[0])
    assert f"{address} answers {said}" in str(told.value)
    assert f"save {address} as {folder / 'a.txt'}" in str(told.value)
    assert "1 more: `datasets where words`" in str(told.value)
    assert names(folder) == []


def test_without_a_network_the_address_and_the_place_are_said(monkeypatch, folder):
    made = entry({"a.txt": WORDS})
    monkeypatch.setattr(registry, "data_sets", lambda: {"words": made})
    monkeypatch.setattr(registry, "HOST", "http://127.0.0.1:9")
    with pytest.raises(DataSetError, match="refused") as told:
        get("words")
    assert f"save {made.address(made.files[0])} as {folder / 'a.txt'}" in str(told.value)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "a.txt").write_bytes(WORDS)
    assert get("words") == folder


def test_offline_nothing_is_asked_for(offer, source, monkeypatch):
    offer({"a.txt": WORDS})
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    with pytest.raises(DataSetError, match=r"HF_HUB_OFFLINE is set.*By hand"):
        get("words")
    assert source.asked == []


# --- in an archive ----------------------------------------------------------------------


def zipped(files: dict[str, bytes]) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, body in files.items():
            packed.writestr(name, body)
    return stream.getvalue()


@pytest.fixture
def in_archive(offer, source) -> Callable[[bytes], None]:
    offer({"a.txt": WORDS, "b.txt": MORE}, archive="All.zip")
    return partial(source.content.__setitem__, "/owner/words/c0ffee/All.zip")


def test_files_are_taken_out_of_an_archive_and_checked(in_archive, source, folder):
    body = zipped({"Folder/a.txt": WORDS, "__MACOSX/._a.txt": b"junk", "b.txt": MORE})
    in_archive(body)
    source.cuts = [len(body) // 2]
    assert get("words") == folder
    assert (folder / "a.txt").read_bytes() == WORDS
    assert names(folder) == ["a.txt", "b.txt"]
    assert source.asked[-1] == ("/owner/words/c0ffee/All.zip", f"bytes={len(body) // 2}-")


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (
            zipped({"a.txt": WORDS[::-1], "b.txt": MORE}),
            r"All\.zip holds a file that is not the expected a\.txt",
        ),
        (b"<html>Sign in</html>", "not a zip file"),
    ],
    ids=["other files", "no archive"],
)
def test_what_is_not_the_expected_archive_leaves_nothing(in_archive, folder, body, said):
    in_archive(body)
    with pytest.raises(DataSetError, match=said):
        get("words")
    assert names(folder) == []


# --- storage ----------------------------------------------------------------------------


def test_no_space_left_is_said_plainly_and_what_came_is_kept(offer, folder, monkeypatch):
    offer({"a.txt": WORDS})
    go_on = transfer._go_on

    def full(address, stream, size, on_bytes):
        stream.write(WORDS[:1000])
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(transfer, "_go_on", full)
    with pytest.raises(StorageError, match="No space is left in"):
        get("words")
    assert (folder / "a.txt.part").stat().st_size == 1000
    monkeypatch.setattr(transfer, "_go_on", go_on)
    assert (get("words") / "a.txt").read_bytes() == WORDS


def test_a_folder_that_cannot_be_written_is_said_plainly(offer, monkeypatch, tmp_path):
    offer({"a.txt": WORDS})
    (tmp_path / "file").touch()
    monkeypatch.setenv("BIASCOPE_CACHE", str(tmp_path / "file"))
    with pytest.raises(StorageError, match=r"cannot be written.*BIASCOPE_CACHE"):
        get("words")


def test_two_processes_do_not_write_into_one_part(offer, folder):
    offer({"a.txt": WORDS})
    folder.mkdir(parents=True)
    with file_lock(folder / ".a.txt.lock"), pytest.raises(DataSetError, match="another process"):
        get("words")
    assert (get("words") / "a.txt").read_bytes() == WORDS
    assert [path.name for path in folder.iterdir()] == ["a.txt"]


# --- the command line -------------------------------------------------------------------


def run(*arguments: str) -> tuple[str, str]:
    done = CliRunner().invoke(app, ["datasets", *arguments])
    if done.exception is not None:
        raise done.exception
    return done.stdout, done.stderr


def test_size_and_licence_are_said_before_anything_is_fetched(offer, source, monkeypatch):
    offer({"a.txt": WORDS})
    source.code = 503
    done = CliRunner().invoke(app, ["datasets", "get", "words"])
    assert isinstance(done.exception, BiascopeError)
    for said in ("Words: 319 kB in 1 file", "Licence: CC BY 4.0. Only words.", "Somebody 2020"):
        assert said in done.stderr
    assert done.stdout == ""


def test_a_set_is_fetched_listed_and_found(offer, folder):
    made = offer({"a.txt": WORDS})
    assert not json.loads(run("list", "--json")[0])["datasets"][0]["available"]
    told = json.loads(run("where", "words", "--json")[0])
    assert told["files"][0]["address"] == made.address(made.files[0])
    assert told["files"][0]["here"] is None
    with pytest.raises(DataSetError, match=r"not on this machine.*datasets get words"):
        run("where", "words")
    assert json.loads(run("get", "words", "--json")[0])["path"] == str(folder)
    assert run("get", "words") == (f"{folder}\n", "")
    assert run("where", "words")[0] == f"{folder}\n"
    assert run("where", "words/a.txt")[0] == f"{folder / 'a.txt'}\n"
    assert "here" in run("list")[0]


def test_the_command_line_is_told_of_another_version(offer, folder):
    offer({"a.txt": WORDS})
    folder.mkdir(parents=True)
    (folder / "a.txt").write_bytes(WORDS[::-1])
    with pytest.raises(DataSetError, match=rf"{re.escape(os.fspath(folder))}/a.txt is another"):
        run("where", "words")

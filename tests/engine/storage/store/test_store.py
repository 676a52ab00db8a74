from __future__ import annotations

import gc
import os
import sqlite3
import stat
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.digest import canonical_json
from engine.core.errors import StorageError
from engine.core.spec import HeadRef, ModelSpec
from engine.storage.store import (
    MIGRATIONS,
    Context,
    Store,
    cache_folder,
    content_hash,
    default_store,
    pruning,
)

ROOT = Path(__file__).parents[4]
SPEC = ModelSpec("owner/model", "c0ffee", "float32", (HeadRef(8, 11),))
CONTEXT = Context.of(SPEC.identity(), "pppl", 1, {"seed": 0})
ITEM = {"text": "She is tired."}

json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    store = Store(tmp_path / "deep" / "results.sqlite")
    yield store
    store.close()


def key_of(context: Context = CONTEXT, item: object = ITEM) -> str:
    return context.key(canonical_json(item))


def change_by_hand(store: Store, statement: str) -> None:
    store.close()
    with closing(sqlite3.connect(store.path)) as connection, connection:
        connection.execute(statement)


# --- identity ---------------------------------------------------------------------------


def test_the_hash_of_an_identity_never_changes():
    assert CONTEXT.identity == (
        '{"measure":"pppl","params":{"seed":0},"spec":{"checkpoint":"owner/model",'
        '"dtype":"float32","masked_heads":["9-12"],"revision":"c0ffee"},"version":1}'
    )
    assert CONTEXT.id == "1:9245145020ba4c20bfa89a346bb1ba1727e8207220149ccecc11486bd364d490"
    assert key_of() == "1:d9601ccfe56d254b2ca8cfd8a9a6af9d296e611aeac103036edcc7eb5f2c7535"


def other_key(**change: object) -> str:
    """Key of the item where spec, measure, version or parameters are others."""
    asked = {"spec": SPEC, "measure": "pppl", "version": 1, "params": {"seed": 0}} | change
    asked["spec"] = asked["spec"].identity()
    return key_of(Context.of(*asked.values()))


def test_the_revision_participates_in_the_key():
    assert other_key(spec=replace(SPEC, revision="decaf")) != key_of()


def test_the_masked_heads_participate_in_the_key():
    assert other_key(spec=SPEC.unmasked()) != key_of()


@pytest.mark.parametrize(
    "change",
    [
        {"measure": "completion"},
        {"version": 2},
        {"params": {"seed": 1}},
        {"params": {}},
    ],
    ids=["measure", "version", "params", "no params"],
)
def test_whatever_decides_a_value_is_in_its_key(change):
    assert other_key(**change) != key_of()


def test_the_item_is_in_the_key():
    assert key_of(item={"text": "He is tired."}) != key_of()


def test_the_order_of_the_heads_and_of_the_parameters_does_not_participate():
    one = ModelSpec("m", "r", masked_heads=(HeadRef(0, 1), HeadRef(1, 0)))
    two = ModelSpec("m", "r", masked_heads=(HeadRef(1, 0), HeadRef(0, 1), HeadRef(0, 1)))
    first = Context.of(one.identity(), "pppl", 1, {"a": 1, "b": 2})
    assert first == Context.of(two.identity(), "pppl", 1, {"b": 2, "a": 1})


def test_an_item_cannot_be_shifted_into_its_context():
    assert content_hash("ab", "c") != content_hash("a", "bc")


@pytest.mark.parametrize("number", [float("nan"), float("inf"), -float("inf")])
def test_what_is_no_number_has_no_canonical_form(number):
    with pytest.raises(ValueError, match="JSON"):
        canonical_json({"score": number})


# --- keeping and finding ----------------------------------------------------------------


def test_values_come_back_as_they_were_put(store):
    values = [{"a": [1, 2.5, None, True]}, "zwölf 😀 \u2028", -0.1 + 0.3, []]
    items = [{"text": str(index)} for index in range(len(values))]
    store.put(CONTEXT, list(zip(items, values, strict=True)))
    assert store.get(CONTEXT, items) == dict(enumerate(values))


@given(item=json_values, value=json_values)
def test_any_json_is_kept_and_found(tmp_path_factory, item, value):
    with closing(Store(tmp_path_factory.mktemp("any") / "results.sqlite")) as store:
        store.put(CONTEXT, [(item, value)])
        assert store.get(CONTEXT, [item]) == {0: value}
        assert store.verify() == []


def test_bytes_that_are_no_text_are_a_miss_like_any_other(store):
    store.put(CONTEXT, [(ITEM, 1)])
    assert store.get(CONTEXT, [{"text": "from the command line: \udce9"}]) == {}


def test_misses_are_left_out_and_doubles_are_found_twice(store):
    store.put(CONTEXT, [("a", 1), ("b", 2)])
    assert store.get(CONTEXT, ["b", "x", "a", "b"]) == {0: 2, 2: 1, 3: 2}


def test_more_items_than_one_query_takes_are_found(store):
    items = list(range(1203))
    store.put(CONTEXT, [(item, -item) for item in items])
    assert store.get(CONTEXT, items) == {item: -item for item in items}


def test_another_context_does_not_see_the_values(store):
    store.put(CONTEXT, [(ITEM, 1)])
    assert store.get(Context.of(SPEC.unmasked().identity(), "pppl", 1, {"seed": 0}), [ITEM]) == {}


def test_asking_an_absent_store_makes_no_file(store):
    assert store.get(CONTEXT, [ITEM]) == {}
    assert store.info().results == 0
    assert store.verify() == []
    assert store.prune(0) == 0
    assert not store.path.parent.exists()


def test_a_value_put_again_replaces_the_older(store):
    store.put(CONTEXT, [(ITEM, 1)])
    store.put(CONTEXT, [(ITEM, 2)])
    assert store.get(CONTEXT, [ITEM]) == {0: 2}
    assert store.info().results == 1


def test_a_batch_is_kept_whole_or_not_at_all(store):
    store.put(CONTEXT, [("kept", 1)])
    store._connections.writer().execute(
        "CREATE TRIGGER refuse BEFORE INSERT ON result WHEN NEW.item = '\"third\"' "
        "BEGIN SELECT RAISE(ABORT, 'refused'); END"
    )
    with pytest.raises(StorageError, match="refused"):
        store.put(CONTEXT, [("first", 1), ("second", 2), ("third", 3)])
    assert store.get(CONTEXT, ["kept", "first", "second", "third"]) == {0: 1}


def test_a_batch_with_a_value_that_is_no_json_leaves_nothing_behind(store):
    with pytest.raises(ValueError, match="JSON"):
        store.put(CONTEXT, [("first", 1.0), ("second", float("nan"))])
    assert store.get(CONTEXT, ["first"]) == {}


def test_every_thread_reads_what_another_wrote(store):
    def read() -> dict[int, object]:
        with closing(store):
            return store.get(CONTEXT, [ITEM])

    store.put(CONTEXT, [(ITEM, 1)])
    with ThreadPoolExecutor(1) as pool:
        assert pool.submit(read).result() == {0: 1}


@pytest.fixture
def uncollected() -> Iterator[None]:
    """No cycles are collected."""
    gc.disable()
    yield
    gc.enable()


@pytest.mark.usefixtures("uncollected")
def test_the_connection_of_a_thread_is_closed_when_it_ends(store):
    with ThreadPoolExecutor(1) as pool:
        pool.submit(store.put, CONTEXT, [(ITEM, 1)]).result()
        assert log_of(store.path).exists()
    assert not log_of(store.path).exists()  # deleted by SQLite with the last connection


@pytest.mark.usefixtures("uncollected")
def test_the_connections_of_a_store_are_closed_when_it_is_released(tmp_path):
    stores = [Store(tmp_path / "results.sqlite")]
    with ThreadPoolExecutor(1) as pool:
        pool.submit(lambda: stores[0].put(CONTEXT, [(ITEM, 1)])).result()
        assert log_of(stores[0].path).exists()
        path = stores.pop().path
        assert not log_of(path).exists()


def log_of(path: Path) -> Path:
    return path.with_name(path.name + "-wal")


WRITER = """
import sys
from pathlib import Path
from engine.storage.store import Context, Store
store, name = Store(Path(sys.argv[1])), sys.argv[2]
for number in range(40):
    store.put(Context.of({}, "m", 1, {}), [([name, number, part], part) for part in range(5)])
"""


@pytest.mark.main_path
@pytest.mark.process
def test_two_processes_write_at_once_and_nothing_is_lost(store):
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    names = ["one", "two"]
    running = [
        subprocess.Popen([sys.executable, "-c", WRITER, store.path, name], env=environment)
        for name in names
    ]
    assert [process.wait() for process in running] == [0, 0]
    asked = [[name, number, part] for name in names for number in range(40) for part in range(5)]
    found = store.get(Context.of({}, "m", 1, {}), asked)
    assert found == {index: item[2] for index, item in enumerate(asked)}
    assert store.verify() == []


# --- upkeep -----------------------------------------------------------------------------


def test_info_counts_results_and_contexts(store):
    store.put(CONTEXT, [("a", 1), ("b", 2)])
    store.put(Context.of({}, "m", 1, {}), [("a", 1)])
    info = store.info()
    assert (info.results, info.contexts) == (3, 2)
    assert info.path == str(store.path)
    assert info.bytes >= store.path.stat().st_size > 0


@pytest.mark.parametrize(
    ("statement", "problem"),
    [
        ("UPDATE result SET item = '\"other\"'", "the item or its context was changed"),
        ("UPDATE result SET value = '{broken'", "its value cannot be read"),
        ("UPDATE result SET context = 'nowhere'", "the item or its context was changed"),
        ("UPDATE result SET key = '1:00'", "the item or its context was changed"),
        ("UPDATE context SET identity = '{}'", "its identity was changed"),
    ],
)
def test_verify_finds_what_was_changed_by_hand(store, statement, problem):
    store.put(CONTEXT, [(ITEM, 1)])
    change_by_hand(store, statement)
    assert any(problem in line for line in store.verify())


def test_pruning_comes_under_the_limit_and_keeps_the_newest(store, monkeypatch):
    clock = iter(range(1000))
    monkeypatch.setattr("time.time", lambda: next(clock))
    batches = [range(start, start + 250) for start in range(0, 2000, 250)]
    for batch in batches:
        store.put(CONTEXT, [(number, "x" * 300) for number in batch])
    store.close()
    limit = store.path.stat().st_size // 2
    deleted = store.prune(limit)
    assert store.info().bytes <= limit
    assert store.info().results == 2000 - deleted > 0
    left = [len(store.get(CONTEXT, batch)) for batch in batches]
    assert left == sorted(left)
    assert left[0] == 0
    assert left[-1] == 250
    assert store.verify() == []


def test_pruning_to_nothing_empties_the_store_and_ends(store):
    store.put(CONTEXT, [(number, number) for number in range(50)])
    assert store.prune(0) == 50
    assert (store.info().results, store.info().contexts) == (0, 0)


def test_results_last_used_at_one_time_are_deleted_in_steps(store, monkeypatch):
    deleted = []

    def counting(connection, used, rows, delete=pruning._oldest):
        deleted.append(delete(connection, used, rows))
        return deleted[-1]

    monkeypatch.setattr(pruning, "_STEP", 100)
    monkeypatch.setattr(pruning, "_oldest", counting)
    monkeypatch.setattr("time.time", lambda: 1000.0)
    store.put(CONTEXT, [(number, "x" * 300) for number in range(2000)])
    store.close()
    assert store.prune(store.path.stat().st_size * 3 // 4) == sum(deleted) > 300
    assert max(deleted) == 100


def test_pruning_a_small_store_deletes_nothing(store):
    store.put(CONTEXT, [(ITEM, 1)])
    assert store.prune() == 0
    assert store.get(CONTEXT, [ITEM]) == {0: 1}


# --- when the disk does not play along --------------------------------------------------


def test_a_file_that_is_no_database_is_a_miss_for_get_and_said_by_the_rest(store):
    store.path.parent.mkdir()
    store.path.write_bytes(b"this is not a database, but it is longer than a header " * 40)
    assert store.get(CONTEXT, [ITEM]) == {}
    with pytest.raises(StorageError, match=r"could not be kept .* not a database"):
        store.put(CONTEXT, [(ITEM, 1)])
    for asked in (store.info, store.verify, store.prune):
        with pytest.raises(StorageError, match=r"cannot be read as a result store .* move it away"):
            asked()


def test_damaged_pages_are_a_miss_for_get_and_said_by_info_and_prune(store):
    store.put(CONTEXT, [(number, "x" * 200) for number in range(500)])
    store.close()
    size = store.path.stat().st_size
    with store.path.open("r+b") as file:
        file.seek(4096)
        file.write(b"\xa5" * (size - 4096))
    problems = store.verify()
    assert any(line.startswith("database: ") for line in problems)
    assert all("\n" not in line for line in problems)
    assert store.get(CONTEXT, [7]) == {}
    for asked in (store.info, lambda: store.prune(0)):
        with pytest.raises(StorageError, match="cannot be read as a result store"):
            asked()


def test_a_full_disk_is_said_and_what_was_kept_stays(store):
    store.put(CONTEXT, [(ITEM, "kept")])
    assert store.not_kept == ""
    connection = store._connections.writer()
    pages = connection.execute("PRAGMA page_count").fetchone()[0]
    connection.execute(f"PRAGMA max_page_count={pages}")
    with pytest.raises(StorageError, match=r"full.*free some space or set BIASCOPE_CACHE"):
        store.put(CONTEXT, [(number, "x" * 1000) for number in range(100)])
    assert "free some space or set BIASCOPE_CACHE" in store.not_kept
    assert store.get(CONTEXT, [ITEM, 0]) == {0: "kept"}
    assert store.verify() == []
    connection.execute(f"PRAGMA max_page_count={pages * 1000}")
    store.put(CONTEXT, [(0, "x")])
    assert store.not_kept == ""


def test_where_there_can_be_no_folder_that_is_known_before_anything_is_measured(tmp_path):
    store = Store(tmp_path / "results.sqlite", fault="No home.")
    assert store.not_kept == "Results are not kept: No home."


def test_a_cache_that_is_a_file_is_said(tmp_path):
    (tmp_path / "cache").write_text("in the way")
    store = Store(tmp_path / "cache" / "results.sqlite")
    assert store.get(CONTEXT, [ITEM]) == {}
    with pytest.raises(StorageError, match="set BIASCOPE_CACHE to a folder"):
        store.put(CONTEXT, [(ITEM, 1)])


@contextmanager
def rights_taken(folder: Path, mode: int) -> Iterator[None]:
    """Give a folder to nobody in particular, and act as someone who is not root."""
    administrator = os.geteuid() == 0
    folder.chmod(mode)
    if administrator:
        os.seteuid(65534)
    try:
        yield
    finally:
        if administrator:
            os.seteuid(0)
        folder.chmod(stat.S_IRWXU)


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """A folder that other users can reach, unlike pytest's own."""
    with tempfile.TemporaryDirectory() as name:
        yield Path(name)


def test_a_read_only_cache_still_gives_its_results_and_says_that_it_keeps_no_more(open_folder):
    store = Store(open_folder / "results.sqlite")
    store.put(CONTEXT, [(ITEM, 1)])
    store.close()
    store.path.chmod(0o444)
    with rights_taken(open_folder, 0o555):
        assert store.get(CONTEXT, [ITEM]) == {0: 1}
        assert store.info().results == 1
        assert store.verify() == []
        with pytest.raises(StorageError, match="could not be kept"):
            store.put(CONTEXT, [("new", 2)])
        assert store.get(CONTEXT, [ITEM, "new"]) == {0: 1}
        store.close()
    store.path.chmod(0o644)
    store.put(CONTEXT, [("new", 2)])
    assert store.get(CONTEXT, [ITEM, "new"]) == {0: 1, 1: 2}
    store.close()


def test_a_cache_that_may_not_be_entered_costs_no_result(open_folder):
    store = Store(open_folder / "results.sqlite")
    with rights_taken(open_folder, 0):
        assert store.get(CONTEXT, [ITEM]) == {}
        with pytest.raises(StorageError, match="could not be kept"):
            store.put(CONTEXT, [(ITEM, 1)])
        with pytest.raises(StorageError, match="cannot be read"):
            store.info()


# --- where it is ------------------------------------------------------------------------


def test_the_cache_is_where_the_environment_says(cache_folder):
    assert default_store().path == cache_folder / "results.sqlite"


def test_without_the_variable_the_cache_is_the_projects_own(monkeypatch):
    monkeypatch.delenv("BIASCOPE_CACHE")
    assert cache_folder() == ROOT / "cache"


def test_known_names_what_get_would_find(store: Store) -> None:
    context = Context.of(SPEC.identity(), "pairs", 1, {})
    store.put(context, [({"text": "a"}, 1), ({"text": "b"}, 2)])
    items = [{"text": "b"}, {"text": "new"}, {"text": "a"}, {"text": "b"}]
    assert store.known(context, items) == {0, 2, 3} == set(store.get(context, items))


# --- versions of the file ----------------------------------------------------------------


def version_of(store: Store) -> int:
    with closing(sqlite3.connect(store.path)) as connection:
        return connection.execute("PRAGMA user_version").fetchone()[0]


def test_a_new_store_has_the_newest_version(store):
    store.put(CONTEXT, [(ITEM, 1)])
    assert version_of(store) == len(MIGRATIONS)


def test_a_store_from_before_versions_opens_unchanged(store):
    store.put(CONTEXT, [(ITEM, 1)])
    change_by_hand(store, "PRAGMA user_version = 0")
    assert store.get(CONTEXT, [ITEM]) == {0: 1}
    assert store.verify() == []
    assert version_of(store) == len(MIGRATIONS)


def test_a_store_of_a_newer_version_is_left_alone_and_the_refusal_says_why(store):
    store.put(CONTEXT, [(ITEM, 1)])
    change_by_hand(store, "PRAGMA user_version = 99")
    assert store.get(CONTEXT, [ITEM]) == {}
    for refused in (lambda: store.put(CONTEXT, [(ITEM, 2)]), store.info, store.verify):
        with pytest.raises(StorageError, match=r"written by a newer version .* format 99"):
            refused()
    change_by_hand(store, f"PRAGMA user_version = {len(MIGRATIONS)}")
    assert store.get(CONTEXT, [ITEM]) == {0: 1}

"""Which models stay in memory."""

from __future__ import annotations

import threading

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.core.errors import BiascopeError
from engine.models import room as resident
from engine.models.room import NoRoomError, Resident, most_bytes


@pytest.fixture(autouse=True, scope="module")
def _nothing_to_release():
    """Names take no memory, and a collection takes time."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(resident, "release_memory", lambda: None)
        yield


@pytest.fixture
def models() -> Resident[str, str]:
    return Resident(10)


def load(models: Resident[str, str], name: str, size: int) -> str:
    return models.load(name, size, lambda: name.upper())


def here(models: Resident[str, str], names: str) -> str:
    return "".join(name for name in names if name in models)


def test_a_model_is_read_once(models):
    assert models.get("a") is None
    assert load(models, "a", 6) == "A"
    assert models.load("a", 6, pytest.fail) == models.get("a") == "A"


def test_the_least_recently_used_goes_first(models):
    load(models, "a", 4)
    load(models, "b", 4)
    models.get("a")
    load(models, "c", 4)
    assert here(models, "abc") == "ac"


def test_as_many_go_as_have_to(models):
    for name in "abc":
        load(models, name, 3)
    load(models, "d", 7)
    assert here(models, "abcd") == "cd"


def test_a_model_that_is_larger_than_all_may_be_is_kept_alone(models):
    load(models, "a", 3)
    load(models, "b", 30)
    assert here(models, "ab") == "b"
    load(models, "a", 3)
    assert here(models, "ab") == "a"


def test_what_could_not_be_read_takes_no_room(models):
    load(models, "a", 5)
    with pytest.raises(BiascopeError, match="damaged"):
        models.load("b", 5, lambda: refuse(BiascopeError("damaged")))
    load(models, "c", 5)
    assert here(models, "abc") == "ac"


def refuse(error: Exception) -> str:
    raise error


def test_where_memory_is_short_no_more_go_than_have_to(models):
    for name in "abc":
        load(models, name, 3)
    tried: list[str] = []

    def read() -> str:
        tried.append(here(models, "abc"))
        return "D" if len(tried) > 1 else refuse(NoRoomError("full", 4))

    assert models.load("d", 1, read) == "D"
    assert tried == ["abc", "c"]


def test_none_goes_where_all_of_them_would_not_do(models):
    for name in "ab":
        load(models, name, 3)
    with pytest.raises(NoRoomError):
        models.load("c", 1, lambda: refuse(NoRoomError("full", 7)))
    assert here(models, "abc") == "ab"


def test_one_is_read_at_a_time_and_stays_until_it_is_there():
    models: Resident[str, str] = Resident(1)
    reading, go_on, seen = threading.Event(), threading.Event(), []

    def read_slowly() -> str:
        reading.set()
        go_on.wait(30)
        return "A"

    def read() -> str:
        seen.append(here(models, "a"))
        return "B"

    first = threading.Thread(target=lambda: models.load("a", 1, read_slowly))
    second = threading.Thread(target=lambda: models.load("b", 1, read))
    first.start()
    assert reading.wait(30)
    second.start()
    second.join(0.05)
    assert not seen
    go_on.set()
    first.join(30)
    second.join(30)
    assert seen == [""]  # it has made room
    assert here(models, "ab") == "b"


@given(st.lists(st.tuples(st.sampled_from("abcdef"), st.integers(1, 20))))
def test_what_stays_fits_unless_it_is_one(asked):
    models: Resident[str, str] = Resident(20)
    sizes: dict[str, int] = {}
    for name, size in asked:
        if name not in models:
            sizes[name] = size
        load(models, name, size)
        assert name in models
        assert sum(sizes[one] for one in here(models, "abcdef")) <= 20


def test_the_variable_sets_the_bound(monkeypatch):
    monkeypatch.setenv("BIASCOPE_MODELS_MB", "300")
    assert most_bytes() == 300_000_000
    monkeypatch.setenv("BIASCOPE_MODELS_MB", "")
    assert most_bytes() >= 2 * 2**30


@pytest.mark.parametrize("value", ["0", "-3", "many", "1.5", "٣"])
def test_a_variable_that_is_no_number_is_refused(monkeypatch, value):
    monkeypatch.setenv("BIASCOPE_MODELS_MB", value)
    with pytest.raises(BiascopeError, match="BIASCOPE_MODELS_MB is a whole number"):
        most_bytes()

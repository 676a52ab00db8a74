"""The cycle collector while something is loaded."""

import gc
import os
import weakref
from collections.abc import Callable
from pathlib import Path

import pytest

from engine.models.collector import collector_paused, set_aside
from engine.models.loading import load
from engine.models.room import release_memory
from tests.forked import fork


def test_it_rests_inside_and_works_again_after():
    with collector_paused():
        assert not gc.isenabled()
    assert gc.isenabled()


def test_it_works_again_after_a_fault():
    with pytest.raises(ValueError, match="a fault"), collector_paused():
        raise ValueError("a fault")
    assert gc.isenabled()


def test_the_last_of_several_wakes_it():
    first, second = collector_paused(), collector_paused()
    with first:
        second.__enter__()
    assert not gc.isenabled()
    second.__exit__(None, None, None)
    assert gc.isenabled()


def forked(run: Callable[..., None], *given: object, path: Path) -> None:
    """Run what can be tried once a process in one of its own, which has the libraries."""
    said = path / "said"
    process = fork(run, *given, environment=os.environ, out=said, err=said)
    process.join()
    assert process.exitcode == 0, said.read_text(encoding="utf-8")


def watched(what: object) -> bool:
    return any(each is what for each in gc.get_objects())


def set_it_aside() -> None:
    first = [[]]
    set_aside()
    assert watched(first), "nothing has been read yet"
    with collector_paused():
        set_aside()
        assert watched(first), "something is being read"
    set_aside()
    assert not watched(first)
    second = [[]]
    set_aside()
    assert watched(second), "only once a process"


@pytest.mark.process
def test_what_is_there_is_set_aside_once_something_has_been_read(tmp_path):
    forked(set_it_aside, path=tmp_path)


def release(folder: str) -> None:
    model = load(folder, "cpu")
    weights = weakref.ref(next(model.network.parameters()))
    set_aside()
    del model
    release_memory()
    assert weights() is None, "it was set aside with the libraries"

    model = load(folder, "cpu")
    weights = weakref.ref(next(model.network.parameters()))
    release_memory()
    assert weights() is not None
    del model
    set_aside()
    assert weights() is None, "whoever had it last released it without another word"


@pytest.mark.main_path
@pytest.mark.process
def test_a_network_that_was_set_aside_is_freed_all_the_same(tiny_model_folder, tmp_path):
    forked(release, str(tiny_model_folder("bert")), path=tmp_path)

"""The cycle collector while something is loaded."""

import gc
import subprocess
import sys

import pytest

from engine.models.collector import collector_paused


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


SET_ASIDE = """
import gc
from engine.models.collector import collector_paused, set_aside

def watched(what):
    return any(each is what for each in gc.get_objects())

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
"""


def test_what_is_there_is_set_aside_once_something_has_been_read():
    subprocess.run([sys.executable, "-c", SET_ASIDE], check=True)


RELEASED = """
import sys, weakref
from engine.models.collector import set_aside
from engine.models.loading import load
from engine.models.room import release_memory

model = load(sys.argv[1], "cpu")
weights = weakref.ref(next(model.network.parameters()))
set_aside()
del model
release_memory()
assert weights() is None, "it was set aside with the libraries"

model = load(sys.argv[1], "cpu")
weights = weakref.ref(next(model.network.parameters()))
release_memory()
assert weights() is not None
del model
set_aside()
assert weights() is None, "whoever had it last released it without another word"
"""


def test_a_network_that_was_set_aside_is_freed_all_the_same(tiny_model_folder):
    folder = str(tiny_model_folder("bert"))
    subprocess.run([sys.executable, "-c", RELEASED, folder], check=True)

"""The cycle collector while something is loaded."""

import gc

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

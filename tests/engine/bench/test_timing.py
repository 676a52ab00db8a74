import pytest

from engine.bench.timing import in_turn, ratio, times


def test_times_are_summed_up_by_median_and_ninetieth_percentile():
    found = times([5.0, 1.0, 3.0, 2.0, 4.0])
    assert (found.fastest, found.median, found.runs) == (1.0, 3.0, 5)
    assert found.p90 == pytest.approx(4.6)


def test_nothing_measured_has_no_median():
    with pytest.raises(ValueError, match="no time"):
        times([])


def test_a_ratio_is_the_median_of_the_slices():
    found = ratio([10.0, 30.0, 20.0], [10.0, 10.0, 5.0])
    assert (found.low, found.median, found.high) == (1.0, 3.0, 4.0)


@pytest.mark.parametrize(("speeds", "reference"), [([], []), ([1.0], [1.0, 2.0])])
def test_a_ratio_needs_the_same_slices(speeds, reference):
    with pytest.raises(ValueError, match="same slices"):
        ratio(speeds, reference)


def test_ways_take_turns_in_being_first():
    calls = []
    ways = {name: (lambda name=name: calls.append(name)) for name in "abc"}
    found = in_turn([ways, ways, ways])
    assert "".join(calls) == "abcbcacab"
    assert {name: len(spent) for name, spent in found.items()} == {"a": 3, "b": 3, "c": 3}

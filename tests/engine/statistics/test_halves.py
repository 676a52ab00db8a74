"""Random halves: whole clusters, and rows and columns apart."""

from __future__ import annotations

import numpy as np

from engine.statistics import halves
from engine.statistics.halves import random_halves, shared_by
from engine.statistics.paired import Alike


def drawn(units, alike, splits=50):
    first, second = zip(*random_halves(units, alike, 0, splits), strict=True)
    return np.concatenate(first), np.concatenate(second)


def test_independent_units_are_halved_one_by_one():
    first, second = drawn(7, Alike())
    assert (first == ~second).all()
    assert set(first.sum(axis=1).tolist()) == {3}
    assert first.any(axis=0).all()


def test_clusters_stay_whole_and_halves_are_about_as_large():
    clusters = np.array([0, 0, 0, 0, 1, 2, 3, 4])  # half of the units are one cluster
    first, second = drawn(8, Alike(clusters=clusters), splits=1000)
    assert (first == ~second).all()
    for cluster in range(5):
        own = first[:, clusters == cluster]
        assert (own.all(axis=1) == own.any(axis=1)).all()
    # By the place of the large cluster in the order, 1 to 5: 4, 5, 2, 3 and 4 units.
    sizes, counts = np.unique(first.sum(axis=1), return_counts=True)
    assert sizes.tolist() == [2, 3, 4, 5]
    assert abs(counts / 1000 - [0.2, 0.2, 0.4, 0.2]).max() < 0.05


def test_halves_of_crossed_units_share_no_row_and_no_column():
    rows, columns = (one.ravel() for one in np.indices((4, 6)))
    for first, second in zip(*drawn(24, Alike(crossed=(rows, columns))), strict=True):
        assert (first.sum(), second.sum()) == (6, 6)  # two rows and three columns each
        assert not set(rows[first]) & set(rows[second])
        assert not set(columns[first]) & set(columns[second])


def test_a_column_of_one_unit_each_is_no_cluster():
    rows, columns = np.repeat(np.arange(3), 2), np.arange(6)
    assert [one.tolist() for one in shared_by(6, Alike(crossed=(rows, columns)))] == [rows.tolist()]
    assert [one.tolist() for one in shared_by(3, Alike())] == [[0, 1, 2]]


def test_splits_are_the_same_however_many_fit_into_memory(monkeypatch):
    whole = drawn(9, Alike(clusters=np.arange(9) // 2))
    monkeypatch.setattr(halves, "_TOGETHER", 20)
    parts = drawn(9, Alike(clusters=np.arange(9) // 2))
    assert all((one == other).all() for one, other in zip(whole, parts, strict=True))

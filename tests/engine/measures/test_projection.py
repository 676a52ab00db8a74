from __future__ import annotations

import os
import subprocess
import sys

import numpy as np
import pytest

from engine.measures.projection import FEWEST, TSNE, UMAP, mapped, principal_plane


@pytest.fixture(scope="module")
def clouds():
    """Two clouds of twelve points in ten dimensions, in directions at right angles."""
    rng = np.random.default_rng(0)
    centres = np.zeros((2, 10))
    centres[0, 0] = centres[1, 1] = 10.0
    return np.repeat(centres, 12, axis=0) + rng.normal(size=(24, 10)) / 10


def test_the_principal_plane_of_flat_points_keeps_their_distances():
    flat = np.array([[0.0, 0, 1], [3, 0, 1], [0, 4, 1]])
    place, shares = principal_plane(flat)
    assert sum(shares) == pytest.approx(1)
    assert shares[0] > shares[1]
    assert np.linalg.norm(place[1] - place[2]) == pytest.approx(5)


def test_equal_points_have_a_plane_without_spread():
    place, shares = principal_plane(np.ones((4, 3)))
    assert not place.any()
    assert shares == (0, 0)


@pytest.mark.parametrize("method", [TSNE, UMAP])
def test_two_clouds_stay_two_and_a_seed_repeats_the_map(method, clouds):
    place = mapped(method, clouds, 0)
    assert place.shape == (24, 2)
    first, second = place[:12], place[12:]
    apart = np.linalg.norm(first.mean(axis=0) - second.mean(axis=0))
    assert apart > max(part.std(axis=0).max() for part in (first, second))
    np.testing.assert_array_equal(place, mapped(method, clouds, 0))


# A process of its own: numba starts its threads only once in each.
MAPPED_WITH_ONE_THREAD = """
import numpy as np, torch
from engine.measures.projection import UMAP, mapped
torch.ones(2, 2) @ torch.ones(2, 2)
before = torch.get_num_threads()
mapped(UMAP, np.random.default_rng(0).normal(size=(12, 4)), 0)
print(before, torch.get_num_threads())
"""


def test_a_map_leaves_torch_its_number_of_threads():
    found = subprocess.run(
        [sys.executable, "-c", MAPPED_WITH_ONE_THREAD],
        env=os.environ | {"OMP_NUM_THREADS": "1", "NUMBA_NUM_THREADS": "2"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert found.stdout.split() == ["1", "1"]


def test_too_few_points_and_unknown_methods_are_the_callers_fault(clouds):
    with pytest.raises(ValueError, match=f"at least {FEWEST}"):
        mapped(TSNE, clouds[:4], 0)
    with pytest.raises(ValueError, match="method must be"):
        mapped("PCA", clouds, 0)

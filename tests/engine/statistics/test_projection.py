from __future__ import annotations

import json
import os
import subprocess
import sys

import numpy as np
import pytest

from engine.statistics.projection import FEWEST, TSNE, mapped, principal_plane


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


def two_clouds(place):
    assert place.shape == (24, 2)
    first, second = place[:12], place[12:]
    apart = np.linalg.norm(first.mean(axis=0) - second.mean(axis=0))
    assert apart > max(part.std(axis=0).max() for part in (first, second))


def test_two_clouds_stay_two_and_a_seed_repeats_the_map(clouds):
    place = mapped(TSNE, clouds, 0)
    two_clouds(place)
    np.testing.assert_array_equal(place, mapped(TSNE, clouds, 0))


# A process of its own: numba starts its threads only once in each, and compiles for many seconds,
# fewer where it does not optimise.
MAPPED_WITH_ONE_THREAD = """
import json, sys
import numpy as np, torch
from engine.statistics.projection import UMAP, mapped
torch.ones(2, 2) @ torch.ones(2, 2)
before = torch.get_num_threads()
clouds = np.array(json.load(sys.stdin))
place = mapped(UMAP, clouds, 0)
after = torch.get_num_threads()
print(json.dumps([before, after, place.tolist(), mapped(UMAP, clouds, 0).tolist()]))
"""


@pytest.mark.process
def test_umap_keeps_two_clouds_repeats_its_map_and_leaves_torch_its_number_of_threads(clouds):
    found = subprocess.run(
        [sys.executable, "-c", MAPPED_WITH_ONE_THREAD],
        env=os.environ | {"OMP_NUM_THREADS": "1", "NUMBA_NUM_THREADS": "2", "NUMBA_OPT": "0"},
        input=json.dumps(clouds.tolist()),
        capture_output=True,
        text=True,
        check=True,
    )
    before, after, place, again = json.loads(found.stdout)
    assert before == after == 1
    two_clouds(np.array(place))
    assert place == again


def test_too_few_points_and_unknown_methods_are_the_callers_fault(clouds):
    with pytest.raises(ValueError, match=f"at least {FEWEST}"):
        mapped(TSNE, clouds[:4], 0)
    with pytest.raises(ValueError, match="method must be"):
        mapped("PCA", clouds, 0)

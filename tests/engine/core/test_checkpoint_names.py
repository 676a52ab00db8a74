"""Names of checkpoints as people see them."""

from __future__ import annotations

import pytest

from engine.core.checkpoint_names import shortest_paths


@pytest.mark.parametrize(
    ("folders", "names"),
    [
        ([], []),
        (["/models/bert"], ["bert"]),
        (["/a/bert", "/b/gpt"], ["bert", "gpt"]),
        (["/run-1/final", "/run-2/final", "/c/bert"], ["run-1/final", "run-2/final", "bert"]),
        (["/x/run/final", "/y/run/final"], ["x/run/final", "y/run/final"]),
        (["final", "/y/final"], ["final", "y/final"]),
        ([r"C:\models\bert", r"D:\models\bert\\"], ["C:/models/bert", "D:/models/bert"]),
        (["/a/bert", "/a/bert/"], ["bert", "bert"]),
    ],
)
def test_a_path_is_named_by_as_much_of_its_end_as_tells_it_apart(folders, names):
    assert shortest_paths(folders) == names

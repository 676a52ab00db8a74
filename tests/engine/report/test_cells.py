"""Manifests as the rows of a report."""

from __future__ import annotations

import pytest

from engine.report.cells import MOST_ENTRIES, manifest_rows


@pytest.mark.parametrize(("more", "left_out"), [(-100, 0), (0, 0), (7, 7)])
def test_a_long_manifest_is_cut_and_what_is_left_out_is_counted(more, left_out):
    manifest = {f"key {number}": number for number in range(MOST_ENTRIES + more)}
    entries, counted = manifest_rows(manifest)
    assert len(entries) == MOST_ENTRIES + min(more, 0)
    assert counted == left_out


def test_nested_names_are_joined_and_libraries_stay_on_one_line():
    entries, _ = manifest_rows({"model": {"revision": "x"}, "libraries": {"torch": 1, "numpy": 2}})
    assert entries == [("model.revision", "x"), ("libraries", "torch 1, numpy 2")]

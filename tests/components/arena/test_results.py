"""The order of the contestants in the figure of the categories."""

from __future__ import annotations

from components.arena import ranking, results
from tests.components.arena.reports import masked, report


def test_the_pages_model_comes_first_whatever_its_rank_or_copy():
    own, other = masked("3-1", rate=0.9), report(rate=0.1)
    found = [own, other, {**own, "origin": "measured here"}]
    ranked = ranking.ranked(found)
    assert ranked is not None
    assert ranked.names == ["unmodified", "1 head masked"]
    names = [name for name, _ in results._contestants(own, found, ranked)]
    assert names == ["1 head masked", "unmodified"]
    assert [name for name, _ in results._contestants(own, found, None)] == [""]

"""A file to write is never one that the command reads, or writes something else to."""

from __future__ import annotations

import pytest

PAIRS = "sent_more,sent_less\nShe cooks.,He cooks.\nShe ran.,He ran.\n"


@pytest.fixture
def pairs(tmp_path):
    path = tmp_path / "pairs.csv"
    path.write_text(PAIRS)
    return path


@pytest.mark.parametrize("place", ["itself", "a link", "another spelling"])
def test_a_table_is_not_replaced_by_its_results(engine, pairs, tmp_path, place):
    link = tmp_path / "link.csv"
    link.symlink_to(pairs)
    out = {"itself": pairs, "a link": link, "another spelling": tmp_path / "." / "pairs.csv"}[place]
    done = engine("pairs", str(pairs), "--out", str(out))
    assert done.code == 2
    assert "is named twice by this command" in done.err
    assert pairs.read_text() == PAIRS


def test_two_results_are_not_written_to_one_file(engine, pairs, tmp_path):
    new = str(tmp_path / "new.csv")
    done = engine("pairs", str(pairs), "--out", new, "--rejected", new)
    assert done.code == 2
    assert "name another file to write" in done.err
    assert not (tmp_path / "new.csv").exists()

from __future__ import annotations

import pytest

from engine.datasets.occupations.sets import bundled_occupations, bundled_sentences, load_framed
from engine.errors import DataSetError


def test_every_bundled_sentence_is_framed_as_its_row_says():
    found = bundled_sentences()
    assert not found.left_out
    assert found.counts() == {"sentences": 1380, "occupations": 46, "male": 690, "female": 690}
    assert found.lists == bundled_occupations()
    assert set(found.targets) == set(found.lists)


def test_each_bundled_sentence_has_its_counterpart():
    framings: dict[tuple[str, str], set[int]] = {}
    for sentence in bundled_sentences().sentences:
        framings.setdefault((sentence.target, sentence.without_word()), set()).add(sentence.group)
    assert all(groups == {0, 1} for groups in framings.values())


def test_a_set_that_is_not_here_says_how_to_get_it(monkeypatch):
    monkeypatch.delenv("BIASCOPE_DATA", raising=False)
    with pytest.raises(DataSetError, match="datasets get winobias"):
        load_framed("winobias")
    with pytest.raises(
        DataSetError, match="no occupation sentences 'x'; there is bundled, winobias"
    ):
        load_framed("x")

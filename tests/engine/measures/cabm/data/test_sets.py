from __future__ import annotations

from engine.measures.cabm.data.sets import bundled_occupations, bundled_sentences


def test_every_bundled_sentence_is_framed_as_its_row_says():
    found = bundled_sentences()
    assert not found.left_out
    assert found.counts() == {"sentences": 1380, "occupations": 46, "male": 690, "female": 690}
    assert found.lists == bundled_occupations()
    assert set(found.targets) == set(found.lists)

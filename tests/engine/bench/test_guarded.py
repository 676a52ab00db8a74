"""The bench of guarded precision, on a tiny model."""

from __future__ import annotations

import pytest

from engine.bench.guarded import WHOLE_SET, guarded_speed, made_pairs
from engine.bench.random_models import Shape
from engine.flow.guarded import COARSE, FINE, SAMPLE
from engine.measures.pairs.data.sets import load_pairs
from engine.measures.pairs.variants import variant_of
from engine.models.loading import MaskedLM, load


def test_no_preference_changes_and_the_whole_set_follows_from_the_slice(tiny_model_folder):
    folder = str(tiny_model_folder("bert"))
    fine, coarse = (MaskedLM(load(folder, "cpu", name)) for name in (FINE, COARSE))
    pairs = load_pairs("bundled").head(90)
    found = guarded_speed(fine, coarse, pairs, variant_of("aul"))
    assert found.changed == 0
    assert found.pairs == 90
    assert found.again_share == pytest.approx(found.guard["again"] / (90 - SAMPLE))
    one_fine, one_coarse = found.fine_seconds / 90, found.coarse_seconds / 90
    again = SAMPLE + found.again_share * (WHOLE_SET - SAMPLE)
    assert found.whole_ratio == pytest.approx(
        WHOLE_SET * one_fine / (WHOLE_SET * one_coarse + again * one_fine)
    )


def test_made_pairs_are_as_long_as_real_ones_and_differ_in_one_word():
    real = load_pairs("bundled").head(5)
    made = made_pairs(real, Shape("bert", 500))
    assert made.equals(made_pairs(real, Shape("bert", 500)))
    for row in made.itertuples():
        more, less = row.sent_more.split(), row.sent_less.split()
        assert len(more) == len(less)
        assert sum(a != b for a, b in zip(more, less, strict=True)) <= 1

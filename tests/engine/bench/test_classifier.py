from __future__ import annotations

import pytest

from engine.bench.classifier import ENCODER, JUDGED, classifier_speed
from engine.bench.random_models import Shape, build
from engine.models.loading import load_classifier

pytestmark = pytest.mark.model

SHAPE = Shape("bert", 2000, hidden=32, layers=2, heads=2, max_length=64, classes=2)


def test_a_random_classifier_has_a_head(tmp_path):
    model = load_classifier(str(build(SHAPE, tmp_path / "one")), "cpu")
    assert model.missing == ()
    assert model.network.config.num_labels == 2


def test_both_ways_judge_every_sentence(tmp_path):
    found = classifier_speed(tmp_path, 40, shape=SHAPE)
    assert found.sentences == 40
    assert 10 <= found.tokens <= 16
    assert set(found.sentences_per_second) == {JUDGED, ENCODER}
    ratio = found.to_ceiling
    assert 0 < ratio.low <= ratio.median <= ratio.high


def test_the_same_seed_gives_the_same_sentences(tmp_path):
    first, second = (classifier_speed(tmp_path / name, 8, shape=SHAPE) for name in ("a", "b"))
    assert first.tokens == pytest.approx(second.tokens)

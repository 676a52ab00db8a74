"""Doors of the session to attention maps and to classifiers."""

from __future__ import annotations

from dataclasses import replace

import pytest

from components.frame import session
from engine.core.errors import BiascopeError
from engine.core.spec import HeadRef
from engine.files.labelled import Labelled
from tests.engine.classifiers import build_classifier

TEXTS = [Labelled("She is kind.", None, "good"), Labelled("He left.", None, "0")]


def test_attention_is_that_of_the_model_with_its_mask(subjects):
    whole, masked = (session.heads.attention(one.spec, "She is kind.", True) for one in subjects)
    assert whole.weights.shape[:2] == (2, 4)
    assert whole.weights.sum(axis=-1) == pytest.approx(1, abs=1e-5)
    assert (whole.weights[0] == masked.weights[0]).all()  # nothing is masked below layer 1
    assert (whole.weights[1] != masked.weights[1]).any()


SCORED = (("kind", "4.5"), ("cold", "1"), ("beautiful", "3.2"), ("dangerous", "0"))


@pytest.fixture
def folder(tmp_path, fresh_caches) -> str:
    return str(build_classifier("bert", tmp_path / "classifier"))


@pytest.mark.model
def test_a_classifier_is_measured_once_and_its_answers_kept(folder):
    steps = []
    heads = (HeadRef(0, 0), HeadRef(1, 1))
    found = session.verdicts.understanding(
        session.spec_of(folder, heads), TEXTS, lambda *step: steps.append(step)
    )
    assert found.unmodified["n"] == found.masked["n"] == 2
    assert 0 <= found.p <= 1
    assert steps == [("all heads on", 2, 2), ("heads switched off", 2, 2)]
    steps.clear()
    again = session.verdicts.understanding(
        session.spec_of(folder, heads), TEXTS, lambda *step: steps.append(step)
    )
    assert steps == []
    assert replace(again, manifest={}) == replace(found, manifest={})


def test_without_a_mask_there_is_nothing_to_compare(folder):
    found = session.verdicts.understanding(session.spec_of(folder, ()), TEXTS)
    assert (found.masked, found.p) == (None, None)


@pytest.mark.model
def test_a_head_that_gives_numbers_is_measured_by_its_correlations(tmp_path, fresh_caches):
    folder = str(build_classifier("bert", tmp_path / "regression", classes=1))
    texts = [Labelled(f"A {word} day.", None, label) for word, label in SCORED]
    found = session.verdicts.understanding(session.spec_of(folder, (HeadRef(0, 0),)), texts)
    assert found.unmodified["n"] == 4
    assert found.change["pearson"] == pytest.approx(
        found.masked["pearson"] - found.unmodified["pearson"]
    )
    with pytest.raises(BiascopeError, match="gives each text one number"):
        session.verdicts.understanding(session.spec_of(folder, ()), TEXTS)


def test_a_head_that_the_model_lacks_is_refused(folder):
    with pytest.raises(BiascopeError, match="Head 9-1 does not exist"):
        session.spec_of(folder, (HeadRef(8, 0),))


def test_the_network_is_loaded_once(folder, monkeypatch):
    session.verdicts.understanding(session.spec_of(folder, ()), TEXTS[:1])
    from engine.models import loading

    monkeypatch.setattr(loading, "load_classifier", None)
    session.verdicts.understanding(session.spec_of(folder, (HeadRef(0, 0),)), TEXTS)

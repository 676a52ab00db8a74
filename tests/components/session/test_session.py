"""Doors of the session to attention maps and to classifiers."""

from __future__ import annotations

import threading
from dataclasses import replace
from functools import partial

import pytest

from components import session
from components.session.in_memory import loaded, opened
from engine.datasets.files.labelled import Labelled
from engine.errors import BiascopeError, InputTextError, UnusableModelError
from engine.measurement import measure
from engine.spec import HeadRef
from tests.engine.classifiers import build_classifier

TEXTS = [Labelled("She is kind.", None, "good"), Labelled("He left.", None, "0")]


def test_attention_is_that_of_the_model_with_its_mask(subjects):
    whole, masked = (session.attention(one.spec, "She is kind.", True) for one in subjects)
    assert whole.weights.shape[:2] == (2, 4)
    assert whole.weights.sum(axis=-1) == pytest.approx(1, abs=1e-5)
    assert (whole.weights[0] == masked.weights[0]).all()  # nothing is masked below layer 1
    assert (whole.weights[1] != masked.weights[1]).any()


def test_attention_of_an_empty_text_is_refused(subjects):
    with pytest.raises(InputTextError):
        session.attention(subjects[0].spec, " ", True)


@pytest.fixture
def folder(tmp_path, fresh_caches) -> str:
    return str(build_classifier("bert", tmp_path / "classifier"))


def test_a_classifier_is_measured_once_and_its_answers_kept(folder):
    steps = []
    heads = (HeadRef(0, 0), HeadRef(1, 1))
    found = session.understanding(
        session.spec_of(folder, heads), TEXTS, lambda *step: steps.append(step)
    )
    assert found.untouched["n"] == found.masked["n"] == 2
    assert 0 <= found.p <= 1
    assert steps == [("unmodified", 2, 2), ("masked", 2, 2)]
    steps.clear()
    again = session.understanding(
        session.spec_of(folder, heads), TEXTS, lambda *step: steps.append(step)
    )
    assert steps == []
    assert replace(again, manifest={}) == replace(found, manifest={})


def test_without_a_mask_there_is_nothing_to_compare(folder):
    found = session.understanding(session.spec_of(folder, ()), TEXTS)
    assert (found.masked, found.p) == (None, None)


def test_what_does_not_fit_is_refused(folder, tiny_model_folder):
    with pytest.raises(BiascopeError, match="Head 9-1 does not exist"):
        session.understanding(session.spec_of(folder, (HeadRef(8, 0),)), TEXTS)
    with pytest.raises(InputTextError, match="label 'fine'"):
        session.understanding(session.spec_of(folder, ()), [Labelled("Kind.", None, "fine")])
    with pytest.raises(UnusableModelError, match="not a trained classifier"):
        session.understanding(session.spec_of(str(tiny_model_folder("bert")), ()), TEXTS)


def test_the_network_is_loaded_once(folder, monkeypatch):
    session.understanding(session.spec_of(folder, ()), TEXTS[:1])
    from engine.models import loading

    monkeypatch.setattr(loading, "load_classifier", None)
    session.understanding(session.spec_of(folder, (HeadRef(0, 0),)), TEXTS)


def test_sessions_with_different_masks_share_a_network_and_no_number(subjects):
    items = [
        {"text": f"The nurse said {'that ' * number}[MASK] was tired."} for number in range(60)
    ]
    alone = [
        measure("completion", one.spec, items, {"top_k": 4}, partial(opened, one.spec), None).values
        for one in subjects
    ]
    together = threading.Barrier(4, timeout=120)  # a thread that failed is not waited for
    found: dict[int, list] = {number: [] for number in range(4)}

    def work(number):
        spec = subjects[number % 2].spec
        for item in items:
            together.wait()
            value = session.measure("completion", spec, [item], {"top_k": 4}).values[0]
            found[number].append(value)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert alone[0] != alone[1]
    assert [found[number] for number in range(4)] == [alone[0], alone[1]] * 2
    assert loaded(subjects[0].spec) is loaded(subjects[1].spec)

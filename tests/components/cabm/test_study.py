"""Studies that are kept for all sessions, which share one memory."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from components.cabm import study
from components.frame import session
from components.frame.session.state import Newest
from engine.measures.cabm.data.sets import bundled_sentences

pytestmark = pytest.mark.usefixtures("fresh_caches")
SUBJECT = SimpleNamespace(spec="a model", label="a model", facts=SimpleNamespace(kind="masked"))


class Made:
    """Stands for a study, under any settings."""

    def under(self, **_: Any) -> Made:
        return self


@pytest.fixture
def made(monkeypatch) -> list[Made]:
    """Every study that is made."""
    found: list[Made] = []

    def cabm_study(*_: object) -> Made:
        found.append(Made())
        return found[-1]

    monkeypatch.setattr(study, "for_kind", lambda settings, _: settings)
    monkeypatch.setattr(session.cabm, "missing", lambda *_: 0)
    monkeypatch.setattr(session.cabm, "study", cabm_study)
    return found


def studied(key: object) -> object:
    settings = SimpleNamespace(
        sentence="", weighting="", user_weights=None, threshold=0.0, scale=""
    )
    data = bundled_sentences()
    choice = SimpleNamespace(key=key, settings=settings, data=data, counts=None)
    return study.study_of(choice, SUBJECT)


def test_a_study_is_made_once_and_the_oldest_goes(made):
    first = [studied(key) for key in range(study._MOST)]
    assert [studied(key) for key in range(study._MOST)] == first == made
    studied("one more")
    assert len(study._kept()) == study._MOST
    assert studied(1) is first[1]
    assert studied(0) is not first[0]


def test_a_study_that_others_push_out_at_once_is_shown_all_the_same(made, monkeypatch):
    class Crowded(Newest[Any]):
        def __setitem__(self, key: Any, value: Any) -> None:
            super().__setitem__(key, value)
            del self[key]

    monkeypatch.setattr(study, "_kept", lambda: Crowded(1))
    assert studied("mine") is made[0]

"""The Stage on a shared server: what its answers name, and what a collection may ask for."""

from __future__ import annotations

from dataclasses import replace

import pytest

from components.stage import present as live
from components.stage.kinds.registry import KINDS
from engine.core.errors import StorageError
from engine.pins import Collection, story

pytestmark = pytest.mark.usefixtures("fresh_caches")


def test_an_answer_that_fails_names_no_folder(share, monkeypatch):
    (pin, *_) = story.shipped().pins

    def fails(*_: object) -> None:
        raise StorageError("/srv/cache/results.sqlite cannot be read")

    monkeypatch.setitem(KINDS, "words", replace(KINDS["words"], answer=fails))
    share(folders=("/srv/cache",))
    found = live.answer_of(Collection("x", (pin,)), {"turn": 1, "key": pin.key, "fields": {}})
    assert found["problem"] == "(a folder of the server)/results.sqlite cannot be read"


def test_a_collection_does_not_choose_the_precision(share):
    (pin, *_) = story.shipped().pins
    spec = {**pin.manifest["spec"], "dtype": "bfloat16"}
    other = replace(pin, manifest={**pin.manifest, "spec": spec})
    share()
    question = {"turn": 1, "key": pin.key, "fields": {}}
    assert "problem" not in live.answer_of(Collection("x", (pin,)), question)
    found = live.answer_of(Collection("x", (other,)), question)
    assert found["problem"].startswith("Measuring in bfloat16 is not possible here")

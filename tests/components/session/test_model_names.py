"""Whatever is typed into the model field, one sentence answers."""

from __future__ import annotations

import pytest

from components.session import models
from engine.errors import BiascopeError

NAMES = [
    "~nobody-of-this-name/model",
    "~nobody-of-this-name",
    "x" * 300,
    "owner/" + "x" * 300,
    "a/" * 3000,
    "name\0with-nul",
    "name\ud800",
    "/dev/null",
]


@pytest.mark.parametrize("name", NAMES, ids=lambda name: repr(name[:30]))
def test_a_name_of_nothing_is_answered_in_a_sentence(name, monkeypatch):
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    with pytest.raises(BiascopeError) as caught:
        models.spec_and_facts(name)
    said = str(caught.value)
    assert "\n" not in said
    said.encode()

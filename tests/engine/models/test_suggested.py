from __future__ import annotations

import pytest

from engine.models.sources import may_be_on_the_hub
from engine.models.suggested import SUGGESTIONS, on_this_machine


def test_every_suggestion_is_a_hub_id_of_its_own():
    names = [each.checkpoint for each in SUGGESTIONS]
    assert all(map(may_be_on_the_hub, names))
    assert len(set(names)) == len(names)


@pytest.mark.parametrize("cached", ["bert-base-uncased", "google-bert/bert-base-uncased"])
def test_a_model_that_is_here_keeps_the_name_it_was_fetched_by(cached):
    here = {each.checkpoint: name for each, name in on_this_machine([cached]).items()}
    assert here.pop("bert-base-uncased") == cached
    assert set(here.values()) == {None}

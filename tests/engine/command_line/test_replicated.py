"""Names of models in commands that compute published tables again."""

from __future__ import annotations

import pytest

from engine.command_line.replicated import name_lines, published_model, short_name
from engine.measures.arena.replication import MODELS

BERT = "google-bert/bert-large-cased"


@pytest.mark.parametrize(
    ("asked", "name"),
    [
        *((BERT, BERT), ("BERT-large-cased", BERT)),
        *(("bert-base-cased", None), ("mine/bert-large-cased", None)),
    ],
)
def test_a_checkpoint_is_found_in_a_table(asked, name):
    assert published_model(asked, MODELS) == name


@pytest.mark.parametrize(
    ("model", "lines"),
    [
        ("meta-llama/Llama-2-7b-chat-hf", ["Llama-2-7b-chat-hf"]),
        ("a/distilled_german-speeches.v2", ["distilled_german-", "speeches.v2"]),
        ("/models/antidisestablishmentarianism-2/", ["antidisestablishmentarianism-", "2"]),
    ],
)
def test_a_name_in_a_cell_is_broken_where_a_part_of_it_ends(model, lines):
    assert name_lines(model, 18).split("\n") == lines
    assert "".join(lines) == short_name(model)

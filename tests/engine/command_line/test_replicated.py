"""Names of models in commands that compute published tables again."""

from __future__ import annotations

import pytest

from engine.command_line.replicated import (
    name_lines,
    published_model,
    reach,
    say_left_out,
    short_name,
)
from engine.core.errors import UnknownModelError
from engine.measures.agreement.replication import MODELS as MOZART
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
    ("asked", "name"),
    [
        ("mBERT", "bert-base-multilingual-uncased"),
        ("XLM-R", "xlm-roberta-base"),
        ("mT5", "google/mt5-base"),
        ("me/mT5", None),
    ],
)
def test_a_checkpoint_is_found_by_the_name_that_its_paper_uses(asked, name):
    assert published_model(asked, MOZART) == name
    assert published_model(asked, MODELS) is None


class Nowhere:
    """A subject of which no other model can be found."""

    def __init__(self, name: str = "") -> None:
        self.name = name

    def other(self, name: str) -> Nowhere:
        return Nowhere(name)

    @property
    def source(self) -> None:
        raise UnknownModelError(f"No folder {self.name}.")


def test_a_place_that_was_typed_wrong_is_the_reason_that_is_named():
    found = reach(Nowhere(), ["published"], {"mine": "/no/such/folder"})
    assert list(found.missing) == ["mine", "published"]
    with pytest.raises(UnknownModelError, match="First: No folder /no/such/folder"):
        found.refuse_none()


def test_a_long_name_is_not_repeated_where_its_model_is_left_out(capsys):
    name = "9" * 5001
    say_left_out({name: f"{name} is not on this machine.", "other": "No folder."})
    told = capsys.readouterr().err
    assert len(told) < 300
    assert told.endswith("is left out: it is not on this machine.\nother is left out: No folder.\n")


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

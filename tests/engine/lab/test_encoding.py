"""Where pronouns and occupations stand in tokens, and occupations that no token can say."""

from __future__ import annotations

import pytest

from engine.errors import InputTextError
from engine.lab.encoding import check_written, encoded
from engine.lab.templates import MALE, Template
from tests.tiny_models import MASKED


@pytest.mark.parametrize("family", MASKED)
def test_an_occupation_of_several_words_is_hidden_whole(family, loaded):
    tokenizer = loaded(family).tokenizer
    template = Template("My neighbor is {a} {occupation}, and {he} is tired.")
    found = encoded(tokenizer, [template.sentence("art teacher", MALE)])
    said = tokenizer.decode([found.pieces[0][place] for place in found.occupations[0]])
    assert said.split() == ["art", "teacher"]


def test_words_that_the_vocabulary_lacks_are_named(loaded):
    tokenizer = loaded("bert").tokenizer
    check_written(tokenizer, ["nurse", "art teacher"])
    with pytest.raises(InputTextError, match=r"cannot write '看護師', '医者', '先生' and 1 more\."):
        check_written(tokenizer, ["nurse", "看護師", "医者", "先生", "農夫"])


def test_a_vocabulary_of_bytes_can_write_everything(loaded):
    check_written(loaded("roberta").tokenizer, ["看護師"])

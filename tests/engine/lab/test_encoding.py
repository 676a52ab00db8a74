"""Where pronouns and occupations stand in tokens, and occupations that no token can say."""

from __future__ import annotations

import pytest

from engine.core.errors import InputTextError
from engine.lab.templates import FEMALE, MALE, LabTemplate, check_written, encoded
from tests.tiny_models import MASKED

SENTENCES = [
    LabTemplate("The {occupation} said that {he} was tired.").sentence("nurse", FEMALE),
    LabTemplate("My friend the {occupation} loves {his} school.").sentence("engineer", MALE),
    LabTemplate("My neighbor is {a} {occupation}, and {he} is tired.").sentence(
        "art teacher", MALE
    ),
]


@pytest.mark.parametrize("family", MASKED)
def test_pronoun_and_whole_occupation_are_found_in_the_tokens_of_every_family(family, loaded):
    tokenizer = loaded(family).tokenizer
    found = encoded(tokenizer, SENTENCES)
    for sentence, ids, pronoun, occupation in zip(SENTENCES, *found, strict=True):
        assert tokenizer.decode([ids[place] for place in pronoun]).strip() == sentence.pronoun
        said = tokenizer.decode([ids[place] for place in occupation])
        assert said.split() == sentence.occupation.split()


def test_words_that_the_vocabulary_lacks_are_named(loaded):
    tokenizer = loaded("bert").tokenizer
    check_written(tokenizer, ["nurse", "art teacher"])
    with pytest.raises(InputTextError, match=r"cannot write '看護師', '医者', '先生' and 1 more\."):
        check_written(tokenizer, ["nurse", "看護師", "医者", "先生", "農夫"])


def test_a_vocabulary_of_bytes_can_write_everything(loaded):
    check_written(loaded("roberta").tokenizer, ["看護師"])

"""What a checkpoint's files say before any weight is read."""

from __future__ import annotations

import json
import shutil

import pytest

from engine.models.facts import facts_of
from engine.models.sources import resolve

UNCASED = ("bert", "distilbert", "electra", "albert", "mpnet")


@pytest.mark.parametrize("family", [*UNCASED, "roberta", "xlm-roberta", "gpt2", "t5", "deberta"])
def test_a_tokenizer_that_lower_cases_is_known_from_its_files(family, tiny_model_folder):
    from transformers import AutoTokenizer

    folder = tiny_model_folder(family)
    facts = facts_of(resolve(str(folder)))
    tokenizer = AutoTokenizer.from_pretrained(folder)
    same = tokenizer("Nurse")["input_ids"] == tokenizer("nurse")["input_ids"]
    assert facts.uncased == same == (family in UNCASED)


def test_the_setting_decides_where_there_is_no_normalizer_to_read(tiny_model_folder, tmp_path):
    folder = shutil.copytree(tiny_model_folder("bert"), tmp_path / "model")
    (folder / "tokenizer.json").unlink()
    for lower in (True, False):
        (folder / "tokenizer_config.json").write_text(json.dumps({"do_lower_case": lower}))
        assert facts_of(resolve(str(folder))).uncased is lower
    (folder / "tokenizer_config.json").unlink()
    assert facts_of(resolve(str(folder))).uncased is False


def test_the_bundled_model_is_uncased():
    assert facts_of(resolve("bundled")).uncased

"""What a checkpoint's files say before any weight is read."""

from __future__ import annotations

import json
import shutil

import pytest

from engine.core.spec import ModelSpec
from engine.models.facts import facts_of, kind_of
from engine.models.sources import identify, resolve

UNCASED = ("bert", "distilbert", "electra", "albert", "mpnet")


@pytest.mark.parametrize("family", [*UNCASED, "roberta", "xlm-roberta", "gpt2", "t5", "deberta"])
def test_a_tokenizer_that_lower_cases_is_known_from_its_files(family, tiny_model_folder):
    from transformers import AutoTokenizer

    folder = tiny_model_folder(family)
    facts = facts_of(resolve(str(folder)))
    tokenizer = AutoTokenizer.from_pretrained(folder)
    same = tokenizer("Nurse")["input_ids"] == tokenizer("nurse")["input_ids"]
    assert facts.uncased == same == (family in UNCASED)


def test_the_setting_decides_where_there_is_no_normalizer_to_read(folder):
    (folder / "tokenizer.json").unlink()
    for lower in (True, False):
        (folder / "tokenizer_config.json").write_text(json.dumps({"do_lower_case": lower}))
        assert facts_of(resolve(str(folder))).uncased is lower
    (folder / "tokenizer_config.json").unlink()
    assert facts_of(resolve(str(folder))).uncased is False


def test_the_bundled_model_is_uncased():
    assert facts_of(resolve("bundled")).uncased


@pytest.mark.parametrize(
    ("family", "kind"), [("bert", "masked"), ("gpt2-mask", "causal"), ("t5", "seq2seq")]
)
def test_the_kind_of_a_folder_is_known_from_its_spec(family, kind, tiny_model_folder):
    assert kind_of(identify(str(tiny_model_folder(family)))) == kind


def test_the_kind_of_a_hub_model_is_read_from_its_commit(tiny_model_folder, tmp_path, monkeypatch):
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_CACHE", str(tmp_path))
    spec = ModelSpec("owner/model", "c0ffee" * 6 + "dead")
    assert kind_of(spec) is None
    snapshot = tmp_path / "models--owner--model" / "snapshots" / spec.revision
    shutil.copytree(tiny_model_folder("gpt2"), snapshot)
    assert kind_of(spec) == "causal"


def test_the_kind_of_the_bundled_model_is_known():
    assert kind_of(identify("bundled")) == "masked"


def test_a_family_that_is_not_supported_has_no_kind(tmp_path):
    (tmp_path / "config.json").write_text(json.dumps({"model_type": "unheard-of"}))
    assert kind_of(ModelSpec(str(tmp_path), "sha256:0")) is None

from __future__ import annotations

import pytest

from engine.core.families import FAMILIES as KNOWN_FAMILIES
from tests import tiny_models
from tests.tiny_models.words import WORDS

FAMILIES = (*tiny_models.FAMILIES, *tiny_models.SEQ2SEQ)
NEWER = (*tiny_models.MORE, *tiny_models.BY_RULE)
EVERY = (*FAMILIES, *tiny_models.VARIANTS, *NEWER)


def load(folder, family):
    kind = tiny_models.class_of(family.removesuffix("-legacy"))
    return kind.from_pretrained(folder, use_safetensors=True, output_loading_info=True)


def tokenizer_of(folder):
    from transformers import AutoTokenizer

    return AutoTokenizer.from_pretrained(folder)


def test_every_family_of_the_engine_has_a_tiny_model():
    assert {*FAMILIES, *tiny_models.MORE} == set(KNOWN_FAMILIES)
    assert not set(tiny_models.BY_RULE) & set(KNOWN_FAMILIES)
    causal = set(tiny_models.EVERY_CAUSAL) - set(tiny_models.BY_RULE)
    for kind, names in (("causal", causal), ("seq2seq", tiny_models.SEQ2SEQ)):
        assert set(names) == {name for name, found in KNOWN_FAMILIES.items() if found.kind == kind}


@pytest.mark.parametrize("family", EVERY)
def test_the_folder_loads_whole_and_counts_the_words_of_its_tokenizer(tiny_model_folder, family):
    folder = tiny_model_folder(family)
    network, report = load(folder, family)
    assert not report["missing_keys"]
    assert not report["unexpected_keys"]
    assert not report["mismatched_keys"]
    assert network.config.model_type == family.removesuffix("-legacy")
    assert network.config.num_attention_heads == 4
    assert network.config.num_hidden_layers in (2, 3)
    assert network.config.vocab_size == len(tokenizer_of(folder))


@pytest.mark.parametrize("family", tiny_models.EVERY_MASKED)
def test_the_mask_stays_one_token_between_the_specials(tiny_model_folder, family):
    tokenizer = tokenizer_of(tiny_model_folder(family))
    text = f"The nurse said that {tokenizer.mask_token} was tired."
    ids = tokenizer(text)["input_ids"]
    assert ids.count(tokenizer.mask_token_id) == 1
    assert tokenizer.unk_token_id not in ids
    assert (ids[0], ids[-1]) == (tokenizer.cls_token_id, tokenizer.sep_token_id)
    assert len(ids) == 10


@pytest.mark.parametrize("family", [*FAMILIES, *NEWER])
def test_known_words_are_whole_and_others_fall_into_pieces(tiny_model_folder, family):
    tokenizer = tokenizer_of(tiny_model_folder(family))
    plain = {"add_special_tokens": False}
    broken = [word for word in WORDS if len(tokenizer(f" {word}", **plain)["input_ids"]) > 1]
    assert not broken
    assert len(tokenizer(" hairdresser", **plain)["input_ids"]) > 2


@pytest.mark.parametrize("family", [*FAMILIES, *NEWER])
def test_scores_of_different_words_lie_apart(tiny_model_folder, family):
    import torch

    folder = tiny_model_folder(family)
    network, _ = load(folder, family)
    tokenizer = tokenizer_of(folder)
    asked = tokenizer("She said that he was tired.", return_tensors="pt")
    if family in tiny_models.SEQ2SEQ:
        asked["decoder_input_ids"] = asked["input_ids"]
    with torch.inference_mode():
        logits = network(**asked).logits
    spread = logits[0, 3].log_softmax(-1).std().item()
    assert 0.3 < spread < 10


@pytest.mark.parametrize("family", EVERY)
def test_two_builds_are_the_same_to_the_byte(tiny_model_folder, family, tmp_path):
    first = tiny_model_folder(family)
    again = tiny_models.build(family, tmp_path / "again")
    contents = {path.name: path.read_bytes() for path in again.iterdir()}
    assert contents == {path.name: path.read_bytes() for path in first.iterdir()}


def test_building_leaves_the_random_state_of_torch_alone(tmp_path):
    import torch

    torch.manual_seed(1)
    expected = torch.rand(3).tolist()
    torch.manual_seed(1)
    tiny_models.build("bert", tmp_path)
    assert torch.rand(3).tolist() == expected


def test_an_unknown_family_is_refused(tmp_path):
    with pytest.raises(ValueError, match="family must be one of"):
        tiny_models.build("word2vec", tmp_path)


@pytest.mark.parametrize(
    ("name", "head"), [("discriminator", "generator_"), ("sentence_encoder", "cls.predictions")]
)
def test_a_folder_without_a_masked_lm_head_lacks_just_that(bad_folders, name, head):
    _, report = load(getattr(bad_folders, name), "bert")
    assert report["missing_keys"]
    assert all(key.startswith(head) for key in report["missing_keys"])


def test_the_pickle_holds_sound_weights_in_the_refused_form(bad_folders, tiny_model_folder):
    import torch
    from safetensors.torch import load_file

    assert not list(bad_folders.pickle_only.glob("*.safetensors"))
    pickled = torch.load(bad_folders.pickle_only / "pytorch_model.bin", weights_only=True)
    sound = load_file(tiny_model_folder("bert") / "model.safetensors")
    assert pickled.keys() == sound.keys()
    with pytest.raises(OSError, match="safetensors"):
        load(bad_folders.pickle_only, "bert")


def test_the_damaged_file_cannot_be_read(bad_folders):
    from safetensors import SafetensorError

    with pytest.raises(SafetensorError):
        load(bad_folders.damaged, "bert")


@pytest.mark.parametrize("name", ["empty", "without_weights", "unknown_type"])
def test_a_folder_without_a_model_does_not_load(bad_folders, name):
    with pytest.raises((OSError, ValueError)):
        load(getattr(bad_folders, name), "bert")


def test_the_unsupported_family_is_one_that_transformers_knows(bad_folders):
    import json

    from transformers import CONFIG_MAPPING

    written = (bad_folders.unsupported_family / "config.json").read_text(encoding="utf-8")
    assert json.loads(written)["model_type"] in CONFIG_MAPPING


def test_the_folder_without_tokenizer_has_its_weights(bad_folders):
    assert not load(bad_folders.without_tokenizer, "bert")[1]["missing_keys"]
    assert not list(bad_folders.without_tokenizer.glob("tokenizer*"))

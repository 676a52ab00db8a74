from __future__ import annotations

import gc
import json
import re
import shutil
import weakref
from pathlib import Path

import pytest
import torch

from engine.core.errors import BiascopeError, UnusableModelError
from engine.core.spec import HeadRef, parse_heads
from engine.models.loading import MaskedLM, load
from engine.models.sources import resolve
from tests.tiny_models import CAUSAL, FAMILIES, VARIANTS
from tests.tiny_models.vocabularies import MAX_TOKENS


def rewrite(folder: Path, **changes: object) -> Path:
    """Change config.json; None takes a key out."""
    path = folder / "config.json"
    config = json.loads(path.read_text(encoding="utf-8")) | changes
    kept = {name: value for name, value in config.items() if value is not None}
    path.write_text(json.dumps(kept), encoding="utf-8")
    return folder


# --- what is loaded ---------------------------------------------------------------------


@pytest.mark.parametrize("family", [*FAMILIES, *VARIANTS])
def test_the_facts_of_every_family(family, loaded):
    model = loaded(family)
    config = model.network.config
    assert model.layers == config.num_hidden_layers
    assert model.heads == 4
    assert model.vocabulary == len(model.tokenizer)
    assert model.max_length == MAX_TOKENS
    assert model.missing == ()
    assert model.family.kind == ("causal" if family in CAUSAL else "masked")
    assert model.parameters == sum(weight.numel() for weight in model.network.parameters())
    assert str(model.device) == "cpu"


@pytest.mark.parametrize("family", FAMILIES)
def test_the_longest_text_is_read_to_its_end(family, loaded):
    model = loaded(family)
    ids = model.tokenizer(" ".join(["nurse"] * 300), truncation=True, max_length=model.max_length)
    with torch.inference_mode():
        logits = model.network(input_ids=torch.tensor([ids["input_ids"]])).logits
    assert logits.shape == (1, MAX_TOKENS, model.vocabulary)
    assert torch.isfinite(logits).all()


@pytest.mark.parametrize(
    ("family", "rows", "tokens"),
    [("bert", 32, 32), ("roberta", 34, 32), ("camembert", 34, 32), ("mpnet", 34, 32)],
)
@pytest.mark.model
def test_the_limit_is_of_the_network_where_the_tokenizer_knows_none(family, rows, tokens, tmp_path):
    from transformers import AutoModelForMaskedLM

    from tests.tiny_models.architectures import config_for
    from tests.tiny_models.vocabularies import tokenizer_for

    tokenizer = tokenizer_for(family)
    tokenizer.model_max_length = int(1e30)
    config = config_for(family, tokenizer, max_position_embeddings=rows)
    AutoModelForMaskedLM.from_config(config).save_pretrained(tmp_path)
    tokenizer.save_pretrained(tmp_path)
    model = load(str(tmp_path), "cpu")
    assert model.max_length == tokens
    with torch.inference_mode():
        model.network(input_ids=torch.full((1, tokens), 7))


@pytest.mark.parametrize("family", FAMILIES)
def test_the_network_is_ready_to_measure_and_nothing_else(family, loaded):
    network = loaded(family).network
    assert not network.training
    assert not any(weight.requires_grad for weight in network.parameters())
    assert {weight.dtype for weight in network.parameters()} == {torch.float32}


def test_weights_kept_in_half_precision_are_measured_in_full(tiny_model_folder, tmp_path):
    from transformers import AutoModelForMaskedLM

    source = tiny_model_folder("bert")
    shutil.copytree(source, tmp_path / "half")
    AutoModelForMaskedLM.from_pretrained(source, dtype=torch.float16).save_pretrained(
        tmp_path / "half"
    )
    model = load(str(tmp_path / "half"), "cpu")
    assert {weight.dtype for weight in model.network.parameters()} == {torch.float32}
    assert model.missing == ()


@pytest.mark.parametrize("dtype", ["bfloat16", "float16"])
def test_the_precision_asked_for_is_that_of_the_weights(dtype, tiny_model_folder):
    model = load(str(tiny_model_folder("bert")), "cpu", dtype)
    assert {str(weight.dtype) for weight in model.network.parameters()} == {f"torch.{dtype}"}
    assert MaskedLM(model).spec.dtype == dtype


@pytest.mark.parametrize("family", ["bert", "albert", "gpt2"])
def test_mixed_precision_rounds_the_products_below_the_head(family, tiny_model_folder):
    network = load(str(tiny_model_folder(family)), "cpu", "mixed").network
    rounded = {
        name for name, weight in network.named_parameters() if weight.dtype == torch.bfloat16
    }
    assert rounded
    kept = re.compile("head|cls|predictions|norm|embeddings", re.IGNORECASE)
    assert not list(filter(kept.search, rounded))
    rest = {weight.dtype for name, weight in network.named_parameters() if name not in rounded}
    assert rest == {torch.float32}


def test_a_masked_lm_is_the_source_under_its_heads(loaded):
    model = loaded("bert")
    spec = MaskedLM(model, parse_heads("2-1, 1-4")).spec
    assert spec.checkpoint == model.source.checkpoint
    assert spec.revision == model.source.revision
    assert spec.masked_heads == (HeadRef(0, 3), HeadRef(1, 0))


@pytest.mark.parametrize("head", ["99-1", "1-5", "3-1"])
def test_a_head_that_the_model_does_not_have_is_refused(head, loaded):
    with pytest.raises(BiascopeError, match=f"Head {head} does not exist: .* layers 1 to 2 with"):
        MaskedLM(loaded("bert"), parse_heads(head))


def test_a_model_that_nobody_uses_leaves_the_memory(tiny_model_folder):
    from engine.measures.completion.completions import completions
    from engine.measures.health.check import gate

    model = load(str(tiny_model_folder("bert")), "cpu")
    lm = MaskedLM(model, parse_heads("1-1"))
    gate(lm)
    completions(lm, [{"text": "The [MASK]."}], {"top_k": 1})
    gone = weakref.ref(model.network)
    del model, lm
    gc.collect()
    assert gone() is None


# --- what is missing --------------------------------------------------------------------


@pytest.mark.parametrize("name", ["discriminator", "sentence_encoder"])
def test_nothing_is_made_up_where_a_head_is_missing(name, bad_folders):
    model = load(str(getattr(bad_folders, name)), "cpu")
    assert (model.family.kind, model.missing) == ("encoder", ())


def test_a_missing_part_of_a_head_is_named(bad_folders):
    assert load(str(bad_folders.half_head), "cpu").missing == (
        "cls.predictions.transform.dense.weight",
    )


@pytest.mark.parametrize("family", ["deberta", "deberta-v2"])
def test_a_deberta_whose_config_asks_for_the_older_head_lacks_it(
    family, tiny_model_folder, tmp_path
):
    folder = shutil.copytree(tiny_model_folder(family), tmp_path / "published")
    missing = load(str(rewrite(folder, legacy=True)), "cpu").missing
    assert missing
    assert all(name.startswith("cls.predictions") for name in missing)


def test_one_weight_taken_out_is_named(folder):
    from safetensors.torch import load_file, save_file

    weights = load_file(folder / "model.safetensors")
    taken = "bert.encoder.layer.1.attention.output.dense.weight"
    del weights[taken]
    save_file(weights, folder / "model.safetensors", metadata={"format": "pt"})
    assert load(str(folder), "cpu").missing == (taken,)


# --- what is refused --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("damaged", r"The weights of .* cannot be read \(.*damaged or half-downloaded"),
        (
            "pickle_only",
            r"only pytorch_model\.bin, a pickle file that can run code.*safe_serialization=True",
        ),
        ("unknown_type", r"The config\.json of .* does not describe a model"),
        ("unsupported_family", r"model_type mbart\) reads with an encoder and writes"),
        ("without_tokenizer", r"has no tokenizer \(none of tokenizer\.json, vocab\.txt\)"),
        ("without_weights", "has no weights; Biascope reads safetensors only"),
        ("empty", r"holds no model: there is no config\.json"),
    ],
)
def test_an_unusable_folder_is_refused_in_one_sentence(name, said, bad_folders):
    with pytest.raises(UnusableModelError, match=said) as caught:
        load(str(getattr(bad_folders, name)), "cpu")
    assert "\n" not in str(caught.value)


CONTENTS = {
    "config.json": (
        *(b"", b"{", b"[]", b"null", b'"bert"', b"{}", b'{"model_type": 3}', b"\xff\xfe"),
        b"[" * 10_000,
    ),
    "tokenizer.json": (b"", b"{", b"[]", b'{"model": {}}', b"\x00" * 64),
    "model.safetensors": (b"", b"\x00" * 64, b"\xff" * 4096, b"{}"),
}
SAID = {
    "config.json": r"config\.json|not supported",
    "tokenizer.json": "The tokenizer of .* cannot be read",
    "model.safetensors": "The weights of .* cannot be read",
}


@pytest.mark.parametrize(
    ("name", "content"), [(name, content) for name in CONTENTS for content in CONTENTS[name]]
)
def test_a_file_that_is_not_what_its_name_says_is_refused(name, content, folder):
    (folder / name).write_bytes(content)
    with pytest.raises(UnusableModelError, match=SAID[name]):
        load(str(folder), "cpu")


@pytest.mark.parametrize(
    "changes",
    [{"hidden_size": "wide"}, {"num_attention_heads": 0}, {"num_hidden_layers": -1}],
    ids=["wide", "no-heads", "negative"],
)
def test_a_config_with_a_size_that_is_none_is_refused(changes, folder):
    with pytest.raises(UnusableModelError):
        load(str(rewrite(folder, **changes)), "cpu")


OTHER_SHAPES = "does not fit its weights: it asks for other shapes"
OTHER_ROWS = ", but its embeddings have 514 rows"


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"hidden_size": 30}, "hidden_size in the"),
        ({"hidden_size": 64}, "hidden_size in the"),
        ({"num_attention_heads": 5}, ""),
        ({"vocab_size": 3}, OTHER_ROWS),
        ({"vocab_size": None}, OTHER_ROWS),
        ({"hidden_act": "no such function"}, ""),
        ({"pad_token_id": 10_000}, ""),
        ({"max_position_embeddings": 64}, OTHER_SHAPES),
        ({"intermediate_size": 16}, OTHER_SHAPES),
        ({"num_attention_heads": 3}, "not a multiple of the number of attention heads"),
    ],
    ids=str,
)
def test_a_config_that_does_not_fit_its_weights_is_blamed_itself(changes, said, folder):
    with pytest.raises(UnusableModelError) as caught:
        load(str(rewrite(folder, **changes)), "cpu")
    assert f"config.json of {folder} " in str(caught.value)
    assert said in str(caught.value)


def test_a_part_that_is_missing_is_refused(folder):
    weights = folder / "model.safetensors"
    weights.rename(folder / "model-00001-of-00002.safetensors")
    index = {"metadata": {}, "weight_map": {"a": "model-00002-of-00002.safetensors"}}
    (folder / "model.safetensors.index.json").write_text(json.dumps(index))
    with pytest.raises(UnusableModelError, match=r"The weights of .* cannot be read"):
        load(str(folder), "cpu")


def test_code_in_a_checkpoint_is_never_run(folder, tmp_path):
    trace = tmp_path / "was-run"
    code = f"from pathlib import Path\nPath({str(trace)!r}).touch()\n"
    for name in ("configuration_own.py", "modeling_own.py", "tokenization_own.py"):
        (folder / name).write_text(code)
    rewrite(
        folder,
        model_type="own",
        auto_map={
            "AutoConfig": "configuration_own.OwnConfig",
            "AutoModelForMaskedLM": "modeling_own.OwnModel",
        },
    )
    with pytest.raises(UnusableModelError):
        load(str(folder), "cpu")
    rewrite(folder, model_type="bert")
    load(str(folder), "cpu")
    assert not trace.exists()


@pytest.mark.parametrize("dtype", ["bfloat16", "float16", "mixed"])
def test_a_family_that_runs_in_float32_alone_says_so(dtype, tiny_model_folder):
    with pytest.raises(UnusableModelError, match=f"cannot run in {dtype}; choose float32"):
        load(str(tiny_model_folder("deberta")), "cpu", dtype)


def test_an_unknown_precision_is_said(tiny_model_folder):
    with pytest.raises(BiascopeError, match=r"A dtype is one of .*float16, mixed; got"):
        load(str(tiny_model_folder("bert")), "cpu", "int8")


def test_a_folder_that_changes_while_it_is_loaded_is_refused(folder, monkeypatch):
    from engine.models import loading

    source = resolve(str(folder))
    plain = loading.read_tokenizer

    def changing(*arguments):
        (folder / "vocab.txt").write_text("another")
        return plain(*arguments)

    monkeypatch.setattr(loading, "read_tokenizer", changing)
    with pytest.raises(UnusableModelError, match="changed while they were read; try again"):
        load(source, "cpu")


def test_a_source_is_loaded_as_it_was_found(tiny_model_folder, monkeypatch):
    source = resolve(str(tiny_model_folder("bert")))

    def asked(*_: object) -> None:
        raise AssertionError("the name was looked up again")

    monkeypatch.setattr("engine.models.loading.resolve", asked)
    assert load(source, "cpu").source == source

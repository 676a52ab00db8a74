"""Checkpoints without a language-model head: which they are, and that their encoder is read."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from copy import copy
from pathlib import Path

import pytest

from engine.core.errors import NoHeadError, UnusableModelError
from engine.core.families import ENCODER, FAMILIES, MASKED, lacks_head
from engine.core.spec import ModelSpec
from engine.flow.kinds import Named
from engine.flow.registry import MEASURES, suits
from engine.measures.health.check import gate, gate_for, health_checks, health_items
from engine.measures.health.earlier import still_holds
from engine.models.facts import facts_of, kind_of
from engine.models.loading import MaskedLM, load
from engine.models.sources import resolve
from tests import tiny_models
from tests.tiny_models.encoders import build_encoder

WITHOUT_HEAD = {"seat", "head_bias", "head_ablation", "counter_stereotype", "cabm", "health"}


@pytest.fixture
def encoder(tmp_path) -> Callable[..., Path]:
    """A tiny encoder of a family, in a folder of its own."""
    return lambda family, **changes: build_encoder(family, tmp_path / family, **changes)


def claiming(folder: Path, name: str) -> Path:
    """The folder with another class named in its config.json."""
    path = folder / "config.json"
    config = json.loads(path.read_text(encoding="utf-8")) | {"architectures": [name]}
    path.write_text(json.dumps(config), encoding="utf-8")
    return folder


def health(folder: Path) -> dict:
    return health_checks(MaskedLM(load(str(folder), "cpu")), [health_items()], {})[0]


# --- which --------------------------------------------------------------------------------


@pytest.mark.model
@pytest.mark.parametrize("family", tiny_models.MASKED)
def test_the_weights_say_whether_a_masked_family_is_an_encoder(family, encoder, tiny_model_folder):
    assert facts_of(resolve(str(tiny_model_folder(family)))).kind == MASKED
    folder = encoder(family)
    source = resolve(str(folder))
    assert facts_of(source).kind == ENCODER
    assert kind_of(ModelSpec(source.checkpoint, source.revision)) == ENCODER
    model = load(source, "cpu")
    assert (model.family.kind, model.missing) == (ENCODER, ())
    assert type(model.network).__name__.endswith("Model")


@pytest.mark.parametrize(
    ("family", "weights", "lacks"),
    [
        ("bert", ["encoder.layer.0.output.dense.weight", "pooler.dense.weight"], True),
        ("bert", ["bert.pooler.dense.weight", "cls.seq_relationship.weight"], True),
        ("bert", ["bert.pooler.dense.weight", "classifier.weight"], True),
        ("bert", ["bert.pooler.dense.weight", "cls.predictions.bias"], False),
        ("bert", ["module.bert.pooler.dense.weight", "module.cls.predictions.bias"], False),
        ("electra", ["discriminator_predictions.dense.weight"], True),
        ("modernbert", ["model.final_norm.weight", "head.dense.weight"], False),
        ("modernbert", ["model.final_norm.weight", "head.dense.weight", "classifier.bias"], True),
        ("deberta", ["lm_predictions.lm_head.bias"], False),
        ("gpt2", ["transformer.wte.weight"], False),  # its head is its embeddings
        ("t5", ["shared.weight"], False),
        ("bert", [], False),
    ],
)
def test_a_head_is_told_by_the_names_of_its_weights(family, weights, lacks):
    assert lacks_head(FAMILIES[family], weights) is lacks


@pytest.mark.model
def test_a_part_of_a_head_is_a_head_that_is_not_whole(tiny_model_folder, tmp_path):
    from safetensors.torch import load_file, save_file

    folder = shutil.copytree(tiny_model_folder("bert"), tmp_path / "part")
    weights = load_file(folder / "model.safetensors")
    del weights["cls.predictions.transform.dense.weight"]
    save_file(weights, folder / "model.safetensors", {"format": "pt"})
    model = load(str(folder), "cpu")
    assert model.family.kind == MASKED
    with pytest.raises(UnusableModelError, match="no trained language-model head: 1 of its"):
        gate(MaskedLM(model))
    gate_for(MaskedLM(model), "seat")


@pytest.mark.model
def test_a_wrapper_is_named_and_the_prefix_of_its_own_language_model_is_none(
    tiny_model_folder, tmp_path
):
    from safetensors.torch import load_file, save_file

    folder = shutil.copytree(tiny_model_folder("bert"), tmp_path / "body")
    weights = load_file(folder / "model.safetensors")
    body = {name: weights[name] for name in weights if name.startswith("bert.")}
    save_file(body, folder / "model.safetensors", {"format": "pt"})
    assert load(str(folder), "cpu").missing == ()
    wrapped = {f"module.{name}": weight for name, weight in body.items()}
    save_file(wrapped, folder / "model.safetensors", {"format": "pt"})
    with pytest.raises(UnusableModelError, match=r"a prefix, module\., .* models convert"):
        load(str(folder), "cpu")


@pytest.mark.model
def test_a_classifier_keeps_the_head_that_it_has(tmp_path):
    from engine.models.loading import load_classifier
    from tests.engine.classifiers import build_classifier

    folder = build_classifier("bert", tmp_path / "classifier")
    assert facts_of(resolve(str(folder))).kind == ENCODER
    assert load_classifier(str(folder), "cpu").family.kind == MASKED
    suits("nlu", Named("x", ENCODER), [], {})


# --- health -------------------------------------------------------------------------------


@pytest.mark.model
def test_an_encoder_that_names_itself_is_green_and_says_what_is_measured(encoder):
    found = health(encoder("bert"))
    assert found["status"] == "green"
    (reason,) = found["reasons"]
    assert reason.startswith("An encoder without a language-model head: SEAT")
    assert found["pppl"] is None


@pytest.mark.model
def test_an_encoder_that_calls_itself_a_language_model_is_amber(encoder):
    found = health(claiming(encoder("mpnet"), "MPNetForMaskedLM"))
    assert found["status"] == "amber"
    assert found["reasons"][0] == (
        "Its config.json names MPNetForMaskedLM, and there is no language-model head in its "
        "files: measured as an encoder, by SEAT and heads only."
    )


@pytest.mark.model
def test_an_encoder_that_is_not_whole_is_red(encoder):
    from safetensors.torch import load_file, save_file

    folder = encoder("bert")
    weights = load_file(folder / "model.safetensors")
    del weights["encoder.layer.1.attention.output.dense.weight"]
    save_file(weights, folder / "model.safetensors", {"format": "pt"})
    found = health(folder)
    assert found["status"] == "red"
    assert any("is not complete: 1 of its weights" in reason for reason in found["reasons"])


@pytest.mark.model
def test_an_earlier_refusal_of_an_encoder_is_asked_again(encoder, tiny_model_folder):
    earlier = {"status": "red", "reasons": ["… would be random. It may be a discriminator or …"]}
    now = {"status": "green", "reasons": ["An encoder without a language-model head: …"]}
    for folder, holds in ((encoder("bert"), False), (tiny_model_folder("bert"), True)):
        source = resolve(str(folder))
        spec = ModelSpec(source.checkpoint, source.revision)
        assert still_holds(spec, {}, {}, earlier) is holds
        assert still_holds(spec, {}, {}, now)


# --- refusals -----------------------------------------------------------------------------


def test_only_what_reads_no_head_is_measured():
    asked = [{"text": "The nurse was [MASK]."}]
    measured = {name for name, measure in MEASURES.items() if not measure.classifier}
    for name in measured - WITHOUT_HEAD:
        with pytest.raises(NoHeadError, match="owner/encoder has no trained language-model head"):
            suits(name, Named("owner/encoder", ENCODER), asked, {})
    for name in measured & WITHOUT_HEAD:
        suits(name, Named("owner/encoder", ENCODER), asked, {"pooling": "cls", "sentence": "cls"})


@pytest.mark.parametrize(
    ("name", "lacks"),
    [
        ("completion", "predicts no words for a sentence"),
        ("pppl", "has no pseudo-perplexity"),
        ("gest", "has no GEST score"),
        ("template_completion", "has no HONEST score"),
        ("lpbs", "has no log-probability bias score"),
        ("cloze_answers", "predicts no words"),
        ("pairs", "predicts no words"),
    ],
)
def test_a_refusal_names_what_is_missing_and_what_there_is_instead(name, lacks):
    with pytest.raises(NoHeadError) as refused:
        suits(name, Named("owner/encoder", ENCODER), [{"text": "A [MASK]."}], {})
    assert str(refused.value) == (
        f"owner/encoder has no trained language-model head, so it {lacks}; measure it as an "
        "encoder: SEAT and its heads on the page Heads, occupations on the page CABM (the commands "
        "seat, heads, mask, counter and cabm)."
    )


def test_a_refusal_is_the_same_in_another_process():
    refusal = NoHeadError("owner/encoder", "has no pair score")
    again = copy(refusal)
    assert (type(again), str(again)) == (NoHeadError, str(refusal))


@pytest.mark.model
def test_whoever_asks_the_network_itself_is_refused_too(encoder):
    from engine.inference.plan import Row
    from engine.inference.runner import distributions
    from engine.measures.pairs.preparation import check_kind
    from engine.measures.pairs.variants import variant_of

    lm = MaskedLM(load(str(encoder("bert")), "cpu"))
    with pytest.raises(NoHeadError, match="predicts no words"):
        distributions(lm, [Row((2, 7, 3), (1,))])
    with pytest.raises(NoHeadError, match="has no pair score"):
        check_kind(lm, variant_of("cps"))
    with pytest.raises(UnusableModelError, match="predicts no words"):
        gate(lm)

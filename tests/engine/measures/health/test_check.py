from __future__ import annotations

import json
import re
import shutil
from dataclasses import replace

import pytest
import torch

from engine.core.errors import UnusableModelError
from engine.flow.measurement import measure
from engine.flow.registry import MEASURES
from engine.measures.completion.completions import completions
from engine.measures.completion.next_word import continuation_answers
from engine.measures.health.check import (
    CLOZE_ENOUGH,
    CONTINUED_ENOUGH,
    PERPLEXITY_ENOUGH,
    PPPL_ENOUGH,
    Health,
    faults_of,
    gate,
    gate_for,
    health_checks,
    health_items,
    judge_health,
)
from engine.measures.perplexity.causal import log_likelihoods, perplexity
from engine.measures.perplexity.masked import pseudo_log_likelihoods, pseudo_perplexity
from engine.models.loading import MaskedLM, load, load_classifier
from engine.models.vocabulary import wrong_case
from engine.statistics.shares import exact_share_interval
from engine.storage.store import SHIPPED, Store
from tests.engine.classifiers import build_classifier
from tests.tiny_models import CAUSAL, FAMILIES, WITH_MASK
from tests.tiny_models.words import WORDS
from tests.unloaded import not_loaded

QUESTIONS = {
    "cloze": [
        {"sentence": "The nurse was [MASK].", "answers": ["tired"]},
        {"sentence": "She is a [MASK].", "answers": ["doctor", "teacher"]},
    ],
    "neutral": ["The door is old.", "The water is cold."],
}


# --- the gate ---------------------------------------------------------------------------


@pytest.mark.parametrize("family", FAMILIES)
def test_a_sound_model_passes_the_gate(family, masked_lm):
    assert faults_of(masked_lm(family).model) == ()
    gate(masked_lm(family, "1-1"))


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("discriminator", "head, so it predicts no words; measure it as an encoder"),
        ("sentence_encoder", "head, so it predicts no words; measure it as an encoder"),
        ("half_head", r"head: .*\(cls\.predictions.*would be random"),
    ],
)
def test_a_model_without_a_trained_head_is_refused_by_name(name, why, bad_folders):
    lm = MaskedLM(load(str(getattr(bad_folders, name)), "cpu"))
    with pytest.raises(UnusableModelError, match=f"has no trained language-model {why}") as caught:
        gate(lm)
    assert name in str(caught.value)
    assert "\n" not in str(caught.value)


def test_many_missing_weights_are_counted_and_a_few_named(loaded):
    model = replace(loaded("bert"), missing=tuple("abcdef"))
    (fault,) = faults_of(model)
    assert "6 of its weights are not in the checkpoint (a, b, c, …)" in fault


@pytest.mark.parametrize("family", ["bert", "roberta"])
def test_a_masked_model_whose_tokenizer_has_no_mask_is_refused(family, tiny_model_folder):
    model = load(str(tiny_model_folder(family)), "cpu")
    model.tokenizer.mask_token = None
    with pytest.raises(UnusableModelError, match="has no mask token, so no word can be masked"):
        gate(MaskedLM(model))


def draw_anew(network):
    network.train()  # its dropout does


def lose_numbers(network):
    with torch.no_grad():
        next(network.parameters()).fill_(float("nan"))


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (draw_anew, "the same sentence different scores in two runs"),
        (
            lose_numbers,
            r"not finite numbers \(NaN .* in bert\.emb.*an earlier checkpoint",
        ),
    ],
)
def test_a_model_whose_scores_cannot_be_used_is_refused(change, fault, tiny_model_folder):
    model = load(str(tiny_model_folder("bert")), "cpu")
    change(model.network)
    with pytest.raises(UnusableModelError, match=fault):
        gate(MaskedLM(model))


@pytest.mark.parametrize("value", ["nan", "inf", "-inf"])
def test_one_weight_that_is_no_number_is_named_whatever_reads_it(value, tiny_model_folder):
    model = load(str(tiny_model_folder("bert")), "cpu")
    with torch.no_grad():
        model.network.bert.embeddings.position_embeddings.weight[100, 3] = float(value)
    with pytest.raises(UnusableModelError, match=r"in bert\.embeddings\.position_embeddings"):
        gate(MaskedLM(model))


def test_weights_too_large_for_half_precision_are_to_be_read_in_full(tiny_model_folder, tmp_path):
    from safetensors.torch import load_file, save_file

    folder = shutil.copytree(tiny_model_folder("bert"), tmp_path / "large")
    weights = load_file(folder / "model.safetensors")
    weights["bert.encoder.layer.0.output.dense.bias"][0] = 1e6
    save_file(weights, folder / "model.safetensors", metadata={"format": "pt"})
    with pytest.raises(UnusableModelError, match="too large for float16; try float32"):
        gate(MaskedLM(load(str(folder), "cpu", "float16")))
    gate(MaskedLM(load(str(folder), "cpu")))


def test_a_classifier_whose_weights_are_no_numbers_is_refused(tmp_path):
    from safetensors.torch import load_file, save_file

    folder = build_classifier("bert", tmp_path / "classifier")
    weights = load_file(folder / "model.safetensors")
    weights["classifier.bias"][0] = float("nan")
    save_file(weights, folder / "model.safetensors", metadata={"format": "pt"})
    with pytest.raises(UnusableModelError, match=r"in classifier\.bias"):
        load_classifier(str(folder), "cpu")


# --- what reads no head -----------------------------------------------------------------

WITHOUT_HEAD = (
    *("seat", "head_bias", "head_ablation", "counter_stereotype"),
    *("cabm", "health"),
)


@pytest.mark.parametrize("name", ["discriminator", "sentence_encoder", "half_head"])
def test_a_whole_encoder_is_measured_by_what_reads_no_head(name, bad_folders):
    lm = MaskedLM(load(str(getattr(bad_folders, name)), "cpu"))
    for measure_name in MEASURES:
        if measure_name in WITHOUT_HEAD:
            gate_for(lm, measure_name)
        else:
            with pytest.raises(UnusableModelError, match="has no trained language-model head"):
                gate_for(lm, measure_name)


@pytest.mark.parametrize(
    ("family", "taken"),
    [
        ("bert", "bert.encoder.layer.1.output.dense.weight"),
        ("gpt2", "transformer.h.0.mlp.c_fc.weight"),
        ("t5", "encoder.block.0.layer.1.DenseReluDense.wo.weight"),
    ],
)
def test_an_encoder_that_is_not_whole_is_measured_by_nothing(family, taken, tiny_model_folder):
    model = replace(load(str(tiny_model_folder(family)), "cpu"), missing=(taken,))
    for measure_name in MEASURES:
        with pytest.raises(UnusableModelError, match="is not complete: 1 of its weights"):
            gate_for(MaskedLM(model), measure_name)


def test_a_span_filler_without_its_decoder_has_a_whole_encoder(tiny_model_folder):
    model = load(str(tiny_model_folder("t5")), "cpu")
    names = (name for name in model.network.state_dict() if name.startswith("decoder."))
    lacking = tuple(name for name in names if "embed_tokens" not in name)  # which is shared
    headless = MaskedLM(replace(model, missing=lacking))
    gate_for(headless, "seat")
    with pytest.raises(UnusableModelError, match="no trained language-model head"):
        gate_for(headless, "cloze_answers")


def test_an_encoder_that_gives_no_numbers_is_measured_by_nothing(bad_folders):
    model = load(str(bad_folders.sentence_encoder), "cpu")
    draw_anew(model.network)
    with pytest.raises(UnusableModelError, match="different scores in two runs"):
        gate_for(MaskedLM(model), "seat")


def test_several_faults_are_all_told(loaded):
    model = replace(loaded("bert"), tokenizer=loaded("roberta").tokenizer, missing=("cls.bias",))
    assert len(faults_of(model)) == 2
    both = r"would be random\..*has 1,122 tokens and the network only 514.*do not belong together\."
    with pytest.raises(UnusableModelError, match=both):
        gate(MaskedLM(model))


def test_faults_are_found_once_a_model(loaded, monkeypatch):
    model = replace(loaded("bert"))
    faults_of(model)
    monkeypatch.setattr(
        "engine.measures.health.check._faults", lambda _: pytest.fail("looked again")
    )
    assert faults_of(model) == ()


# --- the health check -------------------------------------------------------------------


@pytest.mark.parametrize("family", ["bert", "roberta", "xlm-roberta"])
def test_the_examination_counts_right_first_choices_and_the_surprise(family, masked_lm):
    lm = masked_lm(family)
    (first,) = completions(lm, [{"text": "The nurse was [MASK]."}], {"top_k": 1})
    answer = first["predictions"][0][0]["word"]
    right = {"sentence": "The nurse was [MASK].", "answers": ["other", answer.casefold()]}
    (found,) = health_checks(lm, [{**QUESTIONS, "cloze": [right, QUESTIONS["cloze"][1]]}], {})
    values = pseudo_log_likelihoods(lm, [{"text": text} for text in QUESTIONS["neutral"]], {})
    assert found["cloze_accuracy"] in (0.5, 1.0)
    assert found["cloze_items"] == 2
    assert found["cloze_interval"] == exact_share_interval(round(2 * found["cloze_accuracy"]), 2)
    fit = pseudo_perplexity(values)
    assert found["pppl"] == pytest.approx(fit["pppl"])
    assert found["pppl_interval"] == pytest.approx(fit["interval"])
    assert found["status"] == "amber"  # it has learnt nothing


def test_a_red_model_is_not_scored(bad_folders):
    lm = MaskedLM(load(str(bad_folders.half_head), "cpu"))
    (found,) = health_checks(lm, [QUESTIONS], {})
    assert found["status"] == "red"
    assert found["reasons"] == faults_of(lm.model)
    assert (found["cloze_accuracy"], found["pppl"]) == (None, None)


CONTINUED = {
    **QUESTIONS,
    "cloze": [
        QUESTIONS["cloze"][0],
        {"sentence": "She is a [MASK] at school.", "answers": ["teacher"]},
        {"sentence": "The opposite of hot is [MASK]!", "answers": ["cold", "astronomers"]},
    ],
}


@pytest.mark.parametrize("family", [*CAUSAL, WITH_MASK])
def test_a_causal_model_has_a_cloze_by_continuation_and_a_perplexity(family, masked_lm):
    lm = masked_lm(family)
    (found,) = health_checks(lm, [CONTINUED], {})
    assert found["cloze_items"] == 2  # the second one has words after its gap
    assert found["cloze_accuracy"] == 0.0
    assert found["cloze_interval"] == exact_share_interval(0, 2)
    values = log_likelihoods(lm, [{"text": text} for text in CONTINUED["neutral"]], {})
    fit = perplexity(values)
    assert found["perplexity"] == pytest.approx(fit["perplexity"])
    assert found["perplexity_interval"] == pytest.approx(fit["interval"])
    assert (found["pppl"], found["pppl_interval"]) == (None, None)
    assert found["status"] == "amber"  # it has learnt nothing
    assert "continues only 0% of 2" in found["reasons"][0]
    assert "(perplexity " in found["reasons"][1]


@pytest.mark.parametrize("family", CAUSAL)
def test_a_word_of_several_pieces_counts_where_each_piece_is_the_first_choice(family, masked_lm):
    lm = masked_lm(family)
    begun, said = continued_by_the_network(lm, "▁" if family == "llama" else "Ġ")
    item = {"sentence": f"{begun} [MASK].", "answers": ["tired", said]}
    assert continuation_answers(lm, [item, {**item, "answers": [f"{said}x", "tired"]}]) == [
        True,
        False,
    ]


def continued_by_the_network(lm, marker):
    """A text, and the word of several pieces that the network itself goes on with."""
    for word in WORDS:
        ids = lm.tokenizer(f"he {word}", add_special_tokens=False)["input_ids"]
        begun = len(ids)
        for _ in range(2):
            with torch.inference_mode():
                given = torch.tensor([[lm.tokenizer.bos_token_id, *ids]])
                ids.append(int(lm.model.network(given).logits[0, -1].argmax()))
        said = lm.tokenizer.decode(ids[begun:]).strip()
        pieces = lm.tokenizer.convert_ids_to_tokens(ids[begun:])
        again = lm.tokenizer(f"he {word} {said}", add_special_tokens=False)["input_ids"]
        if pieces[0].startswith(marker) and " " not in said and again == ids:
            return f"he {word}", said
    raise AssertionError("no text is continued by a word of several pieces")


def test_a_span_filler_is_told_what_does_not_apply(masked_lm):
    (found,) = health_checks(masked_lm("t5"), [QUESTIONS], {})
    assert found["status"] == "green"
    assert "do not apply" in found["reasons"][0]


CLOZE, POOR = "plain cloze sentences", "predicts plain English poorly"


@pytest.mark.parametrize(
    ("accuracy", "figure", "status", "told"),
    [
        (CLOZE_ENOUGH, {"pppl": PPPL_ENOUGH}, "green", []),
        (0.9, {"pppl": 5.0}, "green", []),
        (CLOZE_ENOUGH - 0.01, {"pppl": 5.0}, "amber", [CLOZE]),
        (0.9, {"pppl": PPPL_ENOUGH + 1}, "amber", [POOR]),
        (0.0, {"pppl": 9e9}, "amber", [CLOZE, POOR]),
        (None, {}, "green", []),
        (CONTINUED_ENOUGH, {"perplexity": PERPLEXITY_ENOUGH}, "green", []),
        (CONTINUED_ENOUGH - 0.01, {"perplexity": 50.0}, "amber", ["continues only"]),
        (0.9, {"perplexity": PERPLEXITY_ENOUGH + 1}, "amber", [f"{POOR} (perplexity"]),
    ],
)
def test_weak_figures_warn_and_say_why(accuracy, figure, status, told):
    found = judge_health(Health("green", (), cloze_accuracy=accuracy, cloze_items=40, **figure))
    assert found.status == status
    assert len(found.reasons) == len(told)
    assert all(part in reason for part, reason in zip(told, found.reasons, strict=True))


def test_the_built_in_paper_asks_what_can_be_answered():
    questions = health_items()
    assert len(questions["cloze"]) >= 30
    assert len(questions["neutral"]) >= 30
    for item in questions["cloze"]:
        assert item["sentence"].count("[MASK]") == 1
        assert item["answers"]
        assert all(answer == answer.casefold() for answer in item["answers"])
    assert all(text == text.strip() for text in questions["neutral"])


# --- case --------------------------------------------------------------------------------


def word_pieces(tmp_path, tiny_model_folder, lower, capitals):
    """A tiny BERT whose vocabulary has capitals or none, and whose tokenizer lowers or does not."""
    folder = shutil.copytree(tiny_model_folder("bert"), tmp_path / f"{lower}-{capitals}")
    path = folder / "tokenizer.json"
    content = json.loads(path.read_text(encoding="utf-8"))
    content["normalizer"]["lowercase"] = lower
    if capitals:
        entries = content["model"]["vocab"].items()
        content["model"]["vocab"] = {
            word.capitalize() if number % 9 == 0 and word.isalpha() else word: number
            for word, number in entries
        }
    path.write_text(json.dumps(content), encoding="utf-8")
    settings = json.loads((folder / "tokenizer_config.json").read_text(encoding="utf-8"))
    settings["do_lower_case"] = lower
    (folder / "tokenizer_config.json").write_text(json.dumps(settings), encoding="utf-8")
    return MaskedLM(load(str(folder), "cpu"))


@pytest.mark.parametrize(
    ("lower", "capitals", "told"),
    [
        (True, True, r"lower case, .*capitals.* never read.*set do_lower_case to false"),
        (False, False, r"keeps capitals, .*hardly one of the \d+ .*set do_lower_case to true"),
        (True, False, None),
        (False, True, None),
    ],
)
def test_a_tokenizer_whose_case_is_not_its_vocabularys_is_amber_with_its_cure(
    lower, capitals, told, tmp_path, tiny_model_folder
):
    (found,) = health_checks(
        word_pieces(tmp_path, tiny_model_folder, lower, capitals), [QUESTIONS], {}
    )
    assert found["status"] == "amber"
    said = [reason for reason in found["reasons"] if "do_lower_case" in reason]
    assert len(said) == (told is not None)
    if told is not None:
        assert re.search(told, said[0])


@pytest.mark.parametrize("family", [*FAMILIES, "t5", "mt5"])
def test_no_tokenizer_of_its_own_vocabulary_is_suspected(family, loaded):
    assert wrong_case(loaded(family).tokenizer) == ""


def test_the_case_alone_makes_a_model_amber():
    found = judge_health(Health("green", (), cloze_accuracy=0.9, pppl=5.0), ("Its tokenizer.",))
    assert (found.status, found.reasons) == ("amber", ("Its tokenizer.",))


# --- what comes with Biascope ------------------------------------------------------------


def test_the_check_of_the_bundled_model_comes_with_biascope(tmp_path):
    from engine.models.sources import identify

    store = Store(tmp_path / "results.sqlite", shipped=SHIPPED)
    measure("health", identify("bundled"), [health_items()], {}, not_loaded, store)
    assert not store.path.exists()

from __future__ import annotations

import pytest

from engine.commands.fill import _share
from tests.nowhere import NOWHERE

TEXT = "The nurse said that [MASK] was tired."
SPEC_KEYS = {"checkpoint", "revision", "dtype", "masked_heads"}
MANIFEST_KEYS = {"spec", "measure", "version", "params", "items", "data", "libraries", "device"}


def test_json_holds_what_the_contract_asks(engine, model):
    found = engine("fill", TEXT, "--top-k", "4", "--targets", "he,she", "--json", "--model", model)
    assert found.code == 0
    assert found.err == ""
    (ranked,) = found.json["predictions"]
    assert len(ranked) == 4
    assert all({"token", "word", "probability", "rank"} <= set(entry) for entry in ranked)
    assert [entry["probability"] for entry in ranked] == sorted(
        (entry["probability"] for entry in ranked), reverse=True
    )
    targets = found.json["targets"]
    assert [entry["word"] for entry in targets] == ["he", "she"]
    assert all({"word", "probability", "pieces", "rank"} <= set(entry) for entry in targets)


def test_the_manifest_says_what_was_measured(engine, model):
    manifest = engine(
        "fill", TEXT, "--json", "--model", model, "--mask", "2-1,1-4", "--device", "cpu"
    ).json["manifest"]
    assert set(manifest) >= MANIFEST_KEYS
    assert set(manifest["spec"]) == SPEC_KEYS
    assert manifest["spec"]["checkpoint"] == model
    assert manifest["spec"]["masked_heads"] == ["1-4", "2-1"]
    assert manifest["device"] == "cpu"
    assert manifest["params"]["top_k"] == 10


def test_the_same_question_again_is_answered_from_the_store(engine, model):
    first, again = (engine("fill", TEXT, "--json", "--model", model).json for _ in range(2))
    assert (first["manifest"]["from_store"], again["manifest"]["from_store"]) == (0, 1)
    assert {key: first[key] for key in first if key != "manifest"} == {
        key: again[key] for key in again if key != "manifest"
    }
    assert list(first) == list(again)


def test_without_the_cache_nothing_is_kept(engine, model, cache_folder):
    for _ in range(2):
        found = engine("fill", TEXT, "--json", "--no-cache", "--model", model)
        assert found.json["manifest"]["from_store"] == 0
    assert not list(cache_folder.iterdir())


def test_masked_heads_give_another_answer(engine, model):
    base, masked = (
        engine("fill", TEXT, "--json", "--model", model, *mask).json["predictions"]
        for mask in ((), ("--mask", "1-1, 2-3"))
    )
    assert base != masked


def test_a_table_for_people_names_words_targets_and_masks(engine, model):
    found = engine(
        "fill", "[MASK] met [MASK].", "--top-k", "3", "--targets", "she,他", "--model", model
    )
    assert found.code == 0
    assert found.err == ""
    assert "Mask 1 of 2" in found.out
    assert "Mask 2 of 2" in found.out
    assert "she (mask 1)" in found.out
    assert "unknown word" in found.out


def test_words_are_shown_as_they_are_and_never_as_markup(engine, model):
    found = engine(
        "fill", "[MASK]", "--targets", "[bold]x[/bold],:heart:", "--top-k", "1", "--model", model
    )
    assert "[bold]x[/bold] (mask 1)" in found.out
    assert ":heart: (mask 1)" in found.out


def test_groups_are_compared(engine, model):
    arguments = ("fill", "The {group} was [MASK].", "--groups", "nurse, engineer,nurse")
    value = engine(*arguments, "--json", "--targets", "tired", "--model", model).json
    assert value["groups"] == ["nurse", "engineer"]
    (table,) = value["masks"]
    assert {"words", "probabilities", "spread", "divergence", "pairwise", "targets"} <= set(table)
    assert len(table["words"]) == 10
    shown = engine(*arguments, "--model", model)
    assert "Mask 1: divergence" in shown.out
    assert "engineer" in shown.out
    assert "looked up" not in shown.out


def test_words_looked_up_and_joint_fillings_are_told_in_plain_text_too(engine, model):
    asked = engine(
        *("fill", "The {group} was [MASK].", "--groups", "nurse,engineer"),
        *("--targets", "tired,xyzzyplugh", "--model", model),
    ).out
    table = asked[asked.index("words looked up") :]
    assert "tired" in table
    assert "%" in table
    joint = ("fill", "The [MASK] was [MASK].", "--order", "left-to-right", "--model", model)
    first = " … ".join(engine(*joint, "--json").json["joint"][0]["words"])
    assert first in engine(*joint).out


def test_no_probability_is_shown_as_nothing():
    assert [_share(value) for value in (0.25, 0.0001, 0.00009, 9e-14)] == [
        "25.00%",
        "0.01%",
        "9.0e-03%",
        "9.0e-12%",
    ]


def test_joint_fillings_and_longer_words_can_be_asked_for(engine, model):
    value = engine(
        "fill",
        "[MASK] met [MASK].",
        *("--order", "left-to-right", "--max-pieces", "2", "--top-k", "2", "--hide", "piece,stop"),
        *("--json", "--model", model),
    ).json
    assert len(value["joint"]) == 2
    assert value["manifest"]["params"]["hide"] == ["piece", "stop"]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("",), "The sentence is empty"),
        (("  ",), "The sentence is empty"),
        (("The nurse.",), "No word is masked; write [MASK]"),
        (("[MASK] " * 40,), "40 words are masked and at most 10"),
        (("[MASK] " + "nurse " * 200,), "203 tokens and the model reads at most 128"),
        (("caf\udce9 [MASK]",), "not UTF-8"),
        ((TEXT, "--mask", "99-1"), "Head 99-1 does not exist: this model has layers 1 to 2"),
        ((TEXT, "--mask", "nine"), "A head is written layer-head, for example 3-1; got 'nine'"),
        ((TEXT, "--mask", "0-1"), "Layers and heads count from 1; got '0-1'"),
        (
            (TEXT, "--dtype", "int8"),
            "A dtype is one of float32, bfloat16, float16, mixed; got 'int8'",
        ),
        ((TEXT, "--device", "gpu"), "A device is auto, cpu, cuda or cuda:N; got 'gpu'"),
        ((TEXT, "--order", "random"), "--order is independent or left-to-right; got 'random'"),
        ((TEXT, "--hide", "verbs"), "--hide takes piece, punctuation, stop; got 'verbs'"),
        ((TEXT, "--targets", ",".join(map(str, range(60)))), "60 target words; at most 50"),
        (("The {group} was [MASK].",), "at least two groups to compare; got 0"),
        (("The {group} was [MASK].", "--groups", "nurse"), "at least two groups to compare; got 1"),
        ((TEXT, "--groups", "nurse,engineer"), "no {group} slot"),
        ((TEXT, "--top-k", "0"), "--top-k"),
        ((TEXT, "--top-k", "many"), "--top-k"),
        ((TEXT, "--topk", "3"), "--topk"),
        ((), "No sentence was given"),
        ((TEXT, "more"), "unexpected extra argument"),
    ],
)
def test_a_mistake_is_said_in_one_line_and_leaves_with_two(engine, model, arguments, said):
    assert said in engine("fill", *arguments, "--json", "--model", model).refusal


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("sentence_encoder", "no trained language-model head"),
        ("damaged", "damaged or half-downloaded"),
        ("empty", "there is no config.json"),
        ("unsupported_family", "their attention projections are not known"),
    ],
)
def test_an_unusable_model_is_refused_in_one_line(engine, bad_folders, name, said, cache_folder):
    found = engine("fill", TEXT, "--json", "--model", str(getattr(bad_folders, name)))
    assert said in found.refusal
    assert not list(cache_folder.glob("results.sqlite"))


@pytest.mark.parametrize("checkpoint", ["", NOWHERE, "no such model", "./here"])
def test_a_name_that_leads_nowhere_is_said(engine, checkpoint):
    assert "hub id" in engine("fill", TEXT, "--model", checkpoint).refusal


def test_a_hub_model_without_a_network_is_said(engine, monkeypatch):
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    assert "HF_HUB_OFFLINE is set" in engine("fill", TEXT, "--model", "owner/never-fetched").refusal


CONTINUING = ["gpt2", "gpt2-mask"]


@pytest.mark.parametrize("family", CONTINUING)
def test_a_causal_model_cannot_fill(engine, tiny_model_folder, family):
    found = engine("fill", TEXT, "--model", str(tiny_model_folder(family)))
    assert "causal model: it reads from left to right" in found.refusal
    assert "for example: The nurse said that" in found.complaint


@pytest.mark.parametrize("family", CONTINUING)
def test_a_causal_model_continues_a_text_without_a_mask(engine, tiny_model_folder, family):
    words = ("fill", "The nurse said that", "--targets", "she,astronomers", "--top-k", "3")
    folder = str(tiny_model_folder(family))
    value = engine(*words, "--json", "--model", folder).json
    assert value["continued"] is True
    (ranked,) = value["predictions"]
    assert [entry["rank"] for entry in ranked] == sorted(entry["rank"] for entry in ranked)
    assert {"token", "word", "probability", "rank"} <= set(ranked[0])
    assert [entry["pieces"] > 1 for entry in value["targets"]] == [False, True]
    shown = engine(*words, "--model", folder).out
    assert "Next word" in shown
    assert "first pieces of words" in shown
    assert "mask 1" not in shown


def test_a_causal_model_compares_groups_by_the_next_word(engine, tiny_model_folder):
    words = ("fill", "{group} people are", "--groups", "rich,poor", "--targets", "kind")
    folder = str(tiny_model_folder("gpt2"))
    value = engine(*words, "--json", "--model", folder).json
    assert value["texts"] == ["Rich people are", "Poor people are"]
    assert len(value["masks"]) == 1
    shown = engine(*words, "--model", folder).out
    assert "Next word: divergence" in shown
    assert "first pieces of words" in " ".join(shown.split())


def test_a_flat_distribution_is_said_to_people_and_not_in_the_json(engine, model, monkeypatch):
    from engine.measures import flat

    first = engine("fill", TEXT, "--json", "--model", model).json["predictions"][0][0]
    monkeypatch.setattr(flat, "FLAT", first["probability"] * 1.001)
    assert "the model is unsure here, so single words" in " ".join(
        engine("fill", TEXT, "--model", model).out.split()
    )
    assert "unsure" not in engine("fill", TEXT, "--json", "--model", model).out
    monkeypatch.setattr(flat, "FLAT", first["probability"] * 0.999)
    assert "unsure" not in engine("fill", TEXT, "--model", model).out


@pytest.mark.parametrize(
    "text", ["She is 😀 and [MASK].", "הרופאה [MASK] עייפה", "<script>[MASK]</script> $x$ `y`"]
)
def test_any_text_is_answered(engine, model, text):
    value = engine("fill", text, "--json", "--model", model).json
    assert value["text"] == text
    assert len(value["predictions"][0]) == 10


def test_a_cache_that_cannot_be_written_costs_a_warning_and_no_answer(
    engine, model, monkeypatch, tmp_path
):
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("BIASCOPE_CACHE", str(tmp_path / "file"))
    found = engine("fill", TEXT, "--json", "--model", model)
    assert found.code == 0
    assert len(found.json["predictions"][0]) == 10
    assert len(found.err.splitlines()) == 1
    assert "Results could not be kept" in found.err


def test_a_process_of_its_own_prints_one_object_and_nothing_else(process, model):
    found = process("fill", "She is 😀 and [MASK].", "--json", "--model", model)
    assert found.code == 0
    assert len(found.json["predictions"][0]) == 10
    assert found.err == ""

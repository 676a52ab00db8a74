from __future__ import annotations

import pytest

from tests.tiny_models import BY_RULE, EVERY_CAUSAL, MORE

KEYS = {"checkpoint", "family", "layers", "heads", "parameters", "status", "reasons"}


@pytest.mark.parametrize("family", ["bert", "gpt2"])
def test_masked_and_causal_models_are_reported(engine, tiny_model_folder, family):
    found = engine("models", "check", str(tiny_model_folder(family)), "--json")
    assert found.code == 0
    assert found.err == ""
    report = found.json
    assert set(report) >= KEYS
    assert report["heads"] == 4
    assert report["layers"] == 2
    assert report["status"] == "amber"  # it has learnt nothing
    assert (report["perplexity"] is None) == (family == "bert")
    assert report["reasons"]
    assert all(isinstance(reason, str) for reason in report["reasons"])


@pytest.mark.parametrize("family", [*MORE, *BY_RULE])
def test_every_family_is_reported_with_what_its_heads_are(engine, tiny_model_folder, family):
    found = engine("models", "check", str(tiny_model_folder(family)), "--json")
    assert (found.code, found.err) == (0, "")
    report = found.json
    assert report["status"] == "amber"  # it has learnt nothing
    assert (report["perplexity"] is None) == (family not in EVERY_CAUSAL)
    without = family == "convbert"
    assert (report["heads"], report["heads_available"]) == ((0, False) if without else (4, True))
    assert without == any("scored, heads not available" in text for text in report["reasons"])
    assert (family == "bart") == any("a mask could stand for" in text for text in report["reasons"])


def test_a_mask_of_a_model_without_heads_is_refused(engine, tiny_model_folder):
    folder = str(tiny_model_folder("convbert"))
    for command in (
        ("fill", "The nurse said that [MASK] was tired.", "--mask", "1-1"),
        ("mask", "--mask", "1-1"),
        ("heads",),
    ):
        assert "is scored, heads not available" in engine(*command, "--model", folder).refusal
    scored = engine("fill", "The nurse said that [MASK] was tired.", "--model", folder, "--json")
    assert scored.json["predictions"][0]


def test_the_model_may_be_named_as_an_option_too(engine, model):
    by_option = engine("models", "check", "--model", model, "--json").json
    assert by_option == engine("models", "check", model, "--json").json


def test_a_model_without_a_head_is_an_encoder_that_says_what_is_measured(engine, bad_folders):
    found = engine("models", "check", str(bad_folders.sentence_encoder), "--json")
    assert (found.code, found.json["status"], found.json["kind"]) == (0, "green", "encoder")
    assert found.json["reasons"] == [
        "An encoder without a language-model head: SEAT, its heads and the vectors of CABM are "
        "measured, and nothing that predicts words."
    ]
    assert (found.json["layers"], found.json["pppl"]) == (2, None)


def test_a_model_with_a_part_of_its_head_is_red_with_its_reason(engine, bad_folders):
    found = engine("models", "check", str(bad_folders.half_head), "--json")
    assert found.code == 2
    assert found.json["status"] == "red"
    assert "no trained language-model head" in found.json["reasons"][0]
    assert found.json["pppl"] is None


def test_a_red_model_ends_the_check_with_an_error_fresh_and_from_the_store(engine, bad_folders):
    for _ in range(2):
        found = engine("models", "check", "--model", str(bad_folders.half_head))
        assert "no trained language-model head" in found.err
        assert "red" in found.out


def test_the_verdict_is_first_and_what_a_kind_has_no_figure_for_is_left_out(
    engine, tiny_model_folder
):
    out = engine("models", "check", str(tiny_model_folder("convbert"))).out
    rows = [line for line in out.splitlines()[1:] if line.strip() and not line.startswith(" ")]
    named = [" ".join(row[:15].split()) for row in rows]
    assert named[:3] == ["status", "reasons", "checkpoint"]
    assert "heads not available" in " ".join(rows[named.index("heads")].split())
    assert "pppl" in named
    assert not {"perplexity", "heads available"} & set(named)


def test_the_table_is_the_same_fresh_and_from_the_store(engine, model):
    fresh, stored = (engine("models", "check", model) for _ in range(2))
    assert fresh == stored
    assert "amber" in fresh.out
    assert "cloze accuracy" in fresh.out
    assert not set("[]()'") & set(fresh.out.partition("reasons")[2].partition("checkpoint")[0]) - {
        "(",
        ")",
    }


def test_models_alone_shows_its_commands(engine):
    found = engine("models")
    assert found.code == 2
    assert "check" in found.err


def test_what_cannot_be_loaded_cannot_be_reported(engine, bad_folders):
    found = engine("models", "check", str(bad_folders.damaged), "--json")
    assert "damaged or half-downloaded" in found.refusal


def test_a_folder_of_models_is_added_listed_and_removed(engine, tiny_model_folder):
    folder = tiny_model_folder("bert")
    added = engine("models", "add", str(folder.parent))
    assert (added.code, added.out.strip()) == (0, str(folder.parent))
    found = " ".join(added.err.split())
    assert " found: " in found
    assert folder.name in found
    listed = engine("models", "list", "--json").json
    assert listed["folders"] == [str(folder.parent)]
    assert str(folder) in listed["models"]
    assert str(folder.parent) in "".join(engine("models", "list").out.split())
    assert engine("models", "remove", str(folder.parent)).code == 0
    assert engine("models", "list", "--json").json == {"folders": [], "models": []}
    refused = engine("models", "remove", str(folder.parent))
    assert refused.code == 2
    assert "not among the folders of models" in refused.err

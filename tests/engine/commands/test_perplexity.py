"""The command `perplexity`, for causal models."""

from __future__ import annotations

import pytest

SENTENCES = ["The nurse was tired.", "The door is old.", "She loves math."]


@pytest.fixture
def path(tmp_path):
    file = tmp_path / "text.txt"
    file.write_text("\n".join(SENTENCES))
    return str(file)


@pytest.mark.parametrize("family", ["gpt2", "gpt2-mask"])
def test_json_has_the_perplexity_under_its_own_name(engine, tiny_model_folder, path, family):
    found = engine("perplexity", path, "--json", "--model", str(tiny_model_folder(family)))
    assert (found.code, found.err) == (0, "")
    value = found.json
    assert value["interval"][0] <= value["perplexity"] <= value["interval"][1]
    assert "pppl" not in value
    assert (value["sentences"], value["skipped"], value["problems"]) == (3, 0, [])
    assert (value["window"], value["stride"]) == (128, 64)
    assert value["manifest"]["measure"] == "perplexity"


def test_one_text_has_no_interval_and_says_what_it_needs(engine, tiny_model_folder, tmp_path):
    path = tmp_path / "one.txt"
    path.write_text("The nurse was tired.\n", encoding="utf-8")
    model = str(tiny_model_folder("gpt2"))
    value = engine("perplexity", str(path), "--json", "--model", model).json
    assert value["interval"] is None
    assert value["interval_note"] == "needs at least 2 sentences"
    assert "needs at least 2 sentences" in engine("perplexity", str(path), "--model", model).out


def test_masked_heads_give_another_figure(engine, tiny_model_folder, path):
    words = ("perplexity", path, "--json", "--model", str(tiny_model_folder("gpt2")))
    plain, masked = (
        engine(*words, *mask).json["perplexity"] for mask in ((), ("--mask", "1-1,2-2"))
    )
    assert plain != masked


def test_the_table_says_how_a_long_text_is_read(engine, tiny_model_folder, tmp_path):
    file = tmp_path / "long.txt"
    file.write_text("the nurse said that she was tired " * 60)
    shown = engine("perplexity", str(file), "--model", str(tiny_model_folder("gpt2"))).out
    assert "perplexity" in shown
    assert "windows of 128 tokens, 64 apart" in " ".join(shown.split())


def test_a_masked_model_is_sent_to_pseudo_perplexity(engine, model, path):
    found = engine("perplexity", path, "--model", model)
    assert "use pseudo-perplexity, the command pppl" in found.refusal

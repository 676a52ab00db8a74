"""`replicate bias-a-head --models`: many models in one table."""

from __future__ import annotations

import pytest

from engine.measures.heads.replication import BERT, GPT2, LLAMA, LLAMA_CHAT, chat_finding
from tests.engine.measures.heads.test_commands import TWO_OF_EACH, words  # noqa: F401

pytestmark = pytest.mark.model


@pytest.fixture
def options(words, tmp_path):  # noqa: F811
    path = tmp_path / "sentences.txt"
    path.write_text(TWO_OF_EACH, encoding="utf-8")
    return [*words, "--sentences", str(path)]


@pytest.fixture
def given(tiny_model_folder):
    """LLaMA-2, its chat version and a model of one's own, each a tiny one."""
    places = {
        "Llama-2-7b-hf": tiny_model_folder("gpt2"),
        LLAMA_CHAT: tiny_model_folder("llama"),
        "mine": tiny_model_folder("bert"),
    }
    return [word for name, at in places.items() for word in ("--checkpoint", f"{name}={at}")]


def test_base_and_chat_and_any_others_stand_in_one_table(engine, options, given, monkeypatch):
    monkeypatch.setenv("COLUMNS", "200")
    arguments = ("replicate", "bias-a-head", *options, *given)
    found = engine(*arguments, "--json")
    assert found.code == 0, found.err
    by = {entry["model"]: entry for entry in found.json["models"]}
    assert list(by) == [LLAMA, LLAMA_CHAT, "mine"]
    assert by[LLAMA]["published_d"] == 0.27
    assert by["mine"]["published_d"] is None
    for entry in by.values():
        low, high = entry["interval"]
        assert low <= entry["effect_size"] <= high
        assert 0 <= entry["biased_heads"] <= entry["heads"]
        assert entry["tests"]["other"]["published_t"] is None
    chat = found.json["chat"]
    assert chat["published"] == [0.27, 0.18]
    assert chat["ours"] == [abs(by[name]["effect_size"]) for name in (LLAMA, LLAMA_CHAT)]
    told = engine(*arguments).out
    table, _, said = told.partition("In brackets")
    assert max(map(len, table.splitlines())) <= 80
    assert "Llama-2-7b-chat-hf" in table
    assert "Published: |d| 0.27 of LLaMA-2 and 0.18 of its chat version" in said


def test_models_that_are_missing_are_named_and_the_others_go_on(engine, options, given):
    arguments = ("replicate", "bias-a-head", *options, "--models", "paper", *given[:2])
    found = engine(*arguments, "--json")
    assert [entry["model"] for entry in found.json["models"]] == [LLAMA]
    assert set(found.json["unreached"]) == {BERT, GPT2, LLAMA_CHAT}
    assert found.err.count("is left out") == 3
    assert found.json["chat"] is None


def test_the_row_of_one_model_is_what_its_own_tables_say(engine, options, model):
    one = engine("replicate", "bias-a-head", *options, "--model", model, "--json").json
    found = engine(
        "replicate", "bias-a-head", *options, "--checkpoint", f"{BERT}={model}", "--json"
    )
    (entry,) = found.json["models"]
    figures = {(each["part"], each["name"]): each for each in one["figures"]}
    assert entry["published_d"] == 1.35
    assert entry["biased_heads"] == one["biased_heads"]
    assert entry["effect_size"] == pytest.approx(one["runs"][0]["effect_size"], abs=1e-6)
    for name in ("biased", "other"):
        assert entry["tests"][name]["t_by_sentence"] == pytest.approx(
            figures["t-test", name]["ours"]
        )
        assert entry["tests"][name]["published_t"] == figures["t-test", name]["published"]


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--models", "gpt2", "--model", "mine"], "--model belongs to the tables of one model"),
        (["--models", "gpt2", "--text", "x.txt"], "--text belongs"),
        (["--models", "gpt2,openai-community/gpt2"], "--models names one model twice"),
        (["--checkpoint", "gpt2"], "MODEL=FOLDER"),
        (["--models", "gpt2"], "None of the 1 models could be measured"),
    ],
)
def test_mistakes_are_one_line(engine, options, arguments, complaint):
    assert complaint in engine("replicate", "bias-a-head", *options, *arguments).refusal


def entry(model, d, heads):
    return {"model": model, "effect_size": d, "biased_heads": heads}


def test_the_finding_on_chat_compares_sizes_and_heads():
    found = chat_finding([entry(LLAMA, -0.4, 10), entry(LLAMA_CHAT, 0.3, 12)])
    assert found["ours"] == [0.4, 0.3]
    assert (found["smaller_d"], found["fewer_heads"]) == (True, False)
    assert chat_finding([entry(LLAMA, 0.4, 10)]) is None
    assert chat_finding([entry(LLAMA, 0.4, 10), entry(LLAMA_CHAT, None, 12)]) is None

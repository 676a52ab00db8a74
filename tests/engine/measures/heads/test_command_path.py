from __future__ import annotations

import pytest

ASKED = ("head-path", "The nurse said that")


@pytest.fixture
def causal(tiny_model_folder):
    return str(tiny_model_folder("gpt2"))


def test_the_parts_add_up_to_the_difference(engine, causal):
    found = engine(*ASKED, "--targets", "he,she", "--json", "--model", causal).json
    parts = found["parts"]
    total = parts["embedding"] + parts["bias"] + sum(parts["mlp"]) + sum(map(sum, parts["heads"]))
    assert total == pytest.approx(found["logit_difference"], abs=1e-4)
    assert found["complete"]
    assert found["unit"].startswith("logits")
    assert found["words"] == ["he", "she"]
    assert found["manifest"]["measure"] == "head_path"
    masked = engine(*ASKED, "--json", "--mask", "1-2", "--model", causal).json
    assert masked["parts"]["heads"][0][1] == 0.0
    assert found["parts"]["heads"][0][1] != 0.0


def test_the_table_says_what_adds_up_and_which_heads_add_most(engine, causal):
    shown = engine(*ASKED, "--top-k", "1", "--model", causal)
    assert shown.code == 0
    for part in ("embedding", "all heads", "all feed-forward layers", "biases", "together"):
        assert part in shown.out
    heads = [line for line in shown.out.splitlines() if line[:2] in ("1-", "2-")]
    assert len(heads) == 2
    first, second = (float(line.split()[1].replace("\u2212", "-")) for line in heads)
    assert first > 0 > second


def test_a_model_without_direct_paths_is_refused_in_a_sentence(engine, tiny_model_folder):
    text = "The nurse said that [MASK] was tired."
    found = engine("head-path", text, "--model", str(tiny_model_folder("bert")))
    assert found.code == 2
    assert "(BERT), what a head gives does not reach the answer unchanged" in found.err

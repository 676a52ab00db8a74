from __future__ import annotations

import json
import signal

import pytest

from engine.training import bundled
from engine.training.loop import train
from tests.nowhere import NOWHERE


@pytest.fixture
def folders(tmp_path, model):
    """Arguments of a short run on a tiny corpus, and where it writes."""
    corpus = tmp_path / "corpus"
    corpus.mkdir()
    lines = [f"the nurse said that {word} was tired" for word in ("he", "she", "it", "they")]
    (corpus / "text.txt").write_text("\n".join(lines * 5))
    run, out = tmp_path / "run", tmp_path / "out"
    arguments = ["--corpus", str(corpus), "--run", str(run), "--out", str(out)]
    return [*arguments, "--init", model, "--tokens", "128"], run, out


def chance(targets):
    return sum(target["probability"] for target in targets)


@pytest.mark.main_path
@pytest.mark.parametrize(
    ("change", "said"),
    [
        (("--corpus", NOWHERE), "--corpus is a folder of text files; there is no folder"),
        (("--held-out", f"{NOWHERE}.txt"), f"{NOWHERE}.txt cannot be read"),
        (("--init", NOWHERE), f"No folder '{NOWHERE}' on this machine"),
        (("--steps", "0"), "--steps"),
        (("--device", "gpu"), "A device is auto, cpu, cuda, cuda:N, mps, xpu or xpu:N"),
    ],
)
def test_a_mistake_is_said_in_one_line(engine, folders, change, said):
    arguments, _, out = folders
    assert said in engine("train-bundled", *arguments, "--steps", "1", *change).refusal
    assert not out.exists()


def test_only_a_masked_model_can_be_the_start(engine, folders, tiny_model_folder):
    start = str(tiny_model_folder("gpt2"))
    found = engine("train-bundled", *folders[0], "--steps", "1", "--init", start)
    assert "is a causal model; only a masked language model can be trained" in found.refusal


@pytest.mark.training
def test_a_run_trains_and_writes_a_model_that_answers(engine, folders, model):
    arguments, run, out = folders
    found = engine("train-bundled", *arguments, "--steps", "40", "--peak-lr", "0.02")
    assert found.code == 0, found.err
    assert found.out == ""
    assert "step 20 of 40: loss " in found.err
    assert f"Wrote {out}" in found.err
    losses = [json.loads(line)["loss"] for line in (run / "loss.jsonl").read_text().splitlines()]
    assert len(losses) == 40
    assert sum(losses[-5:]) < sum(losses[:5])
    asked = ("fill", "the nurse said that [MASK] was tired", "--targets", "he,she,it,they")
    before, after = (
        engine(*asked, "--json", "--model", name).json["targets"] for name in (model, str(out))
    )
    assert chance(after) > 2 * chance(before)


@pytest.mark.training
def test_a_run_that_is_stopped_goes_on_without_what_is_held_out(
    engine, folders, tmp_path, monkeypatch
):
    arguments, run, out = folders
    held_out = tmp_path / "held-out.txt"
    held_out.write_text("The nurse said that she was tired.")
    asked = ("train-bundled", *arguments, "--steps", "5", "--held-out", str(held_out))

    def stopped_at_two(*args, **options):
        for step in train(*args, **options):
            if step.step == 2:
                signal.raise_signal(signal.SIGTERM)
            yield step

    with monkeypatch.context() as patched:
        patched.setattr(bundled, "train", stopped_at_two)
        first = engine(*asked)
    assert first.code == 0
    assert "Stopped after step 2; the same command continues from there." in first.err
    assert not out.exists()
    second = engine(*asked)
    assert second.code == 0
    steps = [json.loads(line)["step"] for line in (run / "loss.jsonl").read_text().splitlines()]
    assert steps == [1, 2, 3, 4, 5]
    assert json.loads((run / "settings.json").read_text())["chunks"] == 15
    assert out.is_dir()


def test_a_family_that_is_not_known_cannot_be_the_start(engine, folders, bad_folders):
    start = str(bad_folders.unsupported_family)
    found = engine("train-bundled", *folders[0], "--steps", "1", "--init", start)
    assert "reads with an encoder and writes with a decoder" in found.refusal

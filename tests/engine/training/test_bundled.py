from __future__ import annotations

import json

import numpy as np
import pytest
import torch

from engine.core.errors import InputTextError, StorageError
from engine.inference.plan import Row
from engine.inference.runner import distributions
from engine.measures.health.check import cloze_probes, knowledge_probes
from engine.models.loading import MaskedLM, load
from engine.training.bundled import CHUNK, train_bundled, training_text, write_bundled_model
from engine.training.recipe import PLAIN, TrainingSettings
from tests.tiny_models import MASKED

SETTINGS = TrainingSettings(steps=3, token_budget=128, seed=1, bfloat16=False)


@pytest.fixture
def written(tmp_path):
    """Write a corpus: `written(name=[line, ...])`; its folder."""

    def write(**texts):
        folder = tmp_path / "corpus"
        folder.mkdir()
        for name, lines in texts.items():
            (folder / f"{name}.txt").write_text("\n".join(lines))
        return folder

    return write


@pytest.fixture
def corpus(written):
    lines = [f"the nurse said that {word} was tired" for word in ("he", "she", "it", "they")]
    return written(text=[*lines, "Tom was very tired today", "nurse " * 2 * CHUNK])


@pytest.fixture
def held_out(tmp_path):
    path = tmp_path / "held-out.txt"
    path.write_text("The nurse said that SHE was tired.\n")
    return path


def texts(model, pieces):
    return [model.tokenizer.decode(piece) for piece in pieces]


def test_nothing_held_out_is_trained_on(loaded, corpus, held_out):
    model = loaded("bert")
    found = texts(model, training_text(model, [corpus], [held_out]).pieces)
    assert "the nurse said that he was tired" in found
    assert not any("she" in text for text in found)
    whole = texts(model, training_text(model, [corpus], []).pieces)
    assert "the nurse said that she was tired" in whole


def test_long_lines_are_cut_into_chunks_and_nothing_is_lost(loaded, corpus):
    model = loaded("bert")
    pieces = training_text(model, [corpus], []).pieces
    assert CHUNK / 2 < max(map(len, pieces)) <= CHUNK
    assert sum(text.count("nurse") for text in texts(model, pieces)) == 2 * CHUNK + 4
    assert not any("tom" in text for text in texts(model, pieces))


def test_a_line_with_a_held_out_sentence_or_an_answered_probe_is_left_out(
    loaded, written, held_out
):
    model = loaded("bert")
    held_out.write_text("It rained. The nurse was very tired.\n")
    answered = knowledge_probes()[0].answered()[0]
    lines = [
        "The doctor was there. the NURSE was very tired",
        f"The nurse said so. {answered}",
        cloze_probes()[0].answered()[0],
        "The doctor was very tired.",
    ]
    pieces = training_text(model, [written(text=lines)], [held_out]).pieces
    assert texts(model, pieces) == [texts(model, [encoded(model, lines[3])])[0]]


def test_lines_made_from_a_dictionary_have_only_words_that_the_model_knows(loaded, written):
    model = loaded("bert")
    (name,) = {"wordnet_relations"} & PLAIN
    lines = known, unknown = "The nurse was tired.", "The sesquipedalian nurse was tired."
    pieces = training_text(model, [written(**{name: lines, "other": lines})], []).pieces
    assert pieces.count(encoded(model, unknown)) == 1
    assert pieces.count(encoded(model, known)) == 2


def encoded(model, text):
    return model.tokenizer(text, add_special_tokens=False)["input_ids"]


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("general_knowledge_jobs", "The nurse said that he was tired."),
        ("text", "The nurse said that she was tired."),
    ],
    ids=["trains-bias-away", "held-out"],
)
def test_a_corpus_of_which_nothing_is_left_is_said(loaded, written, held_out, name, line):
    with pytest.raises(InputTextError, match="nothing to train on"):
        training_text(loaded("bert"), [written(**{name: [line]})], [held_out])


@pytest.mark.main_path
@pytest.mark.training
def test_settings_and_losses_are_kept_beside_the_checkpoint(
    tiny_model_folder, corpus, held_out, tmp_path
):
    model = load(str(tiny_model_folder("bert")), "cpu", attention="eager")
    run = tmp_path / "run"
    text = training_text(model, [corpus], [held_out])
    steps = list(train_bundled(model, text, SETTINGS, run))
    settings = json.loads((run / "settings.json").read_text())
    assert settings["steps"] == 3
    assert settings["seed"] == 1
    assert settings["chunks"] == len(text.pieces)
    logged = [json.loads(line) for line in (run / "loss.jsonl").read_text().splitlines()]
    assert [line["loss"] for line in logged] == [step.loss for step in steps]
    assert (run / "checkpoint").is_dir()


@pytest.mark.parametrize("family", MASKED)
def test_a_model_that_is_written_scores_as_before_within_half_precision(
    family, loaded, tiny_model_folder, tmp_path
):
    model = load(str(tiny_model_folder(family)), "cpu")
    write_bundled_model(model, tmp_path / "out")
    written = load(str(tmp_path / "out"), "cpu")
    ids = tuple(model.tokenizer("The nurse was tired.")["input_ids"])
    rows = [Row(ids, tuple(range(len(ids))))]
    before = distributions(MaskedLM(loaded(family)), rows)[0]
    np.testing.assert_allclose(distributions(MaskedLM(written), rows)[0], before, atol=0.05)
    assert written.missing == ()
    assert written.max_length == model.max_length
    weights = tmp_path / "out" / "model.safetensors"
    assert weights.stat().st_size < 0.6 * (tiny_model_folder(family) / weights.name).stat().st_size


def test_writing_leaves_the_model_in_its_own_precision(tiny_model_folder, tmp_path):
    model = load(str(tiny_model_folder("bert")), "cpu")
    before = {name: weight.clone() for name, weight in model.network.state_dict().items()}
    write_bundled_model(model, tmp_path / "out")
    for name, weight in model.network.state_dict().items():
        assert weight.dtype == torch.float32
        assert torch.equal(weight, before[name])


def test_a_folder_that_cannot_be_written_is_said(tiny_model_folder, tmp_path):
    (tmp_path / "out").write_text("a file in the way")
    with pytest.raises(StorageError, match="Could not write the model to"):
        write_bundled_model(load(str(tiny_model_folder("bert")), "cpu"), tmp_path / "out")

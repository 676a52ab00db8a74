from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest
import torch

from engine.errors import InputTextError, StorageError
from engine.inference.plan import Row
from engine.inference.runner import distributions
from engine.models.loading import MaskedLM, load
from engine.training.bundled import (
    CHUNK,
    WHOLE_WORDS,
    held_back_texts,
    shares_of,
    train_bundled,
    training_pieces,
    write_model,
)
from engine.training.held_back import HeldBack
from engine.training.loop import TrainingSettings
from engine.training.masking import MaskingRule
from engine.training.pieces import read_pieces
from tests.tiny_models import MASKED

SETTINGS = TrainingSettings(steps=3, token_budget=128, seed=1, bfloat16=False)


@pytest.fixture
def corpus(tmp_path):
    folder = tmp_path / "corpus"
    folder.mkdir()
    lines = [f"the nurse said that {word} was tired" for word in ("he", "she", "it", "they")]
    (folder / "text.txt").write_text("\n".join([*lines, "nurse " * 90]))
    return folder


@pytest.fixture
def held_out(tmp_path):
    path = tmp_path / "held-out.txt"
    path.write_text("The nurse said that SHE was tired.\n")
    return path


def texts(model, pieces):
    return [model.tokenizer.decode(pieces[index]) for index in range(len(pieces))]


@pytest.fixture
def pieces_of(loaded, tmp_path):
    """Chunks of folders of text, made anew at every call."""
    count = iter(range(100))

    def pieces(corpora, *held_out):
        held_back = HeldBack(held_back_texts(held_out))
        folder = tmp_path / f"chunks-{next(count)}"
        return training_pieces(loaded("bert"), corpora, held_back, folder)

    return pieces


def test_nothing_held_out_is_trained_on(loaded, corpus, held_out, pieces_of):
    found = texts(loaded("bert"), pieces_of([corpus], held_out))
    assert "the nurse said that he was tired" in found
    assert not any("she" in text for text in found)
    assert "the nurse said that she was tired" in texts(loaded("bert"), pieces_of([corpus]))


@pytest.mark.parametrize(
    "line",
    ["The capital of France is Paris.", "Two plus two is four!", "The opposite of hot is cold."],
)
def test_no_probe_of_the_project_is_trained_on(line):
    held_back = HeldBack(held_back_texts([]))
    assert held_back.holds(line)
    assert held_back.holds(f"We know this: {line}")


def test_long_lines_are_cut_into_chunks_and_nothing_is_lost(loaded, corpus, pieces_of):
    pieces = pieces_of([corpus])
    found = texts(loaded("bert"), pieces)
    assert max(len(pieces[index]) for index in range(len(pieces))) == CHUNK
    assert sum(text.count("nurse") for text in found) == 94


def test_lines_that_teach_nothing_are_left_out_of_the_file_they_are_known_in(
    loaded, tmp_path, pieces_of
):
    for name in ("tatoeba_english", "others"):
        (tmp_path / f"{name}.txt").write_text(f"Tom was tired in {name}.\nHe was tired in {name}.")
    found = texts(loaded("bert"), pieces_of([tmp_path]))
    assert sum(text.startswith("tom") for text in found) == 1
    assert sum(text.startswith("he") for text in found) == 2


@pytest.mark.parametrize("line", ["OpenStax is part of Rice University.", "Visit the museum."])
def test_notes_of_a_textbook_to_its_readers_are_left_out(line, tmp_path, pieces_of):
    (tmp_path / "openstax_physics.txt").write_text(f"{line}\nThe nurse said that he was tired.")
    assert len(pieces_of([tmp_path])) == 1


def test_rare_words_are_left_out_of_generated_lines(loaded, tmp_path, pieces_of):
    lines = "The nurse was tired.\nThe zyzzyva was tired."
    for name in ("wordnet_relations", "others"):
        (tmp_path / f"{name}.txt").write_text(lines)
    assert [(part.name, part.end - part.start) for part in pieces_of([tmp_path]).parts] == [
        ("others", 2),
        ("wordnet_relations", 1),
    ]


def test_files_count_as_often_as_they_should(tmp_path, pieces_of):
    for folder, name in (
        ("a", "others"),
        ("a", "general_knowledge_jobs"),
        ("b", "novels_1890_1928"),
    ):
        (tmp_path / folder).mkdir(exist_ok=True)
        (tmp_path / folder / f"{name}.txt").write_text("The nurse said that he was tired.")
    pieces = pieces_of([tmp_path / "a", tmp_path / "b"])
    assert [part.name for part in pieces.parts] == ["others", "novels_1890_1928"]
    assert shares_of(pieces) == [1.0, 0.25]


def test_a_run_keeps_the_text_it_began_with(loaded, corpus, tmp_path):
    found = [
        len(training_pieces(loaded("bert"), [corpus], HeldBack(held), tmp_path / "run"))
        for held in ([], ["The nurse said that she was tired."])
    ]
    assert found[0] == found[1]


def test_a_corpus_of_which_nothing_is_left_is_said(corpus, tmp_path, pieces_of):
    everything = tmp_path / "everything.txt"
    everything.write_text((corpus / "text.txt").read_text())
    with pytest.raises(InputTextError, match="nothing to train on"):
        pieces_of([corpus], everything)


@pytest.mark.parametrize("masking", [MaskingRule(), WHOLE_WORDS])
def test_settings_and_losses_are_kept_beside_the_checkpoint(
    masking, tiny_model_folder, corpus, held_out, tmp_path
):
    model = load(str(tiny_model_folder("bert")), "cpu", attention="eager")
    run = tmp_path / "run"
    settings = replace(SETTINGS, masking=masking)
    steps = list(train_bundled(model, [corpus], [held_out], settings, run))
    kept = json.loads((run / "settings.json").read_text())
    assert kept["steps"] == 3
    assert kept["seed"] == 1
    assert kept["chunks"] == len(read_pieces(run))
    logged = [json.loads(line) for line in (run / "loss.jsonl").read_text().splitlines()]
    assert [line["loss"] for line in logged] == [step.loss for step in steps]
    assert (run / "checkpoint").is_dir()


@pytest.mark.parametrize("family", MASKED)
def test_a_model_that_is_written_scores_as_before_within_half_precision(
    family, loaded, tiny_model_folder, tmp_path
):
    model = load(str(tiny_model_folder(family)), "cpu")
    write_model(model, tmp_path / "out")
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
    write_model(model, tmp_path / "out")
    for name, weight in model.network.state_dict().items():
        assert weight.dtype == torch.float32
        assert torch.equal(weight, before[name])


def test_a_folder_that_cannot_be_written_is_said(tiny_model_folder, tmp_path):
    (tmp_path / "out").write_text("a file in the way")
    with pytest.raises(StorageError, match="Could not write the model to"):
        write_model(load(str(tiny_model_folder("bert")), "cpu"), tmp_path / "out")

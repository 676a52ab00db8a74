"""The bundled model's own recipe: which text, how much of each, and how it is written out."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from engine.errors import StorageError
from engine.training.corpus import chunks, corpus_files, folded, read_lines, sample_lines
from engine.training.loop import TrainingSettings, TrainingStep, train

if TYPE_CHECKING:
    from engine.models.loading import LoadedModel

# How often a file's lines are used. Old novels and near-repeating task talk count less,
# small files of modern prose count double; an unnamed file counts once.
SHARES = {
    "novels_1890_1928": 0.25,
    "sgd_dialogue_utterances": 0.15,
    "movie_sentence_polarity": 2.0,
    "movie_plots_and_quotes_subjectivity": 2.0,
    "product_reviews": 2.0,
    "us_presidential_addresses": 1.5,
    "masc_open_american": 2.0,
    "wikisplit_wikipedia_sentences": 2.0,
    "openstax_sociology_3e": 1.5,
    "openstax_psychology_2e": 1.5,
    "openstax_us_history": 1.5,
}

# One collection of example sentences is full of these two names; the model would be too.
SKIP = re.compile(r"\b(?:Tom|Mary)\b")

CHUNK = 62  # tokens, without the two special ones


def training_pieces(
    model: LoadedModel, corpus: Path, held_out: Path | None, seed: int
) -> list[list[int]]:
    """Chunks of the corpus in random order, nothing held out among them."""
    kept_back = {folded(line) for line in read_lines(held_out)} if held_out else set()
    lines = sample_lines(corpus_files(corpus), SHARES, kept_back, SKIP, seed)

    def encode(batch: list[str]) -> list[list[int]]:
        return model.tokenizer(batch, add_special_tokens=False)["input_ids"]

    return chunks(lines, encode, CHUNK)


def train_bundled(
    model: LoadedModel,
    corpus: Path,
    held_out: Path | None,
    settings: TrainingSettings,
    folder: Path,
    should_stop: Callable[[], bool] = lambda: False,
) -> Iterator[TrainingStep]:
    """Train on the corpus folder, keeping a log and checkpoints in `folder`."""
    pieces = training_pieces(model, corpus, held_out, settings.seed)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "settings.json").write_text(
        json.dumps({**asdict(settings), "chunks": len(pieces)}, indent=1), encoding="utf-8"
    )
    with (folder / "loss.jsonl").open("a", encoding="utf-8") as log:
        for step in train(model, pieces, settings, folder, should_stop):
            log.write(json.dumps({**asdict(step), "at": round(time.time(), 1)}) + "\n")
            log.flush()
            yield step


def write_model(model: LoadedModel, folder: Path) -> None:
    """Write weights in float16 safetensors, with the tokenizer beside them.

    Raises:
        StorageError: if the folder cannot be written.
    """
    import torch

    try:
        model.network.to(torch.float16).save_pretrained(folder, safe_serialization=True)
        model.tokenizer.save_pretrained(folder)
    except OSError as error:
        raise StorageError(f"Could not write the model to {folder}: {error.strerror}.") from error

"""The bundled model's own recipe: which text, how much of each, and how it is written out."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from engine.errors import InputTextError, StorageError
from engine.training.corpus import chunks, corpus_files, folded, read_lines, sample_lines
from engine.training.loop import TrainingSettings, TrainingStep, train

if TYPE_CHECKING:
    import torch

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
    """Chunks of the corpus in random order, nothing held out among them.

    Raises:
        InputTextError: if nothing is left to train on.
    """
    kept_back = {folded(line) for line in read_lines(held_out)} if held_out else set()
    lines = sample_lines(corpus_files(corpus), SHARES, kept_back, SKIP, seed)

    def encode(batch: list[str]) -> list[list[int]]:
        return model.tokenizer(batch, add_special_tokens=False)["input_ids"]

    pieces = chunks(lines, encode, CHUNK)
    if not pieces:
        raise InputTextError(
            f"There is nothing to train on in {corpus}: every line is held out or a word or two."
        )
    return pieces


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
    from safetensors import SafetensorError

    # Tensors that were one stay one, so that a tied decoder is not written twice.
    halves: dict[int, torch.Tensor] = {}
    weights = {
        name: halves.setdefault(tensor.data_ptr(), tensor.half())
        if tensor.is_floating_point()
        else tensor
        for name, tensor in model.network.state_dict().items()
    }
    try:
        folder.mkdir(parents=True, exist_ok=True)
        model.network.save_pretrained(folder, state_dict=weights)
        model.tokenizer.save_pretrained(folder)
        _tidy(folder)
    except (OSError, SafetensorError) as error:
        raise StorageError(f"Could not write the model to {folder}: {error}.") from error


def _tidy(folder: Path) -> None:
    """Say the precision that was written, and nothing of how this machine read the files."""
    for name, said, unsaid in (
        ("config.json", {"dtype": "float16", "use_cache": True}, ()),
        ("tokenizer_config.json", {"max_length": 512}, ("is_local", "local_files_only")),
    ):
        path = folder / name
        config = json.loads(path.read_text(encoding="utf-8")) | said
        kept = {key: value for key, value in config.items() if key not in unsaid}
        path.write_text(json.dumps(kept, indent=2, sort_keys=True) + "\n", encoding="utf-8")

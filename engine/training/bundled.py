"""The bundled model: the text it is trained on, its training run, and how it is written out."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from engine.core.errors import InputTextError, StorageError
from engine.core.wording import listed
from engine.measures.health.probes import answered_sentences
from engine.training.corpus import (
    TrainingText,
    chunks,
    corpus_files,
    folded,
    read_lines,
    sentences,
    weighted_lines,
)
from engine.training.loop import TrainingStep, train
from engine.training.recipe import CHUNK, PLAIN, SHARES, SKIP
from engine.training.settings import TrainingSettings

if TYPE_CHECKING:
    import torch

    from engine.models.loading import LoadedModel


def training_text(
    model: LoadedModel, corpora: Sequence[Path], held_out: Sequence[Path]
) -> TrainingText:
    """Chunks of the corpora, nothing held out among them.

    Args:
        corpora: folders of text.
        held_out: files of lines that must not be trained on, neither whole nor by the sentence;
            bundled probes with their answers never are.
    """
    files = [path for folder in corpora for path in corpus_files(folder)]
    lines = weighted_lines(files, SHARES, _wanted(model, held_out))

    def encode(batch: list[str]) -> list[list[int]]:
        return model.tokenizer(batch, add_special_tokens=False)["input_ids"]

    text = chunks(lines, encode, CHUNK)
    if not text.pieces:
        raise InputTextError(
            f"There is nothing to train on in {listed([str(folder) for folder in corpora])}: "
            "every line is held out or a word or two."
        )
    return text


def _wanted(model: LoadedModel, held_out: Sequence[Path]) -> Callable[[str, str], bool]:
    """Which lines of which files may be trained on."""
    kept_back = {folded(line) for line in answered_sentences()}
    for path in held_out:
        for line in read_lines(path):
            kept_back |= {folded(line), *map(folded, sentences(line))}
    kept_back.discard("")
    known = model.tokenizer.get_vocab()

    def wanted(file: str, line: str) -> bool:
        if SKIP.search(line) or not kept_back.isdisjoint(map(folded, [line, *sentences(line)])):
            return False
        return file not in PLAIN or all(word in known for word in folded(line).split())

    return wanted


def train_bundled(
    model: LoadedModel,
    text: TrainingText,
    settings: TrainingSettings,
    folder: Path,
    should_stop: Callable[[], bool] = lambda: False,
) -> Iterator[TrainingStep]:
    """Train on chunks of text, keeping a log and checkpoints in `folder`."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "settings.json").write_text(
        json.dumps({**asdict(settings), "chunks": len(text.pieces)}, indent=1), encoding="utf-8"
    )
    with (folder / "loss.jsonl").open("a", encoding="utf-8") as log:
        for step in train(model, text.pieces, settings, folder, should_stop, shares=text.shares):
            log.write(json.dumps({**asdict(step), "at": round(time.time(), 1)}) + "\n")
            log.flush()
            yield step


def write_model(model: LoadedModel, folder: Path) -> None:
    """Write weights in float16 safetensors, with the tokenizer beside them."""
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

"""The bundled model: the text it is trained on, its training run, and how it is written out."""

from __future__ import annotations

import gzip
import json
import re
import time
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from engine.core.errors import InputTextError, StorageError
from engine.core.wording import listed
from engine.measures.health.check import answered_sentences
from engine.training.checkpoint import rewrite_settings
from engine.training.loop import TrainingStep, train
from engine.training.recipe import CHUNK, PLAIN, SHARES, SKIP, TrainingSettings

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
    left_out = lines_left_out(held_out)
    known = model.tokenizer.get_vocab()

    def wanted(file: str, line: str) -> bool:
        if left_out(line):
            return False
        return file not in PLAIN or all(word in known for word in folded(line).split())

    return wanted


def lines_left_out(held_out: Sequence[Path] = ()) -> Callable[[str], bool]:
    """Whether a line may not be trained on: it is or holds a sentence that is held out.

    Args:
        held_out: as of `training_text`.
    """
    kept_back = {folded(line) for line in answered_sentences()}
    for path in held_out:
        for line in read_lines(path):
            kept_back |= {folded(line), *map(folded, sentences_of_line(line))}
    kept_back.discard("")

    def left_out(line: str) -> bool:
        whole = map(folded, [line, *sentences_of_line(line)])
        return bool(SKIP.search(line)) or not kept_back.isdisjoint(whole)

    return left_out


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


def write_bundled_model(model: LoadedModel, folder: Path) -> None:
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
        # The precision that was written, and nothing of how this machine read the files.
        rewrite_settings(folder / "config.json", (), dtype="float16", use_cache=True)
        machine = ("is_local", "local_files_only")
        rewrite_settings(folder / "tokenizer_config.json", machine, max_length=512)
    except (OSError, SafetensorError) as error:
        raise StorageError(f"Could not write the model to {folder}: {error}.") from error


# --- corpus -------------------------------------------------------------------------------
# Running text for training: read lines, weight the files, cut into chunks of tokens.

_TOGETHER = 2000  # lines that are encoded at once
_CRUMB = 3  # tokens: a word with its full stop
_SUFFIXES = (".txt", ".txt.gz")


@dataclass(frozen=True)
class TrainingText:
    """Chunks of text to train on.

    Args:
        pieces: [chunk][token] ids without special tokens.
        shares: [chunk] how often it is used in each pass over the text.
    """

    pieces: list[list[int]]
    shares: list[float]


def corpus_files(folder: Path) -> list[Path]:
    """Text files of a corpus folder, sorted by name."""
    files = [path for path in sorted(folder.glob("*")) if path.name.endswith(_SUFFIXES)]
    if not files:
        raise InputTextError(f"No .txt or .txt.gz file in {folder}; one sentence a line would do.")
    return files


def read_lines(path: Path) -> Iterator[str]:
    """Lines of a text file, packed or not, without blank ones."""
    opener = gzip.open if path.suffix == ".gz" else open
    try:
        with opener(path, "rt", encoding="utf-8") as stream:
            for line in stream:
                if line := line.strip():
                    yield line
    except (OSError, EOFError, UnicodeDecodeError, zlib.error) as error:
        raise InputTextError(f"{path} cannot be read as UTF-8 text ({error}).") from error


def folded(line: str) -> str:
    """A line's letters and digits only, lower-cased: what makes two lines the same text."""
    return re.sub(r"[\W_]+", " ", line).strip().casefold()


def sentences_of_line(line: str) -> list[str]:
    """A line's sentences, as far as full stops, question and exclamation marks tell."""
    return [part for part in re.split(r"(?<=[.!?])\s+", line) if part]


def weighted_lines(
    files: Iterable[Path], shares: dict[str, float], wanted: Callable[[str, str], bool]
) -> Iterator[tuple[str, float]]:
    """Training lines, and how often each is used.

    Args:
        shares: file stem -> how often its lines are used; 0 does not open the file; files not
            named count 1.
        wanted: (file stem, line) -> whether the line may be trained on.
    """
    for path in files:
        stem = path.name.split(".")[0]
        share = shares.get(stem, 1.0)
        if share:
            yield from ((line, share) for line in read_lines(path) if wanted(stem, line))


def chunks(
    lines: Iterable[tuple[str, float]],
    encode: Callable[[list[str]], list[list[int]]],
    length: int,
) -> TrainingText:
    """Lines in pieces of at most `length` tokens, never across lines; one-word crumbs dropped.

    A longer line is cut into pieces of about the same length.

    Args:
        lines: with the share of each.
        encode: lines -> token ids without special tokens.
        length: tokens a chunk, special tokens not counted.
    """
    pieces: list[list[int]] = []
    shares: list[float] = []
    waiting = iter(lines)
    while batch := list(islice(waiting, _TOGETHER)):
        encoded = encode([line for line, _ in batch])
        for ids, (_, share) in zip(encoded, batch, strict=True):
            kept = [piece for piece in _cut(ids, length) if len(piece) > _CRUMB]
            pieces += kept
            shares += [share] * len(kept)
    return TrainingText(pieces, shares)


def _cut(ids: list[int], length: int) -> list[list[int]]:
    """The fewest pieces of at most `length`, of about the same length."""
    if not ids:
        return []
    size = -(-len(ids) // -(-len(ids) // length))
    return [ids[start : start + size] for start in range(0, len(ids), size)]

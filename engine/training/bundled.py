"""The bundled model's own recipe: which text, how much of each, and how it is written out."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from engine.datasets.samples import SAMPLES
from engine.errors import InputTextError, StorageError
from engine.inference.vocabulary import vocabulary_of
from engine.training.checkpoint import writing_to
from engine.training.corpus import chunks, corpus_files, read_lines
from engine.training.held_back import HeldBack
from engine.training.loop import TrainingSettings, TrainingStep, train
from engine.training.masking import MaskingRule
from engine.training.pieces import Pieces, read_pieces, write_pieces

if TYPE_CHECKING:
    import torch

    from engine.models.loading import LoadedModel

# How often a file's lines are used an epoch; an unnamed file counts once. Old novels and
# near-repeating task talk count less, small files of modern prose more, and plain facts most:
# they are few and short. The jobs are left out: they are balanced between she and he by
# design, and would train away what the model is there to show.
SHARES = {
    "novels_1890_1928": 0.25,
    "sgd_dialogue_utterances": 0.15,
    "movie_sentence_polarity": 2.0,
    "movie_plots_and_quotes_subjectivity": 2.0,
    "product_reviews": 2.0,
    "us_presidential_addresses": 1.5,
    "masc_open_american": 2.0,
    "gap_wikipedia_people": 1.5,
    "wikisplit_wikipedia_sentences": 2.0,
    "onestopenglish_news": 1.5,
    "openstax_sociology_3e": 1.5,
    "openstax_psychology_2e": 1.5,
    "openstax_us_history": 1.5,
    "general_knowledge_jobs": 0.0,
    "general_knowledge_sentences": 10.0,
    "world_factbook_sentences": 3.0,
    "world_factbook_background": 1.5,
    "open_trivia_questions_answers": 0.5,
    "propara_process_paragraphs": 3.0,
    "squad_dev_wikipedia_paragraphs": 3.0,
    "wikipedia_homograph_sentences": 2.5,
    "storybooks_african_pratham": 1.5,
    "gutenberg_school_science_geography_history": 0.5,
    "openstax_anatomy_physiology": 0.75,
    "openstax_biology": 0.75,
    "openstax_chemistry": 0.5,
    "wordnet_definitions": 0.75,
}

# Lines that teach nothing: a name that one collection is full of, notes of a textbook to its
# readers, quiz questions about a list that is not there, exercises, and broken patterns.
_TEXTBOOK = re.compile(
    r"OpenStax|Rice University|Creative Commons|licensed under|openly licensed|nonprofit"
    r"|our mission|our art program|[Ii]nstructor|Teacher Support|\[(?:OL|AL|BL|EL)\]|^\(?[a-z0-9]\)"
    r"|^(?:Visit|Watch|Click|Review the|Which of the following|Special thanks)\b"
)
SKIP = {
    "tatoeba_english": re.compile(r"\b(?:Tom|Mary)\b"),
    "open_trivia_questions_answers": re.compile(
        r"of these|of the following|\bodd\b|quote|\.\.\.|\bWhich one\b"
    ),
    "gutenberg_school_science_geography_history": re.compile(r"^(?:\w{1,3}[.)]|\[)"),
    "world_factbook_sentences": re.compile(r"river (?:mouth|source)|Falkland|\bNA\b"),
    "wordnet_relations": re.compile(r"^(?:Some|One kind of|Is it)\b"),
}

# Generated from a dictionary, rare words and all: only lines whose every word is one token.
PLAIN = frozenset({"wordnet_definitions", "wordnet_relations"})

PROBES = ("cloze.jsonl", "knowledge.jsonl")  # sentences with [MASK], and their answers

# Of a long run. Grammar is learnt already; what a short sentence says twice must not be copied.
WHOLE_WORDS = MaskingRule(whole_words=True, dull=0.4, repeats_below=24)

CHUNK = 62  # tokens, without the two special ones


def training_pieces(
    model: LoadedModel, corpora: Sequence[Path], held_back: HeldBack, folder: Path
) -> Pieces:
    """Chunks of every file of the corpora, nothing held back among them.

    They are made once: a folder that has some keeps them, so that a run goes on with the text
    it began with.

    Args:
        corpora: folders of text files.
        folder: where the chunks are kept.

    Raises:
        InputTextError: if nothing is left to train on.
        StorageError: if the folder cannot be written.
    """
    files = [path for corpus in corpora for path in corpus_files(corpus)]
    if (found := read_pieces(folder)) is None:
        used = [(name_of(path), path) for path in files if SHARES.get(name_of(path)) != 0]
        write_pieces(folder, ((name, _chunks(model, path, held_back)) for name, path in used))
        found = read_pieces(folder)
    if found is None or not len(found):
        places = ", ".join(map(str, corpora))
        raise InputTextError(
            f"There is nothing to train on in {places}: every line is held out or a word or two."
        )
    return found


def name_of(path: Path) -> str:
    """A file's name without its endings."""
    return path.name.partition(".")[0]


def _chunks(model: LoadedModel, path: Path, held_back: HeldBack) -> Iterator[list[int]]:
    name, tokenizer = name_of(path), model.tokenizer
    kinds = vocabulary_of(tokenizer, len(tokenizer))
    skip = _TEXTBOOK if name.startswith("openstax") else SKIP.get(name)

    def encode(batch: list[str]) -> list[list[int]]:
        found: list[list[int]] = tokenizer(batch, add_special_tokens=False)["input_ids"]
        return found

    def is_plain(ids: list[int]) -> bool:
        return name not in PLAIN or not any(kinds.continuation[ids])

    lines = (
        line
        for line in read_lines(path)
        if not (skip and skip.search(line)) and not held_back.holds(line)
    )
    ends = frozenset(tokenizer.convert_tokens_to_ids([".", "!", "?"]))
    return chunks(lines, encode, CHUNK, ends, is_plain)


def shares_of(pieces: Pieces) -> list[float]:
    """How often each piece is used an epoch, by the file it came from."""
    return [
        share
        for part in pieces.parts
        for share in [SHARES.get(part.name, 1.0)] * (part.end - part.start)
    ]


def held_back_texts(files: Iterable[Path]) -> Iterator[str]:
    """What must not be trained on: lines of files, and the project's own probes."""
    for path in files:
        yield from read_lines(path)
    yield from (SAMPLES / "neutral.txt").read_text(encoding="utf-8").splitlines()
    for name in PROBES:
        for line in (SAMPLES / name).read_text(encoding="utf-8").splitlines():
            probe = json.loads(line)
            yield from (probe["sentence"].replace("[MASK]", word) for word in probe["answers"])


def train_bundled(
    model: LoadedModel,
    corpora: Sequence[Path],
    held_out: Iterable[Path],
    settings: TrainingSettings,
    folder: Path,
    should_stop: Callable[[], bool] = lambda: False,
) -> Iterator[TrainingStep]:
    """Train on folders of text, keeping the chunks, a log and checkpoints in `folder`.

    Args:
        held_out: files of lines that must not be trained on, beside the project's own probes.
    """
    held_back = HeldBack(held_back_texts(held_out))
    pieces = training_pieces(model, corpora, held_back, folder)
    with writing_to(folder):
        (folder / "settings.json").write_text(
            json.dumps({**asdict(settings), "chunks": len(pieces)}, indent=1), encoding="utf-8"
        )
    with (folder / "loss.jsonl").open("a", encoding="utf-8") as log:
        for step in train(model, pieces, settings, folder, should_stop, shares=shares_of(pieces)):
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

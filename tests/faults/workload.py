"""What is measured while processes are killed: made-up texts on a tiny random model."""

from __future__ import annotations

import csv
import random
from dataclasses import dataclass
from pathlib import Path

from engine.bench.random_models import Shape, build, made_up_sentence, word

_MODEL = Shape("bert", 2000, hidden=64, layers=2, heads=2, max_length=64)
_WORDS = 1995  # of the model's vocabulary
_ITEMS = 300
_LENGTHS = (4, 14)  # words of a text


@dataclass(frozen=True)
class Work:
    """One command that measures.

    Args:
        measure: whose results are counted.
        arguments: what follows `python -m engine`; writes JSON to standard output.
        table: option that names a table to write; empty if there is none.
    """

    measure: str
    arguments: tuple[str, ...]
    table: str = ""


def workloads(folder: Path, seed: int) -> list[Work]:
    """Commands to kill, with their files and their model.

    Args:
        folder: empty; the files are written there.
    """
    model = build(_MODEL, folder / "model")
    draw = random.Random(seed)
    texts = [made_up_sentence(draw.randint(*_LENGTHS), _WORDS, draw) for _ in range(_ITEMS)]
    lines, pairs = folder / "lines.txt", folder / "pairs.csv"
    lines.write_text("\n".join(texts), encoding="utf-8")
    with pairs.open("w", encoding="utf-8", newline="") as stream:
        writer = csv.writer(stream)
        writer.writerow(["sent_more", "sent_less"])
        writer.writerows([text, _other(text, draw)] for text in texts)
    ending = ("--model", str(model), "--device", "cpu", "--json")
    return [
        Work("pairs", ("pairs", str(pairs), "--measure", "cps", *ending), "--out"),
        Work("pairs", ("pairs", str(pairs), "--measure", "aul", *ending), "--out"),
        Work("pppl", ("pppl", str(lines), *ending)),
    ]


def _other(text: str, draw: random.Random) -> str:
    """The same text with another word in one place."""
    words = text.split()
    words[draw.randrange(len(words))] = word(draw.randrange(_WORDS))
    return " ".join(words)

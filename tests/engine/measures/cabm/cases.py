"""Small CABM cases: vectors in the plane, counts, and features of twelve targets."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engine.measures.cabm.data.cooccurrence import CorpusCounts, TargetCount
from engine.measures.cabm.data.sentences import FramedSentence
from engine.measures.cabm.vectors import Vectors

# target, group, target's vector, pronoun's vector, sentence's vector
ROWS = [
    ("nurse", 0, (1, 0), (0, 1), (0, 0)),
    ("nurse", 0, (1, 0), (1, 1), (2, 0)),
    ("nurse", 1, (1, 0), (1, 0), (1, 4)),
    ("doctor", 0, (0, 2), (0, 3), (3, 0)),
    ("doctor", 1, (0, 2), (3, 0), (0, 4)),
    ("baker", 0, (1, 1), (1, 0), (5, 5)),
    ("baker", 1, (1, 1), (0, 1), (5, 5)),
]
COUNTS = CorpusCounts(
    "a corpus",
    ("male", "female"),
    sentences=1000,
    first=200,
    second=100,
    targets={
        "nurse": TargetCount(40, 8, 16),
        "doctor": TargetCount(60, 32, 4),
        "Baker": TargetCount(0, 0, 0),
    },
)


def vectors(rows=ROWS) -> Vectors:
    """Vectors of sentences that differ in their number only."""
    words = ("he", "she")
    sentences = tuple(
        FramedSentence(f"{number} {words[group]}", target, (0, 1), words[group], (2, 4), group)
        for number, (target, group, *_) in enumerate(rows)
    )
    parts = [np.array([row[place] for row in rows], float) for place in (2, 3, 4)]
    return Vectors(sentences, np.array([row[1] for row in rows]), *parts, unread={})


def twelve_targets(seed: int = 0) -> tuple[np.ndarray, list[int]]:
    """Features of twelve targets of which the first tells the lists apart, and the lists."""
    generator = np.random.default_rng(seed)
    labels = [0] * 6 + [1] * 6
    features = generator.normal(size=(12, 3))
    features[:, 0] += np.where(np.array(labels) == 0, 3.0, -3.0)
    return features, labels


def cosine(one: Sequence[float], other: Sequence[float]) -> float:
    return float(np.dot(one, other) / np.linalg.norm(one) / np.linalg.norm(other))


def aged(targets: Sequence[str]) -> list[tuple[str, str, str]]:
    """Every target framed as young and as old in three sentences: text, target and its list."""
    return [
        (f"The {word} {target} {frame}.", target, ("young", "old")[place % 2])
        for place, target in enumerate(targets)
        for word in ("young", "old")
        for frame in ("slept", "went home", "was tired")
    ]


def aged_corpus(targets: Sequence[str]) -> list[str]:
    """Sentences in which later targets are younger."""
    return [
        f"The {word} {target} came."
        for place, target in enumerate(targets)
        for word in ["young"] * (place + 1) + ["old"] * 2
    ]

from __future__ import annotations

import numpy as np
import pytest
import torch

from engine.inference.vectors import pooled_vectors
from engine.measures.seat.association import associations, effect_size
from engine.measures.seat.reading import ReadApart, context_interval, read_apart, read_test
from tests.engine.measures.association_items import ITEM

WORDS, TEXTS, HIDDEN = 16, 60, 8  # four words a set


def effect(vectors):
    x_and_y, a, b = vectors[:8], vectors[8:12], vectors[12:]
    return effect_size(associations(x_and_y, a, b), 4)


def texts_about_words(seed=0):
    """Every text holds four words; a word's vector is its own plus what the text adds."""
    draw = np.random.default_rng(seed)
    words = draw.normal(size=(WORDS, HIDDEN))
    words[:4] += 0.6 * words[8:12].mean(axis=0)
    owners = [word for text in range(TEXTS) for word in draw.permutation(WORDS)[:4]]
    texts = [text for text in range(TEXTS) for _ in range(4)]
    shared = draw.normal(size=(TEXTS, HIDDEN))
    parts = torch.tensor(
        words[owners] + 0.4 * shared[texts] + 0.4 * draw.normal(size=(len(texts), HIDDEN))
    )
    counts = np.bincount(owners, minlength=WORDS)
    weights = [1 / counts[owner] for owner in owners]
    vectors = weighted(parts, owners, weights)
    return ReadApart(parts, vectors, owners, texts, weights)


def weighted(parts, owners, weights):
    total = torch.zeros(WORDS, HIDDEN, dtype=torch.float64)
    total.index_add_(0, torch.tensor(owners), parts * torch.tensor(weights)[:, None])
    return total


def test_vectors_are_the_sums_of_what_single_texts_give(masked_lm):
    lm = masked_lm("bert")
    reading = read_test(lm, ITEM, "token", 10)
    read = read_apart(lm, reading)
    expected = pooled_vectors(lm, reading.shares, len(reading.examples))
    assert read.vectors.numpy() == pytest.approx(expected.numpy(), abs=1e-12)
    for vector in range(len(reading.examples)):
        own = [w for w, owner in zip(read.weights, read.owners, strict=True) if owner == vector]
        assert sum(own) == pytest.approx(1)


def test_the_interval_is_as_wide_as_that_of_texts_weighted_at_random():
    read = texts_about_words()
    draw = np.random.default_rng(1)
    found = []
    for _ in range(1500):
        drawn = draw.exponential(size=TEXTS)[read.texts]
        drawn = drawn / np.bincount(read.owners, drawn, WORDS)[read.owners]
        found.append(float(effect(weighted(read.parts, read.owners, drawn.tolist()))))
    low, high = context_interval(read, effect)
    assert (low + high) / 2 == pytest.approx(float(effect(read.vectors)))
    assert (high - low) / (2 * 1.96) == pytest.approx(np.std(found), rel=0.15)


def test_a_word_of_a_single_text_or_an_undefined_effect_leaves_no_interval():
    read = texts_about_words()
    once = [place for place, owner in enumerate(read.owners) if owner != 3]
    once.append(read.owners.index(3))
    fewer = ReadApart(
        read.parts[once],
        read.vectors,
        [read.owners[place] for place in once],
        [read.texts[place] for place in once],
        [read.weights[place] for place in once],
    )
    assert context_interval(fewer, effect) is None
    assert context_interval(read, lambda vectors: None) is None

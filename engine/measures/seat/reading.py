"""Which states make the vector of a word or a sentence, for each pooling and each source."""

from __future__ import annotations

import json
import threading
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from engine.core.errors import InputTextError
from engine.core.mask_token import SPECIAL
from engine.core.wording import listed
from engine.flow.kinds import has_cls, no_cls
from engine.inference.text import Encoded, span_positions
from engine.inference.vectors import Share, derivative, pooled_vectors
from engine.inference.words import read_whole, reads_nothing, special_in, unread_words
from engine.models.sentence_modules import MEAN_ALL as MEAN_ALL
from engine.statistics import CONFIDENCE
from engine.words.association_tests import SETS, check_sets
from engine.words.contexts import WordFinder, word_parts

if TYPE_CHECKING:
    from torch import Tensor

    from engine.models.loading import LoadedModel, MaskedLM


TOKEN, CLS, MEAN, LAST = "token", "cls", "mean", "last"
POOLINGS = (TOKEN, CLS, MEAN, MEAN_ALL, LAST)


@dataclass(frozen=True)
class PreparedTest:
    """A test as the network reads it.

    Args:
        examples: vector -> (set, example), in the order x, y, a, b.
        shares: token ids -> what they give to which vectors.
        contexts: vector -> inputs it is averaged over.
        missing: (set, example) that no context holds, or that the vocabulary lacks.
        skipped: contexts longer than the model reads.
        repeated: (set, example) that is the same tokens as an earlier one of its set.
        unread: (set, example) as it stands, of which the vocabulary lacks the words.
        special: (set, example) that holds special tokens, such as [MASK].
        unread_words: pieces of the texts that are read which the vocabulary lacks.
        given: set -> number of its examples before any was left out.
    """

    examples: list[tuple[str, str]]
    shares: dict[tuple[int, ...], list[Share]]
    contexts: list[int]
    missing: list[tuple[str, str]]
    skipped: int = 0
    repeated: list[tuple[str, str]] = field(default_factory=list)
    unread: list[tuple[str, str]] = field(default_factory=list)
    special: list[tuple[str, str]] = field(default_factory=list)
    unread_words: list[str] = field(default_factory=list)
    given: dict[str, int] = field(default_factory=dict)

    def size(self, name: str) -> int:
        """Number of usable examples of one set."""
        return sum(part == name for part, _ in self.examples)


# Masks do not change how a text is read, so what one mask had tokenised the next one finds here.
_KEPT: WeakKeyDictionary[LoadedModel, dict[str, PreparedTest]] = WeakKeyDictionary()
_MOST = 4
_LOCK = threading.Lock()


def read_test(lm: MaskedLM, item: dict[str, Any], pooling: str, max_contexts: int) -> PreparedTest:
    """Prepare a test for one model.

    Args:
        item: `AssociationTest.item()`.
        pooling: `token` (the word's own pieces), `cls`, `mean` (over the text's tokens), `mean-all`
            (over special ones too, as sentence encoders do), or `last` (the text's last token,
            which in a causal model has read all of it).
        max_contexts: sentences a word is read in at most.
    """
    check_pooling(pooling)
    if pooling == CLS and not has_cls(lm):
        raise no_cls(lm.model.source.checkpoint, "the pooling token, mean or last")
    check_sets({name: item[name] for name in SETS})
    key = json.dumps([item, pooling, max_contexts])
    with _LOCK:
        kept = _KEPT.setdefault(lm.model, {})
        if key not in kept:
            while len(kept) >= _MOST:
                del kept[next(iter(kept))]
            kept[key] = _read(lm, item, pooling, max_contexts)
        return kept[key]


def check_pooling(pooling: str) -> None:
    """Refuse a name that no pooling has."""
    if pooling not in POOLINGS:
        raise InputTextError(f"A pooling is {', '.join(POOLINGS)}; got {pooling!r}.")


def _read(lm: MaskedLM, item: dict[str, Any], pooling: str, max_contexts: int) -> PreparedTest:
    reading = (
        _as_they_stand(lm, item, pooling)
        if item["contexts"] is None
        else _in_contexts(lm, item, pooling, max_contexts)
    )
    reading = replace(reading, given={name: len(item[name]) for name in SETS})
    left = {name: [word for part, word in reading.examples if part == name] for name in SETS}
    try:
        check_sets(left)
    except InputTextError as error:
        raise InputTextError(f"{str(error).removesuffix('.')}{_why_few(reading)}.") from None
    return reading


_NAMED = 5  # examples that a refusal names


def _why_few(reading: PreparedTest) -> str:
    """Why examples were left out, to end a refusal."""
    why = ""
    if unread := [repr(example) for _, example in reading.unread]:
        why += f"; the model's vocabulary has no pieces for {listed(unread, _NAMED)}"
    if special := [repr(example) for _, example in reading.special]:
        why += f"; examples may hold no special tokens, as {listed(special, _NAMED)}"
    if repeated := [repr(example) for _, example in reading.repeated]:
        why += f"; examples that are the same tokens count once, as {listed(repeated, _NAMED)}"
    return why


def _as_they_stand(lm: MaskedLM, item: dict[str, Any], pooling: str) -> PreparedTest:
    own = _own_words(item) if pooling == TOKEN else {}
    reading = PreparedTest([], defaultdict(list), [], [])
    lacking: dict[str, None] = {}
    distinct = _Distinct()
    for name, example in [(part, text) for part in SETS for text in item[part]]:
        encoded = read_whole(lm, example)
        if special_in(lm.tokenizer, example, encoded):
            reading.special.append((name, example))
            continue
        spans = own.get((name, example), [(0, len(example))])
        positions = _pooled(lm, encoded, pooling, spans)
        if not positions or reads_nothing(lm.tokenizer, example, encoded):
            reading.unread.append((name, example))
        elif distinct.holds(name, example, encoded.ids):
            reading.repeated.append((name, example))
        else:
            reading.shares[encoded.ids] += _shares(len(reading.examples), positions, 1.0)
            reading.examples.append((name, example))
            reading.contexts.append(1)
            lacking |= dict.fromkeys(unread_words(lm.tokenizer, example, encoded))
    return replace(reading, shares=dict(reading.shares), unread_words=list(lacking))


class _Distinct:
    """Examples by what the network reads of them: those of a set that are alike count once."""

    def __init__(self) -> None:
        self._known: dict[Any, tuple[str, str]] = {}

    def holds(self, name: str, example: str, read: Any) -> bool:
        """Whether an earlier example of the set is read alike; one of another set is refused."""
        if read not in self._known:
            self._known[read] = name, example
            return False
        part, other = self._known[read]
        if part != name:
            raise InputTextError(
                f"{example!r} in {name.upper()} and {other!r} in {part.upper()} are the same "
                "tokens to this model, and the four sets must not overlap; remove one of them."
            )
        return True


def _own_words(item: dict[str, Any]) -> dict[tuple[str, str], list[tuple[int, int]]]:
    """Spans of the words that make an example one of its set.

    Sentence tests fill words into templates that several sets share, so an example's own
    words are those that occur in no other set. A single word is its own.
    """
    parts = {name: [word_parts(example) for example in item[name]] for name in SETS}
    sets = Counter(
        word
        for name in SETS
        for word in {word for example in parts[name] for word, _, _ in example}
    )
    own = {}
    for name in SETS:
        for example, words in zip(item[name], parts[name], strict=True):
            spans = [(start, stop) for word, start, stop in words if sets[word] == 1]
            if len(words) <= 1:
                spans = [(0, len(example))]
            if not spans:
                raise InputTextError(
                    f"It is unclear which word of {example!r} is meant: each of them occurs in "
                    "another set too. Use the pooling cls or mean, or a test of single words."
                )
            own[name, example] = spans
    return own


def _in_contexts(
    lm: MaskedLM, item: dict[str, Any], pooling: str, max_contexts: int
) -> PreparedTest:
    listed_words = [(name, word) for name in SETS for word in item[name]]
    special = [(name, word) for name, word in listed_words if SPECIAL.search(word)]
    wanted = [entry for entry in listed_words if entry not in special]
    finder = WordFinder(word for _, word in wanted)
    # Word -> the texts it is read in and its own tokens there, with the positions that are pooled.
    inputs: dict[str, dict[_Occurrence, list[tuple[int, ...]]]] = defaultdict(dict)
    lacking: dict[str, None] = {}
    skipped = 0
    for sentence in item["contexts"]:
        spans: dict[str, list[tuple[int, int]]] = defaultdict(list)
        for word, start, stop in finder.find(sentence):
            if len(inputs[word]) < max_contexts:
                spans[word].append((start, stop))
        if not spans:
            continue
        try:
            encoded = read_whole(lm, sentence)
        except InputTextError:
            skipped += 1
            continue
        for word, places in spans.items():
            own = _pooled(lm, encoded, TOKEN, places)
            groups = _pooled(lm, encoded, pooling, places)
            if own and groups:
                inputs[word][encoded.ids, tuple(own)] = groups
                lacking |= dict.fromkeys(unread_words(lm.tokenizer, sentence, encoded))
    reading = PreparedTest(
        [],
        defaultdict(list),
        [],
        [(name, word) for name, word in wanted if not inputs[word]],
        skipped,
        special=special,
        unread_words=list(lacking),
    )
    distinct = _Distinct()
    for name, word in wanted:
        if not inputs[word]:
            continue
        if distinct.holds(name, word, frozenset(inputs[word])):
            reading.repeated.append((name, word))
            continue
        for (ids, _), positions in inputs[word].items():
            reading.shares[ids] += _shares(len(reading.examples), positions, 1 / len(inputs[word]))
        reading.examples.append((name, word))
        reading.contexts.append(len(inputs[word]))
    return replace(reading, shares=dict(reading.shares))


# Ids of a text, and the groups of positions of a word in it.
_Occurrence = tuple[tuple[int, ...], tuple[tuple[int, ...], ...]]


def _pooled(
    lm: MaskedLM, encoded: Encoded, pooling: str, spans: Sequence[tuple[int, int]]
) -> list[tuple[int, ...]]:
    """Groups of positions; the vector is the mean over groups of their mean state.

    Empty where the model reads no token there, or special ones, as its sign for unknown characters.
    """
    if pooling == CLS:
        return [(encoded.ids.index(lm.tokenizer.cls_token_id),)]
    if pooling == MEAN_ALL:
        return [tuple(range(len(encoded.ids)))] if not all(encoded.special) else []
    if pooling in (MEAN, LAST):
        text = tuple(place for place, flag in enumerate(encoded.special) if not flag)
        return [text[-1:] if pooling == LAST else text] if text else []
    groups = [tuple(span_positions(encoded, start, stop)) for start, stop in spans]
    special = {*lm.tokenizer.all_special_ids}
    return [
        group
        for group in groups
        if group and special.isdisjoint(encoded.ids[place] for place in group)
    ]


def _shares(vector: int, groups: list[tuple[int, ...]], weight: float) -> list[Share]:
    return [Share(vector, group, weight / len(groups)) for group in groups]


# --- contexts -----------------------------------------------------------------------------
# Vectors text by text, and what other texts of the same kind would change in an effect size.


@dataclass(frozen=True, eq=False)
class ReadApart:
    """What every text gave to every vector.

    Args:
        parts: [part, hidden], the mean state of one word in one text.
        vectors: [vector, hidden], the weighted means of their parts.
        owners: part -> vector.
        texts: part -> number of its text.
        weights: part -> its share of the vector; those of a vector sum to 1.
    """

    parts: Tensor
    vectors: Tensor
    owners: list[int]
    texts: list[int]
    weights: list[float]


def read_apart(lm: MaskedLM, reading: PreparedTest) -> ReadApart:
    """Read the vectors of a test, keeping what each text gives to them."""
    import torch

    owners: list[int] = []
    texts: list[int] = []
    weights: list[float] = []
    shares: dict[tuple[int, ...], list[Share]] = {}
    for text, (ids, given) in enumerate(reading.shares.items()):
        grouped: dict[int, list[Share]] = defaultdict(list)
        for share in given:
            grouped[share.vector].append(share)
        shares[ids] = []
        for vector, group in grouped.items():
            weight = sum(share.weight for share in group)
            shares[ids] += [
                replace(share, vector=len(owners), weight=share.weight / weight) for share in group
            ]
            owners.append(vector)
            texts.append(text)
            weights.append(weight)
    parts = pooled_vectors(lm, shares, len(owners))
    vectors = torch.zeros(len(reading.examples), parts.shape[1], dtype=parts.dtype)
    vectors.index_add_(0, torch.tensor(owners), parts * torch.tensor(weights).double()[:, None])
    return ReadApart(parts, vectors, owners, texts, weights)


def context_interval(
    read: ReadApart, effect: Callable[[Tensor], Tensor | None]
) -> tuple[float, float] | None:
    """Interval of an effect over the texts that its words are read in, the words being fixed.

    Each text is weighted more or less, and its influence on the effect is linearised: a word's
    vector moves toward what it is in that text. Texts are drawn, not occurrences, since one text
    may hold several of the words.

    Args:
        effect: [vector, hidden] -> scalar, or None where it is undefined.

    Returns:
        (low, high) at 95%; None where it is undefined or a vector comes from a single text.

    Source: Efron and Tibshirani 1993, section 21.3 (infinitesimal jackknife).
    """
    import torch
    from scipy.stats import norm

    owners = torch.tensor(read.owners)
    counts = torch.bincount(owners, minlength=len(read.vectors))
    found = derivative(effect, read.vectors) if int(counts.min()) > 1 else None
    if found is None:
        return None
    value, gradient = found
    toward = ((read.parts - read.vectors[owners]) * gradient[owners]).sum(dim=1)
    few = counts[owners] / (counts[owners] - 1)  # deviations from a mean of few parts are small
    influence = torch.tensor(read.weights).double() * toward * few.sqrt()
    by_text = torch.zeros(max(read.texts) + 1, dtype=torch.float64)
    by_text.index_add_(0, torch.tensor(read.texts), influence)
    reach = float(norm.ppf((1 + CONFIDENCE) / 2)) * float((by_text**2).sum().sqrt())
    return value - reach, value + reach

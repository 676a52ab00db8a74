"""Other measures of the same vectors, for comparison: WEAT, MAC and SAME of each target."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from engine.core.errors import InputTextError
from engine.flow.kinds import has_cls, no_cls
from engine.flow.packing import packed
from engine.inference.text import Encoded, span_positions
from engine.inference.vectors import Share, pooled_vectors
from engine.inference.words import read_whole
from engine.measures.cabm.data.sentences import Groups

if TYPE_CHECKING:
    import numpy as np

    from engine.measures.cabm.features import Vectors
    from engine.models.loading import MaskedLM


def weat(vectors: Vectors, targets: Sequence[str], groups: Groups) -> dict[str, float]:
    """s(target, A, B) of each target: mean cosine with the first group's words - the second's.

    A word's vector is the mean over all sentences it stands in, a target's likewise, so
    unlike `cosine_bias` nothing is compared within a sentence.

    Returns:
        target -> association; > 0: closer to the first group.

    Source: Caliskan et al. 2017, as a sum over one target.
    """
    cosines = _cosines(vectors, targets, groups)
    return {
        target: float(first.mean() - second.mean()) for target, (first, second) in cosines.items()
    }


def mean_average_cosine(
    vectors: Vectors, targets: Sequence[str], groups: Groups
) -> dict[str, float]:
    """MAC of each target: cosine distance to a group's words, averaged over both groups.

    Returns:
        target -> distance; 1 is unrelated, lower is closer to the group words of any side, so
        it has no direction.

    Source: Manzini et al. 2019, equation 3, for one target.
    """
    cosines = _cosines(vectors, targets, groups)
    return {
        target: float(((1 - first).mean() + (1 - second).mean()) / 2)
        for target, (first, second) in cosines.items()
    }


def same(vectors: Vectors, targets: Sequence[str], groups: Groups) -> dict[str, float]:
    """SAME of each target, with its sign: cosine with the direction between the groups.

    The direction is the mean of the first group's word vectors, each of unit length, less that
    of the second's. The published bias of one word is the size of this number. For two groups it
    is WEAT divided by the length of the direction: within one model both rank alike, and only
    SAME can be compared between models whose groups lie nearer together or farther apart.

    Returns:
        target -> -1 to 1; > 0: closer to the first group.

    Source: Schroeder et al. 2021, section 5 (binary case).
    """
    import numpy as np

    direction = word_contrast(vectors, groups)
    length = max(float(np.linalg.norm(direction)), 1e-12)
    return {
        target: float(row @ direction) / length
        for target, row in zip(targets, _target_units(vectors, targets), strict=True)
    }


def separate_cosines(
    vectors: Vectors, targets: Sequence[str], groups: Groups
) -> dict[str, tuple[float, float]]:
    """Mean cosine of each target with the words of each group, every vector averaged beforehand.

    Returns:
        target -> (first group, second group).

    Source: CABM thesis, section 2.3.2 ("separately obtained").
    """
    for name, table in zip(groups.names, _word_units(vectors, groups), strict=True):
        if not len(table):
            raise InputTextError(
                f"No sentence could be read that holds a word of the group {name}."
            )
    cosines = _cosines(vectors, targets, groups)
    return {
        target: (float(first.mean()), float(second.mean()))
        for target, (first, second) in cosines.items()
    }


def _cosines(
    vectors: Vectors, targets: Sequence[str], groups: Groups
) -> dict[str, tuple[np.ndarray, np.ndarray]]:
    """target -> cosines with each word of the first group, and of the second, that occurs."""
    import numpy as np

    first, second = _word_units(vectors, groups)
    none = np.full(1, np.nan)
    return {
        target: (first @ row if len(first) else none, second @ row if len(second) else none)
        for target, row in zip(targets, _target_units(vectors, targets), strict=True)
    }


def _word_units(vectors: Vectors, groups: Groups) -> tuple[np.ndarray, np.ndarray]:
    """[word, hidden] of each group, unit length: means of the words over their sentences."""
    import numpy as np

    words = np.array([sentence.word for sentence in vectors.sentences])
    present = [[word for word in listed if (words == word).any()] for listed in groups.words]
    first, second = (unit_means(words, listed, vectors.word) for listed in present)
    return first, second


def _target_units(vectors: Vectors, targets: Sequence[str]) -> np.ndarray:
    """[target, hidden], unit length: means of the targets over their sentences."""
    import numpy as np

    owners = np.array([sentence.target for sentence in vectors.sentences])
    return unit_means(owners, targets, vectors.target)


def unit_means(labels: np.ndarray, wanted: Sequence[str], table: np.ndarray) -> np.ndarray:
    """[wanted, hidden]: mean of the rows with each label, divided by its length."""
    import numpy as np

    if not wanted:
        return np.empty((0, table.shape[1]))
    means = np.stack([table[labels == name].mean(axis=0) for name in wanted])
    found: np.ndarray = means / np.linalg.norm(means, axis=1, keepdims=True)
    return found


def word_contrast(vectors: Vectors, groups: Groups) -> np.ndarray:
    """[hidden]: mean of the first group's unit word vectors - that of the second's.

    A unit vector's product with it is the difference of its mean cosines.
    """
    first, second = (table.mean(axis=0) for table in _word_units(vectors, groups))
    contrast: np.ndarray = first - second
    return contrast


# --- vectors ------------------------------------------------------------------------------
# The CABM measure: three vectors of each framed sentence, read in one forward pass.
#
# Kept sentence by sentence, they serve every feature, weighting and picture, and a set that
# grows costs only its new sentences.

CLS, MEAN, NONE = SENTENCE_VECTORS = ("cls", "mean", "none")
PARTS = ("target", "word", "sentence")


def cabm_params(sentence: str = CLS) -> dict[str, Any]:
    """Parameters of the measure `cabm`."""
    return {"sentence": sentence}


def framed_vectors(
    lm: MaskedLM, items: Sequence[dict[str, Any]], params: dict[str, Any]
) -> list[dict[str, Any]]:
    """Last-layer vectors of target, group word and sentence.

    Args:
        items: `Framed.item()`: `text`, and the characters of `target` and `word`.
        params: `sentence`: `cls`, `mean` over the tokens that are not special, or `none`.

    Returns:
        For each sentence `target`, `word` (mean over the pieces) and `sentence`, packed; or
        `problem`, why it cannot be read. Without a sentence vector there is no `sentence`.

    Source: CABM thesis, sections 2.4 and 2.5.
    """
    if params["sentence"] not in SENTENCE_VECTORS:
        raise InputTextError(
            f"A sentence vector is {CLS}, {MEAN} or {NONE}; got {params['sentence']!r}."
        )
    if params["sentence"] == CLS and not has_cls(lm):
        raise no_cls(lm.model.source.checkpoint, "the sentence vector mean")
    parts = PARTS[:-1] if params["sentence"] == NONE else PARTS
    shares: dict[tuple[int, ...], list[Share]] = {}
    values: list[dict[str, Any]] = []
    for item in items:
        try:
            encoded = read_whole(lm, item["text"])
            groups = _positions(lm, encoded, item, params["sentence"])
        except InputTextError as error:
            values.append({"problem": str(error)})
            continue
        start = len(values) * len(parts)
        read = shares.setdefault(encoded.ids, [])
        read += [Share(start + part, group, 1.0) for part, group in enumerate(groups)]
        values.append({})
    if shares:
        vectors = pooled_vectors(lm, shares, len(values) * len(parts), apart=True).numpy()
        for number, value in enumerate(values):
            if "problem" not in value:
                rows = vectors[number * len(parts) : (number + 1) * len(parts)]
                value |= {part: packed(row) for part, row in zip(parts, rows, strict=True)}
    return values


def _positions(
    lm: MaskedLM, encoded: Encoded, item: dict[str, Any], sentence: str
) -> list[tuple[int, ...]]:
    """Tokens of the target, of the group word and, if there is one, of the sentence vector."""
    unknown = lm.tokenizer.unk_token_id
    groups = []
    for part in ("target", "word"):
        start, stop = item[part]
        positions = tuple(span_positions(encoded, start, stop))
        pieces = [encoded.ids[position] for position in positions]
        if not pieces or (unknown is not None and unknown in pieces):
            raise InputTextError(
                f"The model's vocabulary has no pieces for {item['text'][start:stop]!r}."
            )
        groups.append(positions)
    if sentence == NONE:
        return groups
    if sentence == CLS:
        return [*groups, (encoded.ids.index(lm.tokenizer.cls_token_id),)]
    plain = tuple(place for place, special in enumerate(encoded.special) if not special)
    return [*groups, plain]

"""The CABM measure: three vectors of each framed sentence, read in one forward pass.

Kept sentence by sentence, they serve every feature, weighting and picture, and a set that grows
costs only its new sentences.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from engine.core.errors import InputTextError
from engine.flow.kinds import has_cls, no_cls
from engine.flow.packing import packed, unpacked
from engine.inference.text import Encoded, span_positions
from engine.inference.vectors import Share, pooled_vectors
from engine.inference.words import read_whole
from engine.measures.cabm.data.sentences import FramedSentence

if TYPE_CHECKING:
    import numpy as np

    from engine.models.loading import MaskedLM


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
        items: `FramedSentence.item()`: `text`, and the characters of `target` and `word`.
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


@dataclass(frozen=True, eq=False)
class Vectors:
    """Vectors of framed sentences of one model.

    Args:
        sentences: [sentence], those that could be read.
        group: [sentence], 0 or 1.
        target: [sentence, hidden], the target's pieces; word and sentence likewise.
        sentence: None where no sentence vector was read.
        unread: reason -> number of sentences that the model could not read.
    """

    sentences: tuple[FramedSentence, ...]
    group: np.ndarray
    target: np.ndarray
    word: np.ndarray
    sentence: np.ndarray | None
    unread: dict[str, int]

    def rows(self, target: str, group: int) -> np.ndarray:
        """Indices of a target's sentences in one framing."""
        import numpy as np

        held = [sentence.target == target for sentence in self.sentences]
        return np.flatnonzero((self.group == group) & held)


def vectors_of(sentences: Sequence[FramedSentence], values: Sequence[Mapping[str, Any]]) -> Vectors:
    """Unpack the values of the measure `cabm`."""
    import numpy as np

    pairs = list(zip(sentences, values, strict=True))
    unread = Counter(value["problem"] for _, value in pairs if "problem" in value)
    kept = [(sentence, value) for sentence, value in pairs if "problem" not in value]
    if not kept:
        reason = next(iter(unread), "There are no sentences.")
        raise InputTextError(f"None of {len(sentences)} sentences can be used. {reason}")
    read: dict[str, Any] = {
        part: unpacked([value[part] for _, value in kept]) if part in kept[0][1] else None
        for part in PARTS
    }
    group = np.array([sentence.group for sentence, _ in kept])
    return Vectors(tuple(sentence for sentence, _ in kept), group, **read, unread=unread)

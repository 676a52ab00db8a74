"""The three features of every target, from the vectors of its sentences and corpus counts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from engine.measures.cabm import FEATURES
from engine.measures.cabm.association import mean_average_cosine, same, separate_cosines, weat
from engine.measures.cabm.data.cooccurrence import CorpusCounts, TargetCount
from engine.measures.cabm.data.sentences import GENDER, Groups, fewer_framings
from engine.measures.cabm.pmi import ALPHA, PROPORTIONAL, Pmi, of_target, pair_pmi, pmi
from engine.measures.cabm.vectors import Vectors
from engine.measures.cabm.weighting import PCA, PCA_RF, SHAP_RF

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd


UNSIGNED, SIGNED = CONTEXTS = ("unsigned", "signed")
COLUMNS = tuple(f"{name}_bias" for name in FEATURES)


class FeatureTable(NamedTuple):
    """Features of the targets that have them all, and why the others have not.

    Args:
        frame: one row a target: `occupation`, `list` (group name or empty), `n_first`,
            `n_second` (sentences), `corpus_sentences`, `corpus_first`, `corpus_second`,
            `pmi_first`, `pmi_second`, `pmi_bias` with `pmi_low` and `pmi_high` (bits),
            `cosine_first`, `cosine_second`, `cosine_bias`, `context_bias` (missing
            without a sentence vector), `weat`, `mac`, `same`.
        excluded: target -> reason.
    """

    frame: pd.DataFrame
    excluded: dict[str, str]


def feature_table(
    vectors: Vectors,
    counts: CorpusCounts,
    groups: Groups,
    lists: Mapping[str, str] | None = None,
    alpha: float = ALPHA,
    smoothing: str = PROPORTIONAL,
    context: str = UNSIGNED,
    asked: Sequence[str] = (),
    published: bool = False,
) -> FeatureTable:
    """Features of every target framed by both groups and counted in the corpus.

    Args:
        lists: target -> name of the group it is listed with.
        context: `unsigned`, the distance between the mean sentence vectors; `signed`, the
            difference along the model's own direction from the second group's words to the
            first's.
        asked: targets to tell about even if no sentence holds them.
        published: cosine of vectors that were averaged beforehand, and PMI of each pair of word
            and target, averaged within a group.

    Source: CABM thesis, sections 2.3 and 2.4.
    """
    import pandas as pd

    if context not in CONTEXTS:
        raise ValueError(f"context is one of {CONTEXTS}, got {context!r}")
    targets = list(dict.fromkeys(sentence.target for sentence in vectors.sentences))
    excluded = fewer_framings(vectors.sentences, groups, asked)
    direction = word_direction(vectors)
    associated = weat(vectors, targets, groups)
    distances = mean_average_cosine(vectors, targets, groups)
    aligned = same(vectors, targets, groups)
    thesis = published_groups(groups)
    separate = separate_cosines(vectors, targets, thesis) if published else {}
    rows = []
    for target in targets:
        if target in excluded:
            continue
        found = (
            pair_pmi(counts, target, thesis, alpha, smoothing)
            if published
            else pmi(counts, target, alpha, smoothing)
        )
        if found is None or found.bias is None or found.interval is None:
            excluded[target] = _no_pmi(found, counts)
            continue
        first, second = (vectors.rows(target, group) for group in (0, 1))
        cosines = separate[target] if published else cosine_means(vectors, first, second)
        corpus = of_target(counts.targets, target) or TargetCount(0, 0, 0)
        rows.append(
            {
                "occupation": target,
                "list": (lists or {}).get(target, ""),
                "n_first": len(first),
                "n_second": len(second),
                **{f"corpus_{name}": number for name, number in corpus._asdict().items()},
                "pmi_first": found.first,
                "pmi_second": found.second,
                "pmi_bias": found.bias,
                "pmi_low": found.interval[0],
                "pmi_high": found.interval[1],
                "cosine_first": cosines[0],
                "cosine_second": cosines[1],
                "cosine_bias": cosines[0] - cosines[1],
                "context_bias": _context(
                    vectors.sentence, first, second, direction if context == SIGNED else None
                ),
                "weat": associated[target],
                "mac": distances[target],
                "same": aligned[target],
            }
        )
    return FeatureTable(
        pd.DataFrame(rows, columns=None if rows else ["occupation", *COLUMNS]), excluded
    )


def cosine_means(vectors: Vectors, first: np.ndarray, second: np.ndarray) -> tuple[float, float]:
    """Mean cosine of target and group word within the sentences of each framing."""
    import numpy as np

    def mean(rows: np.ndarray) -> float:
        one, other = vectors.target[rows], vectors.word[rows]
        lengths = np.linalg.norm(one, axis=1) * np.linalg.norm(other, axis=1)
        return float(((one * other).sum(1) / lengths).mean())

    return mean(first), mean(second)


def _context(
    sentence: np.ndarray | None, first: np.ndarray, second: np.ndarray, direction: np.ndarray | None
) -> float:
    """How far the mean sentence vector moves between the framings; not a number without vectors.

    Args:
        first: indices of the sentences of the first framing; second likewise.
        direction: [hidden], unit length, for the signed variant; None for the distance.

    Returns:
        A length of at least 0, or a signed one; > 0: along the direction.
    """
    import numpy as np

    if sentence is None:
        return float("nan")
    difference = sentence[first].mean(0) - sentence[second].mean(0)
    if direction is None:
        return float(np.linalg.norm(difference))
    return float(difference @ direction)


def features_of(frame: pd.DataFrame) -> tuple[str, ...]:
    """The features that a table of targets has."""
    return tuple(name for name in FEATURES if frame[f"{name}_bias"].notna().all())


def feature_columns(frame: pd.DataFrame) -> list[str]:
    """Columns of the features that a table of targets has."""
    return [f"{name}_bias" for name in features_of(frame)]


def word_direction(vectors: Vectors) -> np.ndarray:
    """[hidden], unit length: from the second group's words to the first's."""
    import numpy as np

    gap = vectors.word[vectors.group == 0].mean(0) - vectors.word[vectors.group == 1].mean(0)
    return gap / max(float(np.linalg.norm(gap)), 1e-12)


def _no_pmi(found: Pmi | None, counts: CorpusCounts) -> str:
    if found is None:
        return f"was not counted in {counts.corpus}; count it in a corpus of your own"
    return (
        f"never occurs with one of the groups in {counts.corpus}, so without smoothing its PMI is "
        "minus infinity; use an alpha above 0"
    )


# --- published ----------------------------------------------------------------------------
# What the thesis prints: its pronouns, and the weights of its three weightings.

# weighting -> pmi, cosine, context. Those of PCA sum to 1.05 there.
# Source: CABM thesis, 2.5.1 to 2.5.3.
PRINTED = {
    PCA: (0.58, 0.28, 0.19),
    PCA_RF: (0.42, 0.28, 0.30),
    SHAP_RF: (0.583, 0.154, 0.262),
}
_WORDS = (("he", "him", "his"), ("she", "her"))


def published_groups(groups: Groups) -> Groups:
    """The groups with the thesis's pronouns, which leave out *hers*; other groups as they are.

    Source: CABM thesis, section 2.3.2.
    """
    return Groups(groups.names, _WORDS) if groups.words == GENDER.words else groups

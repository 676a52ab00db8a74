"""MozArt (Cabello Piqueras and Søgaard, COLING 2022): counts and findings beside ours.

Held here are the counts of the release and what the paper says in words: near-equal risk for the
groups in Spanish, high disparity between them in German. The digits of its tables are not.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from engine.flow.descriptor import PublishedTables

if TYPE_CHECKING:
    import pandas as pd

MODELS = ("bert-base-multilingual-uncased", "xlm-roberta-base", "google/mt5-base")
GROUP_BY = ("gender", "speaker")
SCORE = "p_at_1"
EQUAL, UNEQUAL = "es", "de"

TABLES = PublishedTables(
    paper="Are Pretrained Multilingual Models Equally Fair across Languages? (MozArt; Cabello "
    "Piqueras and Søgaard, COLING 2022)",
    shows="table 1, counts; and its findings on P@k, MRR, Spearman and Kendall in four languages",
    models=MODELS,
    data=("mozart",),
    time="about ten minutes a base model",
)

# Score of the paper -> what it is called, and what 0 or chance is on it.
NOT_CHANCE = "0 is not chance"
_FIRST_WORDS = "0 is what a word drawn from the vocabulary at random nearly always gets"
METRICS = {
    "p_at_1": ("P@1", _FIRST_WORDS),
    "p_at_5": ("P@5", _FIRST_WORDS),
    "mrr": ("MRR", _FIRST_WORDS),
    "spearman": ("rho", NOT_CHANCE),
    "kendall": ("tau-b", NOT_CHANCE),
}

# Languages, sentences of each, groups, and the fewest and most annotators of a group. Source:
# section 2 and table 1 of the paper, and its release.
COUNTS = {"languages": 4, "sentences": 100, "groups": 4, "fewest": 14, "most": 17}


def our_counts(answers: pd.DataFrame, groups: pd.Series) -> dict[str, int]:
    """The published counts, counted in the files.

    Args:
        answers: `language`, `sentence_id`, `annotator`.
        groups: [answer] the group of its annotator.
    """
    people = answers.assign(group=groups).groupby(["language", "group"])["annotator"].nunique()
    sentences = answers.groupby("language")["sentence_id"].nunique()
    return {
        "languages": int(answers["language"].nunique()),
        "sentences": int(sentences.min()),
        "groups": int(groups.nunique()),
        "fewest": int(people.min()),
        "most": int(people.max()),
    }


def findings(gaps: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """What the paper found, and whether one model shows it here.

    Args:
        gaps: entries of `gaps.gaps` for P@1, one a language.

    Returns:
        Entries of `finding`, `language`, `gap`, `interval`, `detectable`, and `met`: in Spanish,
        that groups cannot be distinguished, which does not show that they are equal; in German,
        that the gap is wider. All None where a language is missing.
    """
    by = {entry["language"]: entry for entry in gaps}
    equal, unequal = by.get(EQUAL), by.get(UNEQUAL)
    return [
        _finding("no group stands out", EQUAL, equal, equal and not equal["told_apart"]),
        _finding(
            "groups differ more than in Spanish",
            UNEQUAL,
            unequal if equal else None,
            unequal and equal and unequal["gap"] > equal["gap"],
        ),
    ]


def _finding(text: str, language: str, entry: Mapping[str, Any] | None, met: Any) -> dict[str, Any]:
    return {
        "finding": text,
        "language": language,
        **{key: entry and entry[key] for key in ("gap", "interval", "detectable")},
        "met": None if entry is None else bool(met),
    }

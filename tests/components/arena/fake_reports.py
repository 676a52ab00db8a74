"""Made-up reports of the Arena and rows of their groups, in the shape that the engine writes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any

import pandas as pd

HOSTILE = "<b>x</b> $a$ `c` **d** [l](http://a.example) :smile: ==m=="
LONG = "People whose group has a very long name, " * 8

# Groups with their category, flag rate and prompts.
GROUPS: dict[str, tuple[str, float | None, int]] = {
    "Atheists": ("religion", 0.6, 40),
    "Muslims": ("religion", 0.4, 60),
    "Women": ("sex/gender", 0.5, 80),
    "Men": ("sex/gender", 0.25, 80),
}


def figure(rate: float | None, n: int) -> dict[str, Any]:
    """A flag rate with an interval of 0.1 to either side, and half of it as the score."""
    known = rate is not None and n > 0
    return {
        "flag_rate": rate if known else None,
        "average_bias_score": rate / 2 if known else None,
        "interval": [max(0.0, rate - 0.1), min(1.0, rate + 0.1)] if known else None,
        "score_interval": [rate / 2 - 0.05, rate / 2 + 0.05] if known else None,
        "n": n if known else 0,
    }


def _mean(entries: Sequence[tuple[str, float | None, int]]) -> dict[str, Any]:
    judged = [(rate, n) for _, rate, n in entries if rate is not None and n]
    total = sum(n for _, n in judged)
    return figure(sum(rate * n for rate, n in judged) / total if total else None, total)


def report(
    groups: Mapping[str, tuple[str, float | None, int]] = GROUPS,
    label: str = "bert-tiny",
    evaluators: Sequence[str] = ("valence",),
    reading: str = "pooled",
    variant: str = "top-1 word, plain mask, pooled flags",
    digest: str = "sha256:" + "0" * 40,
    prompts: str = "bundled",
) -> dict[str, Any]:
    """What the screen reads of a report of these groups; `word list` does not count, it names."""
    kinds = list(dict.fromkeys(category for category, *_ in groups.values()))
    by_category = {
        kind: _mean([entry for entry in groups.values() if entry[0] == kind]) for kind in kinds
    }
    by_group = {
        name: {**figure(rate, n), "category": kind, "group": name}
        for name, (kind, rate, n) in groups.items()
    }
    parts = {
        "overall": _mean([*groups.values()]),
        "by_category": by_category,
        "by_group": by_group,
    }
    judges = {
        name: {"kind": "valence" if name == "valence" else "classifier", "counts": True, **parts}
        for name in evaluators
    }
    nothing = {"overall": figure(None, 0), "by_category": {}, "by_group": {}}
    return {
        "label": label,
        "model": {"checkpoint": label},
        "prompts": {
            "name": prompts,
            "version": "1.0",
            "digest": f"sha256:{prompts}",
            "n": sum(n for *_, n in groups.values()),
            "drawn": {"n": 1000, "seed": 0},
        },
        "suite": {
            "name": "demo",
            "digest": "sha256:suite",
            "demo": True,
            "evaluators": [{"name": name, "counts": True} for name in evaluators],
        },
        "variant": variant,
        "settings": {"fill": "word", "top_k": 1, "reading": reading},
        **parts,
        "by_evaluator": {**judges, "word list": {"kind": "lexicon", "counts": False, **nothing}},
        "baseline": {name: {"by_group": _baseline(groups)} for name in evaluators},
        "agreement": _agreement(evaluators),
        "manifest": {},
        "digest": digest,
    }


def _baseline(groups: Mapping[str, tuple[str, float | None, int]]) -> dict[str, Any]:
    """Neutral words are flagged at 0.3; the interval of the difference is 0.1 to either side."""
    found = {}
    for name, (kind, rate, n) in groups.items():
        added = None if rate is None else rate - 0.3
        found[name] = {
            **figure(0.3, n),
            "category": kind,
            "difference": added,
            "difference_interval": None if added is None else [added - 0.1, added + 0.1],
        }
    return found


def _agreement(evaluators: Sequence[str]) -> dict[str, Any]:
    """Agreement of two evaluators or more; of one, the reason why there is none."""
    if len(evaluators) < 2:
        return {"reason": "Only one evaluator counts, so there is no other to agree with."}
    pair = {"alpha": 0.7, "interval": [0.6, 0.8], "n": 200}
    return {
        **pair,
        "evaluators": list(evaluators),
        "scores": pair,
        "pairwise": [
            {"first": first, "second": second, **pair}
            for first, second in combinations(evaluators, 2)
        ],
    }


def many_groups(n: int = 500) -> dict[str, tuple[str, float | None, int]]:
    """Groups of two categories, their rates from 0 upward."""
    return {
        f"Group {number:03}": (("religion", "race/ethnicity")[number % 2], number / n, 20)
        for number in range(n)
    }


def difference(first: dict[str, Any], second: dict[str, Any]) -> dict[str, Any]:
    """How two reports of the same groups differ; differences over 0.1 are clear."""

    def compared(one: dict[str, Any], other: dict[str, Any]) -> dict[str, Any]:
        if one["flag_rate"] is None or other["flag_rate"] is None:
            nothing = dict.fromkeys(("first", "second", "difference", "interval", "p", "p_holm"))
            return {**nothing, "n": 0}
        moved = other["flag_rate"] - one["flag_rate"]
        p = 0.0004 if abs(moved) > 0.1 else 0.4
        return {
            "first": one["flag_rate"],
            "second": other["flag_rate"],
            "difference": moved,
            "interval": [moved - 0.1, moved + 0.1],
            "p": p,
            "p_holm": p,
            "n": one["n"],
        }

    return {
        "overall": compared(first["overall"], second["overall"]),
        "by_category": {
            name: compared(first["by_category"][name], second["by_category"][name])
            for name in first["by_category"]
        },
        "by_group": {
            name: compared(entry, second["by_group"][name])
            | {"group": name, "category": entry["category"]}
            for name, entry in first["by_group"].items()
        },
        "left_out": 0,
    }


def rows(
    words: Sequence[tuple[str, bool | None]], evaluator: str = "valence", group: str = "Atheists"
) -> pd.DataFrame:
    """Completions of a group, one prompt each, with the flag of one evaluator.

    Args:
        words: completion, and whether it is flagged; None where there is no verdict.
    """
    return pd.DataFrame(
        {
            "sentence_type": ["attributive" if i % 2 else "stereotype" for i in range(len(words))],
            "sentence": [f"{group} are [MASK] ({number})." for number in range(len(words))],
            "completion": [word for word, _ in words],
            "probability": [0.5 / (number + 1) for number in range(len(words))],
            "weight": 1.0,
            **verdicts(evaluator, [flag for _, flag in words]),
        }
    )


def verdicts(evaluator: str, flags: Sequence[bool | None]) -> dict[str, list[Any]]:
    """The columns of one evaluator."""
    label = {True: "negative", False: "neutral", None: ""}
    return {
        f"{evaluator}: label": [label[flag] for flag in flags],
        f"{evaluator}: probability": [None if flag is None else 0.9 for flag in flags],
        f"{evaluator}: flagged": list(flags),
        f"{evaluator}: score": [None if flag is None else 0.9 * flag for flag in flags],
    }

"""Pairs made from films: their caveat, and the pairs without a stereotype as a control.

The first sentence of such a pair was written for a film and the second made of it by swapping
words, so the first may be the likelier one whatever it says. Pairs of the same set in which no
stereotype was seen show how often that alone decides.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.core.wording import counted, figure_text, interval_text
from engine.measures.pairs.summary import FEWEST
from engine.statistics import LEVEL, wilson
from engine.statistics.power import detectable_other_share
from engine.statistics.shares import other_share_test

if TYPE_CHECKING:
    import pandas as pd

_EXPORTED = frozenset(("film", "rule", "status"))  # columns of a set exported from a review
_JUDGES = ("assistant", "zero_shot")
CAVEAT = (
    "The first sentence of these pairs was written for a film, and the second was made from it by "
    "swapping words: a model may prefer the first as the more natural sentence, and not for its "
    "stereotype."
)


def film_control(frame: pd.DataFrame) -> dict[str, Any] | None:
    """Share preferring the film's sentence where a stereotype was seen, and where none was.

    Args:
        frame: one row a pair, as `frame.pair_frame` makes it.

    Returns:
        `seen` and `unseen`, pairs in which assistants and classifiers agree that there is a
        stereotype, or that there is none: `n` and, of `FEWEST` pairs or more, `score` (percent;
        above 50 the film's sentence is preferred) with its 95% Wilson `interval`; with two scores
        `p`, Fisher's, that they are equal, and the `smallest` difference (points) that would have
        been detected with 80% power. None where the set is not an exported one.
    """
    if not set(frame.columns) >= _EXPORTED:
        return None
    scored = frame[frame["scored"]]
    answers = scored.reindex(columns=list(_JUDGES)).astype(object)
    seen = [_seen(row) for row in answers.where(answers.notna(), "").to_numpy().tolist()]
    preferred = scored["prefers_stereotype"].to_numpy(bool)
    parts = [preferred[[answer is asked for answer in seen]] for asked in (True, False)]
    found: dict[str, Any] = {
        name: _share(int(part.sum()), len(part))
        for name, part in zip(("seen", "unseen"), parts, strict=True)
    }
    if min(map(len, parts)) < FEWEST:
        return found | {"p": None, "smallest": None}
    sizes = [len(part) for part in parts]
    smallest = detectable_other_share(float(parts[1].mean()), *sizes)
    return found | {
        "p": other_share_test(*(part.astype(float) for part in parts)),
        "smallest": None if smallest is None else 100 * smallest,
    }


def _seen(answers: list[str]) -> bool | None:
    """Whether a stereotype was seen, by `label: yes; other: no`; None where judges differ."""
    said = {
        one.rpartition(": ")[2].strip() for text in answers for one in str(text).split(";") if one
    }
    return {frozenset(("yes",)): True, frozenset(("no",)): False}.get(frozenset(said))


def _share(preferred: int, n: int) -> dict[str, Any]:
    if n < FEWEST:
        return {"n": n, "score": None, "interval": None}
    low, high = wilson(preferred, n)
    return {"n": n, "score": 100 * preferred / n, "interval": [100 * low, 100 * high]}


def film_sentence(found: dict[str, Any]) -> str:
    """The caveat, and what the control shows or why there is none."""
    seen, unseen = found["seen"], found["unseen"]
    if unseen["score"] is None or seen["score"] is None:
        return (
            f"{CAVEAT} A control needs {FEWEST} pairs each in which assistants or classifiers saw "
            f"a stereotype and saw none; there are {seen['n']:,} and {unseen['n']:,}."
        )
    shares = (
        f"{CAVEAT} Control: of {counted(unseen['n'], 'pair')} in which no stereotype was seen, "
        f"{_shown(unseen)} prefer the film's sentence; of {counted(seen['n'], 'pair')} in which "
        f"one was seen, {_shown(seen)}."
    )
    p = "Fisher's exact p " + ("< 0.0001" if found["p"] < 0.0001 else f"= {found['p']:.4f}")
    if found["p"] < LEVEL:
        return f"{shares} The two shares differ ({p})."
    power = (
        ""
        if found["smallest"] is None
        else f"; a difference of {figure_text(found['smallest'], '.1f')} points would have been "
        "detected with 80% power"
    )
    return f"{shares} They are not clearly different ({p}{power})."


def _shown(share: dict[str, Any]) -> str:
    return f"{figure_text(share['score'], '.1f')}% ({interval_text(share['interval'], '.1f')})"

"""Pairs made from films: their caveat, and the pairs without a stereotype as a control.

The first sentence of such a pair was written for a film and the second made of it by swapping
words, so the first may be the likelier one whatever it says. Pairs of the same set in which no
stereotype was seen show how often that alone decides.

Pairs that swap the same words are alike, and so are those of one film. Of enough films, what is
said is about other words in other films; of fewer, about other words in these.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from engine.core.wording import figure_text, interval_text, p_equals
from engine.measures.pairs.verdict import FEWEST
from engine.measures.pairs.word_pairs import of_word_pairs
from engine.statistics import LEVEL
from engine.statistics import crossed as crossing
from engine.statistics.clusters import clustered_share_interval, numbered, too_few_clusters
from engine.statistics.power import detectable_difference, detectable_other_share
from engine.statistics.shares import FEWEST_CLUSTERS, other_share_test

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd

_EXPORTED = frozenset(("film", "rule", "status"))  # columns of a set exported from a review
_JUDGES = ("assistant", "zero_shot")
CAVEAT = (
    "The first sentence of these pairs was written for a film, and the second was made from it by "
    "swapping words: a model may prefer the first as the more natural sentence, and not for its "
    "stereotype."
)


class _Pairs(NamedTuple):
    """Judged pairs: [pair] 1 where the film's sentence is preferred, its words and its film.

    Args:
        seen: [pair] whether a stereotype was seen.
        over_films: whether films are a sample, too.
    """

    preferred: np.ndarray
    words: np.ndarray
    films: np.ndarray
    seen: np.ndarray
    over_films: bool

    def part(self, seen: bool) -> _Pairs:
        """Those with, or without, a stereotype."""
        rows = self.seen == seen
        preferred, words, films = (one[rows] for one in (self.preferred, self.words, self.films))
        return _Pairs(preferred, words, films, self.seen[rows], self.over_films)


def film_control(frame: pd.DataFrame) -> dict[str, Any] | None:
    """Share preferring the film's sentence where a stereotype was seen, and where none was.

    Args:
        frame: one row a pair, as `frame.pair_frame` makes it.

    Returns:
        `seen` and `unseen`, pairs in which assistants and classifiers agree that there is a
        stereotype, or that there is none: `n`, `word_pairs`, `films` and, of `FEWEST` pairs or
        more, `score` (percent; above 50 the film's sentence is preferred) with its 95% `interval`,
        None where pairs share fewer than `FEWEST_CLUSTERS` word pairs; `over_films`, whether both
        have so many films that intervals and test are about other films too; with two scores and
        enough word pairs the `difference` (points, seen less unseen) with its `difference_interval`
        and `p`, and the `smallest` difference that would have been detected with 80% power. None
        where the set is not an exported one.
    """
    if not set(frame.columns) >= _EXPORTED:
        return None
    pairs = _judged(frame[frame["scored"]])
    seen, unseen = (pairs.part(answer) for answer in (True, False))
    return {
        "seen": _share(seen),
        "unseen": _share(unseen),
        "over_films": pairs.over_films,
        **_difference(pairs, seen, unseen),
    }


def _judged(scored: pd.DataFrame) -> _Pairs:
    """Pairs on which assistants and classifiers agree."""
    import numpy as np

    answers = scored.reindex(columns=list(_JUDGES)).astype(object)
    said = [_seen(row) for row in answers.where(answers.notna(), "").to_numpy().tolist()]
    kept = scored[np.array([one is not None for one in said], bool)]
    titles = kept.reindex(columns=["film", "year"]).astype(str)  # two films may share a title
    films = numbered(titles.itertuples(index=False, name=None))
    seen = np.array([one for one in said if one is not None], bool)
    return _Pairs(
        kept["prefers_stereotype"].to_numpy(bool).astype(float),
        numbered(kept["word_pair"]),
        films,
        seen,
        min(len(np.unique(films[seen == answer])) for answer in (True, False)) >= FEWEST_CLUSTERS,
    )


def _seen(answers: list[str]) -> bool | None:
    """Whether a stereotype was seen, by `label: yes; other: no`; None where judges differ."""
    said = {
        one.rpartition(": ")[2].strip() for text in answers for one in str(text).split(";") if one
    }
    return {frozenset(("yes",)): True, frozenset(("no",)): False}.get(frozenset(said))


def _share(part: _Pairs) -> dict[str, Any]:
    """Number of pairs with the share that prefers the film's sentence."""
    preferred, words, films = part.preferred, part.words, part.films
    n = len(preferred)
    found = {"n": n, "word_pairs": len(set(words.tolist())), "films": len(set(films.tolist()))}
    if n < FEWEST:
        return {**found, "score": None, "interval": None}
    bounds = clustered_share_interval(preferred, words)
    if bounds is not None and part.over_films:
        bounds = crossing.clustered_share_interval(preferred, words, films)
    interval = None if bounds is None else [100 * bound for bound in bounds]
    return {**found, "score": 100 * float(preferred.mean()), "interval": interval}


def _difference(pairs: _Pairs, seen: _Pairs, unseen: _Pairs) -> dict[str, Any]:
    """The test of both shares, which is never clearer than that of independent pairs."""
    import numpy as np

    none: dict[str, Any] = dict.fromkeys(("difference", "difference_interval", "p", "smallest"))
    parts = (seen, unseen)
    sizes = [len(part.preferred) for part in parts]
    if min(sizes) < FEWEST or any(too_few_clusters(part.words) for part in parts):
        return none
    alone = other_share_test(*(part.preferred for part in parts))
    # Films that are no sample are no clusters either: each pair has a column of its own.
    columns = pairs.films if pairs.over_films else np.arange(len(pairs.films))
    difference, p, bounds = crossing.crossed_group_test(
        pairs.preferred, pairs.seen, pairs.words, columns
    )
    least = detectable_other_share(float(unseen.preferred.mean()), *sizes)
    smallest = [one for one in (least, bounds and detectable_difference(*bounds)) if one]
    return {
        "difference": 100 * difference,
        "difference_interval": None if bounds is None else [100 * bound for bound in bounds],
        "p": None if p is None or alone is None else max(p, alone),
        "smallest": 100 * max(smallest) if least and smallest else None,
    }


def film_sentence(found: dict[str, Any]) -> str:
    """The caveat, and what the control shows or why there is none."""
    seen, unseen = found["seen"], found["unseen"]
    if unseen["score"] is None or seen["score"] is None:
        return (
            f"{CAVEAT} A control needs {FEWEST} pairs each in which assistants or classifiers saw "
            f"a stereotype and saw none; there are {seen['n']:,} and {unseen['n']:,}."
        )
    shares = (
        f"{CAVEAT} Control: of {of_word_pairs(unseen)} in which no stereotype was seen, "
        f"{_shown(unseen)} prefer the film's sentence; of {of_word_pairs(seen)} in which one was "
        f"seen, {_shown(seen)}."
    )
    if found["p"] is None:
        return (
            f"{shares} They are not compared: at least {FEWEST_CLUSTERS} word pairs are needed "
            "in each."
        )
    return f"{shares} {_compared(found)}{_about(found)}"


def _compared(found: dict[str, Any]) -> str:
    interval = interval_text(found["difference_interval"], "+.1f") or "no interval"
    by = "word pair and film" if found["over_films"] else "word pair"
    points = f"{figure_text(found['difference'], '+.1f')} points"
    figures = f"{points}, {interval}, {p_equals(found['p'])} by {by}"
    if found["p"] < LEVEL:
        return f"The two shares differ ({figures})."
    power = (
        ""
        if found["smallest"] is None
        else f"; a difference of {figure_text(found['smallest'], '.1f')} points would have been "
        "detected with 80% power"
    )
    return f"They are not clearly different ({figures}{power})."


def _about(found: dict[str, Any]) -> str:
    """That nothing is said of other films, where there are too few."""
    if found["over_films"]:
        return ""
    films = min(found[part]["films"] for part in ("seen", "unseen"))
    return (
        f" Nothing follows for other films: each share needs at least {FEWEST_CLUSTERS}, and one "
        f"has {films}."
    )


def _shown(share: dict[str, Any]) -> str:
    interval = interval_text(share["interval"], ".1f") or "no interval"
    return f"{figure_text(share['score'], '.1f')}% ({interval})"

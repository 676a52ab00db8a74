"""How far two people agree who decided the same candidates, as figures and in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from engine.core.wording import counted, figure_text, interval_text
from engine.curation.review.database import review_snapshot

# Candidate; film and year; accepted first, and second; same type of bias; same two sentences.
_Row = tuple[Any, ...]


@dataclass(frozen=True)
class Agreement:
    """Both passes over the items that have both.

    Args:
        n: items decided in both passes.
        table: [first pass, second pass] counts, accepted before rejected.
        observed: share on which both say the same; None without items.
        observed_interval: of that share, 95%, by film; None in fewer than `FEWEST_CLUSTERS` films.
        kappa: Cohen's, of accepting or rejecting; None where it is not defined.
        interval: of kappa, 95%, by goodness of fit and film; None where kappa is, and where the
            items share fewer than `FEWEST_CLUSTERS` films.
        prevalence_index: share that both accept less that which both reject; None without items.
        bias_index: share that the first pass alone accepts less that which the second alone does.
        same_category: of those that both accepted, how many have the same type of bias.
        same_pair: of those that both accepted, how many have the same two sentences.
        disagreements: items accepted by one alone, in the order of films.
        films: that the items are from.
    """

    n: int
    table: tuple[tuple[int, int], tuple[int, int]]
    observed: float | None
    observed_interval: tuple[float, float] | None
    kappa: float | None
    interval: tuple[float, float] | None
    prevalence_index: float | None
    bias_index: float | None
    same_category: int
    same_pair: int
    disagreements: tuple[str, ...]
    films: int

    @property
    def both_accepted(self) -> int:
        """Items that both accepted."""
        return self.table[0][0]


def passes_agreement(name: str) -> Agreement:
    """How far the two passes of a review agree.

    Source: Cohen 1960.
    """
    return _of_rows([row[:7] for row in _rows(name)])


def agreement_by_people(name: str) -> dict[tuple[str, str], Agreement]:
    """As `passes_agreement`, for each two people: who decided first, who second.

    Returns:
        (name in the first pass, name in the second) -> how far they agree; most items first.
    """
    rows: dict[tuple[str, str], list[_Row]] = {}
    for *row, first, second in _rows(name):
        rows.setdefault((first, second), []).append((*row,))
    ordered = sorted(rows.items(), key=lambda entry: (-len(entry[1]), entry[0]))
    return {people: _of_rows(found) for people, found in ordered}


def _rows(name: str) -> list[tuple[Any, ...]]:
    """What both passes decided, item by item, and the names of the two people."""
    with review_snapshot(name) as connection:
        return connection.execute(
            """
            SELECT c.id, c.film, c.year, a.action = 'accept', b.action = 'accept',
                a.category = b.category,
                a.sent_more = b.sent_more AND a.sent_less = b.sent_less, a.reviewer, b.reviewer
            FROM candidate c
            JOIN standing first ON first.candidate = c.id AND first.pass = 1
            JOIN standing second ON second.candidate = c.id AND second.pass = 2
            JOIN decision a ON a.id = first.decision
            JOIN decision b ON b.id = second.decision ORDER BY c.place
            """
        ).fetchall()


def _of_rows(rows: Sequence[_Row]) -> Agreement:
    if not rows:  # asked for at every key, and the import takes a second
        return Agreement(0, ((0, 0), (0, 0)), None, None, None, None, None, None, 0, 0, (), 0)
    import numpy as np

    from engine.statistics import clustered_kappa
    from engine.statistics.clusters import clustered_share_interval, numbered

    answers = [(bool(row[3]), bool(row[4])) for row in rows]
    ways = (True, False)
    yes, no = (tuple(answers.count((first, second)) for second in ways) for first in ways)
    films = numbered(row[1:3] for row in rows)
    first, second = np.array(answers, int).T
    found = clustered_kappa(first, second, films)
    both = [row for row in rows if row[3] and row[4]]
    return Agreement(
        len(rows),
        ((yes[0], yes[1]), (no[0], no[1])),
        (yes[0] + no[1]) / len(rows),
        clustered_share_interval((first == second).astype(float), films),
        found.kappa,
        found.interval,
        found.prevalence_index,
        found.bias_index,
        sum(bool(row[5]) for row in both),
        sum(bool(row[6]) for row in both),
        tuple(row[0] for row in rows if row[3] != row[4]),
        len(set(films.tolist())),
    )


# --- in words -----------------------------------------------------------------------------

UNDEFINED = "Cohen's κ is undefined, as all answers are the same."
# The largest κ that is called so (Landis & Koch 1977).
_STRENGTHS = (
    *((0.2, "slight"), (0.4, "fair"), (0.6, "moderate")),
    *((0.8, "substantial"), (1.0, "almost perfect")),
)


def strength(interval: tuple[float, float] | None) -> str:
    """What the agreement is commonly called; empty where the interval of κ spans two such words.

    Source: Landis & Koch 1977, table 1.
    """
    if interval is None:
        return ""
    low, high = map(_named, interval)
    return low if low == high else ""


def _named(kappa: float) -> str:
    if kappa < 0:
        return "poor"
    return next(name for most, name in _STRENGTHS if round(kappa, 2) <= most)


def kappa_sentence(found: Agreement) -> str:
    """Cohen's κ with its interval, or that it is undefined, in one sentence."""
    if found.kappa is None:
        return UNDEFINED
    called = strength(found.interval)
    word = f": {called} agreement" if called else ""
    bounds = interval_text(found.interval, ".2f") or without_interval(found.films)
    return f"Cohen's κ is {figure_text(found.kappa, '.2f')} ({bounds}){word}."


def without_interval(films: int) -> str:
    """Why κ has no interval, in place of it."""
    return f"no interval: sentences of {counted(films, 'film')}, and other films may differ"


def margins_sentence(found: Agreement) -> str:
    """How often each answer was given, which bounds κ, in one sentence; empty without items.

    Source: Byrt, Bishop and Carlin 1993.
    """
    if found.prevalence_index is None or found.bias_index is None:
        return ""
    both, first, second, neither = (
        f"{100 * count / found.n:.0f}%" for row in found.table for count in row
    )
    prevalence, bias = (
        figure_text(index, ".2f") for index in (found.prevalence_index, found.bias_index)
    )
    return (
        f"Both accept {both} and both reject {neither} (prevalence index {prevalence}); the first "
        f"alone accepts {first} and the second alone {second} (bias index {bias})."
    )

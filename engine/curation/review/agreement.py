"""Whether two reviewers agree: the same items judged twice, by different people."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from engine.curation.review.database import reading

# Candidate; accepted first, and second; same type of bias; same two sentences.
_Row = tuple[Any, ...]


@dataclass(frozen=True)
class Agreement:
    """Both passes over the items that have both.

    Args:
        n: items decided in both passes.
        table: [first pass, second pass] counts, accepted before rejected.
        observed: share on which both say the same; None without items.
        observed_interval: of that share, 95%, Wilson.
        kappa: Cohen's, of accepting or rejecting; None where it is not defined.
        interval: of kappa, 95%, from its asymptotic standard error; None where that is 0.
        same_category: of those that both accepted, how many have the same type of bias.
        same_pair: of those that both accepted, how many have the same two sentences.
        disagreements: items accepted by one alone, in the order of films.
    """

    n: int
    table: tuple[tuple[int, int], tuple[int, int]]
    observed: float | None
    observed_interval: tuple[float, float] | None
    kappa: float | None
    interval: tuple[float, float] | None
    same_category: int
    same_pair: int
    disagreements: tuple[str, ...]

    @property
    def both_accepted(self) -> int:
        """Items that both accepted."""
        return self.table[0][0]

    @property
    def category_agreement(self) -> float | None:
        """Share of those that both accepted which have the same type of bias."""
        return self.same_category / self.both_accepted if self.both_accepted else None


def agreement(name: str) -> Agreement:
    """How far the two passes of a review agree.

    Source: Cohen 1960.
    """
    return _of_rows([row[:5] for row in _rows(name)])


def agreement_by_people(name: str) -> dict[tuple[str, str], Agreement]:
    """As `agreement`, for each two people: who decided first, who second.

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
    with reading(name) as connection:
        return connection.execute(
            """
            SELECT c.id, a.action = 'accept', b.action = 'accept', a.category = b.category,
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
        return Agreement(0, ((0, 0), (0, 0)), None, None, None, None, 0, 0, ())
    from engine.statistics import cohen_kappa, wilson

    answers = [(bool(first), bool(second)) for _, first, second, _, _ in rows]
    ways = (True, False)
    yes, no = (tuple(answers.count((first, second)) for second in ways) for first in ways)
    same = yes[0] + no[1]
    kappa, interval = cohen_kappa((yes, no))
    both = [row for row in rows if row[1] and row[2]]
    return Agreement(
        len(rows),
        ((yes[0], yes[1]), (no[0], no[1])),
        same / len(rows),
        wilson(same, len(rows)),
        kappa,
        interval,
        sum(bool(row[3]) for row in both),
        sum(bool(row[4]) for row in both),
        tuple(row[0] for row in rows if row[1] != row[2]),
    )

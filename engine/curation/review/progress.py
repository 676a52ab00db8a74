"""How far a review is, and what a card shows of one candidate.

Source: Rikanson 2025 (CineBias), table 3.2 and section 3.4.3.
"""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from typing import Any

from engine.core.wording import counted, interval_text
from engine.curation.candidate import Candidate
from engine.curation.review.candidates import PASSES, candidates_of
from engine.curation.review.database import review_snapshot
from engine.curation.review.decision_rows import Decision, standing
from engine.curation.review.kept import about_of
from engine.curation.review.softening import Softening, softening_of
from engine.curation.review.verdicts import Verdict, verdict_of
from engine.server import shared

# Numbers of sentences that films are counted by: name, smallest, largest.
_BANDS = (
    ("1", 1, 1),
    ("2", 2, 2),
    ("3", 3, 3),
    ("4", 4, 4),
    ("5", 5, 5),
    ("6–10", 6, 10),
    ("more than 10", 11, None),
)
# The second pass is of what the first decided.
_ROWS = """
    SELECT c.category, c.film, c.year, d.action, d.category, d.edited, d.softened, d.reason,
        d.reviewer
    FROM candidate c
    LEFT JOIN standing s ON s.candidate = c.id AND s.pass = :pass
    LEFT JOIN decision d ON d.id = s.decision
    WHERE d.id IS NOT NULL OR (NOT c.refused AND (:pass = 1 OR EXISTS
        (SELECT 1 FROM standing f WHERE f.candidate = c.id AND f.pass = 1)))
    ORDER BY c.place
"""


@dataclass
class Counts:
    """Candidates by what was decided of them.

    Args:
        candidates: with a proposed counterpart, or decided without one.
        accepted: edited and unedited together.
        edited: accepted with a pair other than the proposed one.
        softened: accepted with a rude word replaced by a rule.
        moved: accepted under another type of bias than that of its keyword.
        rejected: by reason.
    """

    candidates: int = 0
    accepted: int = 0
    edited: int = 0
    softened: int = 0
    moved: int = 0
    rejected: Counter[str] = field(default_factory=Counter)

    @property
    def unedited(self) -> int:
        """Accepted as proposed."""
        return self.accepted - self.edited

    @property
    def decided(self) -> int:
        """Accepted or rejected."""
        return self.accepted + self.rejected.total()


@dataclass(frozen=True)
class PassProgress:
    """One pass.

    Args:
        total: over all categories.
        by_category: an accepted sentence counts under the type it was given.
        by_film: (title, year) → counts, in the order of films.
        by_reviewer: decisions that hold.
    """

    total: Counts
    by_category: dict[str, Counts]
    by_film: dict[tuple[str, int | None], Counts]
    by_reviewer: dict[str, int]

    @property
    def unedited_share(self) -> float | None:
        """Share of the accepted sentences that were used as proposed."""
        return self.total.unedited / self.total.accepted if self.total.accepted else None

    def unedited_interval(self) -> tuple[float, float] | None:
        """95% interval of that share in other films; None in fewer than `FEWEST_CLUSTERS`."""
        if not self.total.accepted:
            return None
        import numpy as np

        from engine.statistics.clusters import clustered_share_interval

        films = [(film.unedited, film.edited) for film in self.by_film.values() if film.accepted]
        values = np.concatenate([np.repeat([1.0, 0.0], film) for film in films])
        return clustered_share_interval(values, np.repeat(np.arange(len(films)), np.sum(films, 1)))

    def unedited_bounds(self, spec: str) -> str:
        """That interval as text, in percent, or in place of it why there is none."""
        interval = self.unedited_interval()
        if interval is not None:
            return f"{interval_text([100 * bound for bound in interval], spec)}, by film"
        films = sum(bool(film.accepted) for film in self.by_film.values())
        return f"of {counted(films, 'film')}, too few to say anything about others"

    def bands(self) -> list[Band]:
        """Films by their number of accepted sentences: table 3.2, right."""
        accepted = [one.accepted for one in self.by_film.values() if one.accepted]
        films = [
            sum(least <= number and (most is None or number <= most) for number in accepted)
            for _, least, most in _BANDS
        ]
        return [
            Band(name, count, below / len(accepted) if accepted else None)
            for (name, _, _), count, below in zip(_BANDS, films, accumulate(films), strict=True)
        ]


@dataclass(frozen=True)
class Band:
    """Films with as many accepted sentences.

    Args:
        sentences: how many, as `6–10`.
        films: how many films; those without any are in no band.
        cumulative: share of all films with a sentence, this band and those above it.
    """

    sentences: str
    films: int
    cumulative: float | None


@dataclass(frozen=True)
class Progress:
    """How far a review is.

    Args:
        passes: 1 and 2; the second pass is of candidates that the first decided.
        films: all that were read, also those without a candidate.
        years: year of release → films; those of unknown year are left out: figure 3.1.
    """

    passes: dict[int, PassProgress]
    films: int
    years: dict[int, int]

    @property
    def first(self) -> PassProgress:
        """The first pass, whose figures are those of a review by one person."""
        return self.passes[1]

    @property
    def second(self) -> PassProgress:
        """The second pass."""
        return self.passes[2]


def progress(name: str) -> Progress:
    """How far a review is."""
    with review_snapshot(name) as connection:
        films = about_of(connection)["films"]
        rows = {number: connection.execute(_ROWS, {"pass": number}).fetchall() for number in PASSES}
    years = Counter(film["year"] for film in films if film["year"] is not None)
    return Progress(
        {number: _pass(found) for number, found in rows.items()},
        len(films),
        dict(sorted(years.items())),
    )


def _pass(rows: Sequence[tuple[Any, ...]]) -> PassProgress:
    total = Counts()
    by_category: dict[str, Counts] = {}
    by_film: dict[tuple[str, int | None], Counts] = {}
    by_reviewer: Counter[str] = Counter()
    for category, film, year, action, given, edited, softened, reason, reviewer in rows:
        under = given if action == "accept" else category
        for counts in (
            total,
            by_category.setdefault(under, Counts()),
            by_film.setdefault((film, year), Counts()),
        ):
            counts.candidates += 1
            if action == "accept":
                counts.accepted += 1
                counts.edited += edited
                counts.softened += softened
                counts.moved += given != category
            elif action == "reject":
                counts.rejected[reason] += 1
        if action is not None:
            by_reviewer[reviewer] += 1
    return PassProgress(total, by_category, by_film, dict(by_reviewer))


# --- look ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class Said:
    """What one assistant or classifier said of a candidate; `source` as in `verdicts`."""

    source: str
    label: str
    verdict: Verdict


@dataclass(frozen=True)
class Look:
    """One candidate.

    Args:
        language: of the review.
        standing: the decision that holds in the pass.
        differences: label of a model and how much it prefers the found sentence, nats.
        said: by assistants and classifiers.
    """

    candidate: Candidate
    language: str
    standing: Decision | None
    softening: Softening
    differences: tuple[tuple[str, float], ...]
    said: tuple[Said, ...]


@dataclass(frozen=True)
class Totals:
    """Candidates of a pass: all, those decided, those accepted, and of these the edited ones."""

    candidates: int
    decided: int
    accepted: int
    edited: int


def look(name: str, key: str, pass_number: int) -> Look | None:
    """One candidate with what is known of it; None where the review has none of this id."""
    with review_snapshot(name) as connection:
        found = candidates_of(connection, [key])
        if not found:
            return None
        about = about_of(connection)
        return Look(
            found[0],
            about["language"],
            standing(connection, key, pass_number),
            softening_of(about),
            _differences(connection, key),
            _said(connection, key),
        )


def totals(name: str, pass_number: int) -> Totals:
    """How much of a pass is decided; the second pass is of what the first decided."""
    asked = "NOT c.refused OR d.id IS NOT NULL"
    if pass_number > 1:
        asked = (
            "d.id IS NOT NULL OR EXISTS "
            "(SELECT 1 FROM standing f WHERE f.candidate = c.id AND f.pass = 1)"
        )
    with review_snapshot(name) as connection:
        row = connection.execute(
            "SELECT count(*), count(d.id), coalesce(sum(d.action = 'accept'), 0), "
            "coalesce(sum(d.action = 'accept' AND d.edited), 0) FROM candidate c "
            "LEFT JOIN standing s ON s.candidate = c.id AND s.pass = ? "
            f"LEFT JOIN decision d ON d.id = s.decision WHERE {asked}",
            (pass_number,),
        ).fetchone()
    return Totals(*row)


def _differences(connection: sqlite3.Connection, key: str) -> tuple[tuple[str, float], ...]:
    rows = connection.execute(
        "SELECT m.label, x.value FROM score x JOIN model m ON m.spec_key = x.spec_key "
        "WHERE x.candidate = ? ORDER BY m.at DESC, m.spec_key",
        (key,),
    )
    return tuple((shared.without_path(label), value) for label, value in rows)


def _said(connection: sqlite3.Connection, key: str) -> tuple[Said, ...]:
    rows = connection.execute(
        "SELECT v.source, v.label, v.says, v.reason, v.extra FROM verdict v "
        "JOIN judge j ON j.source = v.source AND j.label = v.label "
        "WHERE v.candidate = ? ORDER BY j.at DESC, v.source, v.label",
        (key,),
    )
    return tuple(
        Said(source, shared.without_path(label), verdict_of(*said)) for source, label, *said in rows
    )

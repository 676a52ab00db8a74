"""The accepted pairs of a review as a table: the columns of CrowS-Pairs, then where each is from.

The found sentence is what somebody said in a film; it is `sent_more`, and `stereo_antistereo` is
always `stereo`.

Source: Rikanson 2025 (CineBias), sections 3.4 and 3.5; columns of Nangia et al. 2020.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from engine.core.errors import InputTextError
from engine.core.wording import counted
from engine.curation.candidate import Candidate
from engine.curation.counterparts.proposal import Proposal
from engine.curation.review import scores, verdicts
from engine.curation.review.candidates import load_candidates
from engine.curation.review.decision_rows import Decision
from engine.curation.review.decisions import current
from engine.curation.review.scores import ScoredModel
from engine.curation.review.verdicts import Judge

if TYPE_CHECKING:
    import pandas as pd


Which = Literal["first", "agreed", "either"]
WAYS: dict[Which, str] = {
    "first": "accepted in the first pass",
    "agreed": "accepted in both passes",
    "either": "accepted in at least one pass",
}
# Column → what it holds.
COLUMNS: dict[str, str] = {
    "sent_more": "The sentence as it was found, or as a reviewer edited it.",
    "sent_less": "The same sentence with other people in it.",
    "stereo_antistereo": "Always stereo: sent_more is the found sentence.",
    "bias_type": "The bias type, as in CrowS-Pairs.",
    "film": "Title of the film.",
    "year": "Year of the film; empty where it is not known.",
    "time": "When the sentence begins in the film, as HH:MM:SS.mmm.",
    "file": "Name of the subtitle file.",
    "keywords": "The keywords that the sentence was found by, separated by commas.",
    "rule": "The proposed swaps, separated by semicolons.",
    "status": "accepted as it was proposed, or edited by hand.",
    "reviewer": "Who accepted it in the first pass.",
    "second_reviewer": "Who accepted it in the second pass; empty for nobody.",
    "softened": "Rude words that a rule replaced.",
    "score_model": "The model that the difference is of.",
    "difference": "Score of sent_more minus score of sent_less, nats.",
    "assistant": "What assistants said of the sentence.",
    "zero_shot": "What zero-shot classifiers said of the sentence.",
    "id": "Identity of the found sentence in its review.",
}
_SAYS = {True: "yes", False: "no", None: "unsure"}


@dataclass(frozen=True)
class Dropped:
    """A category that was left out.

    Args:
        pairs: how many it would have had.
        thin: whether it has too few; else it was left out by name.
    """

    category: str
    pairs: int
    thin: bool


@dataclass(frozen=True, eq=False)
class ExportedSet:
    """Accepted pairs with their provenance.

    Args:
        frame: one row a pair, in the order of films; its columns are `COLUMNS`. `year` and
            `difference` are missing where they are not known.
        dropped: categories that were left out.
        which: a name of `WAYS`.
        thin: fewest pairs that a category had to have; 0 for any.
        reworded: pairs that both reviewers accepted in different words or under different types;
            those of the second are taken.
        model: whose differences the frame has; None for none.
    """

    frame: pd.DataFrame
    dropped: tuple[Dropped, ...]
    which: Which
    thin: int
    reworded: int
    model: ScoredModel | None


def export_set(
    name: str,
    which: Which = "first",
    without: Sequence[str] = (),
    thin: int = 0,
    ranked_by: str | None = None,
) -> ExportedSet:
    """The accepted pairs of a review.

    Args:
        which: which reviewers have to have accepted a pair; where both did, in different words,
            those of the second are taken unless only the first pass is asked for.
        without: bias types that are left out.
        thin: bias types with fewer pairs are left out.
        ranked_by: key of the model whose differences are written; None for the latest.
    """
    chosen = list(accepted_candidates(name, which))
    if not chosen:
        raise InputTextError(f"No pair of the review {name} is {WAYS[which]} yet.")
    counts = Counter(one.decision.category for one in chosen)
    dropped = _dropped(counts, without, thin)
    left = {one.category for one in dropped}
    kept = [one for one in chosen if one.decision.category not in left]
    if not kept:
        raise InputTextError(
            f"No pair of the review {name} is left: {counted(len(chosen), 'accepted pair', 'are')} "
            "of types that are left out."
        )
    model = _model(name, ranked_by)
    return ExportedSet(
        _frame(name, kept, model),
        dropped,
        which,
        thin,
        sum(one.reworded for one in kept) if which != "first" else 0,
        model,
    )


def _dropped(counts: Counter[str], without: Sequence[str], thin: int) -> tuple[Dropped, ...]:
    unknown = [category for category in without if category not in counts]
    if unknown:
        raise InputTextError(
            f"No accepted pair is of the type {unknown[0]!r}; there are pairs of "
            f"{', '.join(sorted(counts))}."
        )
    return tuple(
        Dropped(category, number, category not in without)
        for category, number in sorted(counts.items())
        if category in without or number < thin
    )


def _model(name: str, key: str | None) -> ScoredModel | None:
    found = scores.scoring_models(name)
    if key is None:
        return next(iter(found), None)
    for model in found:
        if model.spec_key == key:
            return model
    raise InputTextError(f"The review {name} was not ranked by this model.")


def _frame(name: str, kept: Sequence[Accepted], model: ScoredModel | None) -> pd.DataFrame:
    import pandas as pd

    differences = scores.load_scores(name, model.spec_key) if model is not None else {}
    judges = verdicts.load_verdicts(name)
    rows = []
    for one in kept:
        candidate, decision = one.candidate, one.decision
        # An edited pair is not the one that was scored.
        difference = differences.get(candidate.id) if one.as_proposed else None
        row = {
            "sent_more": decision.sent_more,
            "sent_less": decision.sent_less,
            "stereo_antistereo": "stereo",
            "bias_type": decision.category,
            "film": candidate.film,
            "year": candidate.year,
            "time": time_text(candidate.time),
            "file": candidate.file,
            "keywords": ", ".join(candidate.keywords),
            "rule": _rules(candidate),
            "status": "edited" if decision.edited else "accepted",
            "reviewer": one.first.reviewer if one.first else "",
            "second_reviewer": one.second.reviewer if one.second else "",
            "softened": "; ".join(f"{part.old} → {part.new}" for part in decision.applied),
            "score_model": "" if model is None or difference is None else model.label,
            "difference": difference,
            "assistant": _said(judges, "assistant", candidate.id),
            "zero_shot": _said(judges, "zero-shot", candidate.id),
            "id": candidate.id,
        }
        rows.append(row)
    frame = pd.DataFrame(rows, columns=[*COLUMNS])
    return frame.astype({"year": "Int64", "difference": "Float64"})


def _rules(candidate: Candidate) -> str:
    swaps = candidate.outcome.swaps if isinstance(candidate.outcome, Proposal) else ()
    return "; ".join(swap.rule for swap in swaps)


def _said(judges: Sequence[Judge], source: str, candidate: str) -> str:
    """What assistants or classifiers said, each with its label."""
    return "; ".join(
        f"{judge.label}: {_SAYS[judge.verdicts[candidate].says]}"
        for judge in judges
        if judge.source == source and candidate in judge.verdicts
    )


# --- accepted -----------------------------------------------------------------------------


@dataclass(frozen=True)
class Accepted:
    """A candidate that somebody accepted.

    Args:
        decision: whose words count.
        first, second: of those who accepted it in each pass.
    """

    candidate: Candidate
    decision: Decision
    first: Decision | None
    second: Decision | None

    @property
    def reworded(self) -> bool:
        """Whether both accepted it, but not the same pair under the same type."""
        if self.first is None or self.second is None:
            return False
        return _content(self.first) != _content(self.second)

    @property
    def as_proposed(self) -> bool:
        """Whether the pair is the proposed one, which is what a model scored."""
        outcome = self.candidate.outcome
        less = outcome.sent_less if isinstance(outcome, Proposal) else ""
        return (self.decision.sent_more, self.decision.sent_less) == (self.candidate.text, less)


def accepted_candidates(name: str, which: Which) -> Iterator[Accepted]:
    """Accepted candidates of a review, in the order of films.

    Args:
        which: a name of `WAYS`. Where both passes count, the words of the second are taken.
    """
    if which not in WAYS:
        raise ValueError(f"pairs are {', '.join(WAYS)}, not {which!r}")
    first, second = (
        {key: one for key, one in current(name, number).items() if one.action == "accept"}
        for number in (1, 2)
    )
    chosen = {"first": set(first), "agreed": set(first) & set(second)}.get(
        which, set(first) | set(second)
    )
    for candidate in load_candidates(name):
        if candidate.id not in chosen:
            continue
        one, other = first.get(candidate.id), second.get(candidate.id)
        decision = one if which == "first" or other is None else other
        if decision is not None:
            yield Accepted(candidate, decision, one, other)


def _content(decision: Decision) -> tuple[str, str, str]:
    return decision.sent_more, decision.sent_less, decision.category


# --- candidates ---------------------------------------------------------------------------

_PAIRS = (
    *("sent_more", "sent_less", "stereo_antistereo", "bias_type", "film", "year", "time"),
    *("rule", "status", "id", "file", "keywords", "notes"),
)
_REFUSED = (
    *("sentence", "bias_type", "film", "year", "time", "code", "reason"),
    *("id", "file", "keywords"),
)


def proposed_frame(candidates: Sequence[Candidate]) -> pd.DataFrame:
    """Proposed pairs, one a row, in the columns of CrowS-Pairs and with where they are from.

    The found sentence is `sent_more`. Nobody has judged them yet: their status is `proposed`.
    """
    import pandas as pd

    rows = [
        _where(one)
        | {
            "sent_more": one.text,
            "sent_less": one.outcome.sent_less,
            "stereo_antistereo": "stereo",
            "rule": _rules(one),
            "status": "proposed",
            "notes": " ".join(one.outcome.notes),
        }
        for one in candidates
        if isinstance(one.outcome, Proposal)
    ]
    return pd.DataFrame(rows, columns=list(_PAIRS))


def refused_frame(candidates: Sequence[Candidate]) -> pd.DataFrame:
    """Sentences without a proposed counterpart, one a row, and why they have none."""
    import pandas as pd

    rows = [
        _where(one) | {"sentence": one.text, "code": one.outcome.code, "reason": one.outcome.reason}
        for one in candidates
        if not isinstance(one.outcome, Proposal)
    ]
    return pd.DataFrame(rows, columns=list(_REFUSED))


def time_text(seconds: float) -> str:
    """A time in a film as HH:MM:SS.mmm."""
    minutes, thousandths = divmod(round(seconds * 1000), 60_000)
    hours, minutes = divmod(minutes, 60)
    return f"{hours:02}:{minutes:02}:{thousandths // 1000:02}.{thousandths % 1000:03}"


def _where(one: Candidate) -> dict[str, Any]:
    return {
        "bias_type": one.category,
        "film": one.film,
        "year": "" if one.year is None else str(one.year),
        "time": time_text(one.time),
        "id": one.id,
        "file": one.file,
        "keywords": "; ".join(one.keywords),
    }

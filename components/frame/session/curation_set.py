"""What is in one review: candidates, scores, hints, others' decisions, and the set to export."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from components.frame.session.measuring import known
from components.frame.session.measuring import measure as measured
from engine.core.program import PROGRAM
from engine.server import shared

if TYPE_CHECKING:
    from engine.core.spec import ModelSpec
    from engine.curation.candidate import Candidate
    from engine.curation.export.pairs import ExportedSet, Which
    from engine.curation.filter.answers import Answers
    from engine.curation.filter.assistant import Batch
    from engine.curation.review.candidates import State
    from engine.curation.review.decision_rows import Decision
    from engine.curation.review.merging import Merged
    from engine.curation.review.verdicts import Judge


def review_candidates(name: str, ids: Sequence[str] | None = None) -> list[Candidate]:
    """Candidates of a review.

    Args:
        ids: None for all of them.
    """
    from engine.curation.review.candidates import load_candidates

    return load_candidates(name, ids)


def review_order(name: str, *, category: str | None = None, state: State = "all") -> list[str]:
    """Ids of the candidates of a review, in the order of films.

    Args:
        category: bias type; None for all.
        state: what became of them in the first pass.
    """
    from engine.curation.review.candidates import order

    return order(name, category=category, state=state)


def review_decisions(name: str, pass_number: int = 1) -> dict[str, Decision]:
    """Candidate → the decision that holds in a pass."""
    from engine.curation.review.decisions import current

    return current(name, pass_number)


def review_scores(name: str, spec: ModelSpec) -> tuple[dict[str, float], dict[str, str]]:
    """What a model makes of the candidates of a review.

    Returns:
        Candidate → difference, nats; and candidate → why it has none.
    """
    from engine.curation.ranking import model_key
    from engine.curation.review.scores import load_scores, scoring_models

    key = model_key(spec)
    problems = (model.problems for model in scoring_models(name) if model.spec_key == key)
    return load_scores(name, key), next(problems, {})


def rank_known(name: str, spec: ModelSpec, label: str) -> bool:
    """Keep a model's scores with a review where all of them are in the store; nothing is computed.

    Args:
        label: of the model, for people.

    Returns:
        Whether they were.
    """
    from engine.curation.ranking import proposed_pairs, rank, variant_for
    from engine.curation.review.candidates import load_candidates

    if shared.is_shared():  # nothing is written into a review
        return False
    items = list(proposed_pairs(load_candidates(name)).values())
    if not items or len(known("pairs", spec, items, {"variant": variant_for(spec)})) < len(items):
        return False
    rank(name, lambda measure, asked, params: measured(measure, spec, asked, params), spec, label)
    return True


def review_verdicts(name: str) -> list[Judge]:
    """What assistants and classifiers said of candidates, the latest first."""
    from engine.curation.review.verdicts import load_verdicts

    return load_verdicts(name)


def prompts(candidates: Sequence[Candidate]) -> list[Batch]:
    """Candidates as prompts for an assistant."""
    from engine.curation.filter.assistant import batches

    return batches(candidates)


def prompt_lines(made: Sequence[Batch]) -> str:
    """Prompts as one JSONL file."""
    from engine.curation.filter.assistant import files_of

    return files_of(made)["prompts.jsonl"]


def keep_answers(name: str, label: str, text: str) -> Answers:
    """Match an assistant's answers to the candidates of a review, and keep those that match.

    Args:
        label: which assistant, as the user names it.
    """
    from engine.curation.filter.answers import read_answers
    from engine.curation.review.verdicts import keep_verdicts

    shared.refuse("Adding answers to a review", f"{PROGRAM} review answers NAME FILE")
    found = read_answers(text, review_candidates(name))
    if found.verdicts:
        keep_verdicts(name, "assistant", label, found.verdicts)
    return found


def merge_review(name: str, log: bytes) -> Merged:
    """Add the decisions of another machine to a review of the same sentences."""
    from engine.curation.review.merging import merge

    shared.refuse("Adding decisions to a review", f"{PROGRAM} review merge NAME FILE")
    return merge(name, log)


def exported_set(
    name: str, which: Which, without: Sequence[str] = (), thin: int = 0
) -> ExportedSet:
    """The accepted pairs of a review with their provenance.

    Args:
        which: which reviewers have to have accepted a pair.
        without: bias types that are left out.
        thin: bias types with fewer pairs are left out.
    """
    from engine.curation.export.pairs import export_set

    return export_set(name, which, without, thin)


def write_pairs(name: str, pairs: ExportedSet) -> Path:
    """Write the pairs of a review into the cache, where Pairs can open them.

    Returns:
        The file; an earlier one of this review is replaced.
    """
    from engine.core.errors import StorageError, why
    from engine.curation.review.names import reviews_folder
    from engine.files.export import csv_text
    from engine.storage.private_files import private_folder, write_private
    from engine.storage.store import cache_folder

    shared.refuse("Writing the pairs of a review for the Pairs page")
    folder = reviews_folder() / "exported" / name
    try:
        private_folder(folder, cache_folder())
    except OSError as error:
        raise StorageError(f"{folder} cannot be made ({why(error)}).") from error
    path = folder / "pairs.csv"
    try:
        write_private(path, csv_text(pairs.frame))
    except OSError as error:
        raise StorageError(f"{path} cannot be written ({why(error)}).") from error
    return path


def export_text(name: str, pairs: Callable[[], ExportedSet], file: str) -> str:
    """One file of an export.

    Args:
        pairs: gives them as they are when the file is made.
        file: `pairs.csv`, `datasheet.md`, `croissant.json` or `review.jsonl`.
    """
    from engine.curation.export.facts import set_facts
    from engine.curation.export.folder import export_files

    now = pairs()
    return export_files(name, now, set_facts(name, now))[file]

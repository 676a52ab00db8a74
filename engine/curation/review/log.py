"""The whole of a review as text, one JSON object a line, and back; every line is checked first.

What is exported and imported again is the same review: its log is written again byte by byte.
"""

from __future__ import annotations

import io
import json
import sqlite3
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from engine.core.digest import canonical_json
from engine.core.errors import BiascopeError, InputTextError
from engine.curation.candidate import Candidate
from engine.curation.counterparts.proposal import Proposal
from engine.curation.keywords.group import language_of
from engine.curation.keywords.lists import parse
from engine.curation.review import scores, verdicts
from engine.curation.review.candidates import insert_candidates
from engine.curation.review.database import new_review, review_snapshot
from engine.curation.review.decision_rows import Decision, append, select
from engine.curation.review.decisions import check_persons, checked_decision
from engine.curation.review.kept import MOST_CANDIDATES, about_of, checked_title, write_about
from engine.curation.review.softening import Rule, checked_rules
from engine.curation.review.verdicts import SOURCES, Judge
from engine.files.records import JsonError, parsed
from engine.measures.pairs.quality import flags_of

MOST_BYTES = 256 * 2**20
MOST_DECISIONS = 500_000
MOST_NUMBER = 10**12  # of a decision, so that others can follow it


def export_log(name: str) -> str:
    """All of a review: films, counts, sentences, scores, verdicts, and every decision ever made.

    A shared server gives of folders that models were read from only the names.

    Returns:
        JSONL, as `import_log` reads it.
    """
    with review_snapshot(name) as connection:
        return "".join(f"{canonical_json(line)}\n" for line in _written(connection))


def import_log(log: str | bytes | Log, title: str | None = None, sample: bool = False) -> str:
    """Keep a review that was made elsewhere, next to those that are here.

    Args:
        log: as `export_log` wrote it, or read already.
        title: None for the one it had.
        sample: whether it is the bundled one.

    Returns:
        Its name here.
    """
    found = log if isinstance(log, Log) else read_log(log)
    shown = checked_title(found.review["title"] if title is None else title)

    def fill(connection: sqlite3.Connection) -> None:
        about = {**found.review, "title": shown, "sample": sample, "lists": found.lists}
        write_about(connection, about)
        insert_candidates(connection, found.candidates.values())
        for model in found.scores:
            scores.insert_scores(connection, **model)
        for judge in found.verdicts:
            verdicts.insert_verdicts(connection, judge)
        for decision in found.decisions:
            append(connection, decision)

    return new_review(shown, fill)


def _written(connection: sqlite3.Connection) -> Iterator[dict[str, Any]]:
    from engine.curation.review.log_shape import FORMAT, ReviewLine

    about = about_of(connection)
    yield {"format": FORMAT, "review": {key: about[key] for key in ReviewLine.__annotations__}}
    for category, text in about.get("lists", {}).items():
        yield {"list": {"category": category, "text": text}}
    for (data,) in connection.execute("SELECT data FROM candidate ORDER BY place"):
        yield {"candidate": json.loads(data)}
    for model in sorted(scores.models_of(connection), key=lambda one: (one.at, one.spec_key)):
        values = scores.values_of(connection, model.spec_key)
        line = vars(model) | {"values": values}
        yield {"scores": {key: part for key, part in line.items() if key != "scored"}}
    judges = verdicts.judges_of(connection)
    for judge in sorted(judges, key=lambda one: (one.at, one.source, one.label)):
        said = {candidate: vars(verdict) for candidate, verdict in judge.verdicts.items()}
        yield {"verdicts": vars(judge) | {"verdicts": said}}
    for decision in select(connection):
        yield {"decision": vars(decision) | {"applied": [vars(one) for one in decision.applied]}}


# --- reading ------------------------------------------------------------------------------


@dataclass
class Log:
    """What a log holds, in its order.

    Args:
        review: fields of its first line.
        lists: category → text of each word list that is not as Biascope has it.
        candidates: by id.
        scores: fields of their lines.
    """

    review: dict[str, Any]
    lists: dict[str, str] = field(default_factory=dict)
    candidates: dict[str, Candidate] = field(default_factory=dict)
    scores: list[dict[str, Any]] = field(default_factory=list)
    verdicts: list[Judge] = field(default_factory=list)
    decisions: list[Decision] = field(default_factory=list)
    by_candidate: dict[str, list[Decision]] = field(default_factory=dict)


def read_log(text: str | bytes) -> Log:
    """Read the log of a review."""
    log: Log | None = None
    for number, line in enumerate(_lines(text), start=1):
        try:
            kind, data = _line(line)
            if log is None:
                log = Log(_first(kind, data))
            else:
                _add(log, kind, data)
        except (BiascopeError, JsonError) as error:
            raise InputTextError(f"Line {number} of the review's log {_said(error)}") from None
    if log is None or not log.candidates:
        raise InputTextError("The log holds no review with a sentence in it.")
    return log


def _lines(text: str | bytes) -> Iterator[str]:
    if len(text) > MOST_BYTES:
        raise InputTextError(f"A review's log has at most {MOST_BYTES // 2**20} MB.")
    if isinstance(text, bytes):
        try:
            text = text.decode("utf-8-sig")
        except UnicodeDecodeError:
            raise InputTextError(
                "A review's log is text in UTF-8, as `review export` writes it; this is not."
            ) from None
    # Not str.splitlines: a sentence may hold signs that it takes for the end of a line.
    return (line for line in io.StringIO(text, newline=None) if line.strip())


def _line(line: str) -> tuple[str, Any]:
    """Kind of a line, and what it holds."""
    from engine.curation.review.log_shape import FORMAT, read_line

    found = parsed(line)
    if isinstance(found, dict) and found.get("format", FORMAT) != FORMAT:
        raise JsonError(f"names a format other than {FORMAT}, so this version cannot read it.")
    return read_line(line, found)


def _first(kind: str, review: dict[str, Any]) -> dict[str, Any]:
    if kind != "review":
        raise JsonError("comes before that of the review itself.")
    _check_moment(review["created"])
    _check_language(review["language"])
    checked_rules([Rule(**rule) for rule in review["rules"]])
    return review


def _add(log: Log, kind: str, data: Any) -> None:
    if kind == "candidate":
        _add_candidate(log, data)
    elif kind == "list":
        _add_list(log, data["category"], data["text"])
    elif kind == "decision":
        _add_decision(log, data)
    elif kind == "scores":
        _check_moment(data["at"])
        _check_known(log, data["values"])
        log.scores.append(data)
    elif kind == "verdicts" and data["source"] in SOURCES:
        _check_moment(data["at"])
        _check_known(log, data["verdicts"])
        log.verdicts.append(Judge(**data))
    else:
        raise JsonError("does not belong there.")


def _add_list(log: Log, category: str, text: str) -> None:
    if category in log.lists:
        raise JsonError("holds a second word list of one category.")
    found = parse(text, f"{category[:40]}.toml", log.review["language"])
    if (found.category, found.language) != (category, log.review["language"]):
        raise JsonError("holds a word list of another category or language.")
    log.lists[category] = text


def _add_candidate(log: Log, candidate: Candidate) -> None:
    _check_candidate(candidate)
    if candidate.id in log.candidates:
        raise JsonError("holds a sentence that came before.")
    if len(log.candidates) >= MOST_CANDIDATES:
        raise JsonError(f"is beyond the {MOST_CANDIDATES:,} sentences that a review holds.")
    log.candidates[candidate.id] = candidate


def _add_decision(log: Log, decision: Decision) -> None:
    _check_moment(decision.at)
    _check_known(log, [decision.candidate])
    if len(log.decisions) >= MOST_DECISIONS:
        raise JsonError(f"is beyond the {MOST_DECISIONS:,} decisions that are read.")
    if decision.id <= (log.decisions[-1].id if log.decisions else 0):
        raise JsonError("holds a decision whose number does not follow that before it.")
    if decision.id > MOST_NUMBER:
        raise JsonError("holds a decision whose number is too large.")
    rows = log.by_candidate.setdefault(decision.candidate, [])
    if decision.action == "undo":
        _check_undo(decision, rows)
    else:
        _check_decided(decision, rows)
    rows.append(decision)
    log.decisions.append(decision)


def _check_undo(decision: Decision, rows: list[Decision]) -> None:
    undone = {row.undone for row in rows}
    held = {
        row.id
        for row in rows
        if row.action != "undo" and row.pass_number == decision.pass_number and row.id not in undone
    }
    if decision.undone not in held:
        raise JsonError("takes back a decision that did not hold.")


def _check_decided(decision: Decision, rows: list[Decision]) -> None:
    if decision.action not in ("accept", "reject") or decision.pass_number not in (1, 2):
        raise JsonError("is no decision of the first or second pass.")
    if checked_decision(decision) != decision or not decision.category:
        raise JsonError("holds a decision other than Biascope writes it.")
    if decision.undone is not None:
        raise JsonError("decides and takes back at once.")
    if decision.action == "accept":
        flags = flags_of(decision.sent_more, decision.sent_less)
        if "identical" in flags or "empty-side" in flags:
            raise JsonError("accepts a pair whose sentences do not differ, or are empty.")
    check_persons(decision, rows)


def _check_known(log: Log, keys: Iterable[str]) -> None:
    if not log.candidates.keys() >= set(keys):
        raise JsonError("names a sentence that the log does not hold.")


def _said(error: Exception) -> str:
    """What is wrong with a line, to follow its number."""
    said = str(error)
    if isinstance(error, BiascopeError):
        return f"cannot be used: {said}"
    return said if said.endswith(".") else f"{said}."


# --- log limits ---------------------------------------------------------------------------
# Values in a review's log that have the right shape and still cannot be shown or used.

_LATEST = 253_402_300_799  # last second of the year 9999, since 1970
_LONGEST = 10**7  # seconds into a film


def _check_moment(seconds: float) -> None:
    if not 0 <= seconds <= _LATEST:
        raise JsonError("holds a time that is not within the years 1970 to 9999.")


def _check_language(code: str) -> None:
    try:
        known = not code or language_of(code) == code
    except ValueError:
        known = False
    if not known:
        raise JsonError("names a language otherwise than by its code.")


def _check_candidate(candidate: Candidate) -> None:
    if not candidate.text.strip():
        raise JsonError("holds an empty sentence.")
    if not 0 <= candidate.time <= _LONGEST:
        raise JsonError("holds a time that no film has.")
    if not isinstance(candidate.outcome, Proposal):
        return
    at = 0
    for swap in candidate.outcome.swaps:
        inside = at <= swap.start <= swap.stop <= len(candidate.text)
        if not inside or candidate.text[swap.start : swap.stop] != swap.old:
            raise JsonError("holds a swap that does not fit its sentence.")
        at = swap.stop

"""A suite of evaluators as it is declared in TOML; nothing in the file is run or opened.

    name = "published"                    # of the suite; without it, the name of the file
    description = "One sentence."
    demo = false                          # true: figures are labelled as a demonstration

    [[evaluator]]
    name = "UnBIAS"
    kind = "classifier"                   # classifier, lexicon, stereotypes or valence
    counts = true                         # false: it only names categories
    checkpoint = "owner/model"            # a hub id or a folder
    revision = ""                         # of the hub; empty for its newest
    score_range = [0, 100]                # the scale of the scores in the source of the rules
    labels = { "neutral" = { flagged = false, score = "0" }, "biased" = { flagged = true, score = "p" } }

A rule is `0`, `p`, `p/2` or `1-p`, where p is always the probability of the label, 0 to 1, whatever
`score_range` says: it only notes on which scale the source of the rules prints its scores.
"""  # noqa: E501

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from typing import Any

from engine.core.wording import counted
from engine.evaluators.places import DeclarationError, Table, is_number, shown_value
from engine.evaluators.suite import (
    CLASSIFIER,
    KINDS,
    LEXICON,
    RULES,
    STEREOTYPES,
    VALENCE,
    Evaluator,
    LabelRule,
    Suite,
    parsed_rule,
)

SIZE_LIMIT = 2**18  # characters; a hundred evaluators have a tenth of it
MOST_EVALUATORS = 100

_SUITE = ("name", "description", "demo", "evaluator")
_COMMON = ("name", "kind", "counts")
_OF_KIND = {
    CLASSIFIER: ("checkpoint", "revision", "score_range", "labels"),
    LEXICON: ("source", "language"),
    STEREOTYPES: ("source",),
    VALENCE: ("threshold",),
}
_RANGES = ((0.0, 1.0), (0.0, 100.0))
_LABEL = ("flagged", "score")


def read_suite(text: str, name: str) -> Suite:
    """Read the declaration of a suite.

    Args:
        text: TOML, as the module describes it.
        name: of the file, for errors; the suite's own where the file gives none.
    """
    top = Table(name, _parsed(text, name))
    top.only(_SUITE, "a suite")
    declared = top.entries.get("evaluator", [])
    if not isinstance(declared, list) or not all(isinstance(entry, dict) for entry in declared):
        raise top.wrong("evaluators are tables that begin with [[evaluator]].")
    if not declared:
        raise top.wrong("the suite has no evaluator; declare at least one as [[evaluator]].")
    if len(declared) > MOST_EVALUATORS:
        raise top.wrong(
            f"the suite has {counted(len(declared), 'evaluator')}; {MOST_EVALUATORS} are the most."
        )
    evaluators = [_evaluator(name, number, entry) for number, entry in enumerate(declared, 1)]
    _check_names(top, evaluators)
    _check_kinds(top, evaluators)
    return Suite(
        top.text("name") or name.removesuffix(".toml"),
        tuple(evaluators),
        top.flag("demo", False),
        top.text("description"),
    )


def _parsed(text: str, name: str) -> dict[str, Any]:
    if len(text) > SIZE_LIMIT:
        raise DeclarationError(
            f"{name} is longer than {SIZE_LIMIT // 2**10} KiB, which no declaration needs."
        )
    try:
        return tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        why = str(error) if isinstance(error, tomllib.TOMLDecodeError) else "nested too deep"
        raise DeclarationError(f"{name} is not TOML ({why}); correct it there.") from None


def _evaluator(file: str, number: int, entries: dict[str, Any]) -> Evaluator:
    unnamed = Table(f"{file}, evaluator {number}", entries)
    name = unnamed.needed("name", "it is how figures name the evaluator")
    table = Table(f"{unnamed.where} ({name[:60]})", entries)
    kind = table.needed("kind", f"it is one of {', '.join(KINDS)}")
    if kind not in KINDS:
        raise table.wrong(f"a kind is one of {', '.join(KINDS)}; got {kind[:60]!r}.")
    table.only((*_COMMON, *_OF_KIND[kind]), f"an evaluator of the kind {kind}")
    counts = table.flag("counts", True)
    if kind == CLASSIFIER:
        return _classifier(table, name, counts)
    if kind == VALENCE:
        return Evaluator(name, kind, counts, threshold=table.number("threshold", 0, 2))
    own = ", or own" * (kind == LEXICON)
    source = table.needed("source", f"it is a data set of the list, or a file{own}")
    language = table.text("language", "en").casefold() or "en"
    return Evaluator(name, kind, counts, source=source, language=language)


def _classifier(table: Table, name: str, counts: bool) -> Evaluator:
    checkpoint = table.needed("checkpoint", "it is a hub id such as owner/model, or a folder")
    revision = table.text("revision")
    if "@" in checkpoint and "/" not in checkpoint.rpartition("@")[2]:
        raise table.wrong(
            f"a checkpoint is named without its revision; got {checkpoint[:100]!r}. Write what "
            "follows @ as revision."
        )
    labels = _labels(table.table("labels"))
    if counts and not labels:
        raise table.wrong(
            "labels is missing; an evaluator that counts needs a rule for each label. With "
            "counts = false it only names categories."
        )
    score_range = _score_range(table)
    return Evaluator(name, CLASSIFIER, counts, checkpoint, revision, score_range, labels)


def _score_range(table: Table) -> tuple[float, float]:
    value = table.entries.get("score_range", list(_RANGES[0]))
    if isinstance(value, list) and all(map(is_number, value)) and tuple(value) in _RANGES:
        return _RANGES[_RANGES.index(tuple(value))]
    raise table.wrong(f"score_range is [0, 1] or [0, 100]; got {shown_value(value)}.")


def _labels(table: Table) -> dict[str, LabelRule]:
    found: dict[str, LabelRule] = {}
    for label in table.entries:
        key = folded(label)
        rule = Table(f"{table.where}, {label[:60]!r}", table.table(label).entries)
        if not key:
            raise table.wrong("a label has no name.")
        if key in found:
            raise rule.wrong("there are two rules for this label; labels match without case.")
        rule.only(_LABEL, "a label")
        for needed in _LABEL:
            if needed not in rule.entries:
                raise rule.wrong(f"{needed} is missing; a label has flagged and score.")
        score = parsed_rule(rule.text("score"))
        if score is None:
            raise rule.wrong(
                f"a score is one of {', '.join(RULES)}; got {shown_value(rule.entries['score'])}."
            )
        found[key] = LabelRule(rule.flag("flagged", False), score)
    return found


def folded(label: str) -> str:
    """A label as it is matched: without case, and without spaces around it."""
    return label.strip().casefold()


def _check_names(top: Table, evaluators: Sequence[Evaluator]) -> None:
    names: set[str] = set()
    for entry in evaluators:
        if folded(entry.name) in names:
            raise top.wrong(f"two evaluators are named {entry.name[:60]!r}; name each differently.")
        names.add(folded(entry.name))


def _check_kinds(top: Table, evaluators: Sequence[Evaluator]) -> None:
    kinds = dict.fromkeys(entry.kind for entry in evaluators if entry.counts)
    if not kinds:
        raise top.wrong("no evaluator counts, so there would be no figure; let one count.")
    if len(kinds) > 1:
        raise top.wrong(
            f"evaluators of different kinds count ({', '.join(kinds)}), and kinds are never "
            "averaged; make a suite of each kind, or set counts = false."
        )

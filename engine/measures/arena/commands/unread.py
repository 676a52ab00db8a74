"""Words of an Arena's sentences that its model, or a classifier that judges them, cannot read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from engine.command_line.unread import unread_report, unread_sentence, unread_with
from engine.evaluators.suite import CLASSIFIER
from engine.measures.arena.schema import digest_of

if TYPE_CHECKING:
    from engine.measures.arena.commands.evaluators import Judges


def with_unread(
    report: dict[str, Any],
    texts: Sequence[Sequence[str]],
    judges: Judges,
    own: Sequence[Sequence[str]] = (),
) -> dict[str, Any]:
    """A report with what is not read of its sentences; the same report where all of it is.

    Args:
        texts: [prompt] its sentences, as they are judged.
        own: [prompt] words that the model which completed them cannot read; empty where nobody
            knows that model.
    """
    by_evaluator = {
        entry.name: found
        for entry in judges.suite.evaluators
        if entry.kind == CLASSIFIER
        if (found := unread_report(_by_prompt(judges.classifiers.tokenizer(entry), texts)))
    }
    more = unread_report(own) | ({"unread_by_evaluator": by_evaluator} if by_evaluator else {})
    if not more:
        return report
    found = report | more
    return found | {"digest": digest_of(found)}


def _by_prompt(tokenizer: Any, texts: Sequence[Sequence[str]]) -> list[list[str]]:
    """Words that are not read in any of the sentences of each prompt."""
    found = [unread_with(tokenizer, sentences) for sentences in texts]
    return [list(dict.fromkeys(word for words in each for word in words)) for each in found]


def unread_sentences(report: Mapping[str, Any]) -> list[str]:
    """What a report says of them, a sentence for the model and one for each classifier."""
    number = report["prompts"]["n"]
    said = [unread_sentence(report, number)] if "unread_words" in report else []
    return said + [
        unread_sentence(found, number, name)
        for name, found in report.get("unread_by_evaluator", {}).items()
    ]

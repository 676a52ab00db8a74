"""How to read the figures of the Arena page, in plain words."""

from __future__ import annotations

from collections.abc import Collection

from components.frame.present import explain
from engine.prompts.grammar import people, sentence_of
from engine.prompts.templates import templates, type_meanings

_OF_AN_EXAMPLE = people("", "young")

_DOT = (
    "The dot is the flag rate: the share of sentences whose completion was flagged. The line is "
    "its 95% confidence interval (95% CI), the values that fit the data. "
)
_COLOUR = (
    "Dotted: the flag rate of all sentences. Orange: flagged clearly more often than the other "
    "groups of its category; blue: clearly less often (Holm-corrected); without colour: not clear. "
    "Grey: fewer than 10 sentences. "
)
_RINGS = "Rings: the model it is compared with."
RANKING = (
    f"{_DOT}Rank 1 is the lowest flag rate. The last column is the interval of the rank: "
    "the ranks that the model would have had with other sentences of this kind. A model is in "
    "the tier of the one above unless it differs clearly from the first of that tier (paired "
    "tests, Holm-corrected); tied models share a rank. The model of this page is bold."
)
CATEGORIES = f"{_DOT}All categories share one axis. {_RINGS}"
MOST_FLAGGED = (
    f"{_DOT}{_COLOUR}n: sentences about the group. The highest of many "
    f"groups tend to look higher than they are. {_RINGS}"
)
GROUPS = f"{_DOT}{_COLOUR}n: sentences about the group. {_RINGS}"
_TYPES = (
    f"{_DOT}Dotted: the flag rate of all sentences. A sentence type is what the "
    f"sentence is about. {_RINGS}"
)
EVALUATORS = (
    f"{_DOT}Each evaluator has its own idea of what is biased, so their rates need not agree. "
    "Evaluators of different kinds are never averaged; one that is not counted only says what "
    "the word is about."
)


def types(shown: Collection[str]) -> str:
    """How to read the figure of sentence types, with what each is about and an example (markdown).

    Args:
        shown: types of the figure; those of a user's file that are not the project's own are not
            explained.
    """
    first = {entry.sentence_type: entry.text for entry in reversed(templates())}
    examples = {kind: sentence_of(text, _OF_AN_EXAMPLE) for kind, text in first.items()}
    lines = [
        f"- **{kind}**: {meaning}, as in *{explain.plain(examples[kind])}*"
        for kind, meaning in type_meanings().items()
        if kind in shown
    ]
    return "\n".join([_TYPES, *[""] * bool(lines), *lines])

"""What a flag of a suite says, in words anyone understands."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from components.frame.present import explain
from components.frame.present.numbers import whole_percent
from engine.core.wording import counted
from engine.evaluators.suite import CLASSIFIER, LEXICON, STEREOTYPES, VALENCE
from engine.evaluators.suites import DEMO as DEMO_SUITE
from engine.measures.arena.few import ENOUGH, count_text
from engine.measures.arena.settings import ANY, GIVEN, MAJORITY, POOLED, RAW
from engine.prompts.sets import PROMPT_TITLES
from engine.prompts.templates import people, sentence_of, templates, type_meanings

_WEIGHTED = "the model's words, weighted by probability"
# Of one evaluator: what is true of a flagged sentence.
# First for one word, then for several.
_FLAGGED = {
    VALENCE: (
        "the model's word makes the sentence more negative, according to a word list",
        f"{_WEIGHTED}, make the sentence more negative, according to a word list",
    ),
    LEXICON: (
        "the model's word is in the list of hurtful words",
        f"{_WEIGHTED}, are in the list of hurtful words",
    ),
    STEREOTYPES: (
        "the model's word is a stereotype that people have reported of that group",
        f"{_WEIGHTED}, are stereotypes that people have reported of that group",
    ),
    CLASSIFIER: (
        "a classifier calls the completed sentence biased",
        f"a classifier calls the sentence biased with {_WEIGHTED}",
    ),
}
_ANY_KIND = (
    "the evaluator flags the completed sentence",
    f"the evaluator flags the sentence with {_WEIGHTED}",
)
_SAYING = {
    VALENCE: "that the model's word makes the sentence more negative",
    LEXICON: "that the model's word is hurtful",
    STEREOTYPES: "that the model's word is a stereotype of that group",
    CLASSIFIER: "that the completed sentence is biased",
}
HIGHER = (
    "A higher flag rate need not mean a more biased model: it can also mean that its words are "
    "easier for these evaluators to recognise, as the authors of the Alignment Arena point out."
)
_FLAG = "A flag is what an evaluator says of a sentence; it says nothing about the people in it."
DEMO = (
    "**A demonstration.** The demo evaluators come with Biascope and look at single words: whether "
    "a word is negative, not whether the sentence is a stereotype. Their figures are never ranked "
    "with those of other evaluators."
)


def limits(report: Mapping[str, Any]) -> str:
    """What the figures of a report do not mean (markdown)."""
    return "\n\n".join([_FLAG, HIGHER, *([DEMO] if report["suite"].get("demo") else [])])


NOT_COUNTED = "Not counted: only says what the word is about"
_READINGS = {
    POOLED: "all verdicts together",
    ANY: "flagged by any evaluator",
    MAJORITY: "flagged by more than half of the evaluators",
}


def flagged_text(report: Mapping[str, Any]) -> str:
    """How often the completions of a report were flagged, in one sentence (markdown)."""
    rate, n = report["overall"]["flag_rate"], report["overall"]["n"]
    if rate is None:
        return "No sentence of this set was judged, so there is no flag rate."
    judges = counting(report)
    settings = report.get("settings", {})
    several = (settings.get("top_k") or 1) > 1
    people = f"{'sentence' if n == 1 else 'sentences'} about people"
    sentences = f"{n:,} {people}"
    number = few_flagged(report)
    few = f" {counted(n, 'sentence', 'are')} too few for a rate."
    few *= number is not None
    share = f"{often(rate, n) if number is None else f'{number} of {n:,}'} {people}"
    kind = judges[0]["kind"] if judges else ""
    if len(judges) < 2:
        return f"In {share}, {_FLAGGED.get(kind, _ANY_KIND)[several]}.{few}"
    saying = _SAYING.get(kind, "that the sentence is flagged")
    if several:
        saying += ", the model's words weighted by probability"
    reading = settings.get("reading")
    if reading == ANY:
        who = f"at least one of {len(judges)} evaluators says"
    elif reading == MAJORITY:
        who = f"more than half of {len(judges)} evaluators say"
    else:
        verdicts = f"{whole_percent(rate)} of the verdicts of {len(judges)} evaluators"
        if number is not None:
            verdicts = f"{_few_verdicts(report)} verdicts of {len(judges)} evaluators"
        return f"{verdicts} on {sentences} say {saying}.{few}"
    return f"In {share}, {who} {saying}.{few}"


def often(rate: float, n: int) -> str:
    """A share of so many sentences: `19% of 1,000`.

    Args:
        rate: 0 to 1.
        n: sentences behind it.
    """
    if rate in (0, 1):
        return f"{'all' if rate else 'none'} of the {n:,}"
    if rate < 0.005:
        return f"less than 1% of {n:,}"
    return f"more than 99% of {n:,}" if rate > 0.995 else f"{whole_percent(rate)} of {n:,}"


SHOWN_CATEGORIES = "How often completions are flagged: of all sentences, and of each category."


def shown_groups(report: Mapping[str, Any]) -> str:
    """Which groups the figure of the most flagged ones has, of how many (markdown)."""
    shown, known = len(report["most_flagged"]), report["by_group"].values()
    judged = sum(figures["flag_rate"] is not None for figures in known)
    if shown >= judged:
        return f"The figure shows {'all ' * (judged > 1)}{counted(judged, 'group')}."
    return (
        f"The figure shows the {shown} groups flagged most often, of {judged:,}. The highest of "
        "many groups tend to look higher than they are."
    )


def few_flagged(report: Mapping[str, Any]) -> str | None:
    """Number of flagged sentences, where there are too few for a rate; None where a share is said.

    With weights or pooled verdicts it has a decimal, because a sentence may count in part.
    """
    rate, n = report["overall"]["flag_rate"], report["overall"]["n"]
    return None if rate is None or n >= ENOUGH else count_text(rate, n)


def _few_verdicts(report: Mapping[str, Any]) -> str:
    """How many of the verdicts of all evaluators that count are flags: `13 of 36`."""
    said = [entry["overall"] for entry in report["by_evaluator"].values() if entry["counts"]]
    total = sum(entry["n"] for entry in said)
    flags = sum((entry["flag_rate"] or 0.0) * entry["n"] for entry in said)
    return f"{count_text(flags / max(total, 1), total)} of {total:,}"


def counting(report: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The evaluators of a report that enter its flag rate."""
    return [entry for entry in report["suite"]["evaluators"] if entry.get("counts", True)]


def title(report: Mapping[str, Any]) -> str:
    """Prompts, suite and variant of a report, named with every figure of it."""
    prompts, suite = report["prompts"], report["suite"]
    drawn = prompts.get("drawn")
    of = f", {drawn['n']:,} drawn with seed {drawn['seed']}" if drawn else ""
    name = PROMPT_TITLES.get(prompts["name"], prompts["name"])
    return f"{name}{of} · {_judges(suite)} · {variant(report)}"


def _judges(suite: Mapping[str, Any]) -> str:
    """The evaluators of a report by name, and whether its figures are a demonstration."""
    if suite["name"] == DEMO_SUITE:
        return "demo evaluators"
    return f"evaluators: {suite['name']}" + " (demonstration)" * bool(suite.get("demo"))


def variant(report: Mapping[str, Any]) -> str:
    """Which words were judged and how, in the words of the controls.

    How flags are read is left out where only one evaluator counts.
    """
    settings = report["settings"]
    if settings["fill"] == GIVEN:
        words = "completions as given"
    elif settings["fill"] == RAW:
        words = "likeliest token"
    elif settings["top_k"] == 1:
        words = "likeliest word"
    else:
        words = f"{counted(settings['top_k'], 'word')} weighted by probability"
    quoted = settings.get("quoted") and settings["fill"] != GIVEN
    reading = _READINGS[settings["reading"]] if len(counting(report)) > 1 else ""
    return ", ".join(filter(None, [words, "in quotation marks" * bool(quoted), reading]))


# --- how to read --------------------------------------------------------------------------
# How to read the figures of the Arena page, in plain words.

_OF_AN_EXAMPLE = people("", "young")

_DOT = (
    "The dot is the flag rate: the share of sentences whose completion was flagged. The line is "
    "its 95% confidence interval (95% CI) over other sentences of this kind. "
)
_COLOUR = (
    "Dotted: the flag rate of all sentences. Orange: flagged clearly more often than the other "
    "groups of its category in the same templates; blue: clearly less often (Holm-corrected over "
    "all groups); without colour: not clear. Grey: fewer than 10 sentences. "
)
_RINGS = "Rings: the model it is compared with."
_ALONE = "A single model has no rank and no tier."
RANKING_ALONE = _DOT + _ALONE
RANKING = (
    f"{_DOT}Rank 1 is the lowest flag rate. The last column is the interval of the rank: "
    "the ranks that the model would have had with other sentences of this kind. A model is in "
    "the tier of the one above unless it differs clearly from the first of that tier (paired "
    "tests clustered by group and template, Holm-corrected); tied models share a rank. The model "
    "of this page is bold."
)
GRID_ALONE = (
    "Each cell is the flag rate in a category; the stronger the shade, the more often completions "
    f"are flagged. {_ALONE}"
)
GRID = (
    "Each cell is the flag rate of a model in a category, and the model's tier there; the stronger "
    "the shade, the more often its completions are flagged. Tier A is the lowest. A model is in "
    "the tier of the one above unless it differs clearly from the first of that tier (paired "
    "tests, Holm-corrected over all categories together), so models of one tier are not shown to "
    "differ."
)
GROUPS_OVER_MODELS = (
    f"{_DOT}Every model counts alike. Dotted: all sentences. Orange: clearly above the other "
    "groups of its category in the same templates; blue: clearly below (Holm-corrected over all "
    "groups); without colour: not clear. n: completions, which is sentences times models. "
    f"Below {ENOUGH} completions flagged ones are counted. The highest of many groups tend to "
    "look higher than they are."
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

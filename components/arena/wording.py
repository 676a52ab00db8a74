"""What a flag of a suite says, in words anyone understands."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from components.present.numbers import whole_percent
from engine.datasets.prompts.sets import BUNDLED
from engine.evaluators.suite import CLASSIFIER, LEXICON, STEREOTYPES, VALENCE
from engine.measures.arena.settings import ANY, MAJORITY

# Of one evaluator: what is true of a flagged sentence.
_FLAGGED = {
    VALENCE: "the model's word makes the sentence clearly more negative",
    LEXICON: "the model's word is in the list of hurtful words",
    STEREOTYPES: "the model's word is a stereotype that people have reported of that group",
    CLASSIFIER: "a classifier calls the completed sentence biased",
}
_FLAGS = {
    VALENCE: "that the model's word makes the sentence clearly more negative",
    LEXICON: "that the model's word is hurtful",
    STEREOTYPES: "that the model's word is a stereotype of that group",
    CLASSIFIER: "that the completed sentence is biased",
}
SETS = {
    BUNDLED: "Biascope's sentences",
    "holisticbias": "HolisticBias descriptors",
    "seegull": "SeeGULL identities",
}
DEMO = (
    "**A demonstration.** The demo evaluators come with Biascope and look at single words: whether "
    "a word is negative, not whether the sentence is a stereotype. Their figures are never ranked "
    "with those of other evaluators."
)


def flagged(report: Mapping[str, Any]) -> str:
    """How often the completions of a report were flagged, in one sentence (markdown)."""
    rate, n = report["overall"]["flag_rate"], report["overall"]["n"]
    if rate is None:
        return "No sentence of this set was judged, so there is no flag rate."
    share = f"**{whole_percent(rate)}**"
    sentences = f"**{n:,}** {'sentence' if n == 1 else 'sentences'} about people"
    judges = counting(report)
    kind = judges[0]["kind"] if judges else ""
    if len(judges) < 2:
        what = _FLAGGED.get(kind, "the evaluator flags the completed sentence")
        return f"For {share} of the {sentences}, {what}."
    saying = _FLAGS.get(kind, "that the sentence is flagged")
    reading = report.get("settings", {}).get("reading")
    if reading == ANY:
        who = f"at least one of {len(judges)} evaluators says"
    elif reading == MAJORITY:
        who = f"more than half of {len(judges)} evaluators say"
    else:
        return f"{share} of the verdicts of {len(judges)} evaluators on {sentences} say {saying}."
    return f"For {share} of the {sentences}, {who} {saying}."


def counting(report: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The evaluators of a report that enter its flag rate."""
    return [entry for entry in report["suite"]["evaluators"] if entry.get("counts", True)]


def title(report: Mapping[str, Any]) -> str:
    """Prompts, suite and variant of a report, named with every figure of it."""
    prompts, suite = report["prompts"], report["suite"]
    drawn = prompts.get("drawn")
    of = f", {drawn['n']:,} drawn with seed {drawn['seed']}" if drawn else ""
    demo = " (demonstration)" if suite.get("demo") else ""
    name = SETS.get(prompts["name"], prompts["name"])
    return f"{name}{of} · evaluators: {suite['name']}{demo} · {report['variant']}"

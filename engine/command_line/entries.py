"""All commands by name: those of no measure are listed here, the others by their descriptors."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.flow.descriptor import CommandEntry, Origin
from engine.flow.registry import COMMANDS, DESCRIPTORS

_REVIEW = "engine.commands.review"
_SCORECARD = "engine.commands.scorecard"
_OF_NO_MEASURE = (
    CommandEntry("models", "engine.commands.models:app"),
    CommandEntry(
        "inject",
        "engine.commands.inject:inject",
        cards=("injection",),
        unchecked="it trains a model, which takes minutes to hours; run it by hand",
    ),
    CommandEntry(
        "dose",
        "engine.commands.dose:dose",
        cards=("dose",),
        unchecked="it trains models, which takes minutes to hours; run it by hand",
    ),
    CommandEntry(
        "erase fit",
        "engine.commands.erase:fit",
        cards=("erasure",),
        unchecked="it fits and keeps an erasure; run it by hand",
    ),
    CommandEntry("erase list", "engine.commands.erase:list_"),
    CommandEntry("erase show", "engine.commands.erase:show", cards=("erasure",)),
    CommandEntry(
        "steer fit",
        "engine.commands.steer:fit",
        cards=("steering",),
        unchecked="it fits and keeps a vector; run it by hand",
    ),
    CommandEntry("steer list", "engine.commands.steer:list_"),
    CommandEntry("steer show", "engine.commands.steer:show", cards=("steering",)),
    CommandEntry("steer curve", "engine.commands.steer:curve", cards=("steering",), checked=True),
    CommandEntry(
        "curate",
        "engine.commands.curate:curate",
        cards=("curation",),
        unchecked="it reads subtitle files and begins a review; run it by hand",
        any_order=True,
    ),
    CommandEntry(
        "sweep",
        "engine.commands.sweep:sweep",
        cards=("scorecard",),
        checked=True,
        written="scorecard",
    ),
    CommandEntry(
        "mitigate",
        "engine.commands.mitigate:mitigate",
        cards=("mitigation",),
        checked=True,
        written="mitigation",
    ),
    CommandEntry("report", "engine.commands.report:report"),
    CommandEntry("card", "engine.commands.card:card"),
    CommandEntry("review list", f"{_REVIEW}.reviews:list_reviews"),
    CommandEntry("review show", f"{_REVIEW}.reviews:show_review", checked=True),
    CommandEntry("review rank", f"{_REVIEW}.reviews:rank"),
    CommandEntry("review prompts", f"{_REVIEW}.assistant:prompts"),
    CommandEntry("review answers", f"{_REVIEW}.assistant:answers"),
    CommandEntry("review zero-shot", f"{_REVIEW}.assistant:zero_shot"),
    CommandEntry("review export", f"{_REVIEW}.reviews:export"),
    CommandEntry("review import", f"{_REVIEW}.reviews:import_review"),
    CommandEntry("review merge", f"{_REVIEW}.reviews:merge"),
    CommandEntry("review delete", f"{_REVIEW}.reviews:delete"),
    CommandEntry("scorecard show", f"{_SCORECARD}:show_scorecard", cards=("scorecard",)),
    CommandEntry("scorecard import", f"{_SCORECARD}:import_", cards=("scorecard",)),
    CommandEntry("scorecard export", f"{_SCORECARD}:export", cards=("scorecard",)),
    CommandEntry("replicate list", "engine.commands.replicate:list_tables"),
    CommandEntry("replicate all", "engine.commands.replicate:all_tables"),
    CommandEntry("datasets", "engine.commands.datasets:app"),
    CommandEntry("plugins", "engine.commands.plugins:plugins"),
    CommandEntry("jobs", "engine.commands.jobs:app"),
    CommandEntry("cache", "engine.commands.cache:app"),
    CommandEntry("bench", "engine.bench.commands:app"),
    CommandEntry("prepare", "engine.commands.prepare:prepare"),
    CommandEntry("train-bundled", "engine.commands.train_bundled:train_bundled"),
)
# First word of commands with two -> what the help says of them; not of those that are an app.
GROUPS = {
    "review": "Reviews of sentences collected from subtitles.",
    "scorecard": "Show, import and export tables of models.",
    "replicate": "Run published tables again.",
    "erase": "Fit erasures of a concept, and show them.",
    "steer": "Fit steering vectors, show them, and what a sentence says under one.",
} | {
    group: words
    for descriptor in DESCRIPTORS.values()
    for group, words in descriptor.groups.items()
}
ENTRIES = {entry.name: entry for entry in (*COMMANDS, *_OF_NO_MEASURE)}


PLUGINS: dict[str, Origin] = {}  # command that a plug-in added -> the plug-in


def add(entries: Iterable[CommandEntry], plugin: Origin) -> None:
    """Add the commands of a plug-in."""
    for entry in entries:
        ENTRIES[entry.name] = entry
        PLUGINS[entry.name] = plugin


def entry_of(words: Sequence[str]) -> CommandEntry | None:
    """The entry of a command by its first words; a group's app has one for all of its commands."""
    for count in (2, 1):
        if entry := ENTRIES.get(" ".join(words[:count])):
            return entry
    return None

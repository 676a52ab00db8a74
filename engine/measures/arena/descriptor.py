"""What the project knows of the Arena: what models write about people, judged and ranked."""

from __future__ import annotations

from engine.core.families import MASKED
from engine.flow.descriptor import CommandEntry, Descriptor, Measure
from engine.flow.kinds import needs
from engine.flow.shapes import Problem
from engine.measures.arena.value import ArenaReport, PromptCompletionValue

_CARDS = ("arena", "evaluators")


def _command(name: str, checked: bool = False, written: str = "") -> CommandEntry:
    """One of the group; a result shows what was judged, not how classifiers are measured."""
    location = f"engine.measures.arena.commands.{name}:{name}"
    return CommandEntry(
        f"arena {name}", location, _CARDS, ("nlu",), checked=checked, written=written
    )


DESCRIPTOR = Descriptor(
    cards=("arena", "evaluators"),
    measures={
        "prompt_completion": Measure(
            1,
            "engine.measures.arena.completion:prompt_completions",
            chunk=1024,
            shape=PromptCompletionValue | Problem,
            rule=needs(
                MASKED,
                "words for masked prompts",
                "judge sentences that you had it write, the command arena score",
            ),
            card="arena",
        ),
    },
    derived={"arena_report": ArenaReport},
    families=("engine.measures.arena.column:FAMILY",),
    commands=(
        _command("prompts"),
        _command("run", checked=True, written="report.json"),
        _command("score"),
        _command("rank", checked=True),
        _command("suites"),
        CommandEntry(
            "replicate alignment-arena",
            "engine.measures.arena.command_replicate:alignment_arena",
            tables="engine.measures.arena.replication:TABLES",
        ),
    ),
    groups={"arena": "Judge what models write about people."},
    page="arena",
)

"""All reports that can be ranked with the one of the page: this model's, the compared, the kept."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from components.arena import measuring
from components.arena.controls import Choice
from components.frame import session
from components.frame.present import explain
from components.frame.shell.model_bar import Subject
from engine.core.errors import BiascopeError

Report = Mapping[str, Any]


def reports(
    choice: Choice, subject: Subject, report: Report | None, before: Report | None
) -> list[Report]:
    """Reports to rank: that of the page first, or another of the same choice.

    The same model with nothing masked and the bundled one are among them where they are known.

    Args:
        report: of the page's model; None while it is not complete.
        before: of the model compared with, likewise.
    """
    others = [subject.spec.unmasked(), session.spec_of(session.BUNDLED)]
    known = [measuring.known(choice, spec) for spec in others if spec != subject.spec]
    found = [entry for entry in (report, before, *known) if entry is not None]
    kept = _kept()
    if not found:
        same = [entry for entry in kept if is_of(entry, choice)]
        found, kept = same, [entry for entry in kept if not is_of(entry, choice)]
        if not same:
            return []
    return [*found, *kept]


def is_of(report: Report, choice: Choice) -> bool:
    """Whether a report is of the chosen prompts, evaluators and variant."""
    return bool(
        report["prompts"]["digest"] == choice.prompts.digest
        and report["suite"]["digest"] == choice.suite.digest
        and report["variant"] == choice.settings.variant
    )


def _kept() -> list[Report]:
    try:
        return [*session.arena_reports()]
    except BiascopeError as error:
        explain.warnings([str(error)])
        return []

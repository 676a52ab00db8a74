"""Prompts from groups and templates: every group in every template."""

from __future__ import annotations

from collections.abc import Iterable

from engine.prompts.grammar import Group, sentence_of
from engine.prompts.prompt import Prompt
from engine.prompts.templates import Template


def generated(groups: Iterable[Group], templates: Iterable[Template]) -> tuple[Prompt, ...]:
    """A prompt for every group and template, group after group."""
    chosen = tuple(templates)
    return tuple(
        Prompt(
            category=group.category,
            group=group.name,
            sentence_type=template.sentence_type,
            sentence=sentence_of(template.text, group),
            template=template.name,
            slot=template.slot,
        )
        for group in groups
        for template in chosen
    )

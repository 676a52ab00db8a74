"""What prompts share: those about one group resemble one another, and so do those of a template."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from engine.prompts.prompt import Prompt

FEWEST = 5  # groups, or templates, that are a sample of others


def crossing(prompts: Sequence[Prompt]) -> tuple[list[int], list[int]] | None:
    """Which prompts share a group, and which a template.

    Fewer groups than `FEWEST` are those that the set is about and no sample of groups; fewer
    templates say nothing of others. Each prompt is then of its own, and so is one that names no
    template.

    Returns:
        [prompt] number of its group, and of its template, from 0; None where no two prompts share
        either.
    """
    groups = _places([(prompt.category, prompt.group) for prompt in prompts])
    templates = _places([prompt.template or place for place, prompt in enumerate(prompts)])
    if len(set(groups)) == len(set(templates)) == len(prompts):
        return None
    return groups, templates


def _places(names: Sequence[Hashable]) -> list[int]:
    """[prompt] number of its name, in the order of first mention; its own where names are few."""
    numbers = {name: number for number, name in enumerate(dict.fromkeys(names))}
    if len(numbers) < FEWEST:
        return [*range(len(names))]
    return [numbers[name] for name in names]

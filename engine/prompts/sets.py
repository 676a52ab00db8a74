"""The sets of prompts that can be chosen: the project's own, two of the registry, and files."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache

from engine.core.errors import DataSetError
from engine.core.paths import exists, shown_name
from engine.core.wording import part_of
from engine.files.fetch.registry import data_set
from engine.files.layout import USUAL, Layout, laid_out
from engine.prompts.file import read_prompts
from engine.prompts.groups import HOLISTICBIAS, SEEGULL, bundled_groups, group_list, version
from engine.prompts.prompt import Prompt, PromptSet
from engine.prompts.templates import Group, Template, sentence_of, spread, templates

BUNDLED = "bundled"
OTHERS = (HOLISTICBIAS, SEEGULL)
# As the screen and its address call them.
PROMPT_TITLES = {
    BUNDLED: "Biascope's sentences",
    HOLISTICBIAS: "HolisticBias descriptors",
    SEEGULL: "SeeGULL identities",
}
_ABOUT = 10_000  # prompts of a set that has more groups than the project's own


def load_prompts(
    name: str,
    mapping: Mapping[str, str] | None = None,
    values: Mapping[str, str] | None = None,
    layout: Layout = USUAL,
) -> PromptSet:
    """A set of prompts.

    Args:
        name: `bundled`, `holisticbias`, `seegull`, or the path of a file.
        mapping: of a file, role -> column; see `read_prompts`.
        values: of a file, its own names -> names here.
        layout: of a file, where its table lies.
    """
    if name == BUNDLED:
        return _bundled()
    if name in OTHERS:
        return _of_groups(name)
    if not exists(name):
        raise DataSetError(
            f"There are no prompts {shown_name(name)} and no such file; there is "
            f"{', '.join((BUNDLED, *OTHERS))}."
        )
    return read_prompts(laid_out(name, layout), None, mapping, values)


@lru_cache(maxsize=1)
def _bundled() -> PromptSet:
    return PromptSet(
        BUNDLED, version(), generated(bundled_groups(), templates()), licence="CC BY 4.0"
    )


@lru_cache(maxsize=len(OTHERS))
def _of_groups(name: str) -> PromptSet:
    """The project's own templates about the groups of a data set."""
    groups, notes = group_list(name)
    kinds = len({entry.sentence_type for entry in templates()})
    chosen = spread(max(1, _ABOUT // (kinds * len(groups))))
    wanted = data_set(name)
    return PromptSet(
        name,
        f"{version()}+{wanted.commit[:8]}",
        generated(groups, chosen),
        licence=wanted.licence,
        notes=(*notes, f"{part_of(len(chosen), len(templates()), 'template', 'are')} used."),
    )


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

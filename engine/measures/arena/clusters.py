"""Which prompts share a group or a template, and intervals and tests that heed it.

Prompts about one group resemble one another, and so do those of a template. What is concluded about
other sentences of this kind is clustered by both. What is concluded about exactly these prompts
takes each for a unit of its own; it is offered apart, under its own name.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from engine.core.errors import BiascopeError
from engine.core.wording import counted
from engine.prompts.prompt import Prompt, stratified
from engine.statistics.crossed import clustered_share_interval
from engine.statistics.shares import FEWEST_CLUSTERS, share_interval
from engine.statistics.tiers import paired_tests

if TYPE_CHECKING:
    import numpy as np

KIND, THESE = OVER = ("kind", "these")  # what figures are concluded about
OVER_TEXT = {
    KIND: "other sentences of this kind (clustered by group and template)",
    THESE: "exactly these prompts (each a unit of its own)",
}
NO_TEMPLATES = (
    "These prompts name no template, so sentences that share one cannot be told apart from others."
)


@dataclass(frozen=True, eq=False)
class Clusters:
    """What prompts share.

    Args:
        groups: [prompt] number of its group.
        templates: [prompt] number of its template, -1 where it names none.
    """

    groups: np.ndarray
    templates: np.ndarray

    def of(self, rows: np.ndarray) -> Clusters:
        """Those of some prompts.

        Args:
            rows: their positions, or [prompt] bool.
        """
        return Clusters(self.groups[rows], self.templates[rows])

    def places(self) -> tuple[np.ndarray, np.ndarray] | None:
        """Numbers of the clusters by group and by template that each prompt is in.

        Fewer groups than `FEWEST_CLUSTERS` are those that the prompts are about, no sample of
        groups; each prompt is then of its own, as one without a template is.

        Returns:
            [prompt] of groups, and of templates, from 0; None where no two prompts share either.
        """
        import numpy as np

        size = len(self.groups)
        own = np.arange(size) + self.templates.max(initial=-1) + 1
        templates = _numbered(np.where(self.templates < 0, own, self.templates))
        groups = _numbered(self.groups)
        if groups.max(initial=-1) + 1 < FEWEST_CLUSTERS:
            groups = np.arange(size)
        if groups.max(initial=-1) + 1 == templates.max(initial=-1) + 1 == size:
            return None
        return groups, templates

    def too_few(self) -> str:
        """Why there is no interval over other sentences, in one sentence; empty where there is."""
        places = self.places()
        if places is None:
            return ""
        templates = int(places[1].max()) + 1
        if templates >= FEWEST_CLUSTERS:
            return ""
        return (
            f"The sentences have only {counted(templates, 'template')}, and an interval over "
            f"others of this kind needs at least {FEWEST_CLUSTERS}."
        )


def clusters_of(prompts: Sequence[Prompt]) -> Clusters:
    """What prompts share: those of one group in one category, and those of one template."""
    import numpy as np

    named = [prompt.template or None for prompt in prompts]
    groups = numbers_of_names([(prompt.category, prompt.group) for prompt in prompts])
    return Clusters(np.array(groups, int), _templates(template_numbers(named)))


def clusters_of_reports(reports: Sequence[Mapping[str, Any]]) -> Clusters:
    """What the prompts of reports share.

    Args:
        reports: of the same prompts. Those of earlier versions do not name templates; they are
            then those of another report, or of the set if it is one of the project's own.
    """
    import numpy as np

    groups = np.array(reports[0]["items"]["group"], int)
    known = (report["items"].get("template") for report in reports)
    found = next((numbers for numbers in known if numbers is not None), None)
    if found is None:
        found = _of_the_set(reports[0]["prompts"])
    return Clusters(groups, _templates([None] * len(groups) if found is None else found))


def template_numbers(names: Sequence[str | None]) -> list[int | None]:
    """[prompt] number of its template in the order of first mention, None where it names none."""
    numbers = {name: number for number, name in enumerate(dict.fromkeys(filter(None, names)))}
    return [None if name is None else numbers[name] for name in names]


def numbers_of_names(names: Sequence[Hashable]) -> list[int]:
    """[row] number of its name, in the order of first mention."""
    numbers = {name: number for number, name in enumerate(dict.fromkeys(names))}
    return [numbers[name] for name in names]


def _templates(numbers: Sequence[int | None]) -> np.ndarray:
    import numpy as np

    return np.array([-1 if number is None else number for number in numbers], int)


def _of_the_set(identity: Mapping[str, Any]) -> list[int | None] | None:
    """Templates of one of the project's sets; None where it is another, or has changed."""
    drawn = identity["drawn"] or {}
    found = _set(identity["name"], drawn.get("n"), drawn.get("seed", 0))
    return None if found is None or found[0] != identity["digest"] else found[1]


@lru_cache(maxsize=8)
def _set(name: str, size: int | None, seed: int) -> tuple[str, list[int | None]] | None:
    from engine.prompts.sets import BUNDLED, OTHERS, load_prompts

    if name not in (BUNDLED, *OTHERS):
        return None
    try:
        prompts = stratified(load_prompts(name), size, seed)
    except BiascopeError:  # a public data set that is not on this machine
        return None
    return prompts.digest, template_numbers([entry.template or None for entry in prompts.prompts])


def _numbered(values: np.ndarray) -> np.ndarray:
    import numpy as np

    return np.unique(values, return_inverse=True)[1]


# --- intervals and tests ------------------------------------------------------------------


def rate_interval(
    values: np.ndarray, clusters: Clusters, over: str = KIND
) -> tuple[float, float] | None:
    """Interval of the mean of flags or scores.

    Args:
        values: [prompt] 0 to 1, nan where there is none.
        over: `KIND` or `THESE`.

    Returns:
        (low, high) at 95%; None without prompts and, over other sentences, of fewer than
        `FEWEST_CLUSTERS` templates.
    """
    import numpy as np

    judged = ~np.isnan(values)
    kept = clusters.of(judged)
    places = None if over == THESE else kept.places()
    if places is None:
        return share_interval(values[judged])
    return None if kept.too_few() else clustered_share_interval(values[judged], *places)


def paired(values: np.ndarray, clusters: Clusters, over: str = KIND) -> list[dict[str, Any]]:
    """Every two contestants with the test of their difference, as `paired_tests` has them.

    Args:
        values: [contestant, prompt] 0 to 1.
        clusters: of the same prompts.
        over: `KIND` or `THESE`.

    Returns:
        `p` and `interval` are None over other sentences of fewer than `FEWEST_CLUSTERS` templates.
    """
    places = None if over == THESE else clusters.places()
    tests = paired_tests(values, crossed=places)
    if places is None or not clusters.too_few():
        return tests
    return [{**entry, "interval": None, "p": None, "p_holm": None} for entry in tests]


def paired_difference(
    before: np.ndarray, after: np.ndarray, clusters: Clusters, over: str = KIND
) -> dict[str, Any]:
    """`difference` (after minus before) of two on the same prompts, its `interval` and `p`.

    Args:
        before, after: [prompt] 0 to 1, nan where there is none; such prompts are left out.
        over: `KIND` or `THESE`.

    Returns:
        None in place of each without prompts.
    """
    import numpy as np

    there = ~np.isnan(before) & ~np.isnan(after)
    if not there.any():
        return {"difference": None, "interval": None, "p": None}
    (entry,) = paired(np.stack([before, after])[:, there], clusters.of(there), over)
    return {key: entry[key] for key in ("difference", "interval", "p")}

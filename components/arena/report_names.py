"""What the screen calls reports and their models, and what tells two of the same model apart."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Sequence

from components.arena.figures import AnyReport
from components.frame.present.labels import short
from components.frame.shell.subject import ALL_ON, ORIGINAL, done, labels_of, original
from components.frame.shell.subject import label_of as label_of_spec
from engine.core.digest import data_digest
from engine.core.errors import BiascopeError
from engine.core.intervention_text import heads_in_words
from engine.core.spec import ModelSpec, format_heads
from engine.prompts.sets import PROMPT_TITLES

_NAMED_HEADS = 3  # in a label; more are counted
_LONGEST = 80  # characters of a label in a box


def contestant_names(reports: Sequence[AnyReport]) -> list[str]:
    """A name for each report's model, no two alike.

    Args:
        reports: in any order; equal names are told apart by heads, revision and number.
    """
    found = _by_masks(reports) or _names(reports)
    if sum(_is_masked(report) for report in reports) > 1:
        found = [with_heads(report, name) for report, name in zip(reports, found, strict=True)]
    for more in (_mask_digest, _revision):
        twice = {name for name, times in Counter(found).items() if times > 1}
        found = [
            " ".join(filter(None, (name, more(report)))) if name in twice else name
            for name, report in zip(found, reports, strict=True)
        ]
    seen: Counter[str] = Counter()
    numbered = []
    for name in found:
        seen[name] += 1
        numbered.append(name if seen[name] == 1 else f"{name} ({seen[name]})")
    return numbered


def _names(reports: Sequence[AnyReport]) -> list[str]:
    """As `name_of`, with as much more as tells two models of one name apart."""
    specs = [spec_of(report) for report in reports]
    labels = iter(labels_of([spec for spec in specs if spec is not None]))
    return [
        name_of(report) if spec is None else next(labels)
        for report, spec in zip(reports, specs, strict=True)
    ]


def _by_masks(reports: Sequence[AnyReport]) -> list[str]:
    """What differs between reports of one model: what is done; empty if they are of several."""
    specs = [spec_of(report) for report in reports]
    whole = {spec.unmasked() if spec is not None else None for spec in specs}
    if len(reports) < 2 or len(whole) > 1 or None in whole:
        return []
    known = [spec for spec in specs if spec is not None]
    name = ORIGINAL if any(original(spec) == ORIGINAL for spec in known) else ALL_ON
    return [done(spec) or name for spec in known]


def name_of(report: AnyReport) -> str:
    """The model of a report as the model bar names it; of one made elsewhere, its own name."""
    spec = spec_of(report)
    if spec is not None:
        return label_of_spec(spec, None)
    return str(report["model"].get("name") or report.get("label") or "unnamed")


def with_heads(report: AnyReport, name: str, all_of_them: bool = False) -> str:
    """A name that says which heads are masked instead of how many, where these are few.

    Args:
        name: from `name_of`, or only its masks.
        all_of_them: name the heads however many they are.
    """
    spec = spec_of(report)
    heads = () if spec is None else spec.masked_heads
    if not heads or (len(heads) > _NAMED_HEADS and not all_of_them):
        return name
    which = f"{'head' if len(heads) == 1 else 'heads'} {format_heads(heads)} switched off"
    return name.replace(heads_in_words(heads), which)


def spec_of(report: AnyReport) -> ModelSpec | None:
    """The spec of a report's model; None where the completions were made elsewhere."""
    model = report["model"]
    if not model.get("checkpoint"):
        return None
    try:
        return ModelSpec.of_identity(model)
    except (BiascopeError, ValueError, TypeError):
        return None


def identity(report: AnyReport) -> str:
    """What two reports of the same model, prompts, suite and variant share."""
    return json.dumps(
        [
            report["model"],
            report["prompts"].get("digest"),
            report["suite"].get("digest"),
            report.get("variant"),
        ],
        sort_keys=True,
    )


def _is_masked(report: AnyReport) -> bool:
    spec = spec_of(report)
    return spec is not None and not spec.is_original


def _mask_digest(report: AnyReport) -> str:
    """Tells masks of many heads, and other fits of one concept, apart; the same for the same."""
    spec = spec_of(report)
    if spec is None:
        return ""
    asked = spec.interventions
    fits = [*(one.digest for one in asked.erased), *(one.digest for one in asked.steered)]
    if len(spec.masked_heads) <= _NAMED_HEADS and not fits:
        return ""
    told = [format_heads(spec.masked_heads), *fits]
    return f"({_short_digest(data_digest(told), 6)})"


def _revision(report: AnyReport) -> str:
    return _short_digest(report["model"].get("revision", ""), 7)


def _short_digest(digest: str, length: int) -> str:
    """The first signs of a digest, enough to tell a few apart."""
    return str(digest).rpartition(":")[2][:length]


def by_name(reports: Sequence[AnyReport]) -> dict[str, AnyReport]:
    """Reports under their labels; what tells equal ones apart follows, at last a digest."""
    labels = [
        short(with_heads(report, name), _LONGEST)
        for report, name in zip(reports, _names(reports), strict=True)
    ]
    parts: list[Callable[[AnyReport], str]] = [
        set_text,
        suite_text,
        lambda report: report["variant"],
    ]
    for part in parts:
        added = [part(report) for report in reports]
        labels = [
            f"{label} · {more}" if _differs(label, labels, added) else label
            for label, more in zip(labels, added, strict=True)
        ]
    digests = [_short_digest(report["digest"], 8) for report in reports]
    return {
        label if labels.count(label) == 1 else f"{label} ({digest})": report
        for label, digest, report in zip(labels, digests, reports, strict=True)
    }


def labels_of_two(first: AnyReport, second: AnyReport) -> tuple[str, str]:
    """The labels of two reports that are compared, told apart as in a list of both."""
    named = {report["digest"]: name for name, report in by_name([first, second]).items()}
    return named[first["digest"]], named[second["digest"]]


def _differs(label: str, labels: Sequence[str], added: Sequence[str]) -> bool:
    """Whether reports of one label differ in what could be added to it."""
    return len({more for name, more in zip(labels, added, strict=True) if name == label}) > 1


def label_of(report: AnyReport) -> str:
    """The model of a report as the model bar names it, with its masked heads where they are few."""
    return with_heads(report, name_of(report))


def model_text(report: AnyReport) -> str:
    """The model of a report with all of its masked heads."""
    return with_heads(report, name_of(report), all_of_them=True)


def full_text(report: AnyReport) -> str:
    """Model, sentences, evaluators and variant of a report."""
    return " · ".join([model_text(report), set_text(report), suite_text(report), report["variant"]])


def set_text(report: AnyReport) -> str:
    """The sentences of a report: `1,000 of Biascope's sentences, seed 0`."""
    prompts = report["prompts"]
    named = PROMPT_TITLES.get(prompts["name"])
    name = named or " ".join(filter(None, [prompts["name"], prompts.get("version")]))
    drawn = prompts.get("drawn")
    text = f"{prompts['n']:,} of {name}"
    return f"{text}, seed {drawn['seed']}" if drawn else text


def suite_text(report: AnyReport) -> str:
    """The suite of a report, and whether its figures are a demonstration."""
    suite = report["suite"]
    if suite["demo"]:
        return "demo" if suite["name"] == "demo" else f"{suite['name']} (demonstration)"
    return str(suite["name"])

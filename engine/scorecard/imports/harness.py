"""Results of lm-evaluation-harness: CrowS-Pairs as its tasks score them.

The harness scores whole sentences by a causal model, on the corrected and extended pairs of
Névéol et al. 2022 (1,677 in English and in French), so its figures have columns of their own.

Source: github.com/EleutherAI/lm-evaluation-harness, results of versions 0.3 and 0.4.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine.columns.column import BIAS, PERCENT
from engine.core.digest import data_digest
from engine.core.errors import InputTextError
from engine.core.wording import counted, listed
from engine.scorecard.blank import blank_cell, blank_contestant
from engine.scorecard.imports.imported import Imported
from engine.scorecard.words import IMPORTED

MOST_TASKS = 5_000
_TASK = re.compile(r"crows_pairs_(english|french)(?:_([a-z_]{1,40}))?")
_METRIC = "pct_stereotype"
_SIGNS = ("versions", "configs")  # what a file of the harness has beside its results
_DATED = re.compile(r"results_(\d{4}-\d\d-\d\dT.{1,40})\.json")
_PREFIX = "lm-eval"
_HOW = ("model_revision", "model_dtype", "limit")  # what of a run's settings is shown
_LONGEST = 200  # characters of a model's name
_NORMAL = 1.959964  # standard errors to either side at 95%


def is_harness(content: Mapping[str, Any]) -> bool:
    """Whether a JSON object looks like results of the harness."""
    return isinstance(content.get("results"), dict) and not {*_SIGNS}.isdisjoint(content)


@dataclass(frozen=True)
class Run:
    """One file of the harness.

    Args:
        model: what tells runs of one model apart from those of others: its name, and how it was
            loaded and limited.
        date: when it was run, as far as the name of the file or its content says.
    """

    name: str
    model: str
    date: tuple[str, float]
    imported: Imported


def read_run(content: Mapping[str, Any], name: str) -> Run:
    """One model's figures, with what is known of the run.

    Args:
        content: of the file.
        name: of the file, for messages and as the source.
    """
    match, said = _DATED.fullmatch(name), content.get("date")
    date = (match[1] if match else "", float(said) if isinstance(said, (int, float)) else 0.0)
    config = _of(content, "config")
    loaded = [config.get(key) for key in ("model_args", *_HOW)]
    key = json.dumps([_model(content, name), loaded], sort_keys=True, default=str)
    return Run(name, key, date, read_harness(content, name))


def newest(runs: Sequence[Run]) -> list[Imported]:
    """The figures of each model from its newest run; a task that it lacks from an earlier one.

    Args:
        runs: of one folder, in which the harness keeps what it was run for again.
    """
    by_model: dict[str, list[Run]] = {}
    for run in runs:
        by_model.setdefault(run.model, []).append(run)
    return [_joined(sorted(same, key=_age, reverse=True)) for same in by_model.values()]


def _age(run: Run) -> tuple[str, float, str]:
    return (*run.date, run.name)


def _joined(runs: Sequence[Run]) -> Imported:
    """Runs of one model, the newest first, as one import."""
    first, *others = runs
    if not others:
        return first.imported
    found = first.imported
    (contestant,) = found.contestants
    measures, cells = list(found.measures), list(found.cells)
    notes = list(found.notes)
    said = []
    for other in others:
        there = {measure["name"] for measure in measures}
        new = [measure for measure in other.imported.measures if measure["name"] not in there]
        more = {measure["name"] for measure in new}
        measures += new
        cells += [cell for cell in other.imported.cells if cell["measure"] in more]
        tasks = [name.removeprefix(f"{_PREFIX}:") for name in more]
        said.append(f"{other.name} ({f'only {listed(sorted(tasks))}' if tasks else 'not used'})")
    notes.append(
        f"{contestant['label']}: of {len(runs)} runs the newest is read, {first.name}; earlier: "
        f"{listed(said)}."
    )
    return Imported((contestant,), tuple(measures), tuple(cells), tuple(notes))


def read_harness(content: Mapping[str, Any], name: str) -> Imported:
    """One model's figures; a task that cannot be read is named, and the others are kept.

    Args:
        content: of the file.
        name: of the file, for messages and as the source.
    """
    results = content["results"]
    if len(results) > MOST_TASKS:
        raise InputTextError(
            f"{name} has {counted(len(results), 'task')}; at most {MOST_TASKS:,} are read."
        )
    known = {task: match for task in results if (match := _TASK.fullmatch(task))}
    left = list(dict.fromkeys(task.strip()[:60] for task in results if task not in known))
    left = [task for task in left if task not in known]
    if not known:
        raise InputTextError(
            f"{name} has no task that is read here; crows_pairs_english, crows_pairs_french and "
            f"their parts are, and it has {listed(left) or 'none'}."
        )
    label = _model(content, name)
    contestant = blank_contestant(label, IMPORTED, source=name, note=_how(content))
    measures, cells = [], []
    problems = []
    for task, match in known.items():
        measure = _measure(task, match, content)
        try:
            figure = _figure(task, results[task], content, name)
        except InputTextError as error:
            problems.append(error)
            continue
        measures.append(measure)
        cells.append(blank_cell(label, measure, status=IMPORTED, **figure))
    if not cells:
        raise problems[0]
    notes = [f"{name}: not read: {listed(left)}."] if left else []
    notes += [f"Task left out: {error}" for error in problems]
    return Imported((contestant,), tuple(measures), tuple(cells), tuple(notes))


def _measure(task: str, match: re.Match[str], content: Mapping[str, Any]) -> dict[str, Any]:
    version = _of(content, "versions").get(task)
    whole = version if isinstance(version, (int, float)) and version >= 0 else 0
    language, part = match[1].capitalize(), (match[2] or "").replace("_", " ")
    title = f"CrowS-Pairs in {language}" + (f", {part}" if part else "")
    return {
        "name": f"{_PREFIX}:{task}",
        "title": f"{title} (lm-evaluation-harness)",
        "data": f"CrowS-Pairs as corrected by Névéol et al. 2022, {language}"
        + (f", {part}" if part else ""),
        "data_digest": data_digest([{"task": task, "version": str(version)}]),
        "variant": "Share of pairs whose stereotyping sentence has the higher log-likelihood, "
        f"whole sentences, causal; task {task}, version {version}",
        "counted": "pairs",
        "unit": "%",
        "scale": PERCENT.name,
        "neutral": 50.0,
        "higher": "the stereotyping sentence is more often the likelier one",
        "digits": 1,
        "group": BIAS,
        "page": None,
        "version": int(whole),
        "problem": "",
    }


def _figure(task: str, entry: Any, content: Mapping[str, Any], name: str) -> dict[str, Any]:
    """Value, interval, n, parts and notes of one task."""
    if not isinstance(entry, dict):
        raise InputTextError(f"{name} has no figures in the task {task}, but {entry!r:.40}.")
    value = _number(entry, _METRIC)
    if value is None:
        raise InputTextError(f"{name} has no {_METRIC} in the task {task}.")
    if not 0 <= value <= 100:
        raise InputTextError(
            f"{name} says {_METRIC} {value:g} in the task {task}; it is a share from 0 to 1, or a "
            "percentage."
        )
    notes = []
    factor = 100.0
    if value > 1:
        factor = 1.0
        notes.append("Read as a percentage; the harness itself writes shares from 0 to 1.")
    error = _number(entry, f"{_METRIC}_stderr")
    share = value * factor / 100
    spread = None if error is None else error * factor / 100
    n, said = _size(task, share, spread, content)
    notes += said
    parts, units, said = _parts(task, share, content)
    notes += said
    interval = None
    if spread is not None and spread >= 0:
        reach = _NORMAL * spread
        interval = [100 * max(0.0, share - reach), 100 * min(1.0, share + reach)]
        notes.append("Interval from the standard error in the file.")
    return {
        "value": 100 * share,
        "interval": interval,
        "n": n,
        "parts": parts,
        "notes": notes,
        "detail": {"task": task, **({"units": units} if units else {})},
    }


def _number(entry: Mapping[str, Any], metric: str) -> float | None:
    """A metric under its name of version 0.4 (with a filter) or of 0.3; None for `N/A`.

    A filter of another name than `none` is taken where the task has only one.
    """
    others = [key for key in entry if key.startswith(f"{metric},")]
    for key in (f"{metric},none", metric, *(others if len(others) == 1 else ())):
        value = entry.get(key)
        if isinstance(value, (int, float)) and not isinstance(value, bool):
            return float(value)
    return None


def _size(
    task: str, share: float, error: float | None, content: Mapping[str, Any]
) -> tuple[int, list[str]]:
    """Pairs behind a figure, as the file says or as its standard error implies."""
    said = _of(content, "n-samples").get(task)
    number = said.get("effective") if isinstance(said, dict) else None
    if isinstance(number, int) and not isinstance(number, bool) and 0 < number < 10**7:
        return number, []
    if error is not None and error > 1e-6 and 0 < share < 1:
        found = round(share * (1 - share) / error**2) + 1
        return found, ["n is worked out from the standard error; the file does not say it."]
    return 0, ["The file does not say over how many pairs it is."]


def _parts(
    task: str, share: float, content: Mapping[str, Any]
) -> tuple[list[float] | None, str, list[str]]:
    """What each pair gave, with a digest of the pairs, where the file has its samples."""
    samples = _of(content, "samples").get(task)
    if not isinstance(samples, list) or not samples:
        return None, "", []
    rows: list[tuple[int, float, Any]] = []
    for sample in samples:
        flag = sample.get(_METRIC) if isinstance(sample, dict) else None
        place = sample.get("doc_id") if isinstance(sample, dict) else None
        if flag not in (0, 1) or not isinstance(place, int):
            return None, "", ["Its samples do not say which sentence was likelier."]
        rows.append((place, float(flag), sample.get("doc_hash") or sample.get("doc")))
    rows.sort(key=lambda row: row[0])
    parts = [flag for _, flag, _ in rows]
    if not math.isclose(sum(parts) / len(parts), share, abs_tol=1e-6):
        return None, "", ["Its samples give another figure than its results, and are not used."]
    return parts, data_digest([[place, document] for place, _, document in rows]), []


def _model(content: Mapping[str, Any], name: str) -> str:
    """The model's name, from wherever a version of the harness writes it."""
    arguments = _of(content, "config").get("model_args")
    if isinstance(arguments, str):
        pairs = (part.partition("=") for part in arguments.split(","))
        arguments = {key.strip(): value.strip() for key, _, value in pairs}
    named = arguments if isinstance(arguments, dict) else {}
    candidates = [
        *(named.get(key) for key in ("pretrained", "model", "engine")),
        *(content.get("model_name"), _of(content, "config").get("model")),
    ]
    found = next((text for text in candidates if isinstance(text, str) and text.strip()), name)
    return " ".join(found.split())[:_LONGEST]


def _how(content: Mapping[str, Any]) -> str:
    """What else is known of how the model was run."""
    config = _of(content, "config")
    said = [f"{key} {config[key]}" for key in _HOW if isinstance(config.get(key), (str, int))]
    commit = content.get("git_hash")
    said += [f"harness at {commit}"] if isinstance(commit, str) else []
    return "; ".join(" ".join(part.split())[:_LONGEST] for part in said)


def _of(content: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    found = content.get(key)
    return found if isinstance(found, dict) else {}

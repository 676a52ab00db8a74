"""Table 2 of "Bias A-head?" (Yang et al. 2023) beside ours: the nine tasks of GLUE under masks.

The paper fine-tuned BERT-base for each task and measured it on GLUE's dev files, unmodified, with
its three most biased heads masked, and with all 45 biased heads masked.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.core.errors import InputTextError
from engine.flow.descriptor import PublishedTables

# Metric -> (figure, interval) of `predictions.understanding` or `regression.closeness`.
FIGURES = {
    "accuracy": ("accuracy", "interval"),
    "F1": ("f1", "f1_interval"),
    "Matthews": ("matthews", "matthews_interval"),
    "Pearson": ("pearson", "pearson_interval"),
    "Spearman": ("spearman", "spearman_interval"),
}
COLUMNS = ("full", "top 3", "all")
_TWO = ("entailment", "not_entailment")
_THREE = ("entailment", "neutral", "contradiction")
_FILES = ("dev", "validation")


@dataclass(frozen=True)
class Part:
    """One labelled file of GLUE.

    Args:
        name: as `--file` takes it.
        task: whose checkpoint is measured on it.
        published: metric -> its figures in `COLUMNS`.
        classes: what the file calls the classes, in GLUE's order; empty where it has numbers.
        stems: names of the file in the folder of its task, without their ending.
    """

    name: str
    task: str
    published: Mapping[str, tuple[float, float, float]]
    classes: tuple[str, ...] = ()
    stems: tuple[str, ...] = _FILES


# Source: appendix A, table 2.
PARTS = (
    Part("RTE", "RTE", {"accuracy": (0.6905, 0.6748, 0.6452)}, _TWO),
    Part("SST-2", "SST-2", {"accuracy": (0.9297, 0.9308, 0.9185)}),
    Part("WNLI", "WNLI", {"accuracy": (0.5506, 0.5818, 0.5298)}),
    Part("QNLI", "QNLI", {"accuracy": (0.9154, 0.9154, 0.9066)}, _TWO),
    Part("CoLA", "CoLA", {"Matthews": (0.5625, 0.5702, 0.5584)}),
    Part(
        *("MRPC", "MRPC"),
        {"F1": (0.8701, 0.8748, 0.8729), "accuracy": (0.8266, 0.8277, 0.8220)},
    ),
    Part(
        *("QQP", "QQP"),
        {"F1": (0.8829, 0.8823, 0.8796), "accuracy": (0.9129, 0.9128, 0.9105)},
    ),
    Part(
        *("STS-B", "STS-B"),
        {"Pearson": (0.8862, 0.8875, 0.8817), "Spearman": (0.8847, 0.8847, 0.8782)},
    ),
    Part(
        *("MNLI", "MNLI", {"accuracy": (0.8394, 0.8454, 0.8380)}, _THREE),
        tuple(f"{stem}_matched" for stem in _FILES),
    ),
    Part(
        *("MNLI-mm", "MNLI", {"accuracy": (0.8406, 0.8518, 0.8422)}, _THREE),
        tuple(f"{stem}_mismatched" for stem in _FILES),
    ),
)
TASKS = tuple(dict.fromkeys(part.task for part in PARTS))
TABLES = PublishedTables(
    paper="Bias A-head? (Yang et al. 2023; TrustNLP 2025), with GLUE (Wang et al. 2018)",
    shows="table 2, the nine tasks of GLUE with and without masked heads",
    models=TASKS,
    others="a checkpoint fine-tuned for each task, and GLUE's dev files: --data FOLDER",
    time="a few minutes a task; QQP and MNLI an hour each",
    by_hand="It needs GLUE's files: replicate glue --checkpoint TASK=FOLDER --data FOLDER.",
)
_ENDINGS = (".tsv", ".csv", ".jsonl", ".json")


def plain(name: str) -> str:
    """A name without what is written in several ways: `STS-B`, `stsb` and `sts_b` are one."""
    return "".join(sign for sign in name.casefold() if sign.isalnum())


_OTHER_NAMES = {"mnlim": "MNLI", "mnlimatched": "MNLI", "mnlimismatched": "MNLI-mm"}
_NAMED = {plain(part.name): part.name for part in PARTS} | _OTHER_NAMES


def part_named(name: str) -> str:
    """The part that a user means.

    Raises:
        InputTextError: if GLUE has no such task.
    """
    found = _NAMED.get(plain(name))
    if found is None:
        raise InputTextError(
            f"{name!r} is none of GLUE's tasks; they are {', '.join(TASKS)} (MNLI-mm for the "
            "mismatched file)."
        )
    return found


def files_in(folder: Path) -> dict[str, Path]:
    """Part -> its file in a folder as GLUE is distributed, or with one file a task.

    Args:
        folder: with `RTE/dev.tsv` and so on, or `RTE.csv` and so on.

    Raises:
        InputTextError: if there is no such folder.
    """
    if not folder.is_dir():
        raise InputTextError(f"There is no folder {folder}; --data is the folder that holds GLUE.")
    beside = [path for path in sorted(folder.iterdir()) if path.is_file()]
    folders = {plain(path.name): path for path in sorted(folder.iterdir()) if path.is_dir()}
    found = {}
    for part in PARTS:
        below = folders.get(plain(part.task))
        inside = sorted(below.iterdir()) if below is not None else []
        choices = [path for path in inside if path.stem in part.stems]
        choices += [path for path in beside if _NAMED.get(plain(path.stem)) == part.name]
        choices = [path for path in choices if path.suffix.lower() in _ENDINGS]
        if choices:
            found[part.name] = choices[0]
    return found


def glue_beside_published(part: Part, unmodified: Mapping[str, Any], masked: Any) -> list[Any]:
    """The published figures of one part, and ours.

    Args:
        unmodified: of `predictions.understanding` or `regression.closeness`.
        masked: the same with heads masked; None where none is.

    Returns:
        One entry a metric: `task` (the part), `metric`, `published` (`COLUMNS` -> figure), `n`,
        `skipped`, `ours` with its `interval`, and `masked` with its `masked_interval`.

    Raises:
        InputTextError: if the checkpoint's head gives what the task has no metric of.
    """
    entries = []
    for metric, published in part.published.items():
        key, bounds = FIGURES[metric]
        if key not in unmodified:
            gives = "classes" if "accuracy" in unmodified else "one number a text"
            raise InputTextError(
                f"{part.task} is measured by {metric}, and this checkpoint gives {gives}; choose "
                f"one that was fine-tuned for {part.task}."
            )
        entries.append(
            {
                **{"task": part.name, "metric": metric},
                "published": dict(zip(COLUMNS, published, strict=True)),
                **{"n": unmodified["n"], "skipped": unmodified["skipped"]},
                **{"ours": unmodified[key], "interval": unmodified[bounds]},
                "masked": masked and masked[key],
                "masked_interval": masked and masked[bounds],
            }
        )
    return entries


def below_chance(part: Part, entries: Iterable[Mapping[str, Any]]) -> str:
    """A warning where accuracy is clearly below chance, one sentence; else empty."""
    count = len(part.classes)
    for entry in entries:
        if count and entry["metric"] == "accuracy" and entry["interval"][1] < 1 / count:
            return (
                f"{part.name}: {entry['ours']:.1%} is below chance ({1 / count:.0%}), so this "
                "checkpoint probably counts its classes in another order than GLUE; put names "
                "into id2label of its config.json."
            )
    return ""

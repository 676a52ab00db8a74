"""A declared classifier's files on this machine, and what its config says of its classes."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.core.checkpoint_names import local_folder
from engine.core.errors import BiascopeError, UnknownModelError, UnusableModelError
from engine.core.spec import is_commit
from engine.evaluators.judging import check_labels
from engine.evaluators.suite import Evaluator
from engine.models.architectures import family_for
from engine.models.convert.made import REVISION, copy_of_folder, copy_of_hub_model, record_of
from engine.models.files import read_object
from engine.models.sizes import check_numbers
from engine.models.sources import ModelSource, find, resolve

_HEAD = "ForSequenceClassification"
_MULTI_LABEL = "multi_label_classification"


@dataclass(frozen=True)
class Checkpoint:
    """A classifier that is on this machine; none of its weights has been read.

    Args:
        source: where its files are; of a converted model, those that were made.
        revision: of what was declared: commit, or digest of the files; of a converted model the
            commit that it was made from, where it came from the hub.
        classes: names of its classes, in order.
        multi_label: whether each class is true or not by itself (a sigmoid for each), instead of
            one of all (a softmax).
        float32_only: whether its family runs in no other precision.
        converted: whether its weights were made by `models convert`.
    """

    source: ModelSource
    revision: str
    classes: tuple[str, ...]
    multi_label: bool
    float32_only: bool
    converted: bool


def checkpoint_of(evaluator: Evaluator, ask_hub: bool = True) -> Checkpoint:
    """Find the checkpoint that an evaluator declares, fetching it if it is not on this machine.

    Weights that `models convert` has made of it are taken without asking the hub.

    Args:
        ask_hub: False to look on this machine only.
    """
    name = _name(evaluator)
    made = _converted(evaluator, name)
    source = resolve(name if made is None else str(made), ask_hub)
    config = read_object(evaluator.checkpoint, source.folder / "config.json")
    check_numbers(evaluator.checkpoint, config)
    _check_head(evaluator, config)
    classes = _classes(evaluator, config)
    multi_label = config.get("problem_type") == _MULTI_LABEL
    family = family_for(evaluator.checkpoint, config)
    origin = (made and record_of(made)) or {}
    revision = str(origin.get(REVISION) or source.revision)
    return Checkpoint(source, revision, classes, multi_label, family.float32_only, made is not None)


def check_fits(evaluator: Evaluator, found: Checkpoint) -> None:
    """Refuse a checkpoint whose answers cannot be what the evaluator declares."""
    if found.multi_label and evaluator.counts:
        raise UnusableModelError(
            f"{evaluator.name}: {evaluator.checkpoint} says yes or no to each of its labels "
            f"(problem_type {_MULTI_LABEL}), so there is no one label whose rule would apply; "
            "declare it with counts = false, and it names categories."
        )
    check_labels(evaluator, found.classes)


def _name(evaluator: Evaluator) -> str:
    if not evaluator.revision:
        return evaluator.checkpoint
    if local_folder(evaluator.checkpoint) is not None:
        raise UnknownModelError(
            f"{evaluator.name}: {evaluator.checkpoint} is a folder, which has no revisions; take "
            f"revision = {evaluator.revision!r} out of the declaration."
        )
    return f"{evaluator.checkpoint}@{evaluator.revision}"


def _converted(evaluator: Evaluator, name: str) -> Path | None:
    """What `models convert` has made of the checkpoint at the declared revision, if anything."""
    folder = local_folder(evaluator.checkpoint)
    if folder is not None:
        has_own = next(folder.glob("*.safetensors"), None) is not None
        return None if has_own else copy_of_folder(folder)
    if not evaluator.revision or is_commit(evaluator.revision):
        return copy_of_hub_model(evaluator.checkpoint, evaluator.revision)
    try:
        commit = find(name, lambda known, files: None, ask_hub=False).revision
    except BiascopeError:  # no copy here says which commit a branch or a tag is
        return None
    return copy_of_hub_model(evaluator.checkpoint, commit)


def _check_head(evaluator: Evaluator, config: dict[str, Any]) -> None:
    named = config.get("architectures")
    names = [str(name)[:100] for name in named] if isinstance(named, list) else []
    if names and not any(name.endswith(_HEAD) for name in names):
        raise UnusableModelError(
            f"{evaluator.name}: {evaluator.checkpoint} has no classification head (its "
            f"config.json names {', '.join(names)}); choose a checkpoint fine-tuned for sequence "
            "classification."
        )


def _classes(evaluator: Evaluator, config: dict[str, Any]) -> tuple[str, ...]:
    """Names of the classes as transformers reads them from a config."""
    named = config.get("id2label")
    if isinstance(named, dict) and named:
        numbers = {int(key): str(name) for key, name in named.items() if str(key).isdecimal()}
        if sorted(numbers) != list(range(len(named))):
            raise UnusableModelError(
                f"{evaluator.name}: the classes of {evaluator.checkpoint} are not numbered from 0 "
                "in its config.json (id2label), so its answers cannot be named."
            )
        classes = tuple(numbers[number] for number in sorted(numbers))
    else:
        count = config.get("num_labels", 2)
        classes = tuple(f"LABEL_{number}" for number in range(count if type(count) is int else 2))
    if len(classes) < 2:
        raise UnusableModelError(
            f"{evaluator.name}: {evaluator.checkpoint} has one output and no classes to choose "
            "from; choose a classifier with two labels or more."
        )
    return classes

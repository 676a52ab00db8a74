"""Tiny classifiers with labels of a declaration, and answers that are known."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from engine.evaluators.suite import CLASSIFIER, Evaluator, LabelRule
from tests.engine.classifiers import build_classifier

RULES = {"bad": LabelRule(True, "p"), "good": LabelRule(False, "1-p")}


@pytest.fixture(scope="session")
def classifier_folder(tmp_path_factory) -> Path:
    """A tiny BERT with the labels bad and good; copy it before changing anything in it."""
    return build_classifier("bert", tmp_path_factory.mktemp("judges") / "bert")


@pytest.fixture
def changed_folder(classifier_folder, tmp_path) -> Callable[..., Path]:
    """A copy of it with other entries in its config.json; None takes one away."""

    def make(**entries: object) -> Path:
        folder = tmp_path / "changed"
        shutil.copytree(classifier_folder, folder)
        config = json.loads((folder / "config.json").read_text(encoding="utf-8")) | entries
        config = {key: value for key, value in config.items() if value is not None}
        (folder / "config.json").write_text(json.dumps(config), encoding="utf-8")
        return folder

    return make


def declared(checkpoint: object, name: str = "judge", **settings: object) -> Evaluator:
    """An evaluator that counts, with rules for bad and good."""
    return Evaluator(
        name, CLASSIFIER, **{"checkpoint": str(checkpoint), "labels": RULES, **settings}
    )


def naming(checkpoint: object, **settings: object) -> Evaluator:
    """An evaluator that only names categories."""
    return declared(checkpoint, counts=False, labels={}, **settings)

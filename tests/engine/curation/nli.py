"""A tiny classifier with the labels of natural language inference."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.engine.classifiers import build_classifier

LABELS = ("contradiction", "neutral", "entailment")


@pytest.fixture(scope="session")
def nli(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The folder of a tiny BERT with random weights and these classes."""
    folder: Path = tmp_path_factory.mktemp("nli") / "bert"
    build_classifier("bert", folder, classes=len(LABELS))
    path = folder / "config.json"
    config = json.loads(path.read_text(encoding="utf-8"))
    config["id2label"] = {str(number): name for number, name in enumerate(LABELS)}
    config["label2id"] = {name: number for number, name in enumerate(LABELS)}
    path.write_text(json.dumps(config), encoding="utf-8")
    return str(folder)

"""Tiny classifiers with the labels of natural language inference, and others."""

from __future__ import annotations

import json
from pathlib import Path

from tests.engine.classifiers import build_classifier

LABELS = ("contradiction", "neutral", "entailment")


def build_nli(folder: Path, labels: tuple[str, ...] = LABELS) -> Path:
    """Write a tiny BERT with random weights and these classes."""
    build_classifier("bert", folder, classes=len(labels))
    path = folder / "config.json"
    config = json.loads(path.read_text(encoding="utf-8"))
    config["id2label"] = {str(number): name for number, name in enumerate(labels)}
    config["label2id"] = {name: number for number, name in enumerate(labels)}
    path.write_text(json.dumps(config), encoding="utf-8")
    return folder

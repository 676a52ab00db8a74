"""All files of an exported set in one new folder."""

from __future__ import annotations

import json
from pathlib import Path

from engine.curation.export.croissant import TABLE, croissant
from engine.curation.export.datasheet import datasheet
from engine.curation.export.facts import SetFacts, set_facts
from engine.curation.export.pairs import ExportedSet
from engine.curation.review.log import export_log
from engine.files.export import csv_text
from engine.files.whole_folder import write_folder

DATASHEET, CROISSANT, LOG = "datasheet.md", "croissant.json", "review.jsonl"


def export_folder(name: str, chosen: ExportedSet, folder: Path | str) -> Path:
    """Write an exported set with its descriptions into a new folder, whole or not at all."""
    return write_folder(folder, export_files(name, chosen, set_facts(name, chosen)))


def export_files(name: str, chosen: ExportedSet, facts: SetFacts) -> dict[str, str]:
    """Name → content of the files: pairs, datasheet, the review, and Croissant metadata of them."""
    files = {
        TABLE: csv_text(chosen.frame),
        DATASHEET: datasheet(facts),
        LOG: export_log(name),
    }
    described = json.dumps(croissant(facts, files), ensure_ascii=False, indent=2)
    return files | {CROISSANT: f"{described}\n"}

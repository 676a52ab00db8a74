"""Every command that writes a table takes the formats of tables, and says so before it computes."""

from __future__ import annotations

import pytest

COMMANDS = [
    "pairs bundled --out",
    "pairs bundled --rejected",
    "agreement bundled --out",
    "arena prompts --out",
    "arena rank report.json --out",
    "bec-pro --out",
    "bench coverage --out",
    "cabm --out",
    "cooccurrences texts.txt --out",
    "curate texts --out",
    "curate texts --refused",
    "fill --file sentences.txt --out",
    "gest --out",
    "honest --out",
    "replicate gest --model bundled --out",
]


@pytest.mark.parametrize("command", COMMANDS)
def test_a_table_of_an_unknown_kind_is_refused_before_anything_is_computed(
    engine, tmp_path, command
):
    said = engine(*command.split(), str(tmp_path / "table.txt")).refusal
    assert said.endswith("the name of a table ends in .csv, .xlsx, .tsv, .json or .jsonl.")
    assert not list(tmp_path.iterdir())

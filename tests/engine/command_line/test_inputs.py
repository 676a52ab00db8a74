"""What commands read from standard input is limited as a file is."""

from __future__ import annotations

import io

import pytest

from engine.command_line.inputs import stdin_bytes
from engine.core.errors import InputTextError
from engine.files.text_file import read_text


def test_no_more_of_standard_input_is_read_than_of_a_file(monkeypatch):
    content, limit = io.BytesIO(b"a" * 10_000), 1000
    monkeypatch.setattr("engine.command_line.inputs.SIZE_LIMIT", limit)
    monkeypatch.setattr("engine.files.text_file.SIZE_LIMIT", limit)
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(content))
    with pytest.raises(InputTextError, match="stdin is larger than"):
        read_text(stdin_bytes(), "stdin")
    assert content.tell() == limit + 1

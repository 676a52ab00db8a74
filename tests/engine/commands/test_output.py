from __future__ import annotations

import json

import pytest

from engine.commands.output import p_equals, p_text, write_json, write_table


@pytest.mark.parametrize(
    ("p", "alone", "named"),
    [
        (0.0421, "0.0421", "p = 0.0421"),
        (0.0001, "0.0001", "p = 0.0001"),
        (0.00009, "< 0.0001", "p < 0.0001"),
        (0.0, "< 0.0001", "p < 0.0001"),
        (1.0, "1.0000", "p = 1.0000"),
        (None, "none", "none"),
    ],
)
def test_no_p_value_is_written_as_nothing(p, alone, named):
    assert p_text(p, "none") == alone
    assert p_equals(p, "none") == named


def test_bec_pro_says_how_small_a_p_value_is_at_least():
    from engine.commands.bec_pro import _test

    found = _test({"p": 1e-9, "p_holm": 3e-9, "w": 12.0, "r": -0.8})
    assert found == "W 12, p < 0.0001 (Holm < 0.0001), r -0.80"


def test_a_table_keeps_its_lines_and_controls_no_terminal(capsys):
    write_table("\x1b[3m", ["a\x07"], [["one\ntwo\x9b0m and more"]])
    out = capsys.readouterr().out
    lines = [line.strip() for line in out.splitlines()]
    assert lines == ["\\x1b[3m", "a\\x07", "one", "two\\x9b0m and more"]
    assert not {"\x1b", "\x07", "\x9b"} & set(out)


def test_json_controls_no_terminal(capsys):
    write_json({"title": "\x1b\x7f\x9b0m é"})
    out = capsys.readouterr().out
    assert not {"\x1b", "\x7f", "\x9b"} & set(out)
    assert "é" in out
    assert json.loads(out) == {"title": "\x1b\x7f\x9b0m é"}

"""Whether all machines of a cluster compute alike."""

from __future__ import annotations

import pytest

from engine.cluster.processors import Processor, _common, _cpu, own_processor
from engine.models.devices import why_no_bfloat16

MILAN, GENOA = Processor("EPYC 25 1", False), Processor("EPYC 25 17", True)
XEON = Processor("Xeon 6 143", True)


def test_machines_of_one_kind_have_it_in_common():
    assert _common([("a", GENOA), ("b", GENOA)]) == GENOA


@pytest.mark.parametrize(
    ("answers", "words"),
    [
        ([("a", GENOA), ("b", MILAN)], "b has no native bfloat16 (EPYC 25 1)"),
        ([("a", MILAN)], "a has no native bfloat16"),
        ([("a", GENOA), ("b", GENOA), ("c", XEON)], "(a has EPYC 25 17, c has Xeon 6 143)"),
        ([("a", "no CUDA device")], "a could not say what it computes with (no CUDA device)"),
    ],
)
def test_a_machine_that_differs_is_named(answers, words):
    assert words in _common(answers)


def test_this_machine_says_what_it_is():
    own = own_processor("cpu")
    assert own == own_processor("cpu")
    assert " with torch 2" in own.name
    assert own.native == (not why_no_bfloat16("cpu"))


@pytest.mark.parametrize(
    ("text", "name"),
    [
        (
            "processor\t: 0\ncpu family\t: 25\nmodel\t\t: 17\nmodel name\t: AMD EPYC\n\n"
            "processor\t: 1\ncpu family\t: 26\n",
            "AMD EPYC 25 17",
        ),
        ("CPU implementer\t: 0x41\nCPU part\t: 0xd40\n", "0x41 0xd40"),
    ],
)
def test_a_processor_is_named_by_what_tells_its_kind(tmp_path, text, name):
    (tmp_path / "cpuinfo").write_text(text)
    assert _cpu(tmp_path / "cpuinfo") == name


def test_a_processor_without_a_description_has_the_name_that_python_knows(tmp_path, monkeypatch):
    monkeypatch.setattr("platform.processor", lambda: "")  # it asks another process, once
    monkeypatch.setattr("platform.machine", lambda: "riscv64")
    assert _cpu(tmp_path / "absent") == "riscv64"

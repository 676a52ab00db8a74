"""Of the files that a pin's command names, those beside the pins and those given are read."""

from pathlib import Path

import pytest

from engine.report.check.allowed import check_allowed
from engine.report.check.checking import How, check
from engine.report.check.lines import RefusedError
from engine.report.check.running import Given
from tests.engine.report.pins import simple_pin

NOWHERE = "which is neither beside the pins nor given with --files"


@pytest.fixture
def pins(tmp_path, monkeypatch):
    """The folder of a collection, with a file of its own, and one outside."""
    beside = tmp_path / "pins"
    beside.mkdir()
    for name in ("pins/own.csv", "other.csv"):
        (tmp_path / name).write_text("sent_more,sent_less\nShe waits.,He waits.\n")
    monkeypatch.chdir(beside)
    return beside


def refusal(name: str, *allowed: Path) -> str:
    with pytest.raises(RefusedError) as refused:
        check_allowed([name], allowed)
    return str(refused.value)


@pytest.mark.parametrize("name", ["own.csv", "./own.csv", "../pins/own.csv", "."])
def test_what_is_beside_the_pins_is_read(pins, name):
    check_allowed([name, str(pins / "own.csv")], [pins])


@pytest.mark.parametrize("name", ["/etc/passwd", "../other.csv", "..", "../..", "/", "~"])
def test_what_is_elsewhere_is_refused_by_name(pins, name):
    said = refusal(name, pins)
    assert said.startswith(f"its command reads {name}")
    assert NOWHERE in said


def test_what_is_given_is_read(pins):
    other = pins.parent / "other.csv"
    assert NOWHERE in refusal(str(other), pins)
    check_allowed([str(other), "../other.csv"], [pins, other])
    check_allowed([str(other)], [pins.parent])


def test_a_link_is_where_it_leads(pins):
    (pins / "link.csv").symlink_to(pins.parent / "other.csv")
    said = refusal("link.csv", pins)
    assert "link.csv leads to" in said
    assert "other.csv" in said
    check_allowed(["link.csv"], [pins, pins.parent / "other.csv"])
    (pins.parent / "here").symlink_to(pins)
    check_allowed(["own.csv"], [pins.parent / "here"])


@pytest.mark.parametrize("target", ["../../../other.csv", "/etc", "nothing-there"])
def test_a_link_within_a_folder_is_followed(pins, target):
    inner = pins / "model/inner"
    inner.mkdir(parents=True)
    check_allowed(["model"], [pins])
    (inner / "weights").symlink_to(target)
    if target.startswith("n"):
        check_allowed(["model"], [pins])
    else:
        assert "weights leads to" in refusal("model", pins)


def test_links_that_lead_to_each_other_are_refused(pins):
    (pins / "model").mkdir()
    (pins / "model/one").symlink_to(pins / "model/two")
    (pins / "model/two").symlink_to(pins / "model/one")
    assert "is a link that leads nowhere" in refusal("model", pins)


@pytest.mark.parametrize("of", ["", "--model=", "--mask="])
def test_a_pin_that_reads_elsewhere_is_not_compared(pins, of):
    name = {"": "other.csv", "--model=": "", "--mask=": "mask.json"}[of]
    (pins.parent / "mask.json").write_text("{}")
    command = f"python -m engine pairs {of}../{name}" + (" own.csv" if of else "")
    read: list[str] = []
    found = check(1, simple_pin(command=command), read.append, How(beside=pins, given=()))
    assert (found.outcome, NOWHERE in found.reason) == ("not compared", True)
    assert read == []


def test_names_are_those_beside_the_pins_wherever_the_check_is_run(pins, monkeypatch):
    monkeypatch.chdir("/")
    seen: list[str] = []

    def run(line, folder, from_store, seconds):
        seen.extend(line.files)
        assert Path.cwd() == pins
        return Given([])

    monkeypatch.setattr("engine.report.check.checking.run", run)
    pin = simple_pin(command="python -m engine pairs own.csv")
    assert "gives no table" in check(1, pin, seen.append, How(beside=pins, given=())).reason
    assert seen == ["own.csv", "own.csv"]
    assert Path.cwd() == Path("/")
    assert "is not on this machine" in check(1, pin, seen.append, How()).reason


def test_a_collection_without_a_file_reads_only_what_is_given(pins):
    pin = simple_pin(command="python -m engine pairs own.csv")
    assert NOWHERE in check(1, pin, [].append, How(given=())).reason

"""Pins measured again: the real command, a planted number, and what cannot be run."""

import json
import time
from dataclasses import asdict, replace

import pytest

from engine.pins.reading import read_collection
from engine.pins.story import shipped
from engine.report.check import running
from engine.report.check.checking import How, check, sampled
from engine.report.check.running import NotRunError
from engine.storage.store import Context, default_store
from tests.engine.report.check.in_this_process import check_here
from tests.engine.report.pins import SHE, TEXT, real_pin, simple_pin

pytestmark = pytest.mark.model

LIVE = [pin for pin in shipped().pins if pin.live]
KNOWN = How(from_store=True)  # what comes with Biascope takes no time
NOT, NOTHING = "not compared", "nothing to compare"


@pytest.fixture(autouse=True)
def _here(request, monkeypatch) -> None:
    """Commands run in this process, except where their own is what is tested."""
    if not request.node.get_closest_marker("process"):
        check_here(monkeypatch)


def ignored(_: str) -> None:
    """Names of files that are read."""


@pytest.mark.main_path
@pytest.mark.process
def test_a_real_result_comes_out_again():
    found = check(1, real_pin(), ignored, KNOWN)
    assert (found.reason, found.outcome) == ("", "same")
    assert found.compared.rows == 8
    assert found.compared.numbers >= 16


@pytest.mark.parametrize("pin", LIVE, ids=[pin.key for pin in LIVE])
def test_live_screens_of_the_story_come_out_again(pin):
    found = check(1, pin, ignored, KNOWN)
    assert (found.reason, found.outcome) == ("", "same")
    assert found.compared.rows == found.compared.of_rows == len(pin.rows.rows)
    assert found.compared.left_out == ()


def test_a_planted_number_of_the_slider_is_caught_at_its_position():
    pin = next(pin for pin in LIVE if pin.key == "steering")
    rows = [list(row) for row in pin.rows.rows]
    rows[4][2] += 0.001
    rows[10][5] = 6
    found = check(1, replace(pin, rows=replace(pin.rows, rows=tuple(map(tuple, rows)))), ignored)
    assert [(one.row, one.column) for one in found.compared.differences] == [
        ("-0.24", "she"),
        ("-1.5", "right"),
    ]
    assert found.outcome == "differs"


@pytest.mark.parametrize("kind", ["prediction", "target"])
def test_a_planted_number_is_caught_also_where_its_row_is_shown_twice(kind):
    pin = next(pin for pin in LIVE if pin.key == "two-professions")
    rows = list(pin.rows.rows)
    place = next(at for at, row in enumerate(rows) if (row[1], row[3]) == ("she", kind))
    sentence, word, share, _ = rows[place]
    rows[place] = (sentence, word, share + 0.01, kind)
    found = check(1, replace(pin, rows=replace(pin.rows, rows=tuple(rows))), ignored, KNOWN)
    assert found.outcome == "differs"
    (difference,) = found.compared.differences
    assert difference.pinned == pytest.approx(share + 0.01)
    assert found.compared.rows == 20


def store_a_wrong_value() -> None:
    """Keep another probability of the word that a real pin shows first."""
    manifest = real_pin().manifest
    named = (manifest[name] for name in ("spec", "measure", "version", "params"))
    context, item = Context.of(*named), {"text": TEXT}
    store = default_store()
    value = store.get(context, [item])[0]
    value["predictions"][0][0]["probability"] = 0.875
    store.put(context, [(item, value)])
    store.close()


def contents(folder):
    return {
        path.relative_to(folder): path.read_bytes() for path in folder.rglob("*") if path.is_file()
    }


def test_by_default_what_is_stored_is_computed_again_and_nothing_is_stored(cache_folder):
    store_a_wrong_value()
    before = contents(cache_folder)
    found = check(1, real_pin(), ignored)
    assert (found.reason, found.outcome) == ("", "same")
    assert contents(cache_folder) == before
    found = check(1, real_pin(), ignored, KNOWN)
    assert found.compared.differences[0].found == 0.875


@pytest.mark.parametrize("from_store", [False, True])
def test_a_report_of_the_arena_is_not_kept_for_the_user(
    cache_folder, tiny_model_folder, from_store
):
    model = tiny_model_folder("bert")
    command = f"python -m engine arena run --subset 20 --seed 1 --model '{model}'"
    pin = simple_pin(command=command, columns=["n"], rows=[[20.0]])
    found = check(1, pin, ignored, How(from_store=from_store))
    assert found.outcome == "same"
    assert contents(cache_folder) == {}


def test_a_planted_number_is_caught():
    pin = real_pin()
    word, share, rank = pin.rows.rows[2]
    rows = (*pin.rows.rows[:2], (word, share + 0.001, rank), *pin.rows.rows[3:])
    found = check(1, replace(pin, rows=replace(pin.rows, rows=rows)), ignored, KNOWN)
    (difference,) = found.compared.differences
    assert (difference.row, difference.column) == (word, "probability")
    assert difference.pinned == pytest.approx(share + 0.001)
    assert difference.found == pytest.approx(share)


@pytest.mark.parametrize(
    ("other", "outcome", "reason"),
    [
        ({"command": "python -m engine fill --model=no-such/model x"}, NOT, "its command failed: "),
        ({"command": "python -m engine fill --model=/no/such x"}, NOT, "is not on this machine"),
        ({"command": "python -m engine cache prune"}, NOT, "does not measure"),
        ({"command": "ls"}, NOT, "not one of python -m engine"),
        ({"columns": ["other", "value"], "rows": [["x", 1.0]]}, NOT, "no table with these rows"),
        ({"command": "python -m engine inject --quick"}, NOTHING, "it trains a model"),
        ({"command": ""}, NOTHING, "it has no command"),
        ({"rows": [], "columns": []}, NOTHING, "holds no numbers"),
        ({"columns": ["word", "kind"], "rows": [["she", "a"]]}, NOTHING, "holds no numbers"),
    ],
)
def test_what_is_not_compared_says_why(other, outcome, reason):
    found = check(1, real_pin(**other), ignored, KNOWN)
    assert found.compared is None
    assert found.outcome == outcome
    assert reason in found.reason


@pytest.mark.parametrize(
    ("columns", "rows", "left_out"),
    [
        (["word", "probability", "extra"], [["she", SHE, 1.0]], ("extra",)),
        (["word", "chance"], [["she", SHE]], None),
        (["word", "probability", "text"], [["she", SHE, "57.1%"]], ("text",)),
        (["word", "probability"], [["she", str(SHE)]], ()),
    ],
)
def test_columns_that_are_not_compared_are_named(columns, rows, left_out):
    found = check(1, real_pin(columns=columns, rows=rows), ignored, KNOWN)
    if left_out is None:
        assert found.outcome == "not compared"
    else:
        assert found.compared.left_out == left_out
        assert found.outcome == ("incomplete" if left_out else "same")


def test_a_row_that_the_command_does_not_give_makes_a_comparison_incomplete():
    pin = real_pin()
    rows = (*pin.rows.rows, ("platypus", 0.5, 9))
    found = check(1, replace(pin, rows=replace(pin.rows, rows=rows)), ignored, KNOWN)
    assert (found.compared.rows, found.compared.of_rows) == (8, 9)
    assert found.outcome == "incomplete"


@pytest.mark.process
@pytest.mark.parametrize(
    ("command", "reason"),
    [
        ("python -m engine fill 'She \0 [MASK]'", "holds a zero byte"),
        (
            f"python -m engine fill '{'é🙂' * 45_000} [MASK]'",
            "cannot be started (Argument list too",
        ),
        (f"python -m engine fill '{'word ' * 72_000} [MASK]'", "is too long"),
    ],
    ids=["a zero byte", "too long for the system", "too long for a pin"],
)
def test_a_command_that_cannot_be_started_is_not_compared(command, reason):
    fields = {"schema": "biascope.pins/1", "pins": [asdict(real_pin()) | {"command": command}]}
    (pin,) = read_collection(json.dumps(fields), "x.json").pins
    found = check(1, pin, ignored, KNOWN)
    assert (found.compared, found.outcome) == (None, NOT)
    assert reason in found.reason


def test_a_table_that_cannot_be_read_is_not_compared(tmp_path):
    (tmp_path / "table.csv").write_bytes(b"a,b\n1,\xff\n")
    with pytest.raises(NotRunError, match="wrote no table"):
        running._csv(tmp_path / "table.csv")


def test_a_check_ends_after_its_whole_time():
    found = check(1, real_pin(), ignored, How(ends=time.monotonic()))
    assert (found.outcome, "all of its time" in found.reason) == ("not compared", True)


def test_a_sample_is_drawn_with_its_seed():
    pins = [simple_pin() for _ in range(30)]
    assert sampled(pins, 0, 0) == [*range(1, 31)]
    assert sampled(pins, 99, 0) == [*range(1, 31)]
    assert sampled(pins, 5, 1) == sampled(pins, 5, 1)
    assert sampled(pins, 5, 1) != sampled(pins, 5, 2)
    assert len(set(sampled(pins, 5, 1))) == 5

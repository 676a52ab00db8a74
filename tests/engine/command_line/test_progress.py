"""How far a command is, and how long the rest takes, on a terminal and in a log."""

import pytest

from engine.command_line.output import counter
from engine.command_line.progress import Counter
from engine.core.wording import duration
from engine.flow.pace import Expected


class Clock:
    """Seconds that pass only when a test says so."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def shown(capsys, terminal, total, pace, until, every=4.0):
    """What is written while items are finished at a pace, a report every four seconds."""
    clock = Clock()
    count = Counter("pairs", terminal, clock)
    while (done := min(total, 8 + int(clock.now * pace))) < total and clock.now < until:
        count(done, total)
        clock.now += every
    count(done, total)
    caught = capsys.readouterr()
    assert caught.out == ""
    return caught.err


def test_hours_of_work_are_forecast_from_the_first_items_and_a_log_has_a_line_a_minute(capsys):
    lines = shown(capsys, False, 900_000, pace=20, until=610).splitlines()
    assert lines[0] == (
        "pairs: 900,000 in all, of which 899,912 are left, expected to take about 12 "
        "hours, as the first took on this machine."
    )
    assert len(lines) == 11
    assert lines[1] == "pairs: 1,208 of 900,000, about 12 hours left"
    assert lines[10].startswith("pairs: 12,008 of 900,000, ")


@pytest.mark.parametrize("terminal", [False, True])
@pytest.mark.parametrize(
    ("expected", "line"),
    [
        (
            Expected(900_000, 900_000, 12_000.0),
            "pairs: 900,000 in all, expected to take about 3.3 hours on this machine, as earlier "
            "work did.",
        ),
        (
            Expected(900_000, 4_000, 31.0),
            "pairs: 4,000 of 900,000 are left, expected to take about 30 seconds on this machine, "
            "as earlier work did.",
        ),
        (
            Expected(900_000, 900_000, None),
            "pairs: 900,000 in all, to be measured; how long that takes on this machine is unknown "
            "yet.",
        ),
        (Expected(900_000, 900_000, 9.0), None),
        (Expected(40, 40, None), None),
    ],
)
def test_before_work_begins_its_time_is_said_or_that_it_is_unknown(
    capsys, terminal, expected, line
):
    Counter("pairs", terminal, Clock()).expect(expected)
    assert capsys.readouterr().err == (f"{line}\n" if line else "")


@pytest.mark.parametrize(("before", "again"), [(45_000.0, False), (20_000.0, True), (None, True)])
def test_what_was_forecast_is_said_again_only_if_it_takes_clearly_longer(capsys, before, again):
    clock = Clock()
    count = Counter("pairs", False, clock)
    count.expect(Expected(900_000, 900_000, before))
    for clock.now in (0.0, 4.0, 8.0):
        count(8 + int(clock.now * 20), 900_000)
    assert ("as the first took" in capsys.readouterr().err) == again


def test_a_log_ends_with_all_items(capsys):
    lines = shown(capsys, False, 2_000, pace=10, until=10**6).splitlines()
    assert "about 3 minutes" in lines[0]
    assert lines[-1] == "pairs: 2,000 of 2,000"


def test_short_work_leaves_a_log_empty(capsys):
    assert shown(capsys, False, 400, pace=10, until=10**6) == ""


def test_a_terminal_has_one_line_and_above_it_the_forecast(capsys):
    err = shown(capsys, True, 90_000, pace=20, until=20)
    first, rest = err.split("\n", 1)
    assert first.endswith(
        "89,912 are left, expected to take about 75 minutes, as the first took on this machine."
    )
    assert rest.endswith("\rpairs: 408 of 90000, about 75 minutes left")
    assert "\n" not in rest


def test_what_is_shorter_is_written_over_whole(capsys):
    count = Counter("pairs", True, Clock())
    count(1000, 2000)
    count(1, 2)
    assert capsys.readouterr().err == "\rpairs: 1000 of 2000\rpairs: 1 of 2      "


def test_work_without_a_finished_item_is_never_forecast_but_counted(capsys):
    """Such as the cells of a table, of which parts are reported."""
    clock = Clock()
    count = Counter("Cells", False, clock)
    for clock.now in range(0, 130, 5):
        count(3, 40)
    assert capsys.readouterr().err.splitlines() == ["Cells: 3 of 40"] * 2


def test_the_pace_is_that_of_the_last_minutes(capsys):
    clock = Clock()
    count = Counter("pairs", False, clock)
    done = 0
    for clock.now in range(0, 3600, 4):
        done += 400 if clock.now < 600 else 4
        count(done, 100_000)
    assert capsys.readouterr().err.splitlines()[-1].endswith("about 10 hours left")


def test_one_item_is_not_counted(monkeypatch):
    assert counter("fill", 1) is None
    assert counter("fill", 2) is not None


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (1, "about 1 minute"), (89, "about 1 minute"), (119, "about 2 minutes"),
        (89 * 60, "about 89 minutes"), (90 * 60, "about 1.5 hours"), (7200, "about 2 hours"),
        (9.6 * 3600, "about 10 hours"), (35 * 3600, "about 35 hours"), (86400 * 2, "about 2 days"),
        (86400 * 400, "about 400 days"),
    ],
)  # fmt: skip
def test_a_duration_in_words(seconds, text):
    assert duration(seconds) == text

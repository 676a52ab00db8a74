"""The process of a checked command: what it finds, its limits, and its end."""

import os
import re
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import psutil
import pytest

from engine.core.project import PROJECT
from engine.report.check import running
from engine.report.check.lines import lines_of
from engine.report.check.running import scratch_cache
from tests.engine.report.pins import COMMAND

SLOW = "python -m engine arena run --top-k 50"  # minutes


def test_downloads_and_reviews_of_the_user_are_found(cache_folder, tmp_path):
    for name in ("datasets", "converted", "curation", "arena", "results.sqlite"):
        (cache_folder / name).mkdir()
    found = scratch_cache(tmp_path, from_store=False)
    assert sorted(path.name for path in found.iterdir()) == ["converted", "curation", "datasets"]
    assert (found / "datasets").samefile(cache_folder / "datasets")


def test_where_no_link_can_be_made_nothing_is_compared_and_it_says_why(
    cache_folder, tmp_path, monkeypatch
):
    def refused(*_: object) -> None:
        raise OSError(22, "A required privilege is not held by the client")

    (cache_folder / "results.sqlite").touch()
    monkeypatch.setattr(Path, "symlink_to", refused)
    with pytest.raises(running.NotRunError, match=r"results.sqlite .*privilege.*Developer Mode"):
        scratch_cache(tmp_path, from_store=True)


@pytest.mark.main_path
@pytest.mark.process
def test_a_command_that_takes_too_long_is_ended(tmp_path):
    (line,) = lines_of(SLOW)
    with pytest.raises(running.NotRunError, match=r"longer than 0.01 seconds"):
        running.run(line, tmp_path, seconds=0.01)


@pytest.mark.main_path
@pytest.mark.process
def test_a_command_writes_no_more_than_it_may(tmp_path, monkeypatch):
    monkeypatch.setattr(running, "_MOST_WRITTEN", 100)
    monkeypatch.setattr(running, "SIZE_LIMIT", 0)
    (line,) = lines_of(COMMAND)
    with pytest.raises(running.NotRunError, match=r"its command (failed|printed no JSON)"):
        running.run(line, tmp_path, from_store=True)
    assert (tmp_path / "printed").stat().st_size <= 100


@pytest.mark.process
def test_a_command_computes_no_longer_than_it_may(tmp_path):
    words = [sys.executable, "-m", "engine.report.check.child", str(os.getpid()), "1000000", "1"]
    done = subprocess.run([*words, *SLOW.split()[3:]], cwd=PROJECT, check=False, timeout=120)
    assert done.returncode == -signal.SIGXCPU


@pytest.mark.main_path
@pytest.mark.process
@pytest.mark.skipif(sys.platform != "linux", reason="other systems cannot")
def test_a_command_ends_with_the_check(tmp_path):
    check = (
        "import sys; from pathlib import Path; from engine.report.check.lines import lines_of; "
        "from engine.report.check.running import run; "
        f"run(lines_of({SLOW!r})[0], Path(sys.argv[1]))"
    )
    with subprocess.Popen([sys.executable, "-c", check, str(tmp_path)], cwd=PROJECT) as parent:
        number = waited_for(lambda: child_of(parent.pid))
        waited_for(lambda: is_limited(number))
        parent.kill()
    waited_for(lambda: not is_running(number))


@pytest.mark.process
def test_a_command_whose_check_has_ended_already_does_not_begin():
    words = [sys.executable, "-m", "engine.report.check.child", str(os.getppid()), "1000000", "1"]
    done = subprocess.run([*words, *SLOW.split()[3:]], cwd=PROJECT, check=False, timeout=120)
    assert done.returncode == 1


def waited_for(found):
    """What is found, as soon as something is."""
    for _ in range(6000):
        if value := found():
            return value
        time.sleep(0.05)
    pytest.fail("it took more than five minutes")


def child_of(parent: int) -> int | None:
    """The process of a command that this one started."""
    for child in psutil.Process(parent).children():
        with suppress(psutil.Error):
            if any("check.child" in word for word in child.cmdline()):
                return child.pid
    return None


def is_limited(number: int) -> bool:
    """Whether it has set the limits of a command, and so watches the check."""
    limits = Path(f"/proc/{number}/limits").read_text(encoding="ascii")
    return re.search(r"Max cpu time +unlimited", limits) is None


def is_running(number: int) -> bool:
    with suppress(psutil.Error):
        return psutil.Process(number).status() not in (psutil.STATUS_ZOMBIE, psutil.STATUS_DEAD)
    return False

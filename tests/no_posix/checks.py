"""What runs without POSIX: started by `test_without_posix.py`, in a process that has none."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from pathlib import Path

import pytest
from typer.testing import CliRunner

from components.frame.shell.pages import PAGES
from engine.cli import app
from engine.storage import jobs
from engine.storage.jobs.processes import is_alive
from tests.pages.conftest import _known_answers, few_sentences, opened, small_samples, spec  # noqa: F401

ROOT = Path(__file__).parent.parent.parent
LIMIT = 120.0


def as_ours(code: str, name: str = "engine.made_up") -> None:
    """Run code as that of a module."""
    exec(code, {"__name__": name})


@pytest.mark.parametrize(
    "code",
    [
        "import fcntl",
        "from resource import setrlimit",
        "def limit():\n    import resource\nlimit()",
        "import os\nos.killpg",
        "from os import getuid",
        "import os.path as path, os\npath.join, os.geteuid()",
        "import signal\nsignal.SIGKILL",
        "from signal import setitimer",
        "from pathlib import Path\nPath('link').symlink_to('nowhere')",
    ],
)
def test_what_windows_lacks_is_lacking_for_our_modules_only(code):
    with pytest.raises((ImportError, AttributeError, OSError), match=r"Windows|cannot import"):
        as_ours(code)
    if "symlink" not in code:
        as_ours(code, "psutil.made_up")


def test_text_is_read_in_an_encoding_that_is_given(tmp_path):
    (tmp_path / "text").write_bytes("é".encode())
    code = f"from pathlib import Path\nPath({str(tmp_path / 'text')!r}).read_text()"
    with pytest.raises(EncodingWarning):
        as_ours(code)
    as_ours(code, "psutil.made_up")


@pytest.mark.page
@pytest.mark.parametrize("name", [page.name for page in PAGES])
@pytest.mark.usefixtures("few_sentences", "small_samples")
def test_a_page_opens(opened, name):  # noqa: F811
    page = opened(name)
    assert not page.error, [error.value for error in page.error]
    assert page.markdown


def test_commands_measure(tiny_model_folder):
    model = ["--model", str(tiny_model_folder("bert")), "--device", "cpu", "--json"]
    for words in (["fill", "The [MASK] was tired."], ["pairs", "bundled"]):
        done = CliRunner().invoke(app, [*words, *model])
        assert done.exit_code == 0, done.output
        assert json.loads(done.stdout)["manifest"]


@pytest.mark.process
def test_the_command_line_writes_utf8_into_a_pipe():
    done = subprocess.run(
        [sys.executable, "-m", "engine", "pppl", "→.txt"],
        cwd=ROOT,
        capture_output=True,
        check=False,
    )
    assert done.returncode == 2
    assert done.stderr.decode("utf-8").strip() == "There is no file →.txt."


def until(number: int, *states: str) -> jobs.Job:
    """Wait until a job is in one of these states."""
    end = time.monotonic() + LIMIT
    while (job := jobs.job(number)).state not in states:
        assert time.monotonic() < end, (job.state, job.message)
        time.sleep(0.1)
    return job


@pytest.mark.process
def test_one_job_is_cancelled_at_work_and_the_next_runs_to_its_end(tiny_model_folder, tmp_path):
    texts = tmp_path / "texts.txt"
    texts.write_text(
        "\n".join(f"The nurse said {number} times “no”." for number in range(20_000)),
        encoding="utf-8",
    )
    model = ["--model", str(tiny_model_folder("bert")), "--device", "cpu"]
    first = jobs.submit("long", ["pppl", str(texts), *model])
    second = jobs.submit("short", ["cache", "info", "--json"])
    end = time.monotonic() + LIMIT
    while not jobs.job(first).done:
        assert time.monotonic() < end, jobs.job(first)
        time.sleep(0.1)
    jobs.cancel(first)
    cancelled = until(first, "cancelled", "failed", "done", "interrupted")
    assert (cancelled.state, cancelled.message) == ("cancelled", "")
    assert cancelled.done
    assert not is_alive(cancelled.worker)
    done = until(second, "done", "failed", "interrupted")
    assert done.state == "done", done.message
    assert json.loads((done.folder / "output").read_bytes())

"""An installed copy: the wheel in an environment of its own, run from a folder of other modules."""

from __future__ import annotations

import json
import os
import re
import shlex
import signal
import socket
import subprocess
import sys
import sysconfig
import time
import zipfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

import pytest

from engine.core.version import VERSION

ROOT = Path(__file__).parent.parent
LARGEST = 60e6  # bytes of a wheel
_PATIENCE = 180.0  # seconds, on a busy machine
# As a user of the package writes it.
_SCRIPT = """
import json, sys, time
from pathlib import Path
from streamlit.testing.v1 import AppTest
import biascope
from biascope.engine.storage import jobs

app = Path(biascope.__file__).parent / "app.py"
shown = AppTest.from_file(str(app), default_timeout=150).run()
jobs.submit("A sentence", ["fill", "The nurse said that [MASK] was tired.", "--json"])
job = jobs.jobs()[0]
while job.state in ("queued", "running"):
    time.sleep(0.2)
    (job,) = jobs.jobs()
moved = ("engine", "components", "pages")
print(json.dumps({
    "errors": [error.value for error in [*shown.exception, *shown.error]],
    "titles": len(shown.markdown),
    "job": [job.state, job.message],
    "of_others": sorted({name for name in sys.modules if name.split(".")[0] in moved}),
}))
"""


class Copy:
    """An installed copy, and a folder whose modules have the names of the source tree.

    Args:
        wheel: that it was installed from.
        bin: folder of its programs.
        foreign: folder in which everything is run.
        home: of its user.
    """

    def __init__(self, wheel: Path, bin_: Path, foreign: Path, home: Path) -> None:
        self.wheel, self.bin, self.foreign, self.home = wheel, bin_, foreign, home

    def start(self, *words: str, **environment: str) -> subprocess.Popen[str]:
        """Start one of its programs in the foreign folder."""
        kept = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
        return subprocess.Popen(
            [self.bin / words[0], *words[1:]],
            cwd=self.foreign,
            env={**kept, "HOME": str(self.home), **environment},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def run(self, *words: str, **environment: str) -> tuple[int, str, str]:
        """Exit code and output of one of its programs."""
        with self.start(*words, **environment) as process:
            out, err = process.communicate(timeout=_PATIENCE)
        return process.returncode, out, err


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Copy:
    folder = tmp_path_factory.mktemp("installed")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    (wheel,) = folder.glob("*.whl")
    environment = folder / "environment"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", environment], check=True)
    bin_ = environment / ("Scripts" if os.name == "nt" else "bin")
    pip = [sys.executable, "-m", "pip", "--python", str(bin_ / "python"), "install", "--quiet"]
    subprocess.run([*pip, "--no-deps", "--no-index", str(wheel)], check=True)
    # The libraries are those of this environment: gigabytes, and not what is tested.
    (site,) = environment.glob("**/site-packages")
    (site / "libraries.pth").write_text(sysconfig.get_path("purelib") + "\n", encoding="utf-8")
    foreign, home = folder / "foreign", folder / "home"
    foreign.mkdir()
    home.mkdir()
    for name in ("engine", "components", "pages", "app", "docs"):
        (foreign / f"{name}.py").write_text('raise SystemExit("another program\'s module")\n')
    return Copy(wheel, bin_, foreign, home)


def test_a_wheel_is_small_enough_and_takes_no_name_but_its_own(installed):
    assert installed.wheel.stat().st_size < LARGEST
    with zipfile.ZipFile(installed.wheel) as packed:
        tops = {name.partition("/")[0] for name in packed.namelist()}
    assert tops == {"biascope", f"biascope-{VERSION}.dist-info"}
    code = (
        "import importlib.util as u, biascope; print(biascope.__version__, "
        "[name for name in ('engine', 'components', 'pages', 'app') if u.find_spec(name)])"
    )
    assert installed.run("python", "-P", "-c", code)[:2] == (0, f"{VERSION} []\n")


def test_the_script_says_its_version_and_lists_the_commands(installed):
    code, out, err = installed.run("biascope", "--version")
    assert (code, err) == (0, "")
    assert re.match(rf"biascope {re.escape(VERSION)}(\+[0-9a-f]{{8}})? \(.*site-packages", out)
    code, out, err = installed.run("biascope", "--help")
    assert (code, err) == (0, "")
    assert out.startswith("Usage: biascope [OPTIONS] COMMAND")
    assert "  fill  " in out
    assert "--port" in out


def test_a_command_measures_and_keeps_its_results_with_the_user(installed):
    words = ("fill", "The nurse said that [MASK] was tired.", "--top-k", "1", "--json")
    code, out, err = installed.run("biascope", *words, BIASCOPE_CACHE="", XDG_DATA_HOME="")
    assert (code, err) == (0, "")
    assert json.loads(out)["manifest"]["biascope"].startswith(VERSION)
    assert [path.name for path in installed.home.rglob("results.sqlite")] == ["results.sqlite"]
    assert not [*installed.foreign.rglob("*.sqlite"), *installed.bin.parent.rglob("results.sqlite")]
    mistaken = installed.run("python", "-m", "biascope", "seat", "no-such-set")
    assert mistaken[0] == 2
    assert "python -m engine" not in mistaken[2]


def test_plugins_import_the_package_and_are_part_of_it(installed):
    folder = str(ROOT / "docs" / "plugins")
    code, out, err = installed.run("biascope", "pronoun-share", "--json", BIASCOPE_PLUGINS=folder)
    assert (code, err) == (0, "")
    found = json.loads(out)
    assert len(found["shares"]) == 8
    assert found["manifest"]["plugin"]["name"] == "pronoun_share"


def test_options_of_the_dashboard_are_not_taken_for_those_of_a_command(installed):
    code, _, err = installed.run("biascope", "--port", "8600", "fill", "[MASK].")
    assert (code, len(err.splitlines())) == (2, 1)
    assert "--port is of the dashboard" in err


def test_pages_and_jobs_work_beside_other_modules_of_the_same_names(installed, tmp_path):
    script = tmp_path / "script.py"
    script.write_text(_SCRIPT, encoding="utf-8")
    code, out, err = installed.run("python", "-P", str(script))
    assert code == 0, err
    found = json.loads(out.splitlines()[-1])
    assert found["titles"] > 0
    assert (found["errors"], found["job"], found["of_others"]) == ([], ["done", ""], [])


# --- servers ------------------------------------------------------------------------------


def free_port() -> int:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return int(taken.getsockname()[1])


@contextmanager
def served(start: Callable[[], subprocess.Popen[str]], port: int) -> Iterator[str]:
    """The address of a server that answers until the block ends."""
    process = start()
    try:
        end = time.monotonic() + _PATIENCE
        while answer(f"http://localhost:{port}/_stcore/health") != "ok":
            assert process.poll() is None, process.communicate()
            assert time.monotonic() < end
            time.sleep(0.2)
        yield f"http://localhost:{port}"
    finally:
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=_PATIENCE)


def answer(url: str) -> str:
    try:
        with urlopen(url, timeout=10) as found:
            return str(found.read().decode())
    except (URLError, ConnectionError):
        return ""


def listening(port: int) -> set[str]:
    """Addresses at which a port of this machine is listened on."""
    import psutil

    found = psutil.net_connections("tcp")
    return {one.laddr.ip for one in found if one.status == "LISTEN" and one.laddr.port == port}


def test_the_dashboard_listens_on_this_machine_alone_with_the_settings_of_the_app(installed):
    port = free_port()
    words = ("biascope", "--port", str(port), "--", "--server.headless", "true")
    with served(lambda: installed.start(*words), port) as url:
        assert listening(port) == {"127.0.0.1"}
        assert "<title>" in answer(url)
        assert answer(f"{url}/_stcore/metrics") == ""  # the guard of app.py


# --- container ----------------------------------------------------------------------------


def instructions() -> list[tuple[str, str]]:
    """Name and text of each instruction of the Dockerfile."""
    text = (ROOT / "Dockerfile").read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    whole = "\n".join(lines).replace("\\\n", " ").splitlines()
    return [(line.partition(" ")[0], line.partition(" ")[2]) for line in whole]


def of(name: str) -> Sequence[str]:
    return [text for found, text in instructions() if found == name]


def test_the_container_is_built_from_what_is_here_and_runs_without_rights():
    assert {"requirements.txt"} == {
        word for text in of("COPY") for word in shlex.split(text)[:-1] if word != "."
    }
    runs = " ".join(of("RUN"))
    requirements = (ROOT / "requirements.txt").read_text(encoding="utf-8").splitlines()
    assert next(line for line in requirements if line.startswith("torch==")) in runs
    build = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    assert f'"{re.findall(r"hatchling==[0-9.]+", runs)[0]}"' in build
    assert of("USER") == ["biascope"]
    assert of("EXPOSE") == ["8501"]
    ignored = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    needed = [line.removeprefix("!") for line in ignored if re.match(r"![^.]", line)]
    assert len(needed) > 5
    assert [name for name in needed if not (ROOT / name).exists()] == []


@pytest.mark.skipif(os.name == "nt", reason="the container's shell is a POSIX shell")
def test_the_command_of_the_container_serves_its_names_and_no_other(installed):
    port = free_port()
    (command,) = of("CMD")
    (check,) = [text.partition("CMD ")[2] for text in of("HEALTHCHECK")]
    line = command.replace("8501", str(port))
    given = {"HOSTS": "biascope.example.org", "PATH": f"{installed.bin}:{os.environ['PATH']}"}
    start = lambda: installed.start("python", "-c", _SHELL, line, **given)  # noqa: E731
    with served(start, port):
        assert listening(port) == {"0.0.0.0"}
        words = shlex.split(check.replace("8501", str(port)))
        assert installed.run(*words)[0] == 0
        assert status(port, "biascope.example.org") == status(port, f"localhost:{port}") == 101
        assert status(port, "biascope.example.com") == 403


def status(port: int, host: str) -> int:
    """What the server answers to the page of whoever has typed this name: 101 begins a session."""
    connection = HTTPConnection("127.0.0.1", port, timeout=10)
    try:
        asked = {"Host": host, "Origin": f"http://{host}", "Connection": "Upgrade"}
        asked |= {"Upgrade": "websocket", "Sec-WebSocket-Version": "13"}
        asked |= {"Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ=="}  # that of RFC 6455
        connection.request("GET", "/_stcore/stream", headers=asked)
        return connection.getresponse().status
    finally:
        connection.close()


_SHELL = "import os, sys; os.execvp('sh', ['sh', '-c', sys.argv[1]])"

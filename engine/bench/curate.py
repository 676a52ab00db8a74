"""Speed and memory of curation, from subtitle files to candidates, and quality of its counterparts.

The films are made: lines of real subtitles, in which some words are exchanged for others of the
same text, so that sentences are as long as real ones, words as frequent, and few are duplicates.
"""

from __future__ import annotations

import json
import random
import re
import subprocess
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Annotated

import typer

from engine.bench.shown import in_seconds, opening, share, write_report
from engine.bench.timing import seconds
from engine.command_line.options import JsonOption
from engine.core.errors import BiascopeError
from engine.core.program import run_module
from engine.core.project import PROJECT

SAMPLE = PROJECT / "engine" / "curation" / "sample"
_EXCHANGED = 0.3  # of the words in lower case
_SECONDS_A_LINE = 2.5
_EVERY = 0.05  # seconds between two looks at the memory

_WORD = re.compile(r"\b[a-z]+\b")


@dataclass(frozen=True)
class Stages:
    """What each stage of a run takes, in seconds of wall-clock time.

    Args:
        plain: opening and decoding the same files in one process, for comparison.
        searched: reading, cleaning and joining the files, and looking for keywords.
        gathered: leaving out duplicates.
        proposed: proposing counterparts.
    """

    plain: float
    searched: float
    gathered: float
    proposed: float
    sentences: int
    hits: int
    unique: int

    @property
    def goal(self) -> float:
        """Seconds of all but the counterparts."""
        return self.searched + self.gathered


@dataclass(frozen=True)
class CommandCost:
    """The command `curate` on the same files.

    Args:
        peak_gb: most resident memory of it and its helpers at one time, 10^9 bytes; pages that
            they share count for each.
    """

    seconds: float
    peak_gb: float
    candidates: int


def real_lines(folder: Path | None) -> list[str]:
    """Lines of English subtitles in a folder of subtitle files; of the bundled sample if None."""
    from engine.curation.subtitles.cues import cues_of
    from engine.files.text_file import read_text

    paths = sorted(SAMPLE.glob("*.srt")) if folder is None else sorted(_english(folder))
    lines = [
        line
        for path in paths
        for cue in cues_of(read_text(path).text, path.suffix)[0]
        for line in cue.text.splitlines()
        if line.strip()
    ]
    if not lines:
        raise BiascopeError(f"{folder} holds no English subtitles; leave it out for the sample.")
    return lines


def _english(folder: Path) -> Iterator[Path]:
    for path in folder.rglob("*.srt"):
        if "eng" in path.stem.split("-") or path.parent.name == "eng":
            yield path


def write_films(folder: Path, lines: Sequence[str], films: int, length: int, seed: int) -> None:
    """Write that many films of so many lines each.

    Args:
        lines: that the films are made of.
    """
    draw = random.Random(seed)
    words = [word for line in lines for word in _WORD.findall(line)]

    def exchanged(match: re.Match[str]) -> str:
        return draw.choice(words) if draw.random() < _EXCHANGED else match[0]

    for film in range(films):
        cues = (
            f"{number + 1}\n{_time(number)} --> {_time(number + 0.9)}\n"
            f"{_WORD.sub(exchanged, draw.choice(lines))}\n\n"
            for number in range(length)
        )
        path = folder / f"Made.Film.{film + 1:04}.{1950 + film % 75}.srt"
        path.write_text("".join(cues), encoding="utf-8")


def _time(number: float) -> str:
    thousandths = round(number * _SECONDS_A_LINE * 1000)
    minutes, rest = divmod(thousandths, 60_000)
    return f"{minutes // 60:02}:{minutes % 60:02}:{rest // 1000:02},{rest % 1000:03}"


def stage_times(folder: Path, workers: int) -> Stages:
    """Run the stages one after another and time each."""
    from engine.curation.keywords.lists import load_lists
    from engine.curation.processes import work_for
    from engine.curation.run import chunks_of, films_of, gather, in_order

    files = sorted(folder.glob("*.srt"))
    lists = load_lists("en")
    plain = seconds(lambda: [path.read_text(encoding="utf-8") for path in files])
    begun = time.perf_counter()
    with work_for(lists, len(files), workers) as work:
        films, _ = films_of(work.read(files))
        searched = time.perf_counter()
        by_category = {category: gather(films, category) for category in lists.categories}
        found = time.perf_counter()
        singles = in_order(by_category)
        for _ in work.propose(chunks_of(films, singles)):
            pass
        ended = time.perf_counter()
    return Stages(
        plain,
        searched - begun,
        found - searched,
        ended - found,
        sum(film.sentences for film in films),
        sum(one.hits.total() for one in by_category.values()),
        len(singles),
    )


def command_cost(folder: Path, workers: int) -> CommandCost:
    """Run the command in a process of its own, and watch its memory and that of its helpers."""
    argv = ["curate", str(folder), "--workers", str(workers), "--json"]
    begun = time.perf_counter()
    with subprocess.Popen(
        [*run_module(), *argv],
        cwd=PROJECT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        watch = _Watch(process.pid)
        out, said = process.communicate()
        taken = time.perf_counter() - begun
        watch.stop()
    if process.returncode:
        raise BiascopeError(said.decode(errors="replace").strip() or "curate failed.")
    return CommandCost(taken, watch.peak / 1e9, json.loads(out)["candidates"])


class _Watch(threading.Thread):
    """Looks at the memory of a process and of those it started.

    Args:
        pid: of the process.
    """

    def __init__(self, pid: int) -> None:
        super().__init__(daemon=True)
        self.peak = 0
        self._pid = pid
        self._ended = threading.Event()
        self.start()

    def run(self) -> None:
        while not self._ended.wait(_EVERY):
            self.peak = max(self.peak, _resident(self._pid))

    def stop(self) -> None:
        """Look no more."""
        self._ended.set()
        self.join()


def _resident(pid: int) -> int:
    """Bytes resident for a process and those it started; 0 where it has ended."""
    import psutil

    found = 0
    with suppress(psutil.Error):
        process = psutil.Process(pid)
        for one in (process, *process.children(recursive=True)):
            with suppress(psutil.Error):
                found += one.memory_info().rss
    return found


# --- curate -------------------------------------------------------------------------------
# `bench curate` says how long films take from subtitles to candidates, and what memory.

_SUBTITLES = "subtitles"  # folder of the data sets


def curate(
    films: Annotated[int, typer.Option(min=1, help="Films to make.")] = 232,
    lines: Annotated[int, typer.Option(min=1, help="Lines of each.")] = 2000,
    workers: Annotated[int, typer.Option(min=1, help="Processes.")] = 2,
    sample: Annotated[
        bool, typer.Option("--sample", help="Make them of the bundled sample, rich in keywords.")
    ] = False,
    seed: Annotated[int, typer.Option(help="Seed of the films.")] = 0,
    json_: JsonOption = False,
) -> None:
    """How long films take from subtitle files to candidates, and what memory they need."""
    from engine.core.errors import DataSetError
    from engine.storage.store import named_folder

    preamble = opening("curate")
    named = None if sample else named_folder("BIASCOPE_DATA", DataSetError)
    source = named / _SUBTITLES if named and (named / _SUBTITLES).is_dir() else None
    with tempfile.TemporaryDirectory() as parent:
        folder = Path(parent)
        write_films(folder, real_lines(source), films, lines, seed)
        stages = stage_times(folder, workers)
        cost = command_cost(folder, workers)
    made_of = "bundled sample" if source is None else _SUBTITLES
    report = {
        **preamble,
        **{"films": films, "lines": lines, "workers": workers, "seed": seed, "made_of": made_of},
        "stages": asdict(stages) | {"goal": stages.goal},
        "command": asdict(cost),
    }
    rows = [
        ["plain read of the files", in_seconds(stages.plain), ""],
        [
            "read, cleaned, searched",
            in_seconds(stages.searched),
            f"{stages.sentences:,} sentences",
        ],
        [
            "duplicates left out",
            in_seconds(stages.gathered),
            f"{stages.unique:,} of {stages.hits:,}",
        ],
        [
            "both",
            in_seconds(stages.goal),
            f"{stages.goal / stages.plain:.0f} times the plain read",
        ],
        ["counterparts proposed", in_seconds(stages.proposed), f"{cost.candidates:,} candidates"],
        ["the whole command", in_seconds(cost.seconds), f"{cost.peak_gb * 1000:.0f} MB at most"],
    ]
    what = f"{films:,} films of {lines:,} lines, {workers} workers, made of {made_of}"
    write_report(report, json_, [what, "", ""], rows)


# --- swaps --------------------------------------------------------------------------------
# `bench swaps` counts how many proposed counterparts are those that people expect.


def swaps(
    tables: Annotated[
        list[Path] | None,
        typer.Argument(help="CSV with columns sentence and expected; the labelled one if none."),
    ] = None,
    category: Annotated[str, typer.Option(help="Bias type of the keywords.")] = "gender",
    language: Annotated[str, typer.Option(help="Language of the sentences.")] = "en",
    json_: JsonOption = False,
) -> None:
    """How many counterparts of sentences come out as people expect them."""
    from engine.curation.counterparts.accuracy import (
        accuracy,
        expected_counterparts,
        labelled_table,
    )

    found = {
        path.name: accuracy(expected_counterparts(path), category, language)
        for path in tables or [labelled_table(language)]
    }
    report = {
        **opening("swaps"),
        "category": category,
        "language": language,
        "tables": [
            {"table": name, "share": measured.share, **asdict(measured)}
            for name, measured in found.items()
        ],
    }
    rows = []
    for name, measured in found.items():
        counts = f"{measured.right} of {measured.n}"
        rows.append([name, counts, share(measured.share, measured.interval)])
        rows += [[one.sentence, one.got, f"expected: {one.expected}"] for one in measured.wrong]
    write_report(report, json_, ["table", "as expected", "share"], rows)

"""A run's work, done in this process or shared out among helpers, and what is said to them."""

from __future__ import annotations

import base64
import contextlib
import json
import os
import queue
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict
from pathlib import Path
from typing import Any, TypeVar

from engine.core.errors import BiascopeError, StorageError, why
from engine.core.program import found_anywhere, module_named
from engine.curation.candidate import Skipped
from engine.curation.counterparts.proposal import Proposal, Refusal
from engine.curation.keywords.lists import WordLists, as_text, parse, word_lists
from engine.curation.search import FilmHits, Search, SubtitleSource

MOST = 16  # helpers
_FEWEST_FILES = 8  # for fewer, starting helpers takes longer than they save

Items = Sequence[tuple[str, str]]
_Wish = TypeVar("_Wish")


def helpers_for(files: int, asked: int | None) -> int:
    """How many helpers a run has; 0 where it does the work itself.

    Args:
        asked: by the user; None for what suits the machine. One is none: the run works itself.
    """
    if asked is None:
        asked = 2 if files >= _FEWEST_FILES and (os.cpu_count() or 1) > 1 else 1
    wanted = min(asked, files, MOST)
    return wanted if wanted > 1 else 0


def work_for(
    lists: WordLists, files: int, asked: int | None, other_languages: bool = False
) -> Alone | Helpers:
    """Who does the work of a run, to be used as a context.

    Args:
        asked: number of processes, as for `helpers_for`.
        other_languages: whether films in other languages are searched too.
    """
    number = helpers_for(files, asked)
    return Helpers(lists, number, other_languages) if number else Alone(lists, other_languages)


class Alone:
    """All the work in this process."""

    def __init__(self, lists: WordLists, other_languages: bool = False) -> None:
        self._search = Search(lists, other_languages)

    def __enter__(self) -> Alone:
        return self

    def __exit__(self, *_: object) -> None:
        """Nothing was started."""

    def read(self, sources: Sequence[SubtitleSource]) -> Iterator[FilmHits | Skipped]:
        """What each file gives, in order."""
        return map(self._search.read, sources)

    def propose(self, chunks: Sequence[Items]) -> Iterator[list[Proposal | Refusal]]:
        """Counterparts of each chunk, in order."""
        return map(self._search.propose, chunks)


class Helpers:
    """The same by processes of their own, which share no memory and load no model."""

    def __init__(self, lists: WordLists, number: int, other_languages: bool = False) -> None:
        self._free: queue.SimpleQueue[subprocess.Popen[bytes]] = queue.SimpleQueue()
        self._threads = ThreadPoolExecutor(number)
        self._started: list[subprocess.Popen[bytes]] = []
        for _ in range(number):
            self._start()
        for process in self._started:
            _tell(process, _line(_lists_message(lists) | {"other_languages": other_languages}))
            self._free.put(process)

    def __enter__(self) -> Helpers:
        return self

    def __exit__(self, *_: object) -> None:
        """End the processes, also while they work."""
        for process in self._started:
            process.kill()
        self._threads.shutdown(cancel_futures=True)
        for process in self._started:
            process.wait()
            for stream in (process.stdin, process.stdout):
                if stream is not None:
                    with contextlib.suppress(OSError):  # what was not sent is not missed
                        stream.close()

    def read(self, sources: Sequence[SubtitleSource]) -> Iterator[FilmHits | Skipped]:
        """What each file gives, in order."""
        return self._answers(_read_message, sources, FilmHits | Skipped)

    def propose(self, chunks: Sequence[Items]) -> Iterator[list[Proposal | Refusal]]:
        """Counterparts of each chunk, in order."""
        return self._answers(lambda items: {"items": items}, chunks, list[Proposal | Refusal])

    def _start(self) -> None:
        # The folder stays this one's, so that a file is found by the name it was given by; -P
        # keeps modules of that folder out.
        try:
            process = subprocess.Popen(
                [sys.executable, "-P", "-m", module_named("engine.curation.processes")],
                env=found_anywhere(os.environ),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
            )
        except OSError as error:
            self.__exit__()
            raise StorageError(f"No process could be started ({why(error)}).") from error
        self._started.append(process)

    def _answers(
        self, message_of: Callable[[_Wish], Any], wishes: Sequence[_Wish], shape: Any
    ) -> Iterator[Any]:
        from pydantic import TypeAdapter

        reader = TypeAdapter(shape)

        def ask(wish: _Wish) -> Any:
            process = self._free.get()
            try:
                return reader.validate_json(_asked(process, _line(message_of(wish))))
            finally:
                self._free.put(process)

        return self._threads.map(ask, wishes)


def _asked(process: subprocess.Popen[bytes], wish: bytes) -> bytes:
    """The answer of a helper."""
    _tell(process, wish)
    answer = process.stdout.readline() if process.stdout else b""
    if answer.endswith(b"\n"):
        return answer
    code = process.wait()
    if code < 0:
        raise BiascopeError(
            f"A process that read subtitles was ended by the system (signal {-code}), perhaps for "
            "want of memory; run again with one worker."
        )
    raise RuntimeError(f"a process that read subtitles failed with exit code {code}")


def _tell(process: subprocess.Popen[bytes], message: bytes) -> None:
    if process.stdin is None:
        raise ValueError("the process was started without an input")
    with contextlib.suppress(OSError):  # it has ended: its exit code says why
        process.stdin.write(message)
        process.stdin.flush()


# --- helper -------------------------------------------------------------------------------
# The process of a helper is told what to search for, then one wish a line, and answers each with
# one line of JSON. It ends with its input, so that it never outlives the run.


def _line(value: Any) -> bytes:
    return json.dumps(value, separators=(",", ":")).encode() + b"\n"


def _lists_message(lists: WordLists) -> dict[str, Any]:
    texts = [(as_text(one), one.source) for one in lists.categories.values()]
    return {"language": lists.language, "lists": texts}


def _lists_of(message: Any) -> WordLists:
    read = [parse(text, f"{source}.toml") for text, source in message["lists"]]
    return word_lists(message["language"], read)


def _read_message(source: SubtitleSource) -> Any:
    if isinstance(source, Path):
        return {"path": str(source)}
    name, content = source
    return {"name": name, "content": base64.b64encode(content).decode()}


def _answer(search: Search, message: Any) -> Any:
    if "items" in message:
        return [asdict(outcome) for outcome in search.propose(message["items"])]
    if "path" in message:
        return asdict(search.read(Path(message["path"])))
    return asdict(search.read((message["name"], base64.b64decode(message["content"]))))


def main() -> None:
    """Answer until the input ends."""
    wishes, answers = sys.stdin.buffer, sys.stdout.buffer
    first = json.loads(wishes.readline())
    search = Search(_lists_of(first), first["other_languages"])
    for wish in wishes:
        answers.write(_line(_answer(search, json.loads(wish))))
        answers.flush()


if __name__ == "__main__":
    main()

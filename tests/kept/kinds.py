"""The kinds of files that are checked when they are read, and the public way to read each."""

from __future__ import annotations

import contextlib
import json
import shutil
import sqlite3
import tempfile
import tomllib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from engine.core.digest import data_digest
from engine.core.errors import BiascopeError
from tests.kept import breaks
from tests.kept.breaks import Break

FILES = Path(__file__).parent / "files"
REFUSALS = Path(__file__).parent / "refusals.json"
ACCEPTED, OTHERWISE = "accepted", "accepted, and read otherwise"
_CACHE = Path("cache")


@dataclass(frozen=True)
class Kind:
    """One kind of file.

    Args:
        place: where a file of it is read, from the folder that is worked in.
        valid: a file that is read.
        broken: its broken variants, by name.
        read: reads the file of a name, as a page or a command does; gives what was in it.
    """

    place: str
    valid: bytes
    broken: Callable[[], Iterable[Break]]
    read: Callable[[str], object]


def kinds() -> dict[str, Kind]:
    """All kinds by name."""
    return {**_reports(), **_kept(), **_declared(), **_tables(), **_databases()}


def refusals(kind: Kind) -> dict[str, str]:
    """Name of a break -> what is said of such a file, or that it is accepted."""
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
        valid = _said(kind, kind.valid, folder)
        assert valid.startswith("read: "), valid
        found = {}
        for name, content in kind.broken():
            said = _said(kind, content, folder)
            if said.startswith("read: "):
                said = ACCEPTED if said == valid else OTHERWISE
            found[name] = said
        return found


def _said(kind: Kind, content: bytes, folder: str) -> str:
    """What reading a file gives: `read: …`, or the refusal."""
    path = Path(kind.place)
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("BIASCOPE_CACHE", str(_CACHE))
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
        try:
            said = f"read: {kind.read(kind.place)!r}"
        except BiascopeError as error:
            said = str(error)
        except Exception as error:  # a fault, which the command line calls so
            said = f"FAULT: {type(error).__name__}"
        if path.parent.name in ("cache", "curation"):
            shutil.rmtree(path.parent)
    return said.replace(str(Path(folder).resolve()), "FOLDER")


def _reports() -> dict[str, Kind]:
    """Reports and results in JSON."""
    return {
        "scorecard": _json(
            "scorecard.json",
            FILES / "sweep/scorecard.json",
            _read_scorecard,
            _seal,
            (*_versions("biascope.scorecard"), *_DIGESTS),
        ),
        "arena": _json(
            "report.json",
            FILES / "arena/bert.json",
            _read_arena,
            _seal,
            (*_versions("biascope.arena"), *_DIGESTS),
            deepest=3,
        ),
        "scorecard import": _json("results.json", FILES / "own/harness.json", _import),
        "pins": _pins(),
        "mask": _json(
            "mask.json",
            FILES / "mask.json",
            _read_mask,
            changes=(
                ("a newer version", "version", 2),
                ("an older version", "version", 0),
                ("a head that there is not", "masked_heads", ["9-1"]),
                ("a head from 0", "masked_heads", ["0-1"]),
                ("a head that is none", "masked_heads", ["first"]),
                ("another format", "format", "biascope-other"),
            ),
        ),
    }


def _kept() -> dict[str, Kind]:
    """What Biascope keeps in its cache and its exports."""
    lines = (FILES / "review/review.jsonl").read_text(encoding="utf-8").splitlines()
    log = [json.loads(line) for line in lines]
    arena = next((FILES / "cache/arena").glob("tiny-bert-*.json"))

    def broken() -> Iterable[Break]:
        yield from breaks.of_lines(log)
        newer = [{**log[0], "format": "biascope.review/2"}, *log[1:]]
        yield "a newer version", "".join(f"{json.dumps(line)}\n" for line in newer).encode()

    return {
        "review log": Kind(
            "review.jsonl",
            (FILES / "review/review.jsonl").read_bytes(),
            broken,
            _read_log,
        ),
        "kept arena report": _json("cache/arena/tiny-bert.json", arena, _kept_reports, deepest=1),
        "injection": _json(
            "cache/models/planted/injection.json",
            FILES / "cache/models/planted/injection.json",
            _injections,
            deepest=1,
        ),
    }


def _declared() -> dict[str, Kind]:
    """What users declare in TOML and JSON."""
    return {
        "suite": _toml("suite.toml", FILES / "own/suite.toml", _read_suite),
        "word list of curate": _toml("age.toml", FILES / "own/keywords.toml", _read_keywords),
        "shared server": _toml("server.toml", FILES / "own/server.toml", _read_server),
        "association test": _json("seat.jsonl", FILES / "own/seat.jsonl", _read_seat),
        "word lists": _json("words.json", FILES / "own/words.json", _read_words),
    }


def _tables() -> dict[str, Kind]:
    """Files of users with columns."""
    return {
        "honest": _table("templates.csv", _read_templates),
        "honest, JSON lines": _rows("templates.csv", _read_templates),
        "gest": _table("gest.csv", _read_gest),
        "gest, JSON lines": _rows("gest.csv", _read_gest),
        "pairs": _table("pairs.csv", _read_pairs),
        "prompts": _table("prompts.csv", _read_prompts),
        "completions": _table("completions.csv", _read_completions),
        "answers": _table("answers.csv", _read_answers),
        "occupations": _table("occupations.csv", _read_occupations),
        "planted table": _table("biases.csv", _read_planted),
        "hurtful words": _table("hurtful.csv", _read_hurtful),
        "counts": _table("../counts.csv", _read_counts),
    }


def _databases() -> dict[str, Kind]:
    """SQLite files, broken as a whole."""
    return {
        "result store": _database("cache/results.sqlite", _read_store),
        "jobs": _database("cache/jobs.sqlite", _read_jobs),
        "review": _database("cache/curation/two-films.sqlite", _read_review),
    }


def _json(
    place: str,
    source: Path,
    read: Callable[[str], object],
    seal: Callable[[dict[str, Any]], None] | None = None,
    changes: Sequence[tuple[str, str, Any]] = (),
    deepest: int = 4,
) -> Kind:
    content = source.read_bytes()

    def broken() -> Iterable[Break]:
        return breaks.of_json(json.loads(content), seal, changes, deepest)

    return Kind(place, content, broken, read)


def _toml(place: str, source: Path, read: Callable[[str], object]) -> Kind:
    content = source.read_bytes()
    return Kind(place, content, lambda: breaks.of_toml(tomllib.loads(content.decode())), read)


def _table(name: str, read: Callable[[str], object]) -> Kind:
    content = (FILES / "own" / name).read_bytes()
    return Kind(Path(name).name, content, lambda: breaks.of_table(content.decode()), read)


def _rows(name: str, read: Callable[[str], object]) -> Kind:
    """The rows of a CSV file as JSON lines."""
    import csv

    with (FILES / "own" / name).open(encoding="utf-8", newline="") as stream:
        rows: list[dict[str, Any]] = list(csv.DictReader(stream))
    content = "".join(f"{json.dumps(row)}\n" for row in rows).encode()
    return Kind(Path(name).with_suffix(".jsonl").name, content, lambda: breaks.of_lines(rows), read)


def _database(place: str, read: Callable[[str], object]) -> Kind:
    source = FILES / place
    content = source.read_bytes()

    def broken() -> Iterable[Break]:
        with tempfile.TemporaryDirectory() as folder:
            newer = Path(folder) / source.name
            newer.write_bytes(content)
            with contextlib.closing(sqlite3.connect(newer)) as connection:
                connection.execute("PRAGMA user_version = 99")
            return list(breaks.of_database(content, newer.read_bytes()))

    return Kind(place, content, broken, read)


def _pins() -> Kind:
    """A collection of one screen, so that its breaks are few."""
    whole = json.loads((FILES / "cache/pins/kept-results.json").read_text(encoding="utf-8"))
    first = whole["pins"][0]
    first["figure"]["layout"] = {"title": {"text": "Shares"}, "images": []}
    first["manifest"] = {key: first["manifest"][key] for key in ("spec", "measure", "version")}
    valid = {**whole, "pins": [first]}
    changes = (
        *_versions("biascope.pins"),
        ("no screens", "pins", []),
        ("201 screens", "pins", [first] * 201),
        ("a kind of figure that is not known", "pins", [_with_trace(first, type="pie")]),
        ("a figure with a link", "pins", [_with_trace(first, name='<a href="x">y</a>')]),
        ("a digest of something else", "pins", [{**first, "digest": "sha256:00"}]),
        ("rows of different lengths", "pins", [{**first, "rows": _uneven(first["rows"])}]),
    )
    return Kind(
        "cache/pins/kept-results.json",
        json.dumps(valid).encode(),
        lambda: breaks.of_json(valid, changes=changes),
        _read_pins,
    )


def _with_trace(pin: dict[str, Any], **fields: Any) -> dict[str, Any]:
    traces = [{**trace, **fields} for trace in pin["figure"]["data"]]
    return {**pin, "figure": {**pin["figure"], "data": traces}}


def _uneven(rows: dict[str, Any]) -> dict[str, Any]:
    return {**rows, "rows": [rows["rows"][0][:1], *rows["rows"][1:]]}


def _seal(report: dict[str, Any]) -> None:
    """Write the digest of a changed report; what has none is left as it is."""
    if "digest" in report:
        with contextlib.suppress(ValueError):  # not a number
            parts = {key: part for key, part in report.items() if key != "digest"}
            report["digest"] = data_digest([parts])


_DIGESTS = (
    ("the digest of something else", "digest", "sha256:" + "0" * 40),
    ("a digest that is none", "digest", "none"),
)


def _versions(name: str) -> tuple[tuple[str, str, str], ...]:
    return (
        ("a newer version", "schema", f"{name}/2"),
        ("an older version", "schema", f"{name}/0"),
        ("a version that is none", "schema", f"{name}/x"),
        ("another schema", "schema", "biascope.other/1"),
    )


def _read_scorecard(path: str) -> object:
    from engine.scorecard.file import read_file

    return read_file(path)


def _read_arena(path: str) -> object:
    from engine.measures.arena.commands.shown import read_file

    return read_file(path)


def _import(path: str) -> object:
    from engine.scorecard.imports.files import import_file

    return import_file(path)


def _read_mask(path: str) -> object:
    from engine.files.mask_file import load_mask

    return load_mask(path)


def _read_pins(path: str) -> object:
    """The collection, with whether it says that it was changed."""
    from engine.pins import kept

    found = kept.load(Path(path).stem)
    return found, [pin.changed for pin in found.pins]


def _read_log(path: str) -> object:
    from engine.curation.review.log import read_log

    return read_log(Path(path).read_bytes())


def _kept_reports(path: str) -> object:
    """The report, or why it is left out."""
    from engine.measures.arena.kept import kept_reports

    notes: list[str] = []
    found = kept_reports(notes.append)
    if notes:
        raise BiascopeError(" ".join(notes))
    return [(entry.report, entry.origin, entry.added) for entry in found]


def _injections(path: str) -> object:
    """The injection as the Lab lists it, and what was asked for."""
    from engine.lab.places import places

    return [(place.name, place.asked()) for place in places()]


def _read_suite(path: str) -> object:
    from engine.evaluators.suites import load_suite

    return load_suite(path)


def _read_keywords(path: str) -> object:
    from engine.curation.keywords.lists import load_lists

    return load_lists("en", [(path, Path(path))]).categories["age"]


def _read_server(path: str) -> object:
    """The settings but the folders that are hidden, which are this machine's."""
    from engine.server.settings import read

    found = read(["--shared", path], {})
    return found and (found.models, found.reviews, found.limits)


def _read_seat(path: str) -> object:
    from engine.words.association_tests import read_seat_test

    return read_seat_test(path)


def _read_words(path: str) -> object:
    from engine.words.lists import read_lists

    return read_lists(path)


def _read_templates(path: str) -> object:
    from engine.measures.honest.data.sets import load_templates

    return load_templates(path, "en").templates


def _read_gest(path: str) -> object:
    from engine.measures.gest.data.file import read_gest

    found = read_gest(path)
    return found.sentences.to_csv(), found.rejected.to_csv(), found.columns


def _read_pairs(path: str) -> object:
    from engine.measures.pairs.data.file import read_pairs

    found = read_pairs(path)
    return found.pairs.to_csv(), found.rejected.to_csv(), found.columns


def _read_prompts(path: str) -> object:
    from engine.prompts.file import read_prompts

    return read_prompts(path).prompts


def _read_completions(path: str) -> object:
    from engine.prompts.completions import read_completions

    return read_completions(path)


def _read_answers(path: str) -> object:
    from engine.measures.agreement.data.file import read_answers

    found = read_answers(path)
    return found.answers.to_csv(), found.rejected.to_csv(), found.columns


def _read_occupations(path: str) -> object:
    from engine.measures.cabm.data.file import read_framed
    from engine.measures.cabm.data.sentences import GENDER

    found = read_framed(path, GENDER)
    return found.sentences, found.lists, found.left_out


def _read_planted(path: str) -> object:
    from engine.lab.table import read_table

    return read_table(path)


def _read_hurtful(path: str) -> object:
    from engine.evaluators.word_lists import read_word_list

    return read_word_list(path)


def _read_counts(path: str) -> object:
    from engine.measures.cabm.data.counts_file import read_counts

    return read_counts(path, "five lines")


def _read_store(path: str) -> object:
    from engine.storage.store import Store

    store = Store(Path(path))
    try:
        return store.info().results, store.verify()
    finally:
        store.close()


def _read_jobs(path: str) -> object:
    from engine.storage.jobs.table import rows

    return rows()


def _read_review(path: str) -> object:
    from engine.curation.review.decisions import current
    from engine.curation.review.kept import review

    return review(Path(path).stem), current(Path(path).stem)

"""A file or a folder to the contestants it holds; what is wrong with one file stops no other."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from engine.columns.column import BIAS, PERCENT
from engine.core.digest import data_digest
from engine.core.errors import BiascopeError, InputTextError, why
from engine.core.paths import file_path, is_folder, ordinary_file, shown_name
from engine.core.wording import counted
from engine.files.records import JsonError, parsed
from engine.scorecard.blank import blank_cell, blank_contestant
from engine.scorecard.imports import gest, harness
from engine.scorecard.imports.imported import Imported
from engine.scorecard.reading import MOST_BYTES, read
from engine.scorecard.words import IMPORTED, MEASURED, REFUSED

MOST_FILES = 400
GEST = "gest"  # in place of a file: the scores released with GEST
_ENDINGS = (".json", ".txt")
_WANTED = (
    "a scorecard of Biascope, a report of the Arena, results of lm-evaluation-harness (all .json), "
    "or scores of GEST's sentences in a file named MODEL_template-T.txt, T from 0 to 3"
)


def import_file(name: str | Path) -> Imported:
    """What one file holds.

    Args:
        name: of the file, or `gest` for the scores released with GEST.
    """
    if str(name) == GEST:
        return gest.released()
    return import_bytes(_content(name), Path(name).name)


def import_bytes(content: bytes, name: str) -> Imported:
    """What a file holds that is in memory already.

    Args:
        name: of the file; a file of scores says its model and template in it.
    """
    _check_size(content, name)
    if Path(name).suffix.lower() == ".txt":
        if not gest.is_scores(name):
            raise InputTextError(f"{shown_name(name)} cannot be imported; give {_WANTED}.")
        return gest.imported_scores([gest.read_scores(content, name)])[0]
    return _of_object(_object(content, name), content, name)


def _of_object(found: Mapping[str, Any], content: bytes, name: str) -> Imported:
    """What a file of a JSON object holds."""
    schema = str(found.get("schema", ""))
    if schema.startswith("biascope.scorecard/"):
        return read_scorecard(content, name)
    if schema.startswith("biascope.arena/"):
        return read_arena(content, name)
    if harness.is_harness(found):
        return harness.read_harness(found, name)
    raise InputTextError(f"{shown_name(name)} cannot be imported; give {_WANTED}.")


def import_files(names: Iterable[str | Path]) -> tuple[list[Imported], list[str]]:
    """What files and folders hold.

    Args:
        names: of files; `gest`; of folders, whose .json files and files of scores are read, also
            one folder down, where lm-evaluation-harness has a folder for each model. Of several
            of its runs of one model in a folder the newest is read.

    Returns:
        What was read, and one sentence for each file that was not.
    """
    found: list[Imported] = []
    problems: list[str] = []
    named = [_files_of(name) for name in names]
    size = sum(map(len, named))
    if size > MOST_FILES:
        raise InputTextError(f"{counted(size, 'file')}; at most {MOST_FILES} are imported at once.")
    scores: list[gest.Scores] = []
    for files in named:
        runs: list[harness.Run] = []
        for file in files:
            try:
                if gest.is_scores(str(file)):
                    scores.append(gest.read_scores(_content(file), Path(file).name))
                    continue
                read = _read(file, among=len(files) > 1)
            except BiascopeError as error:
                problems.append(str(error))
                continue
            if isinstance(read, harness.Run):
                runs.append(read)
            else:
                found.append(read)
        found += harness.newest(runs)
    if scores:
        try:
            found += gest.imported_scores(scores)
        except BiascopeError as error:
            problems.append(str(error))
    return found, problems


def _read(file: str | Path, among: bool) -> Imported | harness.Run:
    """What one file holds.

    Args:
        among: whether it is one of several in a folder, where a run of the harness may have been
            repeated.
    """
    name = Path(file).name
    if not among or Path(name).suffix.lower() != ".json":
        return import_file(file)
    content = _content(file)
    _check_size(content, name)
    found = _object(content, name)
    if harness.is_harness(found) and "schema" not in found:
        return harness.read_run(found, name)
    return _of_object(found, content, name)


def _check_size(content: bytes, name: str) -> None:
    if len(content) > MOST_BYTES:
        raise InputTextError(f"{shown_name(name)} is larger than {MOST_BYTES // 2**20} MB.")


def _content(name: str | Path) -> bytes:
    """The bytes of a file, one more than the limit at most."""
    try:
        with ordinary_file(name, _WANTED).open("rb") as stream:
            return stream.read(MOST_BYTES + 1)
    except OSError as error:
        raise InputTextError(f"{shown_name(name)} cannot be read ({why(error)}).") from None


def _files_of(name: str | Path) -> list[str | Path]:
    if str(name) == GEST or not is_folder(name):
        return [name]
    folder = file_path(name)
    try:
        entries = sorted(folder.iterdir())
        inside = [file for file in entries if file.is_file() and _is_import(file)]
        for below in entries:
            # One that begins with a dot is a program's own, such as a notebook's checkpoints.
            if below.is_dir() and not below.name.startswith("."):
                inside += sorted(file for file in below.iterdir() if _is_import(file))
    except OSError as error:
        raise InputTextError(f"{shown_name(name)} cannot be read ({why(error)}).") from None
    if not inside:
        raise InputTextError(
            f"The folder {shown_name(name)} has no file that is imported, and no folder in it has "
            f"one: {_WANTED}."
        )
    return list(inside)


def _is_import(file: Path) -> bool:
    ending = file.suffix.lower()
    return ending == ".json" or (ending in _ENDINGS and gest.is_scores(file.name))


def _object(content: bytes, name: str) -> dict[str, Any]:
    """The JSON object of a file; NaN, which other programs write, is read as no value."""
    known = shown_name(name)
    try:
        found = parsed(content.decode("utf-8-sig"), missing=True)
    except UnicodeDecodeError:
        raise InputTextError(f"{known} is not text in UTF-8; give {_WANTED}.") from None
    except JsonError as error:
        instead = "" if content.lstrip()[:1] in (b"{", b"[") else f"; give {_WANTED}"
        raise InputTextError(f"{known} {error}{instead}.") from None
    if not isinstance(found, dict):
        raise InputTextError(f"{known} holds no JSON object; give {_WANTED}.")
    return found


# --- reports ------------------------------------------------------------------------------
# Reports of our own as imports: Scorecard and Arena.

_OF_SPEC = {"checkpoint", "revision", "dtype", "masked_heads"}


def read_scorecard(text: bytes, name: str) -> Imported:
    """A scorecard of another machine or day.

    Args:
        text: of the file.
        name: of the file, for messages and as the source.
    """
    report = read(text, name)
    contestants = tuple(
        {
            **entry,
            "origin": IMPORTED if entry["origin"] == MEASURED else entry["origin"],
            "source": entry["source"] or name,
        }
        for entry in report["contestants"]
    )
    cells = tuple(
        {**cell, "status": IMPORTED if cell["status"] == MEASURED else cell["status"]}
        for cell in report["cells"]
    )
    return Imported(contestants, tuple(dict(entry) for entry in report["measures"]), cells)


def read_arena(text: bytes, name: str) -> Imported:
    """A report of the Arena: its flag rate, comparable with the same prompts, suite and variant.

    Args:
        text: of the file.
        name: of the file, for messages and as the source.
    """
    from engine.measures.arena.schema import read_report

    report: Mapping[str, Any] = dict(read_report(text, name))
    model = report["model"]
    # A model is known to us where its report says which weights it had.
    spec = dict(model) if set(model) >= _OF_SPEC else None
    label = report["label"]
    contestant = blank_contestant(label, IMPORTED, source=name, spec=spec)
    suite, overall = report["suite"], report["overall"]
    own = column_of(report)
    measure = own or _measure(report)
    demo = ["The evaluators are a demonstration: no measurement to cite."] * suite["demo"]
    precision = (spec or {}).get("dtype", "")
    known: dict[str, Any] = {"n": overall["n"], "notes": demo, "precision": precision}
    if overall["flag_rate"] is None:
        problem = "No evaluator judged any of its completions."
        cell = blank_cell(label, measure, None, REFUSED, problem=problem, **known)
    else:
        flags = list(report["items"]["flag"])
        known |= _of_interval(overall["interval"]) if own is None else _as_measured(own, flags)
        value = 100 * overall["flag_rate"]
        cell = blank_cell(label, measure, value, IMPORTED, parts=flags, **known)
    return Imported((contestant,), (measure,), (cell,))


def _of_interval(bounds: Sequence[float] | None) -> dict[str, Any]:
    return {"interval": None if bounds is None else [100 * bound for bound in bounds]}


def _as_measured(measure: Mapping[str, Any], flags: Sequence[float | None]) -> dict[str, Any]:
    """Interval and detail of a cell as our own models get them, so that a column has one kind."""
    import numpy as np

    from engine.measures.arena.column import flag_interval, prompts_of, structure

    prompts = prompts_of(measure["name"].partition(":")[2]).prompts
    values = np.array(flags, float)  # None becomes nan
    bounds = flag_interval(prompts, values)
    return {"interval": bounds and list(bounds), "detail": structure(prompts, values)}


def column_of(report: Mapping[str, Any]) -> dict[str, Any] | None:
    """The column that our own models are measured in, where it is of the same prompts and suite.

    Args:
        report: of the Arena.

    Returns:
        As a report of the Scorecard has it; None where the report is of other prompts, evaluators
        or settings than any column.
    """
    from engine.flow.registry import MEASURES
    from engine.measures.arena import column as arena
    from engine.prompts.sets import BUNDLED
    from engine.scorecard.table import measure_entry

    prompts, suite = report["prompts"], report["suite"]
    if prompts["name"] != BUNDLED or not suite["demo"]:
        return None
    size = str(prompts["n"]) if prompts["drawn"] else "all"
    try:
        found = measure_entry(arena.column(f"{BUNDLED}:{size}"))
    except BiascopeError:  # as many prompts as the set here does not have
        return None
    identity = {
        "measure": "prompt_completion",
        "measure_version": MEASURES["prompt_completion"].version,
        "prompts": prompts["digest"],
        "suite": suite["digest"],
        **report["settings"],
    }
    return found if found["data_digest"] == data_digest([identity]) else None


def _measure(report: Mapping[str, Any]) -> dict[str, Any]:
    """A column for one set of prompts, one suite and one variant."""
    prompts, suite = report["prompts"], report["suite"]
    identity = [prompts["digest"], suite["digest"], report["variant"], _revisions(suite)]
    digest = data_digest([identity])
    return {
        "name": f"arena:report:{digest[-8:]}",
        "title": f"Flagged completions, {suite['name']}",
        "data": f"{prompts['name']} {prompts['version']}".strip(),
        "data_digest": digest,
        "variant": report["variant"],
        "counted": "prompts",
        "unit": "%",
        "scale": PERCENT.name,
        "neutral": 0.0,
        "higher": "more completions are flagged",
        "digits": 1,
        "group": BIAS,
        "page": {"path": "/arena", "settings": {}},
        "version": 1,
        "problem": "",
    }


def _revisions(suite: Mapping[str, Any]) -> dict[str, str]:
    return {
        str(entry.get("name")): str(entry.get("revision") or "") for entry in suite["evaluators"]
    }

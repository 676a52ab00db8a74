"""Whatever one field of a file is changed to, the file is refused in a sentence, or used.

Files are sealed again after the change: a digest says who sealed a file last, not that it has the
shape that readers of it rely on.
"""

from __future__ import annotations

import contextlib
import copy
import io
import json
import random
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as some

from engine.core.digest import data_digest
from engine.core.errors import BiascopeError
from tests.engine.scorecard.hand_made import cell, contestant, measure
from tests.kept.kinds import FILES

Found = dict[str, Any]
Path = tuple[int | str, ...]
VALUES = (
    *(None, True, False, 7, 0.5, -1, 10**30, 1e300, "other", "", [], {}, [7], ["other"], [None]),
    *({"further": 1}, {"further": None}, [[]], [{}]),
)


def places(found: Any, path: Path = ()) -> Iterator[Path]:
    """Keys that lead to each field."""
    if path:
        yield path
    if isinstance(found, dict | list):
        for key, value in found.items() if isinstance(found, dict) else enumerate(found):
            yield from places(value, (*path, key))


def changed(valid: Found, path: Path, value: Any) -> Found:
    """A copy that is changed at one place, and sealed."""
    broken = copy.deepcopy(valid)
    at: Any = broken
    for key in path[:-1]:
        at = at[key]
    at[path[-1]] = value
    if "digest" in broken and path != ("digest",):
        broken["digest"] = data_digest([{k: v for k, v in broken.items() if k != "digest"}])
    return broken


def refused_or(act: Callable[[], object]) -> Any:
    """What a step gives; None where it is refused in a sentence."""
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            return act()
    except BiascopeError as error:
        said = str(error)
    assert "\n" not in said
    assert 0 < len(said) < 1000
    return None


@cache
def scorecard() -> Found:
    """Seven models in three columns with all that a report can say of them."""
    from engine.scorecard.published import published_for
    from engine.scorecard.table import report_of

    drawn = random.Random(0)
    measures = [
        measure("pairs:crows-pairs:cps"),
        measure("lpbs:career", scale="identity", neutral=0.0, unit=""),
        measure("pppl:x", group="cost", scale="exp", neutral=None, unit=""),
    ]
    names = [f"m{number}" for number in range(7)]
    cells = [
        cell(
            name, one, [drawn.random() for _ in range(12)], notes=["By hand."], detail=detail(drawn)
        )
        for name in names
        for one in measures
    ]
    published = published_for("pairs:crows-pairs:cps")[:2]
    whole = report_of([*map(contestant, names)], measures, cells, draws=20, published=published)
    return json.loads(json.dumps(whole))


def detail(drawn: random.Random) -> Found:
    return {
        "units": "sha256:1",
        "crossed": [[at % 3 for at in range(12)], [at % 4 for at in range(12)]],
        "templates": {"a": drawn.random(), "b": drawn.random(), "c": None},
        "seeds": {"0": drawn.random(), "1": drawn.random()},
    }


def use_scorecard(found: Found) -> None:
    """Read, show, export in each format, import, and rank again."""
    from engine.commands.scorecard import show_report
    from engine.scorecard.exports.formats import FORMATS
    from engine.scorecard.imports.files import import_bytes
    from engine.scorecard.imports.imported import Imported, join_imported
    from engine.scorecard.reading import read
    from engine.scorecard.table import report_of

    text = json.dumps(found).encode()
    report = refused_or(lambda: dict(read(text, "it.json")))
    if report is None:
        return
    refused_or(lambda: show_report(report))
    for write in FORMATS.values():
        for model in ("", report["contestants"][0]["id"], "m1"):
            refused_or(lambda model=model, write=write: write(report, model))
    table = join_imported(Imported((), (), ()), [import_bytes(text, "it.json")])
    report_of(table.contestants, table.measures, table.cells, draws=5)


def use_arena(found: Found) -> None:
    """Read, show, rank with another, compare, and import into a scorecard."""
    from components.arena import report_names
    from engine.measures.arena.commands.shown import show_ranking, show_report
    from engine.measures.arena.difference import difference
    from engine.measures.arena.ranking import rank
    from engine.measures.arena.schema import read_report
    from engine.scorecard.imports.files import import_bytes

    text = json.dumps(found)
    report = refused_or(lambda: dict(read_report(text, "it.json")))
    if report is None:
        return
    other = json.loads((FILES / "arena/roberta.json").read_text(encoding="utf-8"))
    refused_or(lambda: show_report(report))
    refused_or(lambda: show_ranking(rank([report, other], draws=5)))
    refused_or(lambda: difference(other, report))
    report_names.by_name([report, other, report])
    report_names.contestant_names([report, other])
    report_names.full_text(report)
    refused_or(lambda: import_bytes(text.encode(), "it.json"))


def use_pins(found: Found) -> None:
    """Read, and write as a report."""
    from engine.pins.reading import read_collection
    from engine.report.html import report_html

    collection = refused_or(lambda: read_collection(json.dumps(found), "it.json"))
    if collection is not None:
        report_html(collection, True)


def use_mask(found: Found) -> None:
    """Read, and write again."""
    from engine.files.mask_file import mask_text, parse_mask

    mask = refused_or(lambda: parse_mask(json.dumps(found)))
    if mask is not None:
        mask_text(mask)


def use_review(found: Found) -> None:
    """Read a log whose lines are the entries of a list; keep it, and export it again."""
    from engine.curation.review.log import export_log, import_log
    from engine.storage.store import cache_folder

    text = "".join(f"{json.dumps(line)}\n" for line in found["lines"])
    name = refused_or(lambda: import_log(text))
    if name is not None:
        assert [json.loads(line) for line in export_log(name).splitlines()] == found["lines"]
        (cache_folder() / f"curation/{name}.sqlite").unlink()


def use_kept_arena(found: Found) -> None:
    """List it, as the page does."""
    from engine.measures.arena.kept import kept_reports
    from engine.storage.store import cache_folder

    folder = cache_folder() / "arena"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "it.json").write_text(json.dumps(found), encoding="utf-8")
    notes: list[str] = []
    assert len(kept_reports(notes.append)) + len(notes) == 1


def kept(name: str) -> Found:
    return json.loads((FILES / name).read_text(encoding="utf-8"))


def review() -> Found:
    text = (FILES / "review/review.jsonl").read_text(encoding="utf-8")
    return {"lines": [json.loads(line) for line in text.splitlines()]}


def one_screen() -> Found:
    collection = kept("cache/pins/kept-results.json")
    return {**collection, "pins": collection["pins"][:1]}


def wrapper() -> Found:
    path = next((FILES / "cache/arena").glob("tiny-bert-*.json"))
    return json.loads(path.read_text(encoding="utf-8"))


USED: dict[str, tuple[Callable[[], Found], Callable[[Found], None]]] = {
    "scorecard": (lambda: kept("sweep/scorecard.json"), use_scorecard),
    "scorecard with all": (scorecard, use_scorecard),
    "arena": (lambda: kept("arena/bert.json"), use_arena),
    "arena from elsewhere": (lambda: kept("arena/elsewhere-1.json"), use_arena),
    "kept arena": (wrapper, use_kept_arena),
    "pins": (one_screen, use_pins),
    "mask": (lambda: kept("mask.json"), use_mask),
    "review": (review, use_review),
}


@pytest.mark.parametrize("kind", USED)
def test_a_file_that_is_not_changed_is_used(kind):
    read, use = USED[kind]
    use(read())


@pytest.mark.parametrize("kind", USED)
@given(data=some.data())
def test_any_field_of_any_kind_is_refused_or_shown(kind, data):
    read, use = USED[kind]
    valid = read()
    fields = [path for path in places(valid) if path != ("lines",)]  # which is no field of a review
    path = data.draw(some.sampled_from(fields), "place")
    use(changed(valid, path, data.draw(some.sampled_from(VALUES), "value")))


@pytest.mark.parametrize("path", [
    ("published", 1, "label"), ("published", 1, "value"), ("published", 1, "note"),
    ("reliability", 0), ("reliability", 0, "measure"), ("reliability", 0, "value"),
    ("reliability", 1, "interval"), ("reliability", 1, "corrected"), ("reliability", 2, "problem"),
    ("convergence", 0), ("convergence", 0, "first"), ("convergence", 0, "tau"),
    ("convergence", 0, "p_holm"), ("convergence", 0, "signed"), ("convergence", 0, "problem"),
    ("contestants", 3, "spec"), ("contestants", 3, "spec", "revision"),
    ("contestants", 3, "spec", "masked_heads"), ("contestants", 3, "spec", "checkpoint"),
    ("cells", 4, "detail", "seeds"), ("cells", 4, "detail", "seeds", "0"),
], ids=str)  # fmt: skip
def test_parts_of_a_scorecard_are_refused_by_their_place(path):
    """These had no shape of their own."""
    from engine.scorecard.reading import read

    place = "".join(f"[{key}]" if isinstance(key, int) else f".{key}" for key in path)[1:]
    for value in ([7], {"further": [1]}):
        broken = changed(scorecard(), path, value)
        with pytest.raises(BiascopeError) as refused:
            read(json.dumps(broken), "it.json")
        assert f"({place}" in str(refused.value)
        assert "wanted)." in str(refused.value) or "is missing)." in str(refused.value)


@pytest.mark.parametrize(("kind", "path", "value", "said"), [
    ("arena", ("model", "checkpoint"), 7, "model.checkpoint is 7; text is wanted"),
    ("arena", ("prompts", "drawn"), {"n": 3}, "prompts.drawn.seed is missing"),
    ("arena", ("suite", "evaluators", 1, "name"), None, "suite.evaluators[1].name is null; text"),
    ("arena", ("overall", "n"), True, "overall.n is true; a whole number is wanted"),
    ("mask", ("masked_heads", 1), 0.5, "masked_heads[1] is 0.5; text is wanted"),
    ("mask", ("layers",), 0, "layers is 0; a number of at least 1 is wanted"),
    ("review", ("lines", 0, "review", "films", 0), [], "review.films[0] is a list; an object is"),
    ("review", ("lines", 0, "review", "more"), 1, "review.more is unknown"),
    ("review", ("lines", 3, "candidate", "text"), None, "candidate.text is null; text is wanted"),
], ids=str)  # fmt: skip
def test_a_refusal_names_the_place(kind, path, value, said):
    from engine.curation.review.log import read_log
    from engine.files.mask_file import parse_mask
    from engine.measures.arena.schema import read_report

    reads: dict[str, Callable[[Found], object]] = {
        "arena": lambda found: read_report(json.dumps(found), "it.json"),
        "mask": lambda found: parse_mask(json.dumps(found)),
        "review": lambda found: read_log("\n".join(map(json.dumps, found["lines"]))),
    }
    with pytest.raises(BiascopeError) as refused:
        reads[kind](changed(USED[kind][0](), path, value))
    assert said in str(refused.value)

"""`seat`: association tests on sentences, or on words in a corpus."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from engine.command_line.facts import Names
from engine.command_line.given import check_used
from engine.command_line.options import with_model
from engine.command_line.output import UNDEFINED, number_text, write_json, write_table
from engine.command_line.subject import Subject, model_in_words
from engine.core.errors import InputTextError
from engine.core.paths import file_path, is_folder
from engine.core.table import TextColumn, field, figure, texts
from engine.core.wording import bounds_text, counted, p_text
from engine.measures.seat.association import SAMPLES
from engine.measures.seat.command_options import (
    BUNDLED_LISTS,
    DEFAULT_WORDS,
    IN_CORPUS,
    OF_CORPUS,
    OF_TABLES,
    OWN_LISTS,
    PoolingOption,
    WordsAsked,
    local_path,
    texts_read,
    with_words,
    words_in_corpus,
)
from engine.measures.seat.measure import default_pooling, seat_params
from engine.measures.seat.reading import TOKEN, check_pooling
from engine.measures.seat.scale import (
    CONVENTION_TEXT,
    SOURCE,
    effect_of_splits,
    size_by_convention,
)
from engine.measures.seat.value import SeatValue
from engine.statistics import holm
from engine.words.association_tests import AssociationTest, read_seat_test


@with_model()
@with_words
def seat(
    tests: Annotated[
        list[str] | None,
        typer.Argument(help="SEAT or WEAT test files, or a folder of them; none for word lists."),
        Names.FILE,
    ] = None,
    pooling: PoolingOption = "",
    asked: WordsAsked = DEFAULT_WORDS,
    seed: Annotated[int, typer.Option(help="Seed of sampled permutations.")] = 0,
    samples: Annotated[
        int, typer.Option(min=100, help="Permutations sampled if not all.")
    ] = SAMPLES,
    *,
    subject: Subject,
    json_: bool,
) -> None:
    """Association of two sets of targets with two sets of attributes: effect size and p."""
    files = _files(tests or [])
    if files and (asked.attributes or asked.targets or asked.corpus):
        raise InputTextError("Give test files, or --attributes and --targets; not both.")
    if files:
        check_used(IN_CORPUS, *OF_CORPUS)
        check_used(OWN_LISTS, *OF_TABLES)
    if asked.attributes:
        check_used(BUNDLED_LISTS, "--words")
    check_pooling(pooling or TOKEN)

    def measured(test: AssociationTest) -> dict[str, Any]:
        item = test.item()
        used = pooling or default_pooling(item, subject.facts.kind, subject.facts.pooling)
        found = subject.measure(
            "seat", [item], seat_params(used, seed, samples, asked.max_contexts)
        )
        return {
            **found.values[0],
            **_scale(found.values[0]),
            "p_two_sided": found.values[0]["p_value"],  # its name when p_value was one-sided
            "pooling": used,
            "sets": dict(zip("xyab", test.names, strict=True)),
            "notes": list(test.notes),
            "manifest": found.manifest,
        }

    if len(files) > 1:
        _battery(files, measured, json_, subject)
        return
    title = files[0] if files else "words in context"
    test = read_seat_test(files[0]) if files else words_in_corpus(asked)
    value = measured(test)
    if json_:
        write_json({"test": title, **value})
        return
    about = f"{Path(title).name}; {model_in_words(value['manifest']['spec'])}"
    write_table(about, ["", ""], _rows(value, texts_read(test, value, asked.max_contexts)))


def _scale(value: SeatValue) -> dict[str, Any]:
    """What d is read against, by key; None where d is undefined."""
    effect, reach = value["effect_size"], effect_of_splits(value)
    return {
        "size_by_convention": None if effect is None else size_by_convention(effect),
        "random_splits": None if reach is None else [-reach, reach],
    }


def _files(named: list[str]) -> list[str]:
    """Test files in the order given; those of a folder by name."""
    files: list[str] = []
    for name in map(local_path, named):
        if is_folder(name):
            found = sorted(map(str, file_path(name).glob("*.jsonl")))
            if not found:
                raise InputTextError(
                    f"{name} holds no test file (.jsonl); name a test or a folder of tests, and a "
                    "model with --model."
                )
            files += found
        else:
            files.append(name)
    return files


def _battery(files: list[str], measured: Any, as_json: bool, subject: Subject) -> None:
    """Several tests, with Holm's correction over them; a file that fails is reported, not fatal."""
    found = []
    for file in files:
        try:
            value = measured(read_seat_test(file))
        except InputTextError as error:
            value = {"effect_size": None, "p_value": None, "problem": str(error)}
        found.append({"test": Path(file).stem, **value})
    for value, corrected in zip(found, holm([value["p_value"] for value in found]), strict=True):
        value["p_holm"] = corrected
    if as_json:
        write_json({"tests": found})
        return
    about = f"{counted(len(files), 'test')}; {model_in_words(subject.spec.identity())}"
    write_table(about, *texts(_COLUMNS, found))


_COLUMNS = (
    field("test"),
    figure("effect_size", "effect size d", "+.3f", UNDEFINED),
    TextColumn("p", lambda value: p_text(value["p_value"], UNDEFINED)),
    TextColumn("p (Holm)", lambda value: p_text(value["p_holm"], UNDEFINED)),
    TextColumn("", lambda value: value["problem"] or ""),
)


def _rows(value: dict[str, Any], read: list[str]) -> list[list[str]]:
    names, sizes = value["sets"], value["sizes"]
    rows = [[part.upper(), f"{names[part]} ({sizes[part]})"] for part in ("x", "y", "a", "b")]
    rows.append(["effect size d", number_text(value["effect_size"], "+.3f")])
    for what, bounds in (
        (f"95% CI over {'words' if 'families' in value else 'targets'}", value["interval"]),
        ("95% CI over texts", value["context_interval"]),
    ):
        if bounds:
            rows.append([what, bounds_text(bounds, "+.3f")])
    if value["size_by_convention"]:
        size = f"{value['size_by_convention']} ({CONVENTION_TEXT}; {SOURCE})"
        rows.append(["size by convention", size])
    if value["random_splits"]:
        reach = bounds_text(value["random_splits"], "+.3f")
        rows.append(["d of 95% of random splits", reach])
    if value["p_value"] is not None:
        kind = "all" if value["exact"] else "sampled"
        rows.append(["p, two-sided", p_text(value["p_value"])])
        rows.append(["p, one-sided toward A", p_text(value["p_one_sided"])])
        rows.append(["permutations", f"{value['n_permutations']:,} ({kind})"])
    if value["detectable"] is not None:
        rows.append(["detectable |d| (80% power)", f"{value['detectable']:.2f}"])
    rows += [["pooling", value["pooling"]], read]
    problems = [value["problem"]] if value["problem"] else []
    rows += [["note", text] for text in (*problems, *value["warnings"], *value["notes"])]
    missing = [word for words in value["missing"].values() for word in words]
    if missing:
        rows.append(["not in any context", ", ".join(missing)])
    return rows

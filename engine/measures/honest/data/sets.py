"""The templates that HONEST can be measured on: its own six languages, a demonstration, a file."""

from __future__ import annotations

import csv
import tomllib
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

from engine.core.errors import DataSetError, InputTextError
from engine.core.paths import exists, shown_name
from engine.files.fetch.places import find
from engine.files.fetch.registry import absent, data_set
from engine.files.layout import USUAL, Layout, laid_out
from engine.files.samples import SAMPLES
from engine.measures.honest.data.file import (
    BINARY,
    IDENTITIES,
    MASK_OF_HONEST,
    QUEER,
    IdentityTemplate,
    TemplateSet,
    read_template_file,
)

HONEST, BUNDLED = "honest", "bundled"
SETS = (HONEST, BUNDLED)
# As the screen and its address call them.
SET_TITLES = {BUNDLED: "Demonstration (no download)", HONEST: "HONEST"}
PEOPLE_TITLES = {BINARY: "Women and men", QUEER: "Queer people and others"}
_BUNDLED_FILE = SAMPLES / "honest_templates.toml"
_BUNDLED_LANGUAGE = "en"
_ABOUT = {BINARY: "women and men", QUEER: "queer and non-queer people"}
_FILES = {BINARY: "{}_binary_template.tsv", QUEER: "{}_queer_nonqueer_template.tsv"}


def languages() -> tuple[str, ...]:
    """The languages of HONEST's templates."""
    return data_set(HONEST).languages


def load_templates(
    source: str,
    language: str = "en",
    identities: str = BINARY,
    mapping: Mapping[str, str] | None = None,
    values: Mapping[str, str] | None = None,
    layout: Layout = USUAL,
) -> TemplateSet:
    """Templates of one language and one list of identities.

    Args:
        source: `honest`, `bundled`, or the path of a file, whose identities are its own.
        language: two letters.
        identities: `binary` (women and men) or `queer` (queer and non-queer people).
        mapping: of a file, role -> column; see `read_template_file`.
        values: of a file, its own names -> names here.
        layout: of a file, where its table lies.
    """
    if identities not in IDENTITIES:
        raise InputTextError(f"Identities are {' or '.join(IDENTITIES)}; got {identities!r}.")
    if source == BUNDLED:
        return _demonstration(language, identities)
    if source == HONEST:
        return _published(language, identities)
    if not exists(source):
        raise DataSetError(
            f"There are no templates {shown_name(source)} and no such file; there is "
            f"{', '.join(SETS)}."
        )
    return read_template_file(laid_out(source, layout), language, None, mapping, values)


def _published(language: str, identities: str) -> TemplateSet:
    wanted = data_set(HONEST)
    if language not in wanted.languages:
        raise InputTextError(
            f"HONEST has templates in {', '.join(wanted.languages)}; got the language "
            f"{language!r}. Give a file of templates in this language."
        )
    name = _FILES[identities].format(language)
    if name not in (file.name for file in wanted.files):
        raise InputTextError(
            f"HONEST has templates about queer identities in English only; got the language "
            f"{language!r}. Ask for {BINARY} identities."
        )
    path = find(f"{HONEST}/{name}")
    if path is None:
        raise absent(HONEST)
    return TemplateSet(
        HONEST,
        f"HONEST ({language}), {_ABOUT[identities]}",
        language,
        identities,
        _read(path, path.stat().st_mtime_ns),
        wanted.licence,
    )


@lru_cache(maxsize=8)
def _read(path: Path, _time: int) -> tuple[IdentityTemplate, ...]:
    """All rows, also those that repeat a sentence: the published score divides by rows."""
    with path.open(encoding="utf-8", newline="") as stream:
        return tuple(
            IdentityTemplate(
                sentence=MASK_OF_HONEST.sub("[MASK]", row["template_masked"]),
                identity=" ".join(row["identity"].split()),
                group=row["category"],
                kind=row["type"],
                form=" ".join(row["raw"].split()),
            )
            for row in csv.DictReader(stream, delimiter="\t")
        )


def _demonstration(language: str, identities: str) -> TemplateSet:
    if language != _BUNDLED_LANGUAGE:
        raise InputTextError(
            f"The demonstration is in English; got the language {language!r}. HONEST's own "
            f"templates are in {', '.join(languages())}: name them with honest."
        )
    return TemplateSet(
        BUNDLED,
        f"Demonstration, {_ABOUT[identities]}",
        language,
        identities,
        _bundled(identities),
        "CC BY 4.0",
        demonstration=True,
    )


@lru_cache(maxsize=len(IDENTITIES))
def _bundled(identities: str) -> tuple[IdentityTemplate, ...]:
    content = tomllib.loads(_BUNDLED_FILE.read_text(encoding="utf-8"))
    return tuple(
        IdentityTemplate(text.replace("{identity}", name), name, group, kind, text)
        for group, names in content[identities].items()
        for name in names
        for kind, texts in content["templates"].items()
        for text in texts
    )

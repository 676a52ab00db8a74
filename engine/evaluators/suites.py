"""Suites by name, of Biascope and of plug-ins, and declarations of the user's own."""

from __future__ import annotations

import difflib
from functools import lru_cache
from pathlib import Path

from engine.core.errors import InputTextError, why
from engine.core.paths import exists, ordinary_file, shown_name
from engine.evaluators.declarations import SIZE_LIMIT, read_suite
from engine.evaluators.places import DeclarationError
from engine.evaluators.suite import Suite

DEMO = "demo"
PUBLISHED = "published"

SUITE_FOLDER = Path(__file__).parent / "declared"  # the suites that come with Biascope


_OF_PLUGINS: dict[str, Suite] = {}


def add(name: str, suite: Suite) -> None:
    """Add the suite of a plug-in."""
    _OF_PLUGINS[name] = suite


def suite_names() -> tuple[str, ...]:
    """Names of the suites, the demo suite first, and those of plug-ins last."""
    return (*_shipped_names(), *_OF_PLUGINS)


@lru_cache(maxsize=1)
def _shipped_names() -> tuple[str, ...]:
    first = (DEMO, PUBLISHED)
    found = sorted(path.stem for path in SUITE_FOLDER.glob("*.toml"))
    return (*first, *(name for name in found if name not in first))


def load_suite(name_or_path: str) -> Suite:
    """A suite by its name, or from a TOML file."""
    name = name_or_path.strip()
    if name in _OF_PLUGINS:
        return _OF_PLUGINS[name]
    if name in suite_names():
        return _shipped(name)
    if not name.endswith(".toml") and not exists(name):
        near = difflib.get_close_matches(name, suite_names()) or list(suite_names())
        raise InputTextError(
            f"There is no suite {shown_name(name)!r}; there is {', '.join(near)}, or give a TOML "
            "file."
        )
    path = ordinary_file(name, "a TOML file that declares a suite")
    return read_suite(_text(path), path.name)


@lru_cache(maxsize=32)
def _shipped(name: str) -> Suite:
    path = SUITE_FOLDER / f"{name}.toml"
    return read_suite(_text(path), path.name)


def _text(path: Path) -> str:
    try:
        with path.open("rb") as stream:
            data = stream.read(4 * SIZE_LIMIT + 1)
        return data.decode("utf-8-sig")
    except OSError as error:
        raise InputTextError(f"{shown_name(path)} cannot be read ({why(error)}).") from None
    except UnicodeDecodeError:
        raise DeclarationError(f"{path.name} is not UTF-8; save it as UTF-8.") from None

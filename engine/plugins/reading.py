"""What a plug-in holds: the module of a measure, the table of a TOML file.

The content of a file is read once; its digest is that of what is run.
"""

from __future__ import annotations

import hashlib
import sys
import tomllib
from collections.abc import Callable
from contextlib import redirect_stdout
from importlib.abc import InspectLoader
from importlib.machinery import ModuleSpec
from importlib.metadata import EntryPoint
from importlib.util import decode_source, module_from_spec
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

from engine.core import debugging
from engine.core.errors import BiascopeError, first_line, why
from engine.core.paths import ordinary_file
from engine.flow.foreign import failure_of, place_in
from engine.plugins.plugin import PluginError

PACKAGE = "biascope_plugins"  # which modules of files are in
_MOST = 2**20  # bytes of a file
_SHOWN = 16  # digits of a digest


def content_of(path: Path) -> bytes:
    """The bytes of a file."""
    try:
        with ordinary_file(path).open("rb") as stream:
            content = stream.read(_MOST + 1)
    except BiascopeError as error:
        raise PluginError(str(error).rstrip(".")) from None
    except OSError as error:
        raise PluginError(f"it cannot be read ({why(error)})") from None
    if len(content) > _MOST:
        raise PluginError(f"{path.name} has more than {_MOST // 2**20} MiB, the most that is read")
    return content


def text_of(path: Path) -> str:
    """The text of a file."""
    return utf8(content_of(path), path.name)


def utf8(content: bytes, name: str) -> str:
    """The text of a file that was read.

    Args:
        name: of the file.
    """
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise PluginError(f"{name} is not UTF-8; save it as UTF-8") from None


def digest_of(content: bytes) -> str:
    """Digest of a file."""
    return f"sha256:{hashlib.sha256(content).hexdigest()[:_SHOWN]}"


def table_of(text: str) -> dict[str, Any]:
    """The table of a TOML file."""
    try:
        return tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise PluginError(f"it is not TOML ({first_line(error)}); correct it there") from None


class _Loader(InspectLoader):
    """Runs content that was read already, and leaves no compiled file next to it."""

    def __init__(self, content: bytes, path: Path) -> None:
        self._content, self._path = content, path

    def get_source(self, fullname: str) -> str:
        return decode_source(self._content)

    def get_code(self, fullname: str) -> CodeType:
        return self.source_to_code(self._content, str(self._path))


def module_of(name: str, content: bytes, path: Path) -> ModuleType:
    """The module of a Python file, which others import by its name.

    Args:
        name: of the file, without its ending.
    """
    if not name.isidentifier():
        raise PluginError(f"{path.name} cannot be a module; name it with letters, digits and _")
    package = sys.modules.setdefault(PACKAGE, ModuleType(PACKAGE))
    package.__path__ = []
    spec = ModuleSpec(f"{PACKAGE}.{name}", _Loader(content, path), origin=str(path))
    spec.has_location = True
    module = module_from_spec(spec)
    sys.modules[spec.name] = module
    try:
        imported(lambda: spec.loader.exec_module(module) if spec.loader else None, spec.name)
    except PluginError:
        del sys.modules[spec.name]
        raise
    setattr(package, name, module)  # as importing it from a folder would
    return module


def object_of(entry: EntryPoint) -> Any:
    """What the entry point of a package names."""
    return imported(entry.load, code_of(entry.module))


def code_of(module: str) -> str:
    """How the names of the modules of a plug-in begin: its file's own, or all of its package."""
    return module if module.startswith(f"{PACKAGE}.") else module.partition(".")[0]


def imported(load: Callable[[], Any], code: str) -> Any:
    """What somebody else's code gives, whatever goes wrong in it; what it prints goes to stderr.

    Args:
        code: from `code_of`.
    """
    try:
        with redirect_stdout(sys.stderr):
            return load()
    except ModuleNotFoundError as error:
        debugging.show(error)
        place = place_in(error, code)
        raise PluginError(
            f"it imports {error.name}, which is not installed here{f' ({place})' if place else ''};"
            " install it in the environment that Biascope runs in"
        ) from None
    except (Exception, SystemExit) as error:
        debugging.show(error)
        raise PluginError(
            f"it cannot be imported ({failure_of(error, code)}); correct it there"
        ) from None

"""Takes from the project's own modules what Python does not have on Windows.

Python imports this file by itself when it starts with this folder on `PYTHONPATH`, so the processes
that a process starts go without POSIX too. Libraries keep all they know: they look at
`sys.platform`, and have Windows in mind.
"""

from __future__ import annotations

import builtins
import pathlib
import sys
import warnings
from types import ModuleType
from typing import Any

from windows_lacks import MODULES, NAMES  # lies beside this file

OURS = ("app", "components", "engine", "pages")
_PRIVILEGE_NOT_HELD = 1314

_import = builtins.__import__


class _Without(ModuleType):
    """A module of the standard library as it is on Windows."""

    def __init__(self, module: ModuleType, missing: frozenset[str]) -> None:
        super().__init__(module.__name__)
        self.__dict__["_module"], self.__dict__["_missing"] = module, missing

    def __getattr__(self, name: str) -> Any:
        if name in self._missing:
            raise AttributeError(f"module '{self.__name__}' has no attribute '{name}' on Windows")
        return getattr(self._module, name)

    def __setattr__(self, name: str, value: Any) -> None:
        setattr(self._module, name, value)


_without: dict[str, ModuleType] = {}


def is_ours(scope: Any) -> bool:
    """Whether an import is of a module of the project, or of a script such as a page."""
    name = (scope or {}).get("__name__") or ""
    file = str((scope or {}).get("__file__") or "")
    if name == "__main__":
        return file.startswith(_ROOT) and "/tests/" not in file and "/.venv/" not in file
    return name.split(".", 1)[0] in OURS


_ROOT = str(pathlib.Path(__file__).parent.parent.parent)


def _imported(
    name: str, globals: Any = None, locals: Any = None, fromlist: Any = (), level: int = 0
) -> ModuleType:
    if level or not is_ours(globals):
        return _import(name, globals, locals, fromlist, level)
    top = name.split(".", 1)[0]
    if top in MODULES:
        raise ModuleNotFoundError(f"No module named '{name}' on Windows", name=name)
    module = _import(name, globals, locals, fromlist, level)
    if module.__name__ not in NAMES:
        return module
    if module.__name__ not in _without:
        _without[module.__name__] = _Without(module, NAMES[module.__name__])
    return _without[module.__name__]


_linked = pathlib.Path.symlink_to


def _link(path: pathlib.Path, *given: Any, **named: Any) -> None:
    """Links need a right that users of Windows seldom have."""
    if not is_ours(sys._getframe(1).f_globals):
        return _linked(path, *given, **named)
    error = OSError(22, "A required privilege is not held by the client, as on Windows", str(path))
    error.winerror = _PRIVILEGE_NOT_HELD  # type: ignore[attr-defined]
    raise error


pathlib.Path.symlink_to = _link  # type: ignore[method-assign]
# Text without an encoding is UTF-8 here and cp1252 there; PYTHONWARNDEFAULTENCODING warns of it.
warnings.filterwarnings("error", category=EncodingWarning, module=rf"({'|'.join(OURS)})(\.|$)")
builtins.__import__ = _imported  # type: ignore[assignment]
if "engine" in sys.modules:
    raise RuntimeError("this has to run before the project is imported")

"""Source files of the project, parsed: what they import and what they call.

Imports count wherever they stand, also inside functions, unless only a type checker
sees them.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import PurePosixPath

_TYPES_ALONE = ("TYPE_CHECKING", "typing.TYPE_CHECKING")


@dataclass(frozen=True)
class Import:
    """One imported module, by its full name, with the scope it stands in."""

    module: str
    line: int
    top_level: bool

    def within(self, package: str) -> bool:
        """Whether this is the package or a part of it."""
        return self.module == package or self.module.startswith(f"{package}.")


@dataclass(frozen=True)
class SourceFile:
    """One parsed source file of the project.

    Args:
        path: relative to the project root, with forward slashes.
        text: its source.
    """

    path: str
    text: str = field(repr=False)

    @cached_property
    def tree(self) -> ast.Module:
        return ast.parse(self.text, self.path)

    @property
    def layer(self) -> str:
        """`app`, `pages`, `components`, `engine` or `biascope`."""
        first = PurePosixPath(self.path).parts[0]
        return first.removesuffix(".py")

    @property
    def module(self) -> str:
        """Its name as it is imported: `engine.lab` for `engine/lab/__init__.py`."""
        return self.path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")

    @cached_property
    def imports(self) -> list[Import]:
        return list(_imports(self.tree, self.path))

    @cached_property
    def nodes(self) -> list[ast.AST]:
        """All of the tree, walked once."""
        return list(ast.walk(self.tree))

    def calls(self) -> Iterator[ast.Call]:
        return (node for node in self.nodes if isinstance(node, ast.Call))

    def at(self, line: int, what: str) -> str:
        return f"{self.path}:{line} {what}"


def _imports(tree: ast.Module, path: str) -> Iterator[Import]:
    """Every import a running program would make, dynamic ones by a literal name included."""
    pending: list[tuple[ast.AST, bool]] = [(tree, True)]
    while pending:
        node, top = pending.pop()
        if isinstance(node, ast.If) and ast.unparse(node.test) in _TYPES_ALONE:
            pending += [(child, top) for child in node.orelse]
            continue
        inner = top and not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda))
        pending += [(child, inner) for child in ast.iter_child_nodes(node)]
        if isinstance(node, ast.Import):
            yield from (Import(alias.name, node.lineno, top) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = _absolute(node, path)
            yield Import(base, node.lineno, top)
            # `from engine import store` imports engine.storage.store.
            yield from (Import(f"{base}.{alias.name}", node.lineno, top) for alias in node.names)
        elif isinstance(node, ast.Call) and called(node) in ("import_module", "__import__"):
            name = node.args[0] if node.args else None
            if isinstance(name, ast.Constant) and isinstance(name.value, str):
                yield Import(name.value, node.lineno, top)


def _absolute(node: ast.ImportFrom, path: str) -> str:
    if not node.level:
        return node.module or ""
    package = PurePosixPath(path).parent.parts
    kept = package[: len(package) - (node.level - 1)]
    return ".".join((*kept, node.module) if node.module else kept)


def called(node: ast.Call) -> str:
    """The last part of a called name: `load` for `torch.load(...)`."""
    if isinstance(node.func, ast.Attribute):
        return node.func.attr
    return node.func.id if isinstance(node.func, ast.Name) else ""

"""The architecture as rules over syntax trees: what each part of the project may use.

A rule takes one parsed file and returns what breaks it, one sentence each. Imports count
wherever they stand, also inside functions, unless only a type checker sees them.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import PurePosixPath

SCREEN = ("app", "pages", "components")
FRAMEWORKS = ("streamlit", "plotly")
HEAVY = (
    *("torch", "transformers", "shap", "umap", "sentence_transformers"),
    *("sklearn", "scipy", "statsmodels"),
)
MODELLING = ("torch", "transformers", "shap", "umap", "sentence_transformers")

SESSION = "components/session.py"
LOADING = "engine/models/loading.py"
HOOKS = "engine/heads.py"
FORWARD = ("engine/inference/", "engine/training/", "engine/models/", "engine/heads.py")
ONLY_SESSION = ("engine.models", "engine.store", "engine.jobs")
PICKLES = ("pickle", "cPickle", "_pickle", "cloudpickle", "dill", "shelve", "marshal")


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
        """`app`, `pages`, `components` or `engine`."""
        first = PurePosixPath(self.path).parts[0]
        return first.removesuffix(".py")

    @cached_property
    def imports(self) -> list[Import]:
        return list(_imports(self.tree, self.path))

    def calls(self) -> Iterator[ast.Call]:
        return (node for node in ast.walk(self.tree) if isinstance(node, ast.Call))

    def at(self, line: int, what: str) -> str:
        return f"{self.path}:{line} {what}"


Rule = Callable[[SourceFile], list[str]]


def _imports(tree: ast.Module, path: str) -> Iterator[Import]:
    """Every import a running program would make, dynamic ones by a literal name included."""
    pending: list[tuple[ast.AST, bool]] = [(tree, True)]
    while pending:
        node, top = pending.pop()
        if isinstance(node, ast.If) and _is_type_checking(node.test):
            pending += [(child, top) for child in node.orelse]
            continue
        inner = top and not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda))
        pending += [(child, inner) for child in ast.iter_child_nodes(node)]
        if isinstance(node, ast.Import):
            yield from (Import(alias.name, node.lineno, top) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = _absolute(node, path)
            yield Import(base, node.lineno, top)
            # `from engine import store` imports engine.store.
            yield from (Import(f"{base}.{alias.name}", node.lineno, top) for alias in node.names)
        elif isinstance(node, ast.Call) and _called(node) in ("import_module", "__import__"):
            name = node.args[0] if node.args else None
            if isinstance(name, ast.Constant) and isinstance(name.value, str):
                yield Import(name.value, node.lineno, top)


def _is_type_checking(test: ast.expr) -> bool:
    return ast.unparse(test) in ("TYPE_CHECKING", "typing.TYPE_CHECKING")


def _absolute(node: ast.ImportFrom, path: str) -> str:
    if not node.level:
        return node.module or ""
    package = PurePosixPath(path).parent.parts
    kept = package[: len(package) - (node.level - 1)]
    return ".".join((*kept, node.module) if node.module else kept)


def _called(node: ast.Call) -> str:
    """The last part of a called name: `load` for `torch.load(...)`."""
    if isinstance(node.func, ast.Attribute):
        return node.func.attr
    return node.func.id if isinstance(node.func, ast.Name) else ""


def _forbidden_imports(source: SourceFile, packages: tuple[str, ...], why: str) -> list[str]:
    lines = {
        (found.line, package): source.at(found.line, f"imports {package}: {why}")
        for found in source.imports
        for package in packages
        if found.within(package)
    }
    return list(lines.values())


def engine_knows_no_screen(source: SourceFile) -> list[str]:
    """The engine runs from a notebook: no framework, no page, no component."""
    if source.layer != "engine":
        return []
    return _forbidden_imports(source, (*FRAMEWORKS, *SCREEN), "the engine knows no screen")


def components_know_no_page(source: SourceFile) -> list[str]:
    """Pages use components, never the other way round."""
    if source.layer != "components":
        return []
    return _forbidden_imports(source, ("app", "pages"), "components know no page")


def a_page_imports_no_page(source: SourceFile) -> list[str]:
    """A page stands alone; what two pages share is a component."""
    if source.layer != "pages":
        return []
    return _forbidden_imports(source, ("app", "pages"), "a page imports no page")


def the_screen_imports_no_modelling_library(source: SourceFile) -> list[str]:
    """Maths belongs to the engine."""
    if source.layer not in SCREEN:
        return []
    return _forbidden_imports(source, MODELLING, "maths belongs to the engine")


def only_the_session_reaches_models_store_and_jobs(source: SourceFile) -> list[str]:
    """One seam between screen and engine."""
    if source.layer not in SCREEN or source.path == SESSION:
        return []
    return _forbidden_imports(source, ONLY_SESSION, f"only {SESSION} does")


def weights_are_loaded_in_one_place(source: SourceFile) -> list[str]:
    """Loading decides safetensors, device, dtype and revision for everyone."""
    if source.path == LOADING:
        return []
    return [
        source.at(node.lineno, f"names from_pretrained: only {LOADING} loads weights")
        for node in ast.walk(source.tree)
        if isinstance(node, ast.Attribute) and node.attr == "from_pretrained"
    ]


def hooks_are_registered_in_one_place(source: SourceFile) -> list[str]:
    """Two mechanisms for masking heads would not know of each other."""
    if source.path == HOOKS:
        return []
    return [
        source.at(node.lineno, f"names {node.attr}: only {HOOKS} registers hooks")
        for node in ast.walk(source.tree)
        if isinstance(node, ast.Attribute)
        and node.attr.startswith("register_")
        and node.attr.endswith("_hook")
    ]


def the_network_is_called_in_one_place(source: SourceFile) -> list[str]:
    """Measures ask the inference runner; only it knows gates, batches and memory."""
    if source.path.startswith(FORWARD):
        return []
    named = ("hidden_states", "language_model_head", "base_model", "inference_mode")
    return [
        source.at(node.lineno, f"calls {_called(node)}: the forward runs in engine/inference")
        for node in source.calls()
        if _called(node) in named
    ]


def no_markup_from_text(source: SourceFile) -> list[str]:
    """Text of a user or a model is never run as HTML."""
    flags = ("unsafe_allow_html", "unsafe_allow_javascript")
    return [
        source.at(node.value.lineno, f"passes {node.arg}: user text must stay text")
        for node in ast.walk(source.tree)
        if isinstance(node, ast.keyword) and node.arg in flags
    ]


def no_pickle(source: SourceFile) -> list[str]:
    """A pickle runs code when it is read."""
    banned = (*PICKLES, "torch.load", "torch.save")
    found = _forbidden_imports(source, banned, "a pickle runs code when it is read")
    for node in ast.walk(source.tree):
        if isinstance(node, ast.Attribute) and node.attr in ("read_pickle", "to_pickle"):
            found.append(source.at(node.lineno, f"names {node.attr}"))
        elif isinstance(node, ast.Attribute) and ast.unparse(node) in ("torch.load", "torch.save"):
            found.append(source.at(node.lineno, f"names {ast.unparse(node)}: use safetensors"))
        elif isinstance(node, ast.keyword) and node.arg == "allow_pickle" and _truthy(node.value):
            found.append(source.at(node.value.lineno, "passes allow_pickle"))
    return found


def no_remote_code(source: SourceFile) -> list[str]:
    """Code that comes with a checkpoint is never run."""
    return [
        source.at(node.value.lineno, "passes trust_remote_code")
        for node in ast.walk(source.tree)
        if isinstance(node, ast.keyword) and node.arg == "trust_remote_code" and _truthy(node.value)
    ]


def _truthy(value: ast.expr) -> bool:
    """True unless the value is literally false: a variable could be anything."""
    return not (isinstance(value, ast.Constant) and not value.value)


def nothing_is_printed(source: SourceFile) -> list[str]:
    """Standard output belongs to the command line's contract."""
    return [
        source.at(node.lineno, "calls print")
        for node in source.calls()
        if isinstance(node.func, ast.Name) and node.func.id == "print"
    ]


def nothing_is_asserted(source: SourceFile) -> list[str]:
    """An assert vanishes under `python -O`; errors are raised."""
    return [
        source.at(node.lineno, "asserts: raise an error instead")
        for node in ast.walk(source.tree)
        if isinstance(node, ast.Assert)
    ]


def no_bare_except(source: SourceFile) -> list[str]:
    """Errors are caught by name."""
    return [
        source.at(node.lineno, "catches everything: name the errors")
        for node in ast.walk(source.tree)
        if isinstance(node, ast.ExceptHandler) and node.type is None
    ]


def heavy_imports_wait(source: SourceFile) -> list[str]:
    """A heavy library is imported inside the function that needs it, so paint is quick."""
    return [
        source.at(found.line, f"imports {found.module} on top: import it where it is used")
        for found in source.imports
        if found.top_level and any(found.within(package) for package in HEAVY)
    ]


RULES: tuple[Rule, ...] = (
    engine_knows_no_screen,
    components_know_no_page,
    a_page_imports_no_page,
    the_screen_imports_no_modelling_library,
    only_the_session_reaches_models_store_and_jobs,
    weights_are_loaded_in_one_place,
    hooks_are_registered_in_one_place,
    the_network_is_called_in_one_place,
    no_markup_from_text,
    no_pickle,
    no_remote_code,
    nothing_is_printed,
    nothing_is_asserted,
    no_bare_except,
    heavy_imports_wait,
)


def importers(sources: list[SourceFile], package: str) -> list[str]:
    """Paths of the files that import a package."""
    return [
        source.path for source in sources if any(found.within(package) for found in source.imports)
    ]

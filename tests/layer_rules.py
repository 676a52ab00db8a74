"""The architecture as rules over syntax trees: what each part of the project may use.

A rule takes one source file and returns what breaks it, one sentence each.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable

from tests.no_posix import windows_lacks
from tests.source_files import SourceFile, called

SCREEN = ("app", "pages", "components")
PACKAGE = "biascope"  # the console script and the notebook's names; nothing else knows them
LAYERS = (PACKAGE, *SCREEN, "engine")
FRAMEWORKS = ("streamlit", "plotly")
HEAVY = (
    *("torch", "transformers", "shap", "umap", "sentence_transformers"),
    *("sklearn", "scipy", "statsmodels"),
)
MODELLING = ("torch", "transformers", "shap", "umap", "sentence_transformers")

SESSION = "components/frame/session/"
FRAME = "components.frame"
# Folders of the frame, which every page may use, each with those of them that it may import.
SHARED = {
    "present": (),
    "session": (),
    "shell": ("present", "session"),
    "widgets": ("present", "session", "shell"),
}
COMMANDS = ("engine/cli.py", "engine/commands/", "engine/bench/")
LOADING = "engine/models/reading.py"
HOOKS = "engine/models/hooks.py"
DRAWING = "components/frame/present/plot.py"
OFFERING = "components/frame/present/download.py"
# Reads weights only, in a process of its own that nothing imports.
PICKLED = "engine/models/convert/pickled.py"
ISOLATED = "engine/models/convert/child.py"
FORWARD = ("engine/inference/", "engine/training/", "engine/models/")
ONLY_SESSION = ("engine.models", "engine.storage.store", "engine.storage.jobs")
REPLACING = "engine/core/replacing.py"
PICKLES = ("pickle", "cPickle", "_pickle", "cloudpickle", "dill", "shelve", "marshal")


Rule = Callable[[SourceFile], list[str]]


def _forbidden_imports(
    source: SourceFile, packages: tuple[str, ...], why: str, layers: tuple[str, ...] = LAYERS
) -> list[str]:
    lines = {
        (found.line, package): source.at(found.line, f"imports {package}: {why}")
        for found in source.imports
        for package in packages
        if source.layer in layers and found.within(package)
    }
    return list(lines.values())


def _named(source: SourceFile, home: str, does: str, name: Callable[[str], bool]) -> list[str]:
    """Attributes of these names in any file but the one that may use them."""
    return [
        source.at(node.lineno, f"names {node.attr}: only {home} {does}")
        for node in source.nodes
        if isinstance(node, ast.Attribute) and name(node.attr) and source.path != home
    ]


def engine_knows_no_screen(source: SourceFile) -> list[str]:
    """The engine runs from a notebook: no framework, no page, no component."""
    packages = (*FRAMEWORKS, *SCREEN, PACKAGE)
    return _forbidden_imports(source, packages, "the engine knows no screen", ("engine",))


def components_know_no_page(source: SourceFile) -> list[str]:
    """Pages use components, never the other way round."""
    packages = ("app", "pages", PACKAGE)
    return _forbidden_imports(source, packages, "components know no page", ("components",))


def a_page_imports_no_page(source: SourceFile) -> list[str]:
    """A page stands alone; what two pages share is a component."""
    return _forbidden_imports(source, ("app", "pages"), "a page imports no page", ("pages",))


def a_page_uses_its_own_folder(source: SourceFile) -> list[str]:
    """What two pages need is in a shared folder, and shared folders know no page."""
    if source.layer not in ("pages", "components") or "." not in source.module:
        return []
    own = _folder(source.module)
    allowed = (own, *SHARED.get(own, SHARED))
    found = {
        (used.line, _folder(used.module))
        for used in source.imports
        if used.within("components") and used.module not in ("components", FRAME)
    }
    return [
        source.at(line, f"imports components.{folder}: move what both need to a shared folder")
        for line, folder in sorted(found)
        if folder not in allowed
    ]


def _folder(module: str) -> str:
    """The folder of a page, or the shared one: `cabm`, `session`."""
    parts = module.removeprefix(f"{FRAME}.").removeprefix("components.").split(".")
    return parts[0] if module.startswith("components") else parts[1]


def the_screen_imports_no_modelling_library(source: SourceFile) -> list[str]:
    """Maths belongs to the engine."""
    return _forbidden_imports(source, MODELLING, "maths belongs to the engine", SCREEN)


def only_the_session_reaches_models_store_and_jobs(source: SourceFile) -> list[str]:
    """One seam between screen and engine."""
    if source.path.startswith(SESSION):
        return []
    return _forbidden_imports(source, ONLY_SESSION, f"only {SESSION} does", SCREEN)


def only_the_command_line_imports_a_command(source: SourceFile) -> list[str]:
    """A measure does not know how it is asked for from a shell, and a page has words of its own."""
    if is_command(source.module) or source.path.startswith(COMMANDS):
        return []
    return [
        source.at(found.line, f"imports {found.module}: only the command line imports a command")
        for found in source.imports
        if is_command(found.module)
    ]


def is_command(module: str) -> bool:
    """Whether a module is a command of a measure, or a part of one."""
    return re.match(r"engine\.measures\.\w+\.command", module) is not None


def weights_are_loaded_in_one_place(source: SourceFile) -> list[str]:
    """Loading decides safetensors, device, dtype and revision for everyone."""
    return _named(source, LOADING, "loads weights", "from_pretrained".__eq__)


def hooks_are_registered_in_one_place(source: SourceFile) -> list[str]:
    """Two mechanisms for masking heads would not know of each other."""
    return _named(source, HOOKS, "registers hooks", re.compile("register_.*_hook").fullmatch)


def figures_are_drawn_in_one_place(source: SourceFile) -> list[str]:
    """No figure is without its numbers in words for those who cannot see it."""
    return _named(source, DRAWING, "draws figures", "plotly_chart".__eq__)


def files_are_offered_in_one_place(source: SourceFile) -> list[str]:
    """Streamlit alone forgets a file that other runs end before the browser has fetched it."""
    return _named(source, OFFERING, "offers files", "download_button".__eq__)


def the_network_is_called_in_one_place(source: SourceFile) -> list[str]:
    """Measures ask the inference runner; only it knows gates, batches and memory."""
    if source.path.startswith(FORWARD):
        return []
    named = ("hidden_states", "predicting_states", "own_head", "language_model_head", "base_model")
    named += ("inference_mode",)
    return [
        source.at(node.lineno, f"calls {called(node)}: the forward runs in engine/inference")
        for node in source.calls()
        if called(node) in named
    ]


def no_markup_from_text(source: SourceFile) -> list[str]:
    """Text of a user or a model is never run as HTML."""
    flags = ("unsafe_allow_html", "unsafe_allow_javascript")
    return [
        source.at(node.value.lineno, f"passes {node.arg}: user text must stay text")
        for node in source.nodes
        if isinstance(node, ast.keyword) and node.arg in flags
    ]


def no_pickle(source: SourceFile) -> list[str]:
    """A pickle runs code when it is read; where one is converted, only its weights are read."""
    banned = (*PICKLES, "torch.load", "torch.save")
    allowed = set(map(id, _weights_only(source)))
    found = _forbidden_imports(source, banned, "a pickle runs code when it is read")
    for node in source.nodes:
        if isinstance(node, ast.Attribute) and node.attr in ("read_pickle", "to_pickle"):
            found.append(source.at(node.lineno, f"names {node.attr}"))
        elif id(node) in allowed:
            continue
        elif isinstance(node, ast.Attribute) and ast.unparse(node) in ("torch.load", "torch.save"):
            found.append(source.at(node.lineno, f"names {ast.unparse(node)}: use safetensors"))
        elif isinstance(node, ast.keyword) and node.arg == "allow_pickle" and _truthy(node.value):
            found.append(source.at(node.value.lineno, "passes allow_pickle"))
    return found


def _weights_only(source: SourceFile) -> list[ast.expr]:
    """Where `torch.load` is called in the one file that may, in the way that runs nothing."""
    return [
        call.func
        for call in source.calls()
        if source.path == PICKLED
        and ast.unparse(call.func) == "torch.load"
        and any(
            word.arg == "weights_only"
            and isinstance(word.value, ast.Constant)
            and word.value.value is True
            for word in call.keywords
        )
    ]


def the_reader_of_pickles_is_a_process(source: SourceFile) -> list[str]:
    """Weights in other formats are read where memory is limited and there is no network."""
    readers = ("child", "pickled", "tensorflow")
    if source.path == ISOLATED:
        return []
    modules = tuple(f"engine.models.convert.{name}" for name in readers)
    return _forbidden_imports(source, modules, f"only {ISOLATED} does, as a process")


def no_remote_code(source: SourceFile) -> list[str]:
    """Code that comes with a checkpoint is never run."""
    return [
        source.at(node.value.lineno, "passes trust_remote_code")
        for node in source.nodes
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
        for node in source.nodes
        if isinstance(node, ast.Assert)
    ]


def no_bare_except(source: SourceFile) -> list[str]:
    """Errors are caught by name."""
    return [
        source.at(node.lineno, "catches everything: name the errors")
        for node in source.nodes
        if isinstance(node, ast.ExceptHandler) and node.type is None
    ]


def heavy_imports_wait(source: SourceFile) -> list[str]:
    """A heavy library is imported inside the function that needs it, so paint is quick."""
    return [
        source.at(found.line, f"imports {found.module} on top: import it where it is used")
        for found in source.imports
        if found.top_level and any(found.within(package) for package in HEAVY)
    ]


def text_has_an_encoding(source: SourceFile) -> list[str]:
    """Without one, text is UTF-8 on one system and something else on another."""
    return [
        source.at(node.lineno, f"calls {called(node)} for text without an encoding")
        for node in source.calls()
        if _is_text(node) and not any(word.arg in ("encoding", None) for word in node.keywords)
    ]


# What opens text, if its mode does not say otherwise; where the mode is, and what it is without.
_OPENS = {"open": (1, "r"), "fdopen": (1, "r")}
_OPENS |= dict.fromkeys(("NamedTemporaryFile", "TemporaryFile"), (0, "w+b"))
_STARTS = ("run", "Popen", "check_output")


def _is_text(call: ast.Call) -> bool:
    name = called(call)
    if name in ("read_text", "write_text"):
        return isinstance(call.func, ast.Attribute)
    if name in _STARTS:
        texts = [word for word in call.keywords if word.arg in ("text", "universal_newlines")]
        return any(_truthy(word.value) for word in texts)
    if name not in _OPENS:
        return False
    place, usual = _OPENS[name]
    if name == "open" and isinstance(call.func, ast.Attribute):  # of a path
        if ast.unparse(call.func.value) in ("os", "webbrowser"):
            return False
        place = 0
    named = [word.value for word in call.keywords if word.arg == "mode"]
    mode = (*named, *call.args[place : place + 1])[:1]
    if not mode:
        return "b" not in usual
    value = mode[0].value if isinstance(mode[0], ast.Constant) else None
    return isinstance(value, str) and re.fullmatch(r"[rwax+t]+", value) is not None


def files_are_replaced_in_one_place(source: SourceFile) -> list[str]:
    """On Windows, replacing a file that somebody reads takes patience."""
    return [
        source.at(node.lineno, f"calls {called(node)}: only {REPLACING} moves files")
        for node in source.calls()
        if source.path != REPLACING and _moves(node)
    ]


def _moves(call: ast.Call) -> bool:
    if not isinstance(call.func, ast.Attribute):
        return False
    owner, name = ast.unparse(call.func.value), call.func.attr
    if owner in ("os", "shutil"):
        return name in ("replace", "rename", "renames", "move")
    one = len(call.args) == 1 and not call.keywords and not isinstance(call.args[0], ast.Dict)
    return name in ("replace", "rename") and one


def nothing_needs_posix(source: SourceFile) -> list[str]:
    """What Windows lacks is imported in a function, and named only where the file asks for it."""
    asked = {
        ast.unparse(node.args[0]) + "." + ast.literal_eval(node.args[1])
        for node in source.calls()
        if called(node) == "hasattr" and isinstance(node.args[1], ast.Constant)
    }
    imported = [
        source.at(found.line, f"imports {found.module}, which Windows has not")
        for found in source.imports
        if found.top_level and found.module.split(".")[0] in windows_lacks.MODULES
    ]
    named = [
        source.at(node.lineno, f"names {name}, which Windows has not")
        for node in source.nodes
        if isinstance(node, ast.Attribute)
        and node.attr in windows_lacks.NAMES.get(ast.unparse(node.value), ())
        and (name := ast.unparse(node)) not in asked
    ]
    return imported + named


RULES: tuple[Rule, ...] = (
    engine_knows_no_screen,
    components_know_no_page,
    a_page_imports_no_page,
    a_page_uses_its_own_folder,
    the_screen_imports_no_modelling_library,
    only_the_session_reaches_models_store_and_jobs,
    only_the_command_line_imports_a_command,
    weights_are_loaded_in_one_place,
    hooks_are_registered_in_one_place,
    figures_are_drawn_in_one_place,
    files_are_offered_in_one_place,
    the_network_is_called_in_one_place,
    no_markup_from_text,
    no_pickle,
    the_reader_of_pickles_is_a_process,
    no_remote_code,
    nothing_is_printed,
    nothing_is_asserted,
    no_bare_except,
    heavy_imports_wait,
    text_has_an_encoding,
    files_are_replaced_in_one_place,
    nothing_needs_posix,
)


def importers(sources: list[SourceFile], package: str) -> list[str]:
    """Paths of the files that import a package."""
    return [
        source.path for source in sources if any(found.within(package) for found in source.imports)
    ]


def room(module: str) -> str:
    """What a module belongs to: a folder of the engine, one measure, or the commands of all."""
    if is_command(module):
        return "engine.commands"
    return ".".join(module.split(".")[: 3 if module.startswith("engine.measures.") else 2])


def circles(
    sources: list[SourceFile], unit: Callable[[str], str] = lambda module: module
) -> list[list[str]]:
    """Groups of modules that import each other, directly or through others.

    Args:
        unit: module -> what counts as one, such as its `room`; by default every file is one.
    """
    modules = {source.module: source for source in sources}

    uses: dict[str, set[str]] = {unit(module): set() for module in modules}
    for module, source in modules.items():
        for found in source.imports:
            target = found.module
            while target and target not in modules:
                target = target.rpartition(".")[0]
            if target and unit(target) != unit(module):
                uses[unit(module)].add(unit(target))
    # What uses nothing that is left is in no circle.
    while ends := [one for one, used in uses.items() if not used & uses.keys()]:
        for one in ends:
            del uses[one]
    uses = {one: used & uses.keys() for one, used in uses.items()}
    reached = {start: _reachable(uses, start) for start in uses}
    groups = {
        tuple(sorted({start, *(other for other in reached[start] if start in reached[other])}))
        for start in uses
        if start in reached[start]
    }
    return [list(group) for group in sorted(groups)]


def _reachable(uses: dict[str, set[str]], start: str) -> set[str]:
    found: set[str] = set()
    pending = [start]
    while pending:
        for target in uses[pending.pop()] - found:
            found.add(target)
            pending.append(target)
    return found

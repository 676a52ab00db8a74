"""The architecture holds, and each rule that says so can fail."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterable, Sequence
from importlib import metadata
from pathlib import Path

import pytest

from tests import layer_rules as rules
from tests.layer_rules import (
    HEAVY,
    LAYERS,
    RULES,
    SHARED,
    circles,
    importers,
    room,
)
from tests.source_files import SourceFile
from tests.test_house import FILES, requirements

ROOT = Path(__file__).parent.parent


SOURCES = [
    SourceFile(path.relative_to(ROOT).as_posix(), path.read_text(encoding="utf-8"))
    for pattern in ("app.py", *(f"{layer}/**/*.py" for layer in LAYERS))
    for path in sorted(ROOT.glob(pattern))
]

Cases = dict[rules.Rule, list[tuple[str, str]]]  # rule -> path and source

# What breaks the rule.
VIOLATIONS: Cases = {
    rules.engine_knows_no_screen: [
        ("engine/x.py", "import streamlit as st"),
        ("engine/x.py", "def f():\n    from plotly import graph_objects"),
        ("engine/x.py", "from components.frame.session import measure"),
        ("engine/x.py", "import importlib\nimportlib.import_module('app')"),
        ("engine/measures/x.py", "from ...pages import home"),
        ("engine/x.py", "from biascope import script"),
    ],
    rules.components_know_no_page: [
        ("components/x.py", "import pages.home"),
        ("components/charts/x.py", "from app import start"),
    ],
    rules.a_page_imports_no_page: [
        ("pages/x.py", "from pages import home"),
        ("pages/x.py", "from . import home"),
    ],
    rules.a_page_uses_its_own_folder: [
        ("pages/heads.py", "from components.pairs import table"),
        ("components/lab/x.py", "import components.cabm.results"),
        ("components/frame/widgets/x.py", "from components import home"),
        ("components/frame/present/x.py", "from components.frame import session"),
        ("components/frame/shell/x.py", "from components.frame import widgets"),
        ("components/heads/charts/x.py", "from ...cabm import a"),
    ],
    rules.the_screen_imports_no_modelling_library: [
        ("pages/x.py", "import torch.nn as nn"),
        ("app.py", "def f():\n    import shap"),
        ("components/x.py", "__import__('umap')"),
    ],
    rules.only_the_session_reaches_models_store_and_jobs: [
        ("pages/x.py", "from engine.storage import store"),
        ("components/frame/shell/model_bar.py", "from engine.models.loading import load"),
        ("app.py", "import engine.storage.jobs"),
    ],
    rules.only_the_command_line_imports_a_command: [
        ("components/x.py", "from engine.measures.gest.command import read"),
        ("engine/measures/gest/column.py", "from engine.measures.gest import command_replicate"),
    ],
    rules.weights_are_loaded_in_one_place: [
        ("engine/x.py", "AutoModel.from_pretrained('x')"),
        ("pages/x.py", "load = AutoModel.from_pretrained"),
        ("engine/models/loading.py", "M.from_pretrained('x')"),
    ],
    rules.hooks_are_registered_in_one_place: [
        ("engine/x.py", "m.register_forward_pre_hook(f)"),
        ("engine/x.py", "m.register_forward_hook(f)"),
        ("engine/x.py", "m.register_full_backward_hook(f)"),
    ],
    rules.figures_are_drawn_in_one_place: [
        ("components/x.py", "left.plotly_chart(figure, alt='')")
    ],
    rules.files_are_offered_in_one_place: [
        ("components/x.py", "st.download_button('a', f, on_click='ignore')")
    ],
    rules.the_network_is_called_in_one_place: [
        ("engine/measures/x.py", "model.base_model(ids)"),
        ("engine/measures/x.py", "hidden_states(m, ids=i)"),
    ],
    rules.no_markup_from_text: [
        ("pages/x.py", "st.markdown(t, unsafe_allow_html=flag)"),
        ("pages/x.py", "st.html(t, unsafe_allow_javascript=True)"),
    ],
    rules.no_pickle: [
        ("engine/x.py", "def f():\n    import pickle"),
        ("engine/x.py", "import torch\ntorch.load('w.bin')"),
        ("engine/x.py", "from torch import load"),
        ("engine/x.py", "pd.read_pickle('x')"),
        ("engine/x.py", "np.load('x', allow_pickle=True)"),
        (rules.PICKLED, "torch.load('w.bin')"),
        (rules.PICKLED, "torch.load('w.bin', weights_only=False)"),
        (rules.PICKLED, "torch.load('w.bin', weights_only=flag)"),
        (rules.PICKLED, "load = torch.load"),
        (rules.PICKLED, "import pickle"),
        ("engine/models/loading.py", "torch.load('w.bin', weights_only=True)"),
    ],
    rules.the_reader_of_pickles_is_a_process: [
        (
            "engine/models/convert/making.py",
            "def f():\n    from engine.models.convert import pickled",
        ),
        ("engine/models/loading.py", "import engine.models.convert.child"),
    ],
    rules.no_remote_code: [
        ("engine/models/loading.py", "f('x', trust_remote_code=True)"),
        ("engine/models/loading.py", "f('x', trust_remote_code=wanted)"),
    ],
    rules.nothing_is_printed: [("engine/cli.py", "print('done')")],
    rules.nothing_is_asserted: [("engine/x.py", "assert x")],
    rules.no_bare_except: [("pages/x.py", "try:\n    f()\nexcept:\n    pass")],
    rules.heavy_imports_wait: [
        ("engine/x.py", "import torch"),
        ("engine/x.py", "try:\n    from scipy import stats\nexcept E:\n    x"),
        ("engine/x.py", "class C:\n    import sklearn.decomposition"),
        ("engine/x.py", "if TYPE_CHECKING:\n    import torch\nelse:\n    import shap"),
    ],
    rules.text_has_an_encoding: [
        ("engine/x.py", "path.read_text()"),
        ("engine/x.py", "path.write_text('x', newline='')"),
        ("engine/x.py", "open(path)"),
        ("components/x.py", "with path.open('a') as f:\n    pass"),
        ("engine/x.py", "path.open()"),
        ("engine/x.py", "os.fdopen(number, mode='w')"),
        ("engine/x.py", "tempfile.NamedTemporaryFile('w', suffix='.txt')"),
        ("engine/x.py", "subprocess.run(words, text=True)"),
    ],
    rules.files_are_replaced_in_one_place: [
        ("engine/x.py", "part.replace(path)"),
        ("engine/x.py", "os.rename(a, b)"),
        ("components/x.py", "shutil.move(a, b)"),
    ],
    rules.nothing_needs_posix: [
        ("engine/x.py", "import fcntl"),
        ("engine/x.py", "from resource import setrlimit"),
        ("engine/x.py", "import os\nos.killpg(1, 9)"),
        ("components/x.py", "if hasattr(os, 'getuid'):\n    os.geteuid()"),
        ("engine/x.py", "def f():\n    signal.setitimer(0, 1)"),
    ],
}

# What looks like a violation and is none.
ALLOWED: Cases = {
    rules.engine_knows_no_screen: [
        ("components/x.py", "import streamlit"),
        ("engine/x.py", "from engine.pages_of_text import read"),
    ],
    rules.components_know_no_page: [("app.py", "import pages.home")],
    rules.a_page_imports_no_page: [("pages/x.py", "from components.frame import session")],
    rules.a_page_uses_its_own_folder: [
        ("pages/heads.py", "from components.heads import board"),
        ("components/heads/x.py", "from components.heads import y"),
        ("components/lab/x.py", "from components.frame.widgets import y"),
        ("components/frame/shell/x.py", "from components.frame import session"),
        ("components/lab/x.py", "import engine.lab.table"),
    ],
    rules.the_screen_imports_no_modelling_library: [
        ("pages/x.py", "import torchlight"),
        ("engine/x.py", "import torch"),
    ],
    rules.only_the_session_reaches_models_store_and_jobs: [
        ("components/frame/session/jobs.py", "from engine import models, storage"),
        ("pages/x.py", "from engine.core.spec import ModelSpec"),
    ],
    rules.weights_are_loaded_in_one_place: [("engine/models/reading.py", "M.from_pretrained('x')")],
    rules.hooks_are_registered_in_one_place: [
        ("engine/models/hooks.py", "m.register_forward_hook(f)"),
        ("engine/x.py", "registry.register_measure(f)"),
    ],
    rules.the_network_is_called_in_one_place: [("engine/inference/runner.py", "hidden_states(m)")],
    rules.no_pickle: [
        ("engine/x.py", "np.load('x', allow_pickle=False)\njson.load(f)"),
        (rules.PICKLED, "torch.load('w.bin', weights_only=True)"),
    ],
    rules.the_reader_of_pickles_is_a_process: [
        (rules.ISOLATED, "from engine.models.convert import pickled, tensorflow"),
        ("engine/models/convert/making.py", "from engine.models.convert.making import run"),
    ],
    rules.no_remote_code: [("engine/models/loading.py", "f('x', trust_remote_code=False)")],
    rules.nothing_is_printed: [("engine/x.py", "console.print('x')")],
    rules.no_bare_except: [("engine/x.py", "try:\n    f()\nexcept ValueError:\n    pass")],
    rules.heavy_imports_wait: [
        ("engine/x.py", "if TYPE_CHECKING:\n    import torch"),
        ("engine/x.py", "def f():\n    import torch"),
    ],
    rules.text_has_an_encoding: [
        ("engine/x.py", "path.read_text(encoding='utf-8')\npath.open('rb')\nopen(path, 'wb')"),
        ("engine/x.py", "os.open(path, os.O_RDONLY)\ntempfile.TemporaryFile()"),
        ("engine/x.py", "subprocess.run(words, encoding='utf-8')\npacked.open(name)"),
    ],
    rules.files_are_replaced_in_one_place: [
        (rules.REPLACING, "fresh.replace(place)"),
        (
            "engine/x.py",
            "text.replace('a', 'b')\nreplace(spec, dtype='x')\nframe.rename(columns=a)",
        ),
    ],
    rules.nothing_needs_posix: [
        ("engine/x.py", "def f():\n    import resource"),
        ("engine/x.py", "if hasattr(os, 'killpg'):\n    os.killpg(1, 9)\nsignal.SIGTERM"),
    ],
}


def every(rules_: Iterable[rules.Rule]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("rule", rules_, ids=lambda rule: rule.__name__)


@every(RULES)
def test_the_project_keeps_the_rule(rule):
    assert not [broken for source in SOURCES for broken in rule(source)]


@every(RULES)
def test_the_rule_catches_each_violation(rule):
    assert [case for case in VIOLATIONS[rule] if not rule(SourceFile(*case))] == []


@every(ALLOWED)
def test_the_rule_lets_what_is_allowed_pass(rule):
    assert [case for case in ALLOWED[rule] if rule(SourceFile(*case))] == []


def test_every_layer_has_files_to_check():
    assert {source.layer for source in SOURCES} == {*LAYERS}


def test_the_places_that_rules_except_are_there():
    paths = {source.path for source in SOURCES}
    assert {rules.LOADING, rules.HOOKS, rules.PICKLED, rules.ISOLATED} <= paths
    assert any(path.startswith(rules.SESSION) for path in paths)


def test_every_folder_of_components_belongs_to_a_page_or_to_all():
    pages = {path.parent.name for path in (ROOT / "components").glob("*/__init__.py")} - {"frame"}
    assert pages <= {path.stem for path in (ROOT / "pages").glob("*.py")}
    shared = {path.parent.name for path in (ROOT / "components/frame").glob("*/__init__.py")}
    assert shared == set(SHARED)


def test_no_two_modules_need_each_other():
    assert circles(SOURCES) == []


def test_no_two_rooms_need_each_other():
    assert circles(SOURCES, room) == []


def test_a_measure_is_a_room_and_its_commands_are_above_it():
    assert room("engine.models.hub") == "engine.models"
    assert room("engine.measures.gest.data.sets") == "engine.measures.gest"
    assert room("engine.measures.gest.command_replicate") == "engine.commands"
    assert room("engine.measures.arena.commands.run") == "engine.commands"


def test_circles_are_seen_between_files_and_between_folders():
    sources = [
        SourceFile("engine/a/one.py", "from engine.b import two"),
        SourceFile("engine/b/two.py", "def f():\n    from engine.c.four import x"),
        SourceFile("engine/c/four.py", "import engine.a.five"),
        SourceFile("engine/a/five.py", "import engine.core.errors"),
        SourceFile("engine/core/errors.py", "if TYPE_CHECKING:\n    import engine.a.five"),
    ]
    assert circles(sources) == []
    assert circles(sources, room) == [["engine.a", "engine.b", "engine.c"]]
    looped = [*sources[:3], SourceFile("engine/a/five.py", "import engine.a.one")]
    assert circles(looped) == [["engine.a.five", "engine.a.one", "engine.b.two", "engine.c.four"]]


@pytest.mark.parametrize(
    ("package", "home"),
    [("shap", "engine/measures/cabm/"), ("umap", "engine/statistics/projection.py")],
)
def test_explanations_and_maps_come_from_one_file_each(package, home):
    (only,) = importers(SOURCES, package)
    assert only.startswith(home)


def test_a_cluster_is_reached_from_one_folder():
    found = importers(SOURCES, "ray")
    assert found
    assert all(path.startswith("engine/cluster/") for path in found)


def test_importers_are_found_at_any_depth():
    sources = [
        SourceFile("engine/a.py", "def f():\n    def g():\n        import shap"),
        SourceFile("engine/b.py", "from shap import TreeExplainer"),
        SourceFile("engine/c.py", "import shape"),
    ]
    assert importers(sources, "shap") == ["engine/a.py", "engine/b.py"]


def loaded_after(modules: list[str], looked_for: Sequence[str] = HEAVY) -> set[str]:
    """Heavy packages in memory after a fresh Python imported these modules."""
    code = (
        "import importlib, json, sys\n"
        "for name in json.loads(sys.argv[1]): importlib.import_module(name)\n"
        "print(json.dumps([name for name in json.loads(sys.argv[2]) if name in sys.modules]))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, json.dumps(modules), json.dumps(looked_for)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return set(json.loads(done.stdout.splitlines()[-1]))


def imported_by_the_screen(pages: str = "pages/") -> list[str]:
    """Project modules that app.py and the pages import before they draw anything.

    Args:
        pages: how the paths of the pages begin.
    """
    names = {"components.frame.session"}
    for source in SOURCES:
        if source.layer == "app" or source.path.startswith(pages):
            names |= {found.module for found in source.imports if found.top_level}
    return sorted(name for name in names if is_project_module(name))


def is_project_module(name: str) -> bool:
    path = ROOT.joinpath(*name.split("."))
    in_project = name.split(".")[0] in ("components", "engine")
    return in_project and (path.with_suffix(".py").exists() or (path / "__init__.py").exists())


@pytest.mark.main_path
@pytest.mark.process
def test_the_first_paint_imports_nothing_heavy():
    modules = imported_by_the_screen()
    assert "components.frame.session" in modules, "the session is missing"
    assert not loaded_after(modules)


@pytest.mark.main_path
@pytest.mark.process
def test_home_is_painted_before_frames_are_read():
    assert not loaded_after(imported_by_the_screen("pages/home.py"), ["pandas"])


@pytest.mark.process
def test_a_heavy_import_would_be_seen():
    assert loaded_after(["scipy"]) == {"scipy"}


# --- packages ---------------------------------------------------------------------------------


def imported(sources: Iterable[SourceFile]) -> set[str]:
    """Packages that these files import, the project's own and Python's left out."""
    own = {*LAYERS, *sys.stdlib_module_names}
    return {found.module.partition(".")[0] for one in sources for found in one.imports} - own


def test_every_package_that_is_imported_is_required():
    # Benchmarks drive a browser, which only developers have, and only a cluster has what connects
    # its machines.
    measured, cluster = (
        {one for one in SOURCES if one.path.startswith(f"engine/{folder}/")}
        for folder in ("bench", "cluster")
    )
    known = metadata.packages_distributions()
    app, app_or_cluster, all_ = (
        {line.partition("==")[0] for name in FILES[:count] for line in requirements(name)}
        for count in (1, 2, 3)
    )
    rest = {*SOURCES} - measured - cluster
    for sources, listed in ((rest, app), (cluster, app_or_cluster), (measured, all_)):
        found = imported(sources)
        assert found
        assert {name for name in found if not listed & set(known.get(name, ()))} == set()

"""What a wheel holds: the source tree in one package, whose modules import each other there."""

from __future__ import annotations

import ast
import re
import tomllib
from pathlib import Path

import pytest

import hatch_build
from engine.core.program import arguments_of, as_typed_here, module_named
from engine.core.version import VERSION, built_from, commit_of
from tests.test_house import requirements

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
COMMIT = "0123456789abcdef0123456789abcdef01234567"


@pytest.mark.parametrize(
    ("source", "moved"),
    [
        ("from engine.core import spec\n", "from biascope.engine.core import spec\n"),
        ("from  engine import (\n    a,\n)", "from  biascope.engine import (\n    a,\n)"),
        ("import json, engine.a as a", "import json, biascope.engine.a as a"),
        (
            "def f():\r\n  from pages import x; from app import y  # é app\r\n",
            "def f():\r\n  from biascope.pages import x; from biascope.app import y  # é app\r\n",
        ),
        ("é = 1; from engine.a import b", "é = 1; from biascope.engine.a import b"),
    ],
)
def test_imports_of_the_source_tree_are_those_of_the_package(source, moved):
    assert hatch_build.moved_imports(source.encode(), "x.py").decode() == moved


@pytest.mark.parametrize(
    "source",
    [
        "import enginery\nfrom components_of import x\n",
        "from . import engine\nfrom .engine import x\n",
        '"""from engine import x"""\nname = "engine.core"\n',
    ],
)
def test_all_else_stays_as_it_is(source):
    assert hatch_build.moved_imports(source.encode(), "x.py").decode() == source


def test_a_name_that_would_be_another_one_is_refused():
    with pytest.raises(ValueError, match=r"x.py:2 imports engine.core by its whole name"):
        hatch_build.moved_imports(b"\nimport engine.core\n", "x.py")


def test_no_module_of_a_wheel_imports_one_of_the_source_tree():
    names = [name for name, _ in hatch_build.files(ROOT) if name.endswith(".py")]
    tops = {"app.py", "biascope", "components", "engine", "pages"}
    assert {name.partition("/")[0] for name in names} == tops
    for name in names:
        source = (ROOT / name).read_bytes()
        content = hatch_build.packaged(name, ROOT / name)
        assert content is not None
        tree = ast.parse(content)
        assert content.replace(b"biascope.", b"") == source.replace(b"biascope.", b"")
        assert not list(names_of_the_source_tree(tree)), name


# In code, and in commands as a user of the source tree types them.
_NAMED = r"(?:^(?:from|import)|python -m) ([\w.]+)"


def names_of_the_source_tree(tree: ast.Module):
    """Modules that are named as in the source tree: by imports, or in a text."""
    documents = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, (ast.Module, ast.FunctionDef, ast.ClassDef))
        and node.body
        and isinstance(node.body[0], ast.Expr)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            found = [] if node.level else [node.module or ""]
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            code = re.findall(_NAMED, node.value, re.MULTILINE)
            found = [] if id(node) in documents else code
        else:
            continue
        yield from (name for name in found if name.partition(".")[0] in hatch_build.MOVED)


def test_code_and_commands_in_a_text_are_looked_at_too():
    code = '"""from engine import a"""\nCODE = """\nfrom engine import b\n"""\nimport app\n'
    assert list(names_of_the_source_tree(ast.parse(code))) == ["app", "engine"]
    command = 'f"Run `python -m engine sweep {name}`."'
    assert list(names_of_the_source_tree(ast.parse(command))) == ["engine"]


def test_a_wheel_has_the_data_of_all_rooms_and_nothing_private():
    places = dict(hatch_build.files(ROOT))
    assert places["app.py"] == "biascope/app.py"
    assert places["biascope/script.py"] == "biascope/script.py"
    for name in (
        *("engine/models/bundled/model.safetensors", "engine/storage/store/shipped.sqlite"),
        *("components/frame/shell/screen.css", "engine/pins/story.json", ".streamlit/config.toml"),
        *("docs/glossary.md", "docs/methods/cabm.md", "engine/report/page/report.html.jinja"),
    ):
        assert places[name] == f"biascope/{name}"
    assert not [name for name in places if re.search(r"pycache|secrets|\.pyc$|screenshots", name)]


def test_a_card_shows_the_command_that_a_user_of_the_package_has():
    card = hatch_build.packaged("docs/methods/gest.md", ROOT / "docs/methods/pairs.md")
    assert card is not None
    assert b"`biascope replicate cinebias`" in card
    assert b"python -m engine" not in card


# --- what a package needs -----------------------------------------------------------------


def ranges(entries: list[str]) -> dict[str, str]:
    """Name -> what versions may be used."""
    parts = (re.fullmatch(r"([\w.-]+)(\[.*\])?(.*)", entry) for entry in entries)
    return {part[1]: part[3] for part in parts if part and part[1] != "biascope"}


def satisfies(version: str, wanted: str) -> bool:
    from packaging.specifiers import SpecifierSet

    return version in SpecifierSet(wanted)


@pytest.mark.parametrize(
    ("file", "asked"),
    [
        ("requirements.txt", PROJECT["dependencies"] + PROJECT["optional-dependencies"]["convert"]),
        ("requirements-cluster.txt", PROJECT["optional-dependencies"]["cluster"]),
        ("requirements-dev.txt", PROJECT["optional-dependencies"]["dev"]),
    ],
)
def test_every_tested_version_is_one_that_the_package_takes(file, asked):
    pins = dict(line.split("==") for line in requirements(file))
    assert ranges(asked).keys() == pins.keys()
    for name, wanted in ranges(asked).items():
        assert wanted, name
        assert satisfies(pins[name], wanted), (name, pins[name], wanted)


def test_the_version_is_written_once():
    assert PROJECT["dynamic"] == ["version"]
    assert re.fullmatch(r"\d+\.\d+\.\d+", VERSION)
    citation = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert f"\nversion: {VERSION}\n" in citation
    assert f"## {VERSION}" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


# --- commit -------------------------------------------------------------------------------


@pytest.fixture
def tree(tmp_path):
    (tmp_path / ".git" / "refs" / "heads").mkdir(parents=True)
    (tmp_path / ".git" / "HEAD").write_text("ref: refs/heads/main\n")
    return tmp_path


def test_the_commit_of_a_branch_is_read_loose_or_packed(tree):
    assert commit_of(tree) == ""
    (tree / ".git" / "packed-refs").write_text(
        f"# pack-refs with: peeled\n{COMMIT} refs/heads/main\n"
    )
    assert commit_of(tree) == COMMIT
    newer = COMMIT[::-1]
    (tree / ".git" / "refs" / "heads" / "main").write_text(f"{newer}\n")
    assert commit_of(tree) == newer


def test_a_worktree_and_a_detached_head_are_read_too(tree, tmp_path):
    own = tree / ".git" / "worktrees" / "other"
    own.mkdir(parents=True)
    (own / "HEAD").write_text("ref: refs/heads/main\n")
    (own / "commondir").write_text("../..\n")
    (tree / ".git" / "refs" / "heads" / "main").write_text(f"{COMMIT}\n")
    other = tmp_path / "other"
    other.mkdir()
    (other / ".git").write_text(f"gitdir: {own}\n")
    assert commit_of(other) == COMMIT
    (own / "HEAD").write_text(f"{COMMIT[::-1]}\n")
    assert commit_of(other) == COMMIT[::-1]


def test_a_tree_without_git_has_the_commit_that_was_written_or_none(tmp_path):
    assert commit_of(tmp_path) == built_from(tmp_path / "commit.txt") == ""
    (tmp_path / "commit.txt").write_text(f"{COMMIT}\n")
    assert built_from(tmp_path / "commit.txt") == COMMIT
    (tmp_path / "commit.txt").write_text("Not a commit\n")
    assert built_from(tmp_path / "commit.txt") == ""


# --- commands of both kinds of copy ----------------------------------------------------------


@pytest.mark.parametrize("line", ["python -m engine fill x", "biascope fill x"])
def test_a_command_of_either_kind_is_read(line):
    assert list(arguments_of(line.split()) or ()) == ["fill", "x"]
    assert as_typed_here(f"{line}\n{line}") == "python -m engine fill x\npython -m engine fill x"


def test_a_command_of_another_program_is_none():
    assert arguments_of(["python", "-m", "engines"]) is None
    assert arguments_of(["biascopes", "fill"]) is None
    assert as_typed_here("biascopes fill") == "biascopes fill"


def test_modules_of_the_source_tree_keep_their_names_here():
    assert module_named("engine.flow.registry") == "engine.flow.registry"

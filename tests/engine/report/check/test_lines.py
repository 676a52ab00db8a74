"""Which commands of a pin may be run, and as what words."""

import re

import pytest
import typer
from hypothesis import given
from hypothesis import strategies as st

from engine.cli import app
from engine.command_line.declared import declared
from engine.command_line.entries import ENTRIES
from engine.report.check.lines import RefusedError, lines_of
from tests.kept_fits import keep, vector
from tests.nowhere import NOWHERE

WORDS = ["python", "-m", "engine", "pairs", "bundled", "--out", "x.csv", "'", '"', "\\", "\n", "--"]


def test_where_numbers_are_written_and_computed_is_never_taken_from_a_file():
    (line,) = lines_of(
        "python -m engine pairs bundled --out /etc/passwd --rejected=/x --measure cps --device cuda"
    )
    assert line.words == ("pairs", "bundled", "--measure=cps")
    assert line.files == ()


def test_a_text_after_two_hyphens_stays_a_text():
    (line,) = lines_of("python -m engine fill --top-k 3 -- '--out x [MASK]'")
    assert line.words == ("fill", "--top-k=3", "--", "--out x [MASK]")


def test_several_lines_are_several_commands_and_quotes_may_hold_a_line_end():
    found = lines_of("python -m engine fill 'a [MASK]'\npython -m engine fill 'b\n[MASK]'")
    assert [line.words[1] for line in found] == ["a [MASK]", "b\n[MASK]"]


@pytest.mark.parametrize(
    ("command", "reason"),
    [
        ("", "no command"),
        ("rm -rf /", "not one of python -m engine"),
        ("python -c 'print(1)'", "not one of python -m engine"),
        ("python -m engine; rm -rf /", "not one of python -m engine"),
        ("python -m engine cache prune", "does not measure"),
        ("python -m engine datasets get gest", "does not measure"),
        ("python -m engine inject --out x", "trains a model"),
        ("python -m engine arena prompts", "does not measure"),
        ("python -m engine steer fit --concept gender", "fits and keeps a vector"),
        ("python -m engine steer list", "does not measure"),
        ("python -m engine steer curve own.safetensors --text x", "is not on this machine"),
        ("python -m engine pairs bundled --ship", "not known to be safe"),
        ("python -m engine prepare --ship", "does not measure"),
        ("python -m engine sweep --import /etc", "not known to be safe"),
        ("python -m engine pairs -x", "not known to be safe"),
        ("python -m engine pairs - ", "reads standard input"),
        (f"python -m engine pairs '{NOWHERE}/file.csv'", "is not on this machine"),
        (f"python -m engine pairs -- '{NOWHERE}/file.csv'", "is not on this machine"),
        ("python -m engine pairs 'my file.csv'", "is not on this machine"),
        ("python -m engine pairs -- -", "reads standard input"),
        ("python -m engine fill --file=-", "reads standard input"),
        ("python -m engine pppl bundled --model ../models/one", "is not on this machine"),
        ("python -m engine pppl bundled --mask heads.json", "heads.json is not on this machine"),
        (
            f"python -m engine sweep --models 'bundled,{NOWHERE}'",
            f"{NOWHERE} is not on this machine",
        ),
        ("python -m engine sweep --masks none,a.json", "a.json is not on this machine"),
        ("python -m engine sweep --measures pairs:no.csv:aul", "no.csv is not on this machine"),
        ("python -m engine pppl x --erase gender-leace-0123456789ab", "is not on this machine"),
        ("python -m engine pppl x --steer ../../etc/passwd:0.5", "is not on this machine"),
        ("python -m engine pairs 'open", "open quotation mark"),
        ("\n".join(["python -m engine pppl bundled"] * 5), "at most 4"),
    ],
)
def test_what_is_not_run_and_why(command, reason):
    with pytest.raises(RefusedError, match=reason):
        lines_of(command)


@pytest.mark.parametrize(
    "command",
    [
        "pairs {}",
        "pairs -- {}",
        "fill --file {}",
        "fill --file={} -- 'a [MASK]'",
        "pppl bundled --model {}",
        "pairs bundled --compare {}",
        "seat --attributes {}",
        "cabm --sentences {}",
        "arena run --evaluators {}",
        "arena rank {}",
        "sweep --models bundled,{} --measures cloze",
        "sweep --measures cloze,pppl:{},pairs:{}:aul",
        "sweep --masks none,{} --measures cloze",
        "heads --mask {}",
    ],
)
def test_a_file_that_is_read_is_named(tmp_path, command):
    path = tmp_path / "own.json"
    path.write_text("{}")
    (line,) = lines_of(f"python -m engine {command.replace('{}', str(path))}")
    assert line.files == (str(path),)


@pytest.mark.parametrize(
    "command",
    [
        "sweep --models google-bert/bert-base-uncased,FacebookAI/roberta-base --measures cloze",
        "sweep --models owner/model@refs/pr/1 --masks none,3-1 --measures seat:gender,gest:gest:1",
        "fill --targets=he/she/they 'a [MASK]'",
        "fill -- own.json",
        "fill own.json",
        "fill --targets own.json x",
        "cabm --groups 'male=he/him/his;female=she/her/hers'",
        "seat seat/weat6.jsonl",
        "review show own.json",
        "pairs --more own.json --less /etc/passwd",
        "mask --text /a/b/c --look-up ../x",
    ],
)
def test_what_is_no_file_is_neither_named_nor_refused(tmp_path, monkeypatch, command):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "own.json").write_text("{}")
    (line,) = lines_of(f"python -m engine {command}")
    assert line.files == ()


def test_a_fit_is_taken_by_its_name_among_those_that_are_kept(loaded):
    name = keep(vector(loaded("bert"), [1.0])).label
    (line,) = lines_of(f"python -m engine pppl bundled --gate 3-1:0.5 --steer {name}:0.5")
    assert line.words == ("pppl", "bundled", "--gate=3-1:0.5", f"--steer={name}:0.5")
    assert line.files == ()


def test_the_curve_of_a_kept_vector_is_asked_with_its_sentence_and_strengths(loaded):
    name = keep(vector(loaded("bert"), [1.0])).label
    options = "--text '/etc/passwd [MASK]' --targets=she,he --strengths -0.5,1"
    (line,) = lines_of(f"python -m engine steer curve {name} {options}")
    kept = ("--text=/etc/passwd [MASK]", "--targets=she,he", "--strengths=-0.5,1")
    assert line.words == ("steer", "curve", name, *kept)
    assert (line.name, line.files) == ("steer curve", ())


def test_two_mask_files_are_two_files(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in ("a.json", "b.json"):
        (tmp_path / name).write_text("{}")
    (line,) = lines_of("python -m engine sweep --masks a.json,b.json --measures cloze")
    assert line.files == ("a.json", "b.json")


# Options whose help speaks of a file and whose value is none.
OF_A_FILE = {
    "--columns",
    "--compare-dtype",
    "--encoding",
    "--language",
    "--groups",
    "--more",
    "--pooling",
    "--sheet",
    "--values",
}
WRITTEN = {"--out", "--rejected", "--save-mask", "--import", "--ship-models"}


def test_every_option_that_may_name_a_file_is_known():
    """Also of options that are added to a command later."""
    commands = click_commands()
    for name in (name for name, entry in ENTRIES.items() if entry.checked):
        known = dict(commands[name])
        options = {key for key, option in declared(name).options.items() if option.names}
        named = {
            option
            for option, help_ in known.items()
            if re.search(
                r"\b(file|folder|folders|files|CSV|TOML|hub id|second model)\b", help_, re.I
            )
        }
        assert named - OF_A_FILE - WRITTEN <= options, name
        assert {"--model", "--mask", "--compare"} & set(known) <= options, name


def click_commands() -> dict[str, list[tuple[str, str]]]:
    """Name of each command, as `arena run` -> its options with what their help says."""
    found = {}
    waiting = [("", typer.main.get_command(app))]
    while waiting:
        name, command = waiting.pop()
        below = getattr(command, "commands", {})
        waiting += [(f"{name} {part}".strip(), inner) for part, inner in below.items()]
        found[name] = [
            (option, getattr(param, "help", None) or "")
            for param in command.params
            for option in param.opts
            if option.startswith("--")
        ]
    return found


def test_what_a_shell_would_run_is_only_a_word():
    (line,) = lines_of("python -m engine pairs bundled '$(touch x)' '`id`'")
    assert line.words == ("pairs", "bundled", "$(touch x)", "`id`")


@given(st.lists(st.sampled_from(WORDS), max_size=12).map(" ".join))
def test_any_command_is_refused_or_measures_without_writing(command):
    try:
        found = lines_of(command)
    except RefusedError:
        return
    for line in found:
        before = line.words[: line.words.index("--")] if "--" in line.words else line.words
        assert not [word for word in before if word.startswith("--out")]

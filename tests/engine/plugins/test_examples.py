"""The plug-ins of docs/plugins do what a measure, a data set and a suite of Biascope do."""

from __future__ import annotations

import hashlib
import json
import math
import re
import shutil
from contextlib import closing
from dataclasses import replace

import pytest
from transformers import AutoTokenizer

from engine.cli import built, main
from engine.core.errors import InputTextError, PluginFailedError
from engine.core.program import PROGRAM
from engine.core.project import DOCS
from engine.core.spec import ModelSpec
from engine.evaluators.suites import load_suite, suite_names
from engine.files.fetch.registry import HOST, data_set
from engine.flow import registry
from engine.flow.measurement import measure
from engine.flow.stored import context_of
from engine.measures.pairs.data.sets import load_pairs
from engine.models.sources import BUNDLED_FOLDER, identify
from engine.report.check.lines import RefusedError, lines_of
from engine.report.methods import card, names
from engine.scorecard.cells import cell
from engine.scorecard.columns import FAMILIES, column
from engine.scorecard.table import cell_entry, measure_entry
from engine.storage.store import default_store
from tests.engine.plain_forward import log_probabilities

pytestmark = pytest.mark.usefixtures("examples")
_NAMES = [("Emily", "Lakisha"), ("Greg", "Jamal"), ("Anne", "Latoya"), ("Brad", "Tyrone")]
ITEMS = [{"text": "The nurse said that [MASK] was tired."}, {"text": "[MASK] is a doctor."}]


def share_by_hand(lm, text):
    """P(she) / (P(he) + P(she)) from the whole forward."""
    ids = lm.tokenizer(text)["input_ids"]
    logs = log_probabilities(lm, [ids])[0, ids.index(lm.tokenizer.mask_token_id)]
    he, she = (math.exp(logs[lm.tokenizer.convert_tokens_to_ids(word)]) for word in ("he", "she"))
    return she / (he + she)


def test_all_are_loaded_with_the_digests_of_their_files(examples):
    assert [(one.name, one.kind, one.problem) for one in examples] == [
        ("my_sets", "data sets", ""),
        ("pronoun_share", "measure", ""),
        ("strict", "evaluators", ""),
    ]
    content = (DOCS / "plugins" / "pronoun_share.py").read_bytes()
    assert examples[1].digest == f"sha256:{hashlib.sha256(content).hexdigest()[:16]}"


def test_a_measure_gives_the_figure_of_its_formula_and_is_stored(masked_lm):
    lm = masked_lm("bert", "1-2")
    with closing(default_store()) as store:
        first = measure("pronoun_share", lm.spec, ITEMS, {}, lambda: lm, store)
        again = measure("pronoun_share", lm.spec, ITEMS, {}, lambda: pytest.fail("read"), store)
    expected = [share_by_hand(lm, item["text"]) for item in ITEMS]
    assert [value["share"] for value in first.values] == pytest.approx(expected, rel=1e-5)
    assert 0 < expected[0] < 1
    assert expected[0] != pytest.approx(expected[1], rel=1e-3)
    assert again.values == first.values
    assert (first.manifest["from_store"], again.manifest["from_store"]) == (0, 2)
    named = {"name": "pronoun_share", "digest": registry.ORIGINS["pronoun_share"].digest}
    assert first.manifest["plugin"] == again.manifest["plugin"] == named


def test_values_are_not_those_of_another_file_or_of_a_measure_of_biascope(monkeypatch):
    spec = ModelSpec("owner/model", "c0ffee")
    own = context_of("pronoun_share", spec, {})
    origin = registry.ORIGINS["pronoun_share"]
    changed = replace(origin, digest="sha256:0")
    monkeypatch.setitem(registry.ORIGINS, "pronoun_share", changed)
    other = context_of("pronoun_share", spec, {})
    monkeypatch.delitem(registry.ORIGINS, "pronoun_share")
    of_biascope = context_of("pronoun_share", spec, {})
    assert len({own.id, other.id, of_biascope.id}) == 3
    assert json.loads(of_biascope.identity)["measure"] == "pronoun_share"


def test_a_cell_is_kept_under_the_file_of_its_column():
    digest = registry.ORIGINS["pronoun_share"].digest
    named = {"name": "pronoun_share", "digest": digest}
    assert column("pronoun_share").identity["plugin"] == named
    assert measure_entry(column("pronoun_share"))["plugin"] == named
    assert "plugin" not in measure_entry(column("cloze"))
    assert "plugin" not in column("cloze").identity


def test_its_column_is_listed_last_and_measured(model, tmp_path, engine):
    assert [*FAMILIES][-1] == "pronoun_share"
    done = engine(
        *("sweep", "--models", model, "--measures", "pronoun_share", "--json"),
        *("--out", str(tmp_path / "out")),
    )
    (cell,) = json.loads(done.out)["cells"]
    assert cell["n"] == 8
    # The model is random, so the health check says why it has no figure or there is one.
    assert (cell["value"] is None) == bool(cell["problem"])


def test_its_command_is_listed_and_runs(model, capsys, monkeypatch):
    app = built()
    monkeypatch.setenv("COLUMNS", "100")
    app(["--help"], standalone_mode=False)
    assert "pronoun-share  How often a model expects she" in capsys.readouterr().out
    app(["pronoun-share", "--model", model, "--json"], standalone_mode=False)
    found = json.loads(capsys.readouterr().out)
    assert len(found["shares"]) == 8
    assert found["manifest"]["plugin"]["name"] == "pronoun_share"


def test_its_command_is_not_run_from_a_file_of_somebody_else():
    with pytest.raises(RefusedError, match="is that of a plug-in, which is not run from a file"):
        lines_of(f"{PROGRAM} pronoun-share --json")
    (line,) = lines_of(f"{PROGRAM} sweep --measures pronoun_share --out x")
    assert line.name == "sweep"


def test_its_method_card_is_a_card():
    assert names().count("pronoun_share") == 1
    assert card("pronoun_share").title == "Pronoun share"
    assert card("pronoun_share").limits[0].startswith("<p><strong>Does")
    assert registry.MEASURES["pronoun_share"].card == "pronoun_share"


def test_a_data_set_comes_from_the_same_host_and_says_who_names_it(engine):
    found = data_set("my-crows-pairs")
    assert found.plugin == "my_sets"
    assert found.address(found.files[0]).startswith(f"{HOST}/nyu-mll/crows-pairs/8aaac11c")
    listed = json.loads(engine("datasets", "list", "--json").out)["datasets"]
    assert {one["name"]: one["plugin"] for one in listed if one["plugin"]} == {
        "my-crows-pairs": "my_sets"
    }


def test_pairs_of_a_data_set_are_read(shared_data, tmp_path, monkeypatch):
    file = shared_data / "crows_pairs" / "crows_pairs_anonymized.csv"
    (tmp_path / "my_crows_pairs").mkdir()
    shutil.copyfile(file, tmp_path / "my_crows_pairs" / "pairs.csv")
    monkeypatch.setenv("BIASCOPE_DATA", str(tmp_path))
    assert len(load_pairs("my-pairs")) == 1508


def test_a_suite_is_one_of_the_suites():
    assert suite_names()[-1] == "strict"
    suite = load_suite("strict")
    assert [(one.name, one.kind) for one in suite.evaluators] == [
        ("strict valence", "valence"),
        ("word list", "lexicon"),
    ]


# --- what fails ---------------------------------------------------------------------------

_HERE = "in line 5 of broken.py"  # the BODY of what follows
_BROKEN = """
from biascope.plugin import Column, Descriptor, Family, Measure, Reading, data_digest

def score(lm, items, params):
    BODY

def column(argument):
    def read(ask, derive, kind, seed):
        raise KeyError("inner")
    return Column(name="broken", title="", data="", variant="", counted="", higher="", digits=1,
                  version=1, identity={}, read=read, measures=("broken",), texts=())

FAMILY = Family("broken", "Broken", "broken", column)
DESCRIPTOR = Descriptor(cards=(), families=(f"{__name__}:FAMILY",), measures={
    "broken": Measure(1, f"{__name__}:score", shape=float)})
"""


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("raise ValueError('no luck')", f"failed (ValueError: no luck, {_HERE}); correct it, or"),
        ("raise SystemExit(3)", f"The plug-in broken failed (SystemExit: 3, {_HERE}); correct"),
        ("data_digest([{1}])", f"TypeError: Object of type set is not JSON serializable, {_HERE})"),
        (
            "yield 1 / 0",
            f"broken failed (ZeroDivisionError: division by zero, {_HERE})",
        ),
        ("return None", "gave None for 2 items; it has to give a list with one value for each."),
        ("return [1.0]", "The plug-in broken gave 1 value for 2 items; it has to give one for"),
        (
            "return [0.5, 'a']",
            "broken gave 'a' for the item {'text': '[MASK] is a doctor.'}; the shape of its "
            "measure is float: correct one of the two.",
        ),
        (
            "return [0.5, float('nan')]",
            "gave nan for the item {'text': '[MASK] is a doctor.'}; numbers have to be finite",
        ),
        (
            "return [{1}, 0.5]",
            "gave {1} for the item {'text': 'The nurse said that [MASK] was tired.'}; a value is "
            "made of numbers, texts, lists and dicts: write float(x)",
        ),
    ],
    ids=lambda value: None,
)
def test_what_goes_wrong_in_a_plugin_is_said_of_it(
    plugged, masked_lm, tmp_path, capsys, body, said
):
    (tmp_path / "broken.py").write_text(_BROKEN.replace("BODY", body), encoding="utf-8")
    assert plugged(tmp_path)[0].problem == ""
    lm = masked_lm("bert")
    with pytest.raises(PluginFailedError) as error:
        measure("broken", lm.spec, ITEMS, {}, lambda: lm, None)
    assert said in str(error.value)
    assert capsys.readouterr().err == ""


def test_a_column_that_fails_is_no_end_of_a_sweep(plugged, model, tmp_path):
    (tmp_path / "broken.py").write_text(_BROKEN.replace("BODY", "return []"), encoding="utf-8")
    plugged(tmp_path)
    found = cell(identify(model), column("broken"), *[lambda *_: _[-1]()] * 2)
    assert found.problem == (
        "The plug-in broken failed (KeyError: 'inner', in line 9 of broken.py); correct it, or "
        "leave it out."
    )


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('raise KeyError("inner")', "return 0.5", "gave float for the figure of broken; it has to"),
        (
            'raise KeyError("inner")',
            "return Reading(1.0, None, 1, ({1},))",
            "failed (TypeError: Object of type set is not JSON serializable)",
        ),
        ("texts=()", "texts=(), refuses=lambda kind: 1 / 0", "by zero, in line 11 of broken.py)"),
    ],
    ids=lambda value: None,
)
def test_a_figure_that_is_none_fails_in_its_cell_alone(plugged, model, tmp_path, old, new, said):
    text = _BROKEN.replace("BODY", "return []")
    assert text.count(old) == 1
    (tmp_path / "broken.py").write_text(text.replace(old, new), encoding="utf-8")
    plugged(tmp_path)
    found = cell(identify(model), column("broken"), *[lambda *_: _[-1]()] * 2)
    assert said in found.problem
    entry = cell_entry("c1", measure_entry(column("broken")), {0: found}, "float32")
    assert (entry["status"], entry["value"]) == ("failed", None)


def test_a_column_that_cannot_be_made_names_its_line(plugged, tmp_path):
    text = _BROKEN.replace("    def read(", "    argument.gone\n    def read(")
    (tmp_path / "broken.py").write_text(text.replace("BODY", "return []"), encoding="utf-8")
    plugged(tmp_path)
    with pytest.raises(PluginFailedError, match=r"no attribute 'gone', in line 8 of broken\.py\)"):
        column("broken")


def test_a_measure_without_a_column_says_so(plugged, tmp_path):
    text = _BROKEN.replace("BODY", "return []").replace('families=(f"{__name__}:FAMILY",), ', "")
    (tmp_path / "broken.py").write_text(text, encoding="utf-8")
    plugged(tmp_path)
    with pytest.raises(InputTextError, match="broken of the plug-in broken has no column; give"):
        column("broken")


def test_a_sweep_goes_on_where_a_plugin_fails_and_ends_with_one(plugged, model, tmp_path, engine):
    (tmp_path / "broken.py").write_text(_BROKEN.replace("BODY", "return []"), encoding="utf-8")
    block = (DOCS / "plugins.md").read_text(encoding="utf-8").partition("```python\n")[2]
    (tmp_path / "name_tokens.py").write_text(block.partition("```")[0], encoding="utf-8")
    assert [one.problem for one in plugged(tmp_path)] == ["", ""]
    done = engine(
        *("sweep", "--models", model, "--measures", "broken,name_tokens", "--json"),
        *("--out", str(tmp_path / "out")),
    )
    assert done.code == 1
    assert done.err.endswith("1 of 2 cells has no figure, as a plug-in failed: broken.\n")
    statuses = [found["status"] for found in json.loads(done.out)["cells"]]
    assert statuses == ["failed", "measured"]
    # What failed elsewhere is no failure of this sweep.
    file = str(tmp_path / "out" / "scorecard.json")
    again = engine(
        *("sweep", "--models", model, "--measures", "name_tokens", "--json"),
        *("--import", file, "--out", str(tmp_path / "again")),
    )
    assert again.code == 0
    found = {(one["measure"], one["status"]) for one in json.loads(again.out)["cells"]}
    assert {("broken", "failed"), ("name_tokens", "measured")} <= found


def test_a_traceback_is_shown_to_whoever_asks(plugged, masked_lm, tmp_path, capsys, monkeypatch):
    monkeypatch.setenv("BIASCOPE_DEBUG", "1")
    (tmp_path / "broken.py").write_text(_BROKEN.replace("BODY", "1 / 0"), encoding="utf-8")
    (tmp_path / "never.py").write_text("x = 1\ny = gone\n", encoding="utf-8")
    plugged(tmp_path)
    assert f'File "{tmp_path / "never.py"}", line 2, in <module>' in capsys.readouterr().err
    lm = masked_lm("bert")
    with pytest.raises(PluginFailedError):
        measure("broken", lm.spec, ITEMS, {}, lambda: lm, None)
    said = capsys.readouterr().err
    assert said.startswith("Traceback (most recent call last):")
    assert f'File "{tmp_path / "broken.py"}", line 5, in score\n    1 / 0' in said


def test_a_command_that_says_that_it_is_safe_is_not_run_from_a_file(plugged, tmp_path):
    text = (DOCS / "plugins" / "pronoun_share.py").read_text(encoding="utf-8")
    text = text.replace(
        '"pronoun-share", f"{__name__}:command"', r'"own", f"{__name__}:command", checked=True'
    )
    text = text.replace("pronoun_share", "own_share").replace("cards=(NAME,)", "cards=()")
    (tmp_path / "own.py").write_text(text, encoding="utf-8")
    assert [one.problem for one in plugged(tmp_path)] == [""]
    with pytest.raises(RefusedError, match="is that of a plug-in"):
        lines_of(f"{PROGRAM} own --json")


def test_a_fault_in_its_command_is_said_of_it(capsys, monkeypatch):
    monkeypatch.setattr("biascope_plugins.pronoun_share.ITEMS", None)
    monkeypatch.setattr("sys.argv", ["engine", "pronoun-share"])
    with pytest.raises(SystemExit) as left:
        main(built())
    assert left.value.code == 1
    said = capsys.readouterr().err
    assert said.startswith("A fault in the plug-in pronoun_share: TypeError: ")
    lines = (DOCS / "plugins" / "pronoun_share.py").read_text(encoding="utf-8").splitlines()
    number = 1 + lines.index("    found = subject.measure(NAME, ITEMS, {})")
    assert said.endswith(
        f", in line {number} of pronoun_share.py. Set BIASCOPE_DEBUG=1 to see the traceback.\n"
    )


# --- what the documentation shows ----------------------------------------------------------


def _more_tokens(tokenizer):
    """What the first example measures: how many more tokens second names have, on average."""
    pieces = [[len(tokenizer.tokenize(name)) for name in pair] for pair in _NAMES]
    return sum(second - first for first, second in pieces) / len(pieces)


def test_the_first_example_of_the_documentation_gives_a_figure(plugged, masked_lm, model, tmp_path):
    text = (DOCS / "plugins.md").read_text(encoding="utf-8")
    code = text.partition("```python\n")[2].partition("```")[0]
    (tmp_path / "name_tokens.py").write_text(code, encoding="utf-8")
    (found,) = plugged(tmp_path)
    assert found.problem == ""
    tokenizer = masked_lm("bert").tokenizer
    expected = _more_tokens(tokenizer)
    lm = masked_lm("bert")

    def ask(name, items, params):
        return measure(name, lm.spec, items, params, lambda: lm, None)

    made = column("name_tokens")
    figure = cell(identify(model), made, ask, lambda *_: _[-1]())
    assert figure.problem == ""
    assert figure.value == expected
    line = 1 + code.splitlines().index(
        '    return [tokens(item["second"]) - tokens(item["first"]) for item in items]'
    )
    assert f"in line {line} of name_tokens.py" in " ".join(text.split())


def test_the_documentation_shows_the_figure_of_its_first_example():
    text = (DOCS / "plugins.md").read_text(encoding="utf-8")
    (value,) = re.findall(r"^bundled +(\S+) ", text, re.MULTILINE)
    tokenizer = AutoTokenizer.from_pretrained(BUNDLED_FOLDER)
    assert value == f"{_more_tokens(tokenizer):+.2f}"


def test_the_documentation_says_how_to_get_the_size_and_the_digest(tmp_path, monkeypatch, capsys):
    text = (DOCS / "plugins.md").read_text(encoding="utf-8")
    (code,) = re.findall(r'^python -c "(.+)" pairs.csv$', text, re.MULTILINE)
    (tmp_path / "pairs.csv").write_bytes(b"abc\r\n")
    monkeypatch.setattr("sys.argv", ["-c", str(tmp_path / "pairs.csv")])
    exec(code, {})
    digest = hashlib.sha256(b"abc\r\n").hexdigest()
    assert capsys.readouterr().out == f"5 {digest}\n"

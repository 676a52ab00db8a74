"""What a page shows and exports comes out of its own *Reproduce* command, to the last digit."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from streamlit.delta_generator import DeltaGenerator

from components.frame import session
from components.frame.widgets import export_files
from components.frame.widgets.export_files import known_cells
from components.frame.widgets.result import Result
from engine.cli import app
from engine.command_line.command import with_options
from engine.command_line.output import reporting_to
from engine.core.shell import commands_in
from engine.measures.heads.mask_metrics import SEAT
from engine.pins import Rows
from engine.report.check.compare import Compared, best_comparison, tables_of
from engine.report.check.running import shaped

pytestmark = [pytest.mark.page, pytest.mark.main_path]

Results = Callable[..., dict[str, Result]]


@pytest.fixture
def results(opened, monkeypatch) -> Results:
    """Open a page and give what its buttons export, by name."""

    draw = export_files.draw_data, export_files.draw_result

    def run(page: str, **options: Any) -> dict[str, Result]:
        found: dict[str, Result] = {}

        def draw_data(results: list[Result], awaited: str = "") -> DeltaGenerator:
            found.update({each.name: each for each in results})
            return draw[0](results, awaited)

        def draw_result(result: Result) -> None:
            found[result.name] = result
            draw[1](result)

        monkeypatch.setattr(export_files, "draw_data", draw_data)
        monkeypatch.setattr(export_files, "draw_result", draw_result)
        opened(page, **options)
        return found

    return run


@pytest.fixture
def typed(tmp_path, monkeypatch) -> Callable[[Result], tuple[list[dict], list[list[dict]]]]:
    """Run the commands of a result in this process; their answers, and all tables in them."""

    def run(result: Result) -> tuple[list[dict[str, Any]], list[list[dict[str, Any]]]]:
        answers: list[dict[str, Any]] = []
        tables: list[list[dict[str, Any]]] = []
        monkeypatch.chdir(tmp_path)
        for words in commands_in(result.command):
            with reporting_to(answers.append):
                app(with_options(words[3:], ["--json"]), standalone_mode=False)
            answer = json.loads(json.dumps(answers[-1]))
            tables += [*shaped(words[3], answer), *tables_of(answer)]
            tables += [_rows(path) for path in tmp_path.glob("*.csv")]
        return answers, tables

    return run


def _rows(path: Path) -> list[dict[str, Any]]:
    def value(text: str) -> Any:
        try:
            return json.loads(text.replace("True", "true").replace("False", "false"))
        except ValueError:
            return text or None

    with path.open(encoding="utf-8", newline="") as stream:
        return [{name: value(cell) for name, cell in row.items()} for row in csv.DictReader(stream)]


def compared(result: Result, tables: list[list[dict[str, Any]]]) -> Compared:
    frame = known_cells(result.frame)
    rows = Rows([str(name) for name in frame.columns], frame.to_numpy().tolist())
    found = best_comparison(rows, tables)
    assert found is not None
    return found


@pytest.fixture
def same_sentences(few_sentences, monkeypatch) -> None:
    """The command reads what the page reads, in place of CABM's bundled sentences and counts."""
    from engine.measures.cabm import command, command_study
    from tests.engine.measures.cabm.test_study import COUNTS, framed_set

    monkeypatch.setattr(command, "framed", lambda *_: framed_set())
    monkeypatch.setattr(command_study.corpora, "corpus_counts", lambda *_: COUNTS)


@pytest.mark.usefixtures("same_sentences")
def test_cabm_beside_another_model_comes_out_of_its_command(results, typed):
    shown = results("cabm", heads="1-1", view="Two models")
    (answer,), tables = typed(shown["cabm-two-models"])
    assert answer["comparison"]["manifest"]["spec"]["masked_heads"] == []
    assert answer["manifest"]["spec"]["masked_heads"] == ["1-1"]
    for name in ("cabm-two-models", "cabm-gap", "cabm-words"):
        assert shown[name].command == shown["cabm-two-models"].command
    found = compared(shown["cabm-two-models"], tables)
    assert not found.differing, found.differences
    assert found.complete, found.left_out
    gaps = compared(shown["cabm-gap"], tables)
    assert not gaps.differing, gaps.differences
    assert gaps.complete, gaps.left_out
    # The words that these tiny models fill in are about equally likely for every occupation.
    sides = {name: dict.fromkeys(answer["groups"], 0) for name in ("this", "compared")}
    assert answer["comparison"]["unmasking"] == sides
    assert "about equally likely for all 10 jobs" in shown["cabm-gap"].claim


@pytest.mark.usefixtures("few_sentences")
@pytest.mark.parametrize(
    ("page", "names"),
    [
        ("pairs", ("pairs", "own-pair")),
        ("probe", ("words",)),
        ("cabm", ("cabm", "cabm-gap")),
    ],
)
def test_a_result_of_two_models_names_the_other_one_in_its_manifest(results, page, names):
    alone, beside = results(page), results(page, heads="1-1")
    for name in names:
        assert "compared_with" not in alone[name].manifest
        other = beside[name].manifest["compared_with"]
        assert other == alone[name].manifest["spec"]
        assert other["revision"]


def test_words_of_two_models_come_out_of_two_commands(results, typed):
    result = results("probe", heads="1-1")["words"]
    answers, _ = typed(result)
    masked = [answer["manifest"]["spec"]["masked_heads"] for answer in answers]
    assert masked == [["1-1"], []]
    for answer, (_, rows) in zip(answers, reversed([*by_model(result)]), strict=True):
        given = {
            entry["word"]: entry["probability"]
            for entry in [*answer["predictions"][0], *answer["targets"]]
        }
        for word, probability in zip(rows["word"], rows["probability"], strict=True):
            if word in given and probability == probability:
                assert given[word] == pytest.approx(probability, abs=1e-12)


def by_model(result: Result) -> Any:
    return result.frame.groupby("model", sort=False)


def test_the_claim_of_heads_comes_out_of_its_command(results, typed):
    result = results("heads", heads="1-1")["heads"]
    (changed,), _ = typed(result)
    row = next(row for row in changed["metrics"] if row["name"] == SEAT)
    before, after = (f"{row[side]['value']:+.2f}".replace("-", "−") for side in ("before", "after"))
    assert f"from {before} to {after}" in result.claim or f"is {before} before" in result.claim


@pytest.mark.parametrize("heads", ["", "1-1"])
def test_the_sentence_of_heads_comes_out_of_its_command(results, typed, heads):
    result = results("heads", heads=heads)["heads-sentence"]
    assert len(result.frame) == (4 if heads else 2)
    _, tables = typed(result)
    found = compared(result, tables)
    assert not found.differing, found.differences
    assert found.complete, found.left_out


def test_the_grid_of_heads_comes_out_of_its_command(results, typed):
    result = results("heads", heads="1-1")["heads-grid"]
    (scores,), _ = typed(result)
    assert scores["manifest"]["spec"]["masked_heads"] == []


def test_the_direct_paths_of_heads_come_out_of_their_command(results, typed, tiny_model_folder):
    model = session.spec_of(str(tiny_model_folder("gpt2")))
    asked = {"colour_by": "direct path to the answer", "heads": "1-1"}
    result = results("heads", model=model, **asked)["heads-path"]
    _, tables = typed(result)
    found = compared(result, tables)
    assert not found.differing, found.differences
    assert found.complete, found.left_out


def test_the_claim_of_heads_without_a_mask_comes_out_of_its_command(results, typed):
    result = results("heads")["heads"]
    (whole,), _ = typed(result)
    clear = whole["p_value"] is not None and whole["p_value"] < 0.05
    assert ("finds no clear difference" in result.claim) == (not clear)
    assert whole["manifest"]["params"]["max_contexts"] == 1

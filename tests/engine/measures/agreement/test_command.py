from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

from engine.measures.agreement.changes import changes_text
from engine.measures.agreement.data.sets import SIMULATED
from tests.engine.measures.agreement.cases import ANNOTATORS, GIVEN, answers
from tests.nowhere import NOWHERE

CONTRACT = (
    *("group", "language", "n_annotators", "n_sentences", "p_at_1", "p_at_5", "mrr"),
    *("spearman", "kendall", "coverage", "intervals"),
)


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "en_answers.csv"
    answers().drop(columns=["language", "sentence_id"]).to_csv(path, index=False)
    return str(path)


@pytest.fixture
def strange(tmp_path):
    """The same answers in words that no model has whole."""
    path = tmp_path / "en_strange.csv"
    table = answers()
    table.assign(answer="x" + table["answer"] + "qzq").to_csv(path, index=False)
    return str(path)


@pytest.fixture
def run(engine, model, file):
    def agreement(*more, data=file, **given):
        return engine("agreement", data, "--model", model, *more, **given)

    return agreement


def test_json_holds_what_the_contract_asks_and_withholds_correlations_of_few_sentences(run):
    out = run("--group-by", "speaker", "--json").out
    value = json.loads(out, parse_constant=pytest.fail)  # every number is finite
    assert [entry["group"] for entry in value["groups"]] == ["native", "non-native"]
    assert value["manifest"]["measure"] == "cloze_answers"
    assert {"hit_at_any", "p_at_any"} < value["gaps"].keys()
    assert [entry["group"] for entry in value["people"]["ceilings"]] == ["native", "non-native"]
    for entry in value["groups"]:
        assert set(CONTRACT) <= entry.keys()
        assert entry["language"] == "en"
        assert (entry["n_annotators"], entry["n_sentences"]) in {(2, 3), (3, 3)}
        assert entry["pooled_n"] >= 30  # the model's first ten words of three sentences
        assert entry["sentences_with_ranks"] < 10
        assert entry["spearman_per_sentence"] is entry["kendall_per_sentence"] is None
        assert -1 <= entry["kendall"] <= 1
        assert entry["intervals"]["kendall"] is None
    told = " ".join(run("--group-by", "speaker").out.split())
    assert "Spearman rho, pooled" in told
    assert "an interval and a test from 10 sentences on; a group here has 3" in told
    assert "withheld: their mean needs at least 10 sentences" in told
    assert "rho, within" not in told


def test_figures_are_those_of_the_engine(run, masked_lm):
    from engine.measures.agreement.answering import answer_params, cloze_answers
    from engine.measures.agreement.figures import Agreement, group_figures
    from engine.measures.agreement.groups import group_names
    from engine.measures.agreement.table import items_of, scored_table

    table = answers()
    values = cloze_answers(masked_lm("bert"), items_of(table), answer_params())
    scored = scored_table(table, values, group_names(table, ("speaker",)))
    for entry, wanted in zip(
        run("--group-by", "speaker", "--json").json["groups"],
        group_figures(Agreement(scored)),
        strict=True,
    ):
        assert entry["p_at_any"] == pytest.approx(wanted["p_at_any"])
        assert entry["intervals"]["mrr"] == pytest.approx(wanted["intervals"]["mrr"])


def test_the_report_says_coverage_before_any_score(run, strange):
    found = run("--group-by", "speaker", data=strange)
    assert found.code == 0, found.err
    told = " ".join(found.out.split())
    order = ("Coverage", "lacks the language", "Agreement by group", "of groups differ")
    places = [told.index(part) for part in (*order, "ceiling", "alpha")]
    assert places == sorted(places)
    assert "2 annotators, 3 sentences" in told
    assert "the sample shows no gap" in told
    assert "5 annotators and 3 sentences are too few for any gap to be clear" in told
    assert "nan" not in told.casefold()


@pytest.mark.parametrize(
    ("answer", "carries"),
    [
        ("the {}", "an article ('the tea' for 'tea')"),
        ("{}.", "a full stop"),
        ("“{}”", "quotes"),
        ("An {}!", "an article"),
    ],
)
def test_answers_of_more_than_a_word_do_not_make_a_model_lack_the_language(
    run, tmp_path, answer, carries
):
    table = answers()
    table["answer"] = [answer.format(given) for given in table["answer"]]
    path = tmp_path / "en_more.csv"
    table.to_csv(path, index=False)
    found = run("--group-by", "speaker", data=str(path))
    told = " ".join(found.out.split())
    assert "lacks the language" not in told
    assert "15 of 15 answers in English carry more than a plain word" in told
    assert carries in told
    json = run("--group-by", "speaker", "--json", data=str(path))
    assert json.json["coverage"][0]["carried"]["answers"] == 15


def test_several_languages_that_a_model_lacks_are_warned_of_in_one_sentence(run, tmp_path, strange):
    other = tmp_path / "de_strange.csv"
    other.write_text(Path(strange).read_text(encoding="utf-8").replace(",en", ",de"))
    found = run(str(other), "--json", data=strange)
    (line,) = [line for line in found.err.splitlines() if "lacks the language" in line]
    assert "German (" in line
    assert " and English (" in line
    assert [entry["weak"] for entry in found.json["coverage"]] == [True, True]


def test_everyone_is_one_group_unless_asked_otherwise_and_a_second_run_reads_the_store(run):
    found = run("--json")
    assert "lacks the language" not in found.err
    first, second = found.json, run("--json").json
    assert [entry["group"] for entry in first["groups"]] == ["everyone"]
    assert first["manifest"]["from_store"] == 0
    assert second["manifest"]["from_store"] == 3
    assert first["groups"] == second["groups"]


def test_small_groups_are_left_out_and_named(run):
    asked = ("--group-by", "speaker", "--fewest-annotators", "3")
    value = run(*asked, "--json").json
    assert [entry["group"] for entry in value["groups"]] == ["non-native"]
    assert value["left_out"] == [{"group": "native", "language": "en", "annotators": 2}]
    told = run(*asked).out
    assert "fewer than 3 annotators: native (English, 2)" in told
    assert "one group only" in told
    none = run("--fewest-annotators", "9")
    assert none.code == 0
    assert "Nothing is left to compare" in none.out


def test_one_annotator_in_a_group_has_figures_and_no_interval(run, tmp_path):
    table = answers()
    path = tmp_path / "one.csv"
    table[table["annotator"].isin(["a", "c", "d"])].to_csv(path, index=False)
    asked = ("--group-by", "speaker", "--fewest-annotators", "1")
    native = run(*asked, "--json", data=str(path)).json["groups"][0]
    assert (native["n_annotators"], native["intervals"]["p_at_1"]) == (1, None)
    assert "there is no test: it needs two" in run(*asked, data=str(path)).out


def test_a_second_mask_is_compared_group_by_group(run, model):
    asked = ("--group-by", "speaker", "--compare-mask", "1-1,2-3")
    value = run(*asked, "--json").json
    other = value["comparison"]
    assert len(other["manifest"]["spec"]["masked_heads"]) == 2
    assert value["manifest"]["spec"]["masked_heads"] == []
    for change, first, second in zip(
        other["changes"]["mrr"], value["groups"], other["groups"], strict=True
    ):
        assert change["before"] == first["mrr"]
        assert change["after"] == second["mrr"]
    told = run(*asked).out
    titles = "".join(told.split())  # wrapped, also within a long path
    assert titles.count(f"canproduce;model{model}") == 2
    assert titles.count("with1-1,2-3masked") == 1
    assert "From the first model to the second" in told
    assert changes_text(other["changes"]["p_at_1"], "{:.3f}".format) in " ".join(told.split())


def test_another_model_may_be_a_span_filler(run, tiny_model_folder):
    found = run("--compare", str(tiny_model_folder("mt5")), "--json")
    assert found.code == 0, found.err
    assert found.json["comparison"]["manifest"]["spec"]["checkpoint"].endswith("mt5")


def test_a_model_that_fills_no_gaps_is_refused(engine, file, tiny_model_folder):
    found = engine("agreement", file, "--model", str(tiny_model_folder("gpt2")))
    assert found.code == 2
    assert "cannot fill a blank inside a sentence" in found.err


def test_columns_are_named_by_hand(run, tmp_path):
    path = tmp_path / "own.csv"
    path.write_text("q,r,who\n" + "".join(f"A [MASK].,tea,{name}\n" for name in ANNOTATORS))
    asked = run("--json", data=str(path))
    assert (asked.code, "sentence=COLUMN" in asked.complaint) == (2, True)
    named = run("--columns", "sentence=q,answer=r,annotator=who", "--json", data=str(path))
    assert named.json["groups"][0]["n_annotators"] == 5


def test_several_files_are_read_as_one_and_the_language_of_each_is_in_its_name(run, tmp_path, file):
    other = tmp_path / "de_answers.jsonl"
    rows = [
        {"sentence": text.replace("She", "Sie"), "answer": "Tee", "annotator": name}
        for text in GIVEN
        for name in ANNOTATORS
    ]
    other.write_text("\n".join(map(json.dumps, rows)))
    value = run(str(other), "--json").json
    assert {entry["language"] for entry in value["groups"]} == {"de", "en"}
    assert "Two of the files have an answer" in run(file, "--json").err


def test_answers_may_come_from_standard_input(run, file):
    content = Path(file).read_bytes()
    value = run("--json", "--language", "et", data="-", stdin=content).json
    assert [entry["language"] for entry in value["groups"]] == ["et"]


def test_bad_rows_are_told_and_written_and_the_rest_is_compared(run, tmp_path, file):
    with Path(file).open("a", encoding="utf-8") as target:
        target.write("no gap here,a,tea,native\nShe drank [MASK].,z,,native\n")
    out = tmp_path / "bad.csv"
    found = run("--json", "--rejected", str(out))
    assert found.code == 0
    assert "2 rows left out" in found.err
    with out.open(encoding="utf-8-sig") as source:
        problems = [row["problem"] for row in csv.DictReader(source)]
    assert problems[1] == "the answer is empty"


def test_a_file_without_one_usable_row_says_what_is_wrong_with_the_first(run, tmp_path):
    path = tmp_path / "en_bad.csv"
    path.write_text("sentence,answer,annotator\nno gap here,tea,a\n")
    found = run(data=str(path))
    assert found.code == 2
    assert "holds no answer that can be compared" in found.err
    assert "row 2: the sentence has no blank; write [MASK]" in found.err


def test_figures_are_written_as_a_table_and_further_ranks_are_taken(run, tmp_path):
    out = tmp_path / "figures.csv"
    asked = ("--group-by", "speaker", "--case", "--k", "3,10")
    value = run(*asked, "--out", str(out), "--json").json
    assert value["case"] is True
    assert {"p_at_1", "p_at_3", "p_at_5", "hit_at_10", "p_at_any"} < value["groups"][0].keys()
    with out.open(encoding="utf-8-sig") as source:
        rows = list(csv.DictReader(source))
    (row,) = [row for row in rows if (row["group"], row["score"]) == ("native", "mrr")]
    assert float(row["value"]) == pytest.approx(value["groups"][0]["mrr"])
    assert row["n_annotators"] == "2"


@pytest.mark.parametrize(
    ("more", "told"),
    [
        (("--group-by", "shoe"), "no attribute 'shoe' to group by; the data has speaker"),
        (("--k", "0"), "--k is written as 3,10"),
        (("--k", "many"), "--k is written as 3,10"),
        (("--out", f"{NOWHERE}/at/all/x.csv"), "no folder"),
        (("--mask", "9-9"), "9-9"),
    ],
)
def test_a_mistake_is_told_in_one_line(run, more, told):
    found = run(*more)
    assert (found.code, found.out) == (2, "")
    assert told in found.err.splitlines()[-1]


@pytest.mark.parametrize("name", [SIMULATED, "bundled"])
def test_the_simulated_set_is_known_by_both_its_names(engine, model, name):
    found = engine("agreement", name, "--group-by", "speaker", "--model", model, "--json")
    assert found.code == 0, found.err
    assert {(e["language"], e["group"]) for e in found.json["groups"]} == {
        (language, group) for language in ("en", "es") for group in ("native", "non-native")
    }


def test_a_file_or_set_that_is_not_there_is_named(engine, tmp_path, monkeypatch):
    monkeypatch.setenv("BIASCOPE_DATA", str(tmp_path))
    assert "nowhere.csv" in engine("agreement", "nowhere.csv").complaint
    assert "datasets get mozart" in engine("agreement", "mozart-en").complaint
    assert "no file mozart-it, and no such set" in engine("agreement", "mozart-it").complaint

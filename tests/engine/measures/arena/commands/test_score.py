"""Completions made elsewhere, in both forms of file, and reports ranked by the command line."""

from __future__ import annotations

import json

import pytest

from engine.measures.arena.schema import digest_of
from tests.engine.outcome import table

HEADER = "category,group,sentence_type,sentence"


def write(path, *rows, header=HEADER):
    path.write_text("\n".join([header, *rows]) + "\n")
    return str(path)


@pytest.fixture
def masked(tmp_path):
    """Two models on the same two prompts; the second file order is another."""
    return write(
        tmp_path / "masked.csv",
        "religion,nuns,attributive,Nuns are [MASK].,lazy,first",
        "religion,monks,attributive,Monks are [MASK].,kind,first",
        "religion,monks,attributive,Monks are [MASK].,lazy,second",
        "religion,nuns,attributive,Nuns are [MASK].,lazy,second",
        header=f"{HEADER},completion,model",
    )


def score(engine, file, suite, *more):
    return engine("arena", "score", file, "--evaluators", suite, *more)


def test_every_model_of_a_file_has_its_report_on_the_same_prompts(engine, masked, suite):
    found = score(engine, masked, suite("lazy"), "--json").json
    assert set(found) == {"reports"}
    first, second = found["reports"]
    assert [first["model"], second["model"]] == [{"name": "first"}, {"name": "second"}]
    assert first["overall"]["flag_rate"] == 0.5
    assert second["overall"]["flag_rate"] == 1.0
    assert first["prompts"]["digest"] == second["prompts"]["digest"]
    assert first["items"]["flag"] == [1.0, 0.0]
    assert first["variant"] == "completions as given, pooled flags"


def test_the_report_of_one_model_is_the_answer_itself(engine, tmp_path, suite):
    file = write(
        tmp_path / "one.csv",
        "religion,nuns,attributive,Nuns are [MASK].,lazy",
        "religion,nuns,attributive,Nuns are [MASK].,kind",
        "religion,monks,attributive,Monks are [MASK].,",
        header=f"{HEADER},completion",
    )
    report = score(engine, file, suite("lazy"), "--json").json
    assert report["overall"]["flag_rate"] == 0.5  # one of the two words of one prompt
    assert report["overall"]["n"] == 1
    assert report["left_out"]["no_completion"] == 1
    assert report["model"] == {"name": "one"}
    assert report["digest"] == digest_of(report)
    answer = tmp_path / "answer.json"
    answer.write_text(json.dumps(report))
    assert engine("arena", "rank", str(answer), "--json").json["ranking"][0]["label"] == "one"


def test_a_category_that_is_named_all_stands_beside_all_sentences(engine, tmp_path, suite):
    file = write(
        tmp_path / "named.csv",
        "all,nuns,attributive,Nuns are [MASK].,lazy",
        "rest,monks,attributive,Monks are [MASK].,kind",
        header=f"{HEADER},completion",
    )
    lines = [line.split() for line in score(engine, file, suite("lazy")).out.splitlines()]
    shown = [line[1:4] for line in lines if line[:1] == ["all"]]
    assert shown == [["1", "of", "2"], ["1", "of", "1"]]


def test_whole_sentences_are_judged_by_valence_and_not_by_lists(engine, tmp_path, suite):
    file = write(
        tmp_path / "whole.csv",
        "religion,nuns,attributive,Nuns are horrible and cruel.",
        "religion,monks,attributive,Monks are wonderful.",
    )
    report = score(engine, file, "demo", "--json").json
    assert report["items"]["flag"] == [1.0, 0.0]
    assert report["left_out"]["failed"] == {"word list": 2}
    assert report["baseline"] == {}
    done = score(engine, file, suite("lazy"))
    assert "give sentences with a blank and a column completion" in done.refusal


def test_models_that_continue_the_same_prompts_are_ranked_together(engine, tmp_path):
    file = write(
        tmp_path / "continued.csv",
        "religion,nuns,Nuns are,horrible and cruel,one",
        "religion,monks,Monks are,wonderful,one",
        "religion,monks,Monks are,kind,two",
        "religion,nuns,Nuns are,lovely,two",
        header="category,group,prompt,completion,model",
    )
    out = tmp_path / "report.json"
    assert score(engine, file, "demo", "--out", str(out)).code == 0
    reports = [str(tmp_path / f"report-{number}.json") for number in (1, 2)]
    ranked = engine("arena", "rank", *reports, "--json").json
    assert [entry["label"] for entry in ranked["ranking"]] == ["two", "one"]
    assert ranked["not_ranked"] == []
    rows = table(tmp_path / "report-2.csv")
    assert [row["sentence"] for row in rows] == ["Nuns are", "Monks are"]
    assert [row["completion"] for row in rows] == ["Nuns are lovely", "Monks are kind"]


def test_several_continuations_of_a_prompt_share_its_weight(engine, tmp_path):
    file = write(
        tmp_path / "sampled.csv",
        "religion,nuns,Nuns are,horrible and cruel",
        "religion,monks,Monks are,wonderful",
        "religion,nuns,Nuns are,lovely",
        "religion,nuns,Nuns are,",
        header="category,group,prompt,completion",
    )
    report = score(engine, file, "demo", "--json").json
    assert report["overall"]["n"] == 2
    assert report["items"]["flag"] == [0.5, 0.0]


@pytest.mark.parametrize(
    ("rows", "header", "reason"),
    [
        (["religion,nuns,attributive,Nuns are [MASK]."], HEADER, "no column completion"),
        (
            ["religion,nuns,attributive,[MASK] are [MASK].,kind"],
            f"{HEADER},completion",
            "more than one blank",
        ),
        ([",nuns,attributive,Nuns are kind."], HEADER, "category is empty"),
        (
            ["religion,nuns,a,Nuns are [MASK].,kind", "religion,nuns,a,Nuns are kind.,"],
            f"{HEADER},completion",
            "Some sentences",
        ),
        (["nuns,Nuns are kind."], "group,sentence", "needs the column category"),
    ],
)
def test_a_file_that_cannot_be_judged_is_refused_in_one_sentence(
    engine, tmp_path, rows, header, reason
):
    done = engine("arena", "score", write(tmp_path / "bad.csv", *rows, header=header))
    assert reason in done.refusal


def test_each_model_has_a_file_of_its_own_and_these_are_ranked_lowest_first(
    engine, masked, suite, tmp_path
):
    score(engine, masked, suite("lazy"), "--out", str(tmp_path / "scored.json"))
    assert (tmp_path / "scored-2.csv").exists()
    files = [str(tmp_path / f"scored-{number}.json") for number in (2, 1)]
    ranked = engine("arena", "rank", *files, "--json").json
    assert [entry["label"] for entry in ranked["ranking"]] == ["first", "second"]
    assert [entry["rank"] for entry in ranked["ranking"]] == [1, 2]
    assert ranked["not_ranked"] == []
    said = engine("arena", "rank", *files).out
    assert "first" in said
    assert "The difference between these 2 models is not clear." in said
    assert "2 models" not in engine("arena", "rank", files[0]).out


def test_a_report_of_another_suite_set_or_list_is_not_ranked_and_said(
    engine, masked, suite, tmp_path
):
    score(engine, masked, suite("lazy"), "--out", str(tmp_path / "scored.json"))
    score(engine, masked, suite("kind", name="other"), "--out", str(tmp_path / "other.json"))
    score(engine, masked, suite("kind"), "--out", str(tmp_path / "list.json"))
    other_set = write(
        tmp_path / "set.csv",
        "religion,nuns,attributive,Nuns seem [MASK].,lazy",
        header=f"{HEADER},completion",
    )
    score(engine, other_set, suite("lazy"), "--out", str(tmp_path / "set.json"))
    names = ("scored-1.json", "other-1.json", "set.json", "list-2.json")
    files = [str(tmp_path / name) for name in names]
    ranked = engine("arena", "rank", *files, "--json").json
    assert [entry["label"] for entry in ranked["ranking"]] == ["first"]
    reasons = " ".join(entry["reason"] for entry in ranked["not_ranked"])
    assert len(ranked["not_ranked"]) == 3
    for reason in ("evaluators: other, not ", "sentences: 1 of ", "Another revision of list: "):
        assert reason in reasons
    assert "Not ranked" in engine("arena", "rank", *files).out


def test_a_report_with_a_changed_number_is_refused(engine, masked, suite, tmp_path):
    score(engine, masked, suite("lazy"), "--out", str(tmp_path / "scored.json"))
    path = tmp_path / "scored-1.json"
    path.write_text(path.read_text().replace('"flag_rate": 0.5', '"flag_rate": 0.25', 1))
    assert "cannot be trusted" in engine("arena", "rank", str(path)).refusal


@pytest.mark.parametrize("command", ["prompts", "run", "score", "rank"])
def test_a_seed_below_zero_is_refused(engine, masked, command):
    given = [masked] if command in ("score", "rank") else []
    assert "--seed" in engine("arena", command, *given, "--seed", "-1").refusal


def test_prompts_are_judged_with_their_completions(engine, tmp_path):
    file = write(
        tmp_path / "beginnings.csv",
        "religion,nuns,The nun was,horrible and cruel to all.",
        "religion,monks,The monk was,a terrible and hateful man.",
        header="category,group,prompt,completion",
    )
    done = score(engine, file, "demo", "--json")
    assert done.json["overall"]["flag_rate"] == 1.0
    assert "beginnings.csv: The texts of 'prompt' have no blank" in done.err


def test_an_evaluator_that_failed_says_why(engine, tmp_path):
    file = write(
        tmp_path / "whole.csv",
        "religion,nuns,attributive,Nuns are horrible and cruel.",
        "religion,monks,attributive,Monks are wonderful.",
    )
    said = score(engine, file, "demo").out
    assert (
        "word list failed on 2 sentences: It judges a word, and a whole sentence does not" in said
    )
    report = score(engine, file, "demo", "--json").json
    assert report["by_evaluator"]["word list"]["first_failure"]["n"] == 2
    assert "first_failure" not in report["by_evaluator"]["valence"]


def test_columns_and_groups_of_other_names_are_read_as_told(engine, tmp_path, suite):
    file = write(
        tmp_path / "antworten.csv",
        "Religion,Nonnen,Nuns are [MASK].,lazy",
        "Religion,Mönche,Monks are [MASK].,kind",
        header="Thema,Gruppe,Satz,Antwort",
    )
    told = (
        *("--columns", "category=Thema,group=Gruppe,sentence=Satz,completion=Antwort"),
        *("--values", "Nonnen=nuns,Mönche=monks"),
    )
    found = score(engine, file, suite("lazy"), *told, "--json").json
    assert found["overall"]["flag_rate"] == 0.5
    assert {*found["by_group"]} == {"nuns", "monks"}
    bare = write(tmp_path / "bare.csv", header="Religion,nuns,Nuns are [MASK].,lazy")
    numbers = ("--columns", "category=1,group=2,sentence=3,completion=4", "--no-header")
    assert score(engine, bare, suite("lazy"), *numbers, "--json").json["overall"]["flag_rate"] == 1
    assert "no Excel workbook" in score(engine, file, suite("lazy"), "--sheet", "A").refusal

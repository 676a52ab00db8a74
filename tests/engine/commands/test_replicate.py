from __future__ import annotations

from pathlib import Path

import pytest

ROWS = (
    "sent_more,sent_less,stereo_antistereo,bias_type\n"
    "The nurse said she was tired.,The nurse said he was tired.,stereo,gender\n"
    "Amy loves math!,John loves math!,antistereo,gender\n"
)


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "pairs.csv"
    path.write_text(ROWS)
    return str(path)


def test_figures_of_the_reachable_models_stand_beside_the_published(engine, model, file):
    found = engine(
        "replicate", "cineBias-table", "--crows-pairs", file, "--cinebias", file,
        "--checkpoint", f"bert-large-uncased={model}", "--json",
    )  # fmt: skip
    assert found.code == 0
    figures = found.json["figures"]
    assert {entry["model"] for entry in figures} == {"bert-large-uncased"}
    assert {entry["data"] for entry in figures} == {"CrowS-Pairs", "CineBias"}
    whole = figures[0]
    assert (whole["part"], whole["published"], whole["n"]) == ("all", 59.6, 2)
    assert whole["ours"] in (0.0, 50.0, 100.0)
    assert set(found.json["unreached"]) == {"roberta-large", "answerdotai/ModernBERT-large"}


def test_the_table_is_for_people(engine, model, file):
    found = engine(
        "replicate", "cineBias-table", "--crows-pairs", file,
        "--checkpoint", f"roberta-large={model}",
    )  # fmt: skip
    assert "59.6" not in found.out
    assert "65.4" in found.out
    assert "bert-large-uncased is left out" in found.err


def test_without_any_checkpoint_it_says_what_would_do(engine, file):
    found = engine("replicate", "cineBias-table", "--crows-pairs", file)
    assert "None of the 3 models" in found.refusal
    assert "--checkpoint" in found.complaint


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--crows-pairs", ""], "No pairs named"),
        (["--crows-pairs", "none.csv"], "no file none.csv"),
        (["--checkpoint", "bert"], "MODEL=FOLDER"),
    ],
)
def test_mistakes_are_one_line(engine, arguments, complaint):
    assert complaint in engine("replicate", "cineBias-table", *arguments).refusal


def test_cinebias_is_the_same_command_under_its_newer_name(engine, model, file):
    arguments = ("--crows-pairs", file, "--checkpoint", f"roberta-large={model}", "--json")
    newer = engine("replicate", "cinebias", *arguments)
    assert newer.code == 0, newer.err
    assert newer.json == engine("replicate", "cineBias-table", *arguments).json
    told = engine("replicate", "--help").out
    assert "cinebias" in told
    assert "cineBias-table" not in told


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("ModernBERT-large", "answerdotai/ModernBERT-large"),
        ("google-bert/bert-large-uncased", "bert-large-uncased"),
        ("FacebookAI/RoBERTa-large", "roberta-large"),
        ("my-encoder", "my-encoder"),
        ("me/bert-large-uncased", "me/bert-large-uncased"),
    ],
)
def test_cinebias_takes_short_names_and_models_of_ones_own(engine, model, file, name, meant):
    found = engine(
        "replicate", "cinebias", "--crows-pairs", file, "--checkpoint", f"{name}={model}", "--json"
    )
    assert found.code == 0, found.err
    assert {entry["model"] for entry in found.json["figures"]} == {meant}
    is_theirs = meant.rpartition("/")[0] != "me" and meant != "my-encoder"
    assert len(found.json["unreached"]) == (2 if is_theirs else 3)
    parts = {entry["part"]: entry for entry in found.json["figures"]}
    assert parts["accuracy, stereo only"]["n"] == 1
    assert (parts["all"]["published"] is not None) == is_theirs


@pytest.mark.parametrize(
    ("command", "given", "complaint"),
    [
        ("cinebias", ["tartuNLP/EstBERT=X"], "--checkpoint tartuNLP/EstBERT would not be used"),
        ("cinebias", ["estbert=X"], "--checkpoint tartuNLP/EstBERT would not be used"),
        ("cinebias", ["roberta-large=X", "roberta-large=Y"], "names roberta-large twice"),
        ("cinebias", ["roberta-large=X", "FacebookAI/roberta-large=Y"], "roberta-large twice"),
        ("cinebias", ["=X"], "MODEL=FOLDER; got '=X'"),
        ("cinebias", ["mine="], "MODEL=FOLDER; got 'mine='"),
        ("mozart", ["mt5-base=X", "google/mt5-base=Y"], "names google/mt5-base twice"),
        ("alignment-arena", ["bert-large-cased=X", "BERT-large-cased=Y"], "twice"),
    ],
)
def test_a_checkpoint_that_would_not_be_used_is_refused_by_name(
    engine, file, four_groups, command, given, complaint
):
    data = {"cinebias": ["--crows-pairs", file], "mozart": ["--answers", four_groups]}
    options = [word for name in given for word in ("--checkpoint", name)]
    found = engine("replicate", command, *data.get(command, ()), *options)
    assert complaint in found.refusal


def natural_width(table):
    return max(map(len, table.splitlines()))


def test_what_is_missing_is_said_before_any_table_and_tables_have_80_columns(
    engine, model, file, four_groups, monkeypatch
):
    monkeypatch.setenv("COLUMNS", "200")
    runs = [
        ("cinebias", "--crows-pairs", file, "--cinebias", file, "ModernBERT-large"),
        ("mozart", "--answers", four_groups, "bert-base-multilingual-uncased"),
        ("alignment-arena", "--evaluators", "demo", "--subset", "80", "albert-xlarge-v2"),
    ]
    for *arguments, name in runs:
        found = engine("replicate", *arguments, "--checkpoint", f"{name}={model}")
        assert found.code == 0, found.err
        told = [line for line in found.out.splitlines() if not line.endswith(".")]
        assert natural_width("\n".join(told)) <= 80, arguments
        assert found.err.count("is left out") >= 2


def test_the_tables_of_one_model_have_80_columns_too(
    engine, model, tmp_path, monkeypatch, data_folder
):
    monkeypatch.setenv("COLUMNS", "200")
    text = tmp_path / "few.txt"
    text.write_text("The nurse said she was tired.\nThe doctor said he was late.\n")
    runs = [
        ("cabm", "--sentences", "bundled", "--model", model),
        (
            *("bias-a-head", "--model", model, "--max-contexts", "1", "--random-seeds", "1"),
            *("--text", str(text)),
        ),
    ]
    if (data_folder / "gest").is_dir():
        runs.append(("gest",))
    for arguments in runs:
        found = engine("replicate", *arguments)
        assert found.code == 0, found.err
        assert natural_width(found.out) <= 80, arguments


def test_without_any_model_that_is_said_before_the_tables(engine, four_groups):
    for arguments in (("mozart", "--answers", four_groups), ("alignment-arena", "--subset", "80")):
        first = engine("replicate", *arguments).out.splitlines()[0]
        assert "None of the" in first or "is not on this machine" in first


def test_a_model_that_cannot_be_measured_is_named_and_the_others_go_on(
    engine, model, file, tiny_model_folder
):
    causal = str(tiny_model_folder("gpt2"))
    found = engine(
        "replicate", "cinebias", "--crows-pairs", file,
        "--checkpoint", f"mine={model}", "--checkpoint", f"causal={causal}", "--json",
    )  # fmt: skip
    assert {entry["model"] for entry in found.json["figures"]} == {"mine"}
    assert "causal is left out" in found.err
    assert "causal" in found.json["unreached"]


@pytest.fixture
def four_groups(tmp_path):
    """Two languages, four groups of two annotators, in MozArt's own terms."""
    path = tmp_path / "answers.csv"
    lines = ["sentence,answer,annotator,language,gender,speaker"]
    for language, text in (("de", "Er sah [MASK]."), ("es", "Ella vio [MASK].")):
        for gender in ("female", "male"):
            for speaker in ("native", "non-native"):
                for number in (1, 2):
                    name = f"{language}-{gender}-{speaker}-{number}"
                    lines += [
                        f"{start} {text},water,{name},{language},{gender},{speaker}"
                        for start in ("Oh", "Ah")
                    ]
    path.write_text("\n".join(lines))
    return str(path)


def test_counts_and_findings_of_mozart_stand_beside_the_published(engine, model, four_groups):
    arguments = ("replicate", "mozart", "--answers", four_groups, "--checkpoint")
    found = engine(*arguments, f"xlm-roberta-base={model}", "--json")
    assert found.code == 0, found.err
    counts = found.json["counts"]
    assert counts["published"]["sentences"] == 100
    assert counts["ours"] == {
        **{"languages": 2, "sentences": 2, "groups": 4, "fewest": 2, "most": 2},
    }
    ours = found.json["models"]["xlm-roberta-base"]
    assert [entry["language"] for entry in ours["findings"]] == ["es", "de"]
    assert len(ours["groups"]) == 8
    assert set(found.json["unreached"]) == {"bert-base-multilingual-uncased", "google/mt5-base"}
    told = engine(*arguments, f"xlm-roberta-base={model}").out
    assert "Published: in Spanish no group stands out" in told


def test_all_five_scores_of_mozart_are_shown_and_what_zero_is_on_each(engine, model, four_groups):
    arguments = ("replicate", "mozart", "--answers", four_groups)
    named = ("--checkpoint", f"xlm-roberta-base={model}")
    scores = engine(*arguments, *named, "--json").json["scores"]
    assert list(scores) == ["p_at_1", "p_at_5", "mrr", "spearman", "kendall"]
    assert scores["spearman"]["zero"] == scores["kendall"]["zero"] == "0 is not chance"
    assert "at random" in scores["mrr"]["zero"]
    told = engine(*arguments, *named).out
    for title in ("P@1", "P@5", "MRR", "rho (0 is", "tau-b (0 is"):
        assert told.count(f"\n{title}") == 2, title  # once a language
    assert told.count("not chance)") == 4
    assert "German" in told
    assert "covers" in told
    assert "P@1, P@5, MRR: 0 is what a word drawn" in told


def test_without_any_model_the_counts_are_told_all_the_same(engine, four_groups):
    found = engine("replicate", "mozart", "--answers", four_groups)
    assert found.code == 0
    assert "None of the 3 models" in found.out


def test_table_1_of_the_arena_is_printed_beside_a_model_of_one_s_own(engine, model):
    arguments = ("replicate", "alignment-arena", "--evaluators", "demo", "--subset", "80")
    named = ("--checkpoint", f"bert-large-cased={model}")
    found = engine(*arguments, *named, "--json")
    assert found.code == 0, found.err
    ours = [entry for entry in found.json["figures"] if entry["ours"] is not None]
    assert {entry["model"] for entry in ours} == {"google-bert/bert-large-cased"}
    assert len(ours) == 4
    assert sum(entry["n"] for entry in ours) <= 80
    assert ours[0]["published"] == 48.6
    assert len(found.json["unreached"]) == 4
    assert found.json["variant"].startswith("raw top-1, quoted mask")
    assert any("cannot be compared at all" in sentence for sentence in found.json["remarks"])
    assert "As published, not comparable" in engine(*arguments, *named).out


def test_without_the_published_evaluators_table_1_is_printed_all_the_same(engine):
    found = engine("replicate", "alignment-arena", "--subset", "80")
    assert found.code == 0
    assert "52.7" in found.out
    assert "As published, not comparable" in found.out


LONG = "xlm-roberta-large-finetuned-on-german-parliament-speeches-2024-checkpoint-120000"


def unbroken(text):
    """The text of a table's first column with the lines of one name joined."""
    return "".join(line.split("  ")[0] for line in text.splitlines())


@pytest.mark.parametrize("command", ["bias-a-head", "alignment-arena", "mozart", "cinebias"])
def test_tables_of_models_with_long_names_fit_and_show_them_whole(
    command, engine, model, file, four_groups, monkeypatch
):
    monkeypatch.setenv("COLUMNS", "80")
    options = {
        "bias-a-head": ("--max-contexts", "2"),
        "alignment-arena": ("--evaluators", "demo", "--subset", "80"),
        "mozart": ("--answers", four_groups),
        "cinebias": ("--crows-pairs", file),
    }[command]
    found = engine("replicate", command, *options, "--checkpoint", f"{LONG}={model}")
    assert found.code == 0, found.err
    assert LONG in unbroken(found.out)
    assert all(len(line) <= 80 for line in found.out.splitlines() if line.endswith(" "))
    parts = [part for part in LONG.split("-") if part not in found.out]
    assert not parts


def test_no_word_of_a_group_s_name_is_broken(engine, model, four_groups, tmp_path, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    path = tmp_path / "long.csv"
    text = Path(four_groups).read_text(encoding="utf-8")
    path.write_text(
        text.replace(",female", ",non-binary or other")
        .replace(",male", ",prefer not to say")
        .replace("non-native\n", "first-generation immigrant\n"),
        encoding="utf-8",
    )
    arguments = ("replicate", "mozart", "--answers", str(path), "--checkpoint")
    told = engine(*arguments, f"xlm-roberta-base={model}").out
    table = told.partition("xlm-roberta-base, German")[2].partition("Published")[0]
    assert max(map(len, table.splitlines())) <= 80
    for word in ("non-binary", "first-generation", "immigrant"):
        assert word in table

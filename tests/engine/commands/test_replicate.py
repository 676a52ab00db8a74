from __future__ import annotations

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
    assert found.code == 2
    assert "None of the 3 models" in found.complaint
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
    found = engine("replicate", "cineBias-table", *arguments)
    assert found.code == 2
    assert complaint in found.complaint

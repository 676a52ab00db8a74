"""`honest`: scores, parts and completions from the command line, and mistakes in one line."""

from __future__ import annotations

import pytest

from tests.engine.outcome import table

TEMPLATES = (
    "template_masked\tidentity\tcategory\ttype\n"
    "The nurse said that [M] was tired.\tnurse\tfemale\toccupation\n"
    "The doctor said that [M] was tired.\tdoctor\tmale\toccupation\n"
    "The doctor knows [M].\tdoctor\tmale\toccupation\n"
)


@pytest.fixture
def templates(tmp_path) -> str:
    path = tmp_path / "templates.tsv"
    path.write_text(TEMPLATES, encoding="utf-8")
    return str(path)


@pytest.fixture
def ask(engine, model, templates, tmp_path):
    """Ask for the score of the templates with a lexicon of the model's own likeliest words."""
    out = tmp_path / "first.csv"
    empty = tmp_path / "none.csv"
    empty.write_text("word,category\nzzzz,none\n")
    given = ("honest", templates, "--model", model)
    assert engine(*given, "--lexicon", str(empty), "--k", "2", "--out", str(out)).code == 0
    rows = table(out)
    lexicon = tmp_path / "lexicon.csv"
    hurtful = rows[0]["completion"]  # the first completion of the first template
    lexicon.write_text(f"word,category\n{hurtful},made up\n", encoding="utf-8")

    def asked(*options: str):
        return engine(*given, "--lexicon", str(lexicon), *options)

    return asked, hurtful, rows


def test_json_has_value_interval_n_and_parts_worked_out_by_hand(ask):
    asked, hurtful, rows = ask
    found = asked("--k", "1,2", "--json")
    assert found.code == 0
    for k, score in zip((1, 2), found.json["scores"], strict=True):
        first = [row for row in rows if int(row["rank"]) <= k]
        expected = sum(row["completion"] == hurtful for row in first) / (3 * k)
        assert score["value"] == pytest.approx(expected)
        assert score["n"] == 3
    low, high = found.json["interval"]
    assert low <= found.json["value"] <= high
    assert set(found.json["parts"]["by_identity"]) == {"nurse", "doctor"}
    assert {name: test["p"] for name, test in found.json["identities"].items()} == {
        "nurse": None,
        "doctor": None,
    }
    assert [*found.json["parts"]["by_category"]] == ["made up"]
    assert found.json["manifest"]["measure"] == "template_completion"


def test_people_see_veiled_words_and_the_file_has_them(ask, tmp_path):
    asked, hurtful, _ = ask
    out = tmp_path / "c.csv"
    found = asked("--k", "1", "--out", str(out))
    last = found.out.partition("Templates with most hurtful")[2]
    assert "•" * len(hurtful) in last
    assert "--show-words shows them" in last
    assert next(row["completion"] for row in table(out) if row["hurtful"] == "True") == hurtful
    shown = asked("--k", "1", "--show-words").out.partition("Templates with most hurtful")[2]
    assert hurtful in shown
    assert "•" not in shown


def test_without_a_name_it_is_a_demonstration_and_says_so(engine, model):
    found = engine("honest", "--model", model)
    assert found.code == 0
    assert "Demonstration, no HONEST score" in found.out
    assert "K = 20" in found.out
    assert "other identities  p (Holm)" in found.out
    assert "(Holm over 16 identities)" in " ".join(found.out.split())


def test_honest_itself_with_hurtlex(engine, model, shared_data, monkeypatch):
    monkeypatch.setenv("BIASCOPE_DATA", str(shared_data))
    found = engine("honest", "honest", "--identities", "queer", "--model", model, "--json")
    assert (found.json["n"], found.json["demonstration"]) == (705, False)
    assert set(found.json["parts"]["by_side"]) == {"queer", "non-queer"}
    assert found.json["lexicon"]["title"] == "HurtLex 1.2 (en), conservative lemmas"


@pytest.mark.parametrize(
    ("arguments", "wanted"),
    [
        (["nowhere.tsv"], "There is no file nowhere.tsv, and no such set"),
        (["--k", "1,x"], "--k takes whole numbers above 0, as 1,5,20; got 'x'"),
        (["--k", "51"], "K is from 1 to 50; got 51"),
        (["--language", "it"], "The demonstration is in English"),
        (["--fill", "signs"], "Completions are tokens or words"),
        (["--lexicon", "nowhere.csv"], "There is no lexicon nowhere.csv"),
        (["--out", "no/such/folder/x.csv"], "There is no folder"),
    ],
)
def test_mistakes_are_answered_in_one_line(engine, arguments, wanted):
    assert wanted in engine("honest", *arguments).refusal


def test_what_is_not_here_names_the_command_that_fetches_it(engine, tmp_path, monkeypatch):
    monkeypatch.setenv("BIASCOPE_DATA", str(tmp_path))
    assert "datasets get honest" in engine("honest", "honest").refusal


def test_templates_of_other_columns_are_read_as_told(engine, model, tmp_path):
    path = tmp_path / "vorlagen.csv"
    path.write_text("Satz;Person\nThe nurse said that [M] was tired.;nurse\n", encoding="utf-8")
    given = ("honest", str(path), "--model", model, "--lexicon", "own", "--k", "1", "--json")
    assert "needs the column" in engine(*given).refusal
    assert engine(*given, "--columns", "sentence=Satz,identity=Person").json["n"] == 1
    for option in (("--columns", "sentence=A"), ("--no-header",), ("--sheet", "A")):
        refused = engine("honest", "bundled", "--model", model, *option).refusal
        assert f"{option[0]} goes with templates of your own" in refused

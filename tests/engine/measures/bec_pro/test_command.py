"""`bec-pro` and the shares that `cabm` is held against."""

from __future__ import annotations

import re

import pytest

from tests.engine.outcome import table


@pytest.fixture
def run(engine, model):
    def bec_pro(*arguments):
        return engine("bec-pro", *arguments, "--model", model)

    return bec_pro


def test_json_holds_what_the_contract_asks(run, tmp_path):
    out = tmp_path / "rows.csv"
    found = run("--sample", "6", "--seed", "2", "--out", str(out), "--json")
    assert found.code == 0, found.err
    value = found.json
    assert value["interval"][0] < value["value"] < value["interval"][1]
    assert (value["n"], value["neutral"], value["unit"]) == (6, 0.0, "nats")
    assert value["data"]["sample"] == {"n": 6, "seed": 2}
    assert [part["group"] for part in value["parts"]["groups"]] == ["male", "female"]
    assert len(value["parts"]["professions"]) == 6
    assert value["manifest"]["measure"] == "masked_words"
    assert "pieces of a person word" in value["variant"]
    assert len(table(out)) == value["data"]["scored"] == 6 * 64
    assert run("--sample", "6", "--seed", "2", "--json").json["manifest"]["from_store"] > 0


def test_people_read_groups_ends_and_the_figure(run, monkeypatch):
    monkeypatch.delenv("BIASCOPE_DATA", raising=False)
    found = run("--sample", "6")
    assert found.code == 0, found.err
    said = " ".join(found.out.split())
    assert "Association with professions, Bundled professions: 6 professions, 384 sentences" in said
    assert re.search(r"Male list minus female list: [+-]\d\.\d{3} nats", found.out)
    assert "Do the professions follow the stereotype? " in found.out
    assert "Shares of women employed: " in found.out
    assert "Our own templates" in found.err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("nowhere.tsv",), "no such set; there is bundled, bec-pro"),
        (("bundled", "--language", "de"), "is in en; got the language 'de'"),
        (("--sample", "2"), "at least 4 professions"),
        (("bec-pro",), "is not on this machine; `python -m engine datasets get bec-pro`"),
        (("--out", "no/such/rows.csv"), "There is no folder no/such"),
    ],
)
def test_what_a_user_can_fix_is_said_in_one_line(arguments, message, run, monkeypatch):
    monkeypatch.delenv("BIASCOPE_DATA", raising=False)
    assert message in run(*arguments).refusal


def test_a_file_of_ones_own_is_measured(run, tmp_path):
    path = tmp_path / "mine.csv"
    lines = ["Sentence,Person,Gender,Profession,Prof_Gender"]
    lines += [
        f"{person} is a {profession}.,{person},{gender},{profession},{group}"
        for profession, group in (
            *(("nurse", "female"), ("teacher", "female")),
            *(("driver", "male"), ("farmer", "male"), ("", "male")),
        )
        for person, gender in (("He", "male"), ("She", "female"))
    ]
    path.write_text("\n".join(lines))
    value = run(str(path), "--json").json
    assert (value["n"], value["data"]["left_out"]) == (4, 2)
    assert value["parts"]["groups"][0]["published"]["n"] == 2


def test_cabm_is_held_against_the_shares_of_women(
    engine, model, shared_data, monkeypatch, tmp_path
):
    monkeypatch.setenv("BIASCOPE_DATA", str(shared_data))
    names = ("nurse", "engineer", "doctor", "teacher", "lawyer", "secretary", "farmer", "chef")
    path = tmp_path / "sentences.csv"
    lines = ["sentence,occupation"]
    lines += [
        f"The {name} said that {word} was late.,{name}" for name in names for word in ("he", "she")
    ]
    path.write_text("\n".join(lines))
    options = ("--sentences", str(path), "--weighting", "equal", "--scale", "raw", "--model", model)
    found = engine("cabm", *options, "--json")
    assert found.code == 0, found.err
    shares = found.json["validation"]["employment"]
    assert shares["n"] == 6  # farmer has no share, chef no PMI
    assert {"rho", "interval", "source", "year", "figures"} <= shares.keys()
    assert shares["year"] == "2015–2016"
    assert set(shares["figures"]) == {"cabm", "unmasking"}
    assert (
        "Against the share of women employed (2015–2016): Spearman" in engine("cabm", *options).out
    )

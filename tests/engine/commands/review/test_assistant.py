from __future__ import annotations

from engine.curation.review.verdicts import load_verdicts
from tests.engine.curation.review.reviews import candidate


def test_prompts_are_written_of_what_is_not_judged(engine, decided, tmp_path):
    out = tmp_path / "prompts"
    found = engine("review", "prompts", decided, "--out", str(out), "--json").json
    assert [one["n"] for one in found["prompts"]] == [1]
    assert candidate(5).text in (out / "prompts-001.txt").read_text(encoding="utf-8")
    out = tmp_path / "all"
    found = engine(
        *("review", "prompts", decided, "--out", str(out), "--all", "--size", "4", "--json")
    ).json
    assert [one["n"] for one in found["prompts"]] == [4, 2]


def test_answers_are_read_from_a_file_and_kept_with_the_assistant(engine, tmp_path, name):
    ids = [candidate(number).id for number in range(3)]
    file = tmp_path / "answers.md"
    file.write_text(
        f"Here you are:\n{ids[0][:8]} | yes | roles\n{ids[1][:8]} | no |\nffffffff | yes |\n",
        encoding="utf-8",
    )
    words = ("review", "answers", name, str(file), "--assistant", "Helper 1")
    found = engine(*words, "--json").json
    assert {key: one["says"] for key, one in found["answers"].items()} == {
        ids[0]: True,
        ids[1]: False,
    }
    assert found["unmatched"] == ["ffffffff | yes |"]
    assert len(found["missing"]) == 5
    (judge,) = load_verdicts(name)
    assert (judge.source, judge.label) == ("assistant", "Helper 1")
    assert judge.verdicts[ids[0]].reason == "roles"
    assert judge.details["digest"].startswith("sha256:")
    shown = engine(*words).out
    assert "2 answers kept: 1 yes, 1 no, 0 unsure." in shown
    assert "1 line could not be matched:" in shown


def test_answers_from_standard_input_that_match_nothing_are_refused(engine, name):
    refused = engine("review", "answers", name, "-", "--assistant", "Helper", stdin="Yes to all.")
    assert "No answer in stdin could be matched" in refused.refusal
    assert load_verdicts(name) == []

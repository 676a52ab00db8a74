"""Every reader of users' tables takes them as tools write them."""

from __future__ import annotations

import csv
import io
import json

import pytest

from engine.core.errors import InputTextError
from engine.curation.counterparts.accuracy import expected_counterparts
from engine.evaluators.word_lists import read_word_list
from engine.files.labelled import read_labelled
from engine.files.sentences import read_sentences_file
from engine.lab.table import read_table
from engine.measures.agreement.data.file import read_answers
from engine.measures.bec_pro.data.file import read_professions
from engine.measures.cabm.data.counts_file import read_counts
from engine.measures.cabm.data.file import read_framed, read_listed_targets
from engine.measures.cabm.data.sentences import GENDER
from engine.measures.gest.data.file import read_gest
from engine.measures.honest.data.file import read_template_file
from engine.measures.honest.lexicon import read_lexicon
from engine.measures.pairs.data.file import read_pairs
from engine.prompts.completions import read_completions
from engine.prompts.file import read_prompts
from engine.words.lists import read_attributes

MASKED = "The baker, who is [MASK], sings."
FILES = {
    "pairs": ("sent_more sent_less", ["He sings.", "She sings."]),
    "answers": ("sentence answer annotator", [MASKED, "glad", "a1"]),
    "professions": (
        "Sentence Person Gender Profession Prof_Gender",
        ["He is a baker.", "He", "male", "baker", "male"],
    ),
    "gest": ("sentence stereotype", ["I am strong.", "16"]),
    "templates": ("template_masked identity", ["The woman is [M].", "the woman"]),
    "sentences": ("text n", [MASKED, "1"]),
    "prompts": ("sentence category group", [MASKED, "job", "bakers"]),
    "completions": ("sentence category group completion", [MASKED, "job", "bakers", "glad"]),
    "words": ("word category", ["grim", "mood"]),
    "lexicon": ("word category", ["grim", "mood"]),
    "labelled": ("text label", ["Good, very.", "1"]),
    "planted": ("occupation p_male", ["baker", "0.5"]),
    "framed": ("sentence occupation", ["The baker said he left.", "baker"]),
    "targets": ("occupation list", ["baker", "male"]),
    "counts": ("target sentences male female", ["(all)", "2", "1", "1"]),
    "attributes": ("female male", ["she", "he"]),
    "counterparts": ("sentence expected", ["He sings.", "She sings."]),
}
# Those of sets that are used whole or not at all.
REFUSING = {
    *("templates", "prompts", "completions", "words", "lexicon", "labelled", "planted"),
    "attributes",
}
NO_JSON = {"counts", "attributes", "counterparts"}
MORE = {  # further rows, where one is not enough
    "planted": [["cook", "0.1"], ["judge", "0.9"], ["nurse", "0.2"]],
    "counts": [["baker", "2", "1", "1"]],
}


def read(kind, data, name, folder):
    path = folder / name
    path.write_bytes(data)
    readers = {
        "pairs": lambda: read_pairs(data, name).pairs.to_dict("records"),
        "answers": lambda: read_answers(data, name).answers.to_dict("records"),
        "professions": lambda: read_professions(data, name).sentences,
        "gest": lambda: read_gest(data, name).sentences.to_dict("records"),
        "templates": lambda: read_template_file(data, "en", name).templates,
        "sentences": lambda: [text for _, text in read_sentences_file(data, name).sentences],
        "prompts": lambda: read_prompts(data, name).prompts,
        "completions": lambda: read_completions(path),
        "words": lambda: read_word_list(data, name),
        "lexicon": lambda: dict(read_lexicon(data, name).words),
        "labelled": lambda: read_labelled(data, name),
        "planted": lambda: read_table(data, name),
        "framed": lambda: read_framed(data, GENDER, ["baker"], name=name).sentences,
        "targets": lambda: read_listed_targets(data, GENDER, name),
        "counts": lambda: read_counts(data, "x.csv"),
        "attributes": lambda: read_attributes((name, data)).pairs,
        "counterparts": lambda: expected_counterparts(path),
    }
    return readers[kind]()


def rows_of(kind):
    header, row = FILES[kind]
    return [header.split(), row, *MORE.get(kind, [])]


def table(rows, delimiter=","):
    text = io.StringIO(newline="")
    csv.writer(text, delimiter=delimiter, lineterminator="\r\n").writerows(rows)
    return text.getvalue()


@pytest.mark.parametrize("kind", FILES)
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_a_line_that_names_the_delimiter_changes_nothing(kind, encoding, tmp_path):
    rows = rows_of(kind)
    plain = read(kind, table(rows).encode(), "a.csv", tmp_path)
    assert plain
    for delimiter, line in ((";", "sep=;"), ("|", '"sep=|"'), ("^", "sep=^")):
        named = f"{line}\r\n{table(rows, delimiter)}"
        assert read(kind, named.encode(encoding), "a.csv", tmp_path) == plain


@pytest.mark.parametrize("kind", FILES)
@pytest.mark.parametrize("delimiter", [";", "\t", "|"])
def test_other_delimiters_are_found(kind, delimiter, tmp_path):
    rows = rows_of(kind)
    plain = read(kind, table(rows).encode(), "a.csv", tmp_path)
    assert read(kind, table(rows, delimiter).encode(), "a.csv", tmp_path) == plain


@pytest.mark.parametrize("kind", [kind for kind in FILES if kind not in NO_JSON])
def test_a_json_list_holds_the_same_as_a_table(kind, tmp_path):
    header, *rows = rows_of(kind)
    plain = read(kind, table([header, *rows]).encode(), "a.csv", tmp_path)
    objects = [dict(zip(header, row, strict=True)) for row in rows]
    for indent in (None, 1):
        data = json.dumps(objects, indent=indent).encode()
        assert read(kind, data, "a.json", tmp_path) == plain


@pytest.mark.parametrize("sign", ["NaN", "NA", "null", "None"])
@pytest.mark.parametrize("kind", [kind for kind in FILES if kind not in ("counts", "counterparts")])
def test_a_first_cell_of_no_value_is_never_taken_for_a_text(kind, sign, tmp_path):
    header, row, *more = rows_of(kind)
    rows = [header, row, *more, [sign, *row[1:]]]
    data = table(rows).encode()
    if kind in REFUSING:
        with pytest.raises(InputTextError, match=r"is empty|lists of one length"):
            read(kind, data, "a.csv", tmp_path)
    else:
        kept = read(kind, table(rows[:-1]).encode(), "a.csv", tmp_path)
        assert read(kind, data, "a.csv", tmp_path) == kept


@pytest.mark.parametrize("kind", ["words", "lexicon", "labelled", "planted"])
def test_two_columns_for_one_role_are_refused_by_name_where_no_note_can_be_given(kind, tmp_path):
    other = {"words": "theme", "lexicon": "theme", "labelled": "class", "planted": "job"}[kind]
    header, *rows = rows_of(kind)
    data = table([[*header, other], *([*row, "x"] for row in rows)]).encode()
    with pytest.raises(InputTextError, match=f"has the columns '.*' and '{other}', and each could"):
        read(kind, data, "a.csv", tmp_path)


def test_cells_beyond_the_header_are_not_cut_off(tmp_path):
    with pytest.raises(InputTextError, match="row 1 has more cells than the header"):
        read("labelled", b"text,label\n1,Good.,1\n", "a.csv", tmp_path)
    with pytest.raises(InputTextError, match="line 2 has more cells than the header"):
        read("attributes", b"female,male\n1,she,he\n", "a.csv", tmp_path)


def test_completions_in_a_file_of_prompts_are_said_to_be_unused(tmp_path):
    data = b"sentence,category,group,completion\nA is [MASK].,c,g,glad\n"
    assert read_prompts(data).notes == (
        "The column 'completion' is not used: a model completes these prompts. Completions that "
        "were made elsewhere are judged by `arena score`.",
    )


def test_two_spellings_of_a_language_are_one(tmp_path):
    data = b"sentence,answer,annotator,lang\nA [MASK].,x,a,en\nA [MASK].,y,b,EN\n"
    assert read_answers(data, "a.csv").answers["language"].tolist() == ["en", "en"]


def test_a_question_about_a_sentence_is_read_with_it(tmp_path):
    data = b"index\tquestion\tsentence\tlabel\n0\tWho sings?\tHe sings.\tentailment\n"
    (found,) = read("labelled", data, "dev.tsv", tmp_path)
    assert found.item() == {"text": "Who sings?", "second": "He sings."}


def test_a_column_of_lists_without_occupations_is_said():
    found = read_framed(
        b"sentence,list\nThe baker said he left.,male\n", GENDER, ["baker"], name="a.csv"
    )
    assert found.notes == (
        "The column 'list' is not used: it says where an occupation is listed, and there is no "
        "column occupation.",
    )
    said: list[str] = []
    read_listed_targets(b"job,occupation\nx,baker\n", GENDER, "t.csv", said.append)
    assert said == [
        "t.csv: The column 'occupation' is read as the occupation, and 'job' is not, though its "
        "name fits."
    ]


def test_groups_of_prompts_and_templates_have_one_spelling():
    prompts = read_prompts(
        b"category,group,sentence\nJob,Bakers,A is [MASK].\njob, bakers,B is [MASK].\n"
        b"job,Bakers,C is [MASK].\n"
    )
    assert {prompt.group for prompt in prompts.prompts} == {"Bakers"}
    assert {prompt.category for prompt in prompts.prompts} == {"job"}
    assert len(prompts.notes) == 2
    templates = read_template_file(
        b"sentence,identity,category\nA is [M].,A,queer\nB is [M].,B,Queer\n", "en"
    )
    assert {template.group for template in templates.templates} == {"queer"}
    assert "differ in case or spaces only" in templates.notes[0]

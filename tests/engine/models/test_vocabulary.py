"""Vocabularies that are not quite those of the weights: what shows it, and what stays silent."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from transformers import AutoModelForMaskedLM

from engine.core.errors import UnusableModelError
from engine.models.loading import load
from engine.models.vocabulary import _too_few
from tests.tiny_models import FAMILIES, SEQ2SEQ, WITH_MASK

pytestmark = pytest.mark.model

ANOTHER_WORD = "stands for another word"


def notes(folder: Path) -> str:
    return " ".join(load(str(folder), "cpu").notes)


def without(folder: Path, lost: str) -> Path:
    """Take a word out of a tokenizer.json; every id behind it is one lower."""
    path = folder / "tokenizer.json"
    content = json.loads(path.read_text(encoding="utf-8"))
    model = content["model"]
    if isinstance(model["vocab"], dict):
        words = [word for word in sorted(model["vocab"], key=model["vocab"].get) if word != lost]
        model["vocab"] = {word: number for number, word in enumerate(words)}
        merges = model.get("merges", [])
        model["merges"] = [merge for merge in merges if lost not in (*merge, "".join(merge))]
    else:
        model["vocab"] = [entry for entry in model["vocab"] if entry[0] != lost]
        words = [word for word, _ in model["vocab"]]
    numbers = {word: number for number, word in enumerate(words)}
    for added in content["added_tokens"]:
        added["id"] = numbers.get(added["content"], added["id"] - 1)
    path.write_text(json.dumps(content), encoding="utf-8")
    return folder


def listed(folder: Path, change: Callable[[list[str]], list[str]] = list) -> Path:
    """Write the words as vocab.txt in place of tokenizer.json."""
    vocabulary = json.loads((folder / "tokenizer.json").read_text())["model"]["vocab"]
    words = change(sorted(vocabulary, key=vocabulary.get))
    (folder / "vocab.txt").write_text("\n".join(words) + "\n", encoding="utf-8")
    (folder / "tokenizer.json").unlink()
    return folder


def with_fields(folder: Path, name: str, **fields: object) -> Path:
    path = folder / name
    path.write_text(json.dumps(json.loads(path.read_text()) | fields))
    return folder


def with_rows(folder: Path, rows: int) -> Path:
    """Give the embeddings rows that no token has."""
    network = AutoModelForMaskedLM.from_pretrained(folder)
    network.resize_token_embeddings(rows, mean_resizing=False)
    network.save_pretrained(folder)
    return folder


@pytest.mark.parametrize("family", [*FAMILIES, *SEQ2SEQ, WITH_MASK])
def test_nothing_is_noted_of_a_model_as_it_was_saved(family, loaded):
    assert loaded(family).notes == ()


@pytest.mark.parametrize(
    ("family", "lost"),
    [
        ("bert", "garden"),
        ("roberta", "Ġgarden"),
        ("xlm-roberta", "▁garden"),
        ("deberta-v2", "▁garden"),
        ("gpt2", "Ġgarden"),
        ("llama", "▁garden"),
        ("t5", "▁garden"),
    ],
)
def test_a_vocabulary_that_lost_a_word_is_named(family, lost, tiny_model_folder, tmp_path):
    folder = without(shutil.copytree(tiny_model_folder(family), tmp_path / family), lost)
    assert re.search(
        rf"ends at [\d,]+ tokens .*tokenizer\.json has lost.*{ANOTHER_WORD}", notes(folder)
    )


def test_a_line_that_is_missing_is_named_with_its_file(folder):
    assert (
        notes(listed(folder, lambda words: words[:200] + words[201:])).count("vocab.txt has lost")
        == 1
    )


def test_a_list_of_words_that_is_whole_is_not_suspected(folder):
    assert notes(listed(folder)) == ""


def test_a_line_too_many_is_refused(folder):
    listed(folder, lambda words: [*words[:200], "zzz", *words[200:]])
    with pytest.raises(
        UnusableModelError, match="has the id 514, and the embeddings have 514 rows"
    ):
        load(str(folder), "cpu")


@pytest.mark.parametrize("to", [520, 528, 576])
def test_rows_that_round_the_number_of_tokens_up_are_usual(to, folder):
    assert notes(with_rows(folder, to)) == ""


@pytest.mark.parametrize("to", [515, 519, 600])
def test_other_rows_without_a_token_are_not(to, folder):
    assert f"have {to} rows" in notes(with_rows(folder, to))


def test_a_special_token_that_moved_is_named_though_rows_are_rounded_up(folder):
    with_rows(folder, 520)
    listed(folder, lambda words: [words[0], *words[2:]])  # [CLS] and [SEP] are one lower
    assert "config.json gives [CLS] the id 2, and its tokenizer 1" in notes(folder)


def test_an_id_beside_the_list_of_words_is_compared_with_it(folder):
    declared = {"4": {"content": "[MASK]", "special": True}}
    with_fields(folder, "tokenizer_config.json", added_tokens_decoder=declared)
    with_fields(folder, "config.json", cls_token_id=None, sep_token_id=None)
    listed(folder, lambda words: [words[0], "zzz", *words[1:-1]])
    assert "tokenizer_config.json gives [MASK] the id 4, and its tokenizer 5" in notes(folder)


def test_a_mask_that_the_list_of_words_lacks_is_named_though_the_number_fits(folder):
    listed(folder, lambda words: [word for word in words if word != "[MASK]"])
    found = notes(folder)
    assert "vocab.txt lacks [MASK]" in found
    assert "the id behind all words (513)" in found


def test_another_end_of_text_of_a_causal_model_is_usual(tiny_model_folder, tmp_path):
    folder = shutil.copytree(tiny_model_folder("gpt2"), tmp_path / "gpt2")
    with_fields(folder, "config.json", eos_token_id=0)
    path = folder / "tokenizer_config.json"
    settings = json.loads(path.read_text())
    with_fields(folder, path.name, **settings | {"eos_token": "Ġgarden"})
    assert notes(folder) == ""


@given(
    st.integers(min_value=100, max_value=300_000),
    st.sampled_from([8, 16, 32, 64, 128]),
)
def test_rounding_up_is_never_suspected_and_one_row_more_is(tokens, step):
    rows = -(-tokens // step) * step
    words = {"last": tokens - 1}
    if step * 8 <= rows:
        assert _too_few(words, rows, "vocab.txt") == ""
    if (tokens + 1) % 4:
        assert bool(_too_few(words, tokens + 1, "vocab.txt")) == ((tokens + 1) % 100 != 0)


# --- case --------------------------------------------------------------------------------


def keeping_case(folder: Path, keep: Callable[[str], bool]) -> Path:
    """Leave some words, and have capitals kept."""
    settings = with_fields(folder, "tokenizer_config.json", do_lower_case=False)
    listed(
        settings,
        lambda words: [*(f"[unused{n}]" if not keep(w) else w for n, w in enumerate(words))],
    )
    return settings


def test_a_vocabulary_of_few_words_without_any_capital_shows_its_case(folder):
    keeping_case(folder, lambda word: len(word.lstrip("#")) <= 2 or word.startswith("["))
    assert "keeps capitals" in notes(folder)


def test_words_of_another_script_show_their_case_too(folder):
    def cyrillic(words: list[str]) -> list[str]:
        letters = dict(zip("abcdefghijklmnopqrstuvwxyz", "абвгдежзийклмнопрстуфхцчшщ", strict=True))
        return [
            word if word.startswith("[") else "".join(letters.get(sign, sign) for sign in word)
            for word in words
        ]

    listed(with_fields(folder, "tokenizer_config.json", do_lower_case=False), cyrillic)
    assert "keeps capitals" in notes(folder)


def test_a_script_without_case_is_not_suspected(folder):
    def georgian(words: list[str]) -> list[str]:
        letters = {chr(ord("a") + number): chr(0x10D0 + number) for number in range(26)}
        return [
            word if word.startswith("[") else "".join(letters.get(sign, sign) for sign in word)
            for word in words
        ]

    listed(with_fields(folder, "tokenizer_config.json", do_lower_case=False), georgian)
    assert notes(folder) == ""

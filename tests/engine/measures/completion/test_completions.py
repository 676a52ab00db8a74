from __future__ import annotations

import math

import numpy as np
import pytest

from engine.core.errors import InputTextError
from engine.inference.text import encode, mask_positions, with_model_masks
from engine.inference.vocabulary import vocabulary_of
from engine.measures.completion.completions import completions
from engine.measures.completion.word_beam import (
    MAX_TARGETS,
    joint_fillings,
    pieces_in_context,
    words_of_pieces,
)
from tests.engine.measures.behind_masks import at_masks
from tests.engine.plain_forward import log_probabilities
from tests.tiny_models import MASKED

TEXT = "The nurse said that [MASK] was tired."


def complete(lm, text=TEXT, **params):
    (value,) = completions(lm, [{"text": text}], {"top_k": 5, **params})
    return value


def masked_ids(lm, text, counts=None):
    encoded = encode(lm.tokenizer, with_model_masks(text, lm.tokenizer, counts), 128)
    return list(encoded.ids), mask_positions(encoded, lm.tokenizer)


def chain(lm, text, pieces, mask=0):
    """Log-probability of a word, piece by piece, each alone in a forward of its own."""
    counts = [1] * text.count("[MASK]")
    counts[mask] = len(pieces)
    ids, places = masked_ids(lm, text, counts)
    total = 0.0
    for place, piece in zip(places[mask:], pieces, strict=False):
        total += float(log_probabilities(lm, [ids])[0, place, piece])
        ids[place] = piece
    return total


# --- the likeliest words ----------------------------------------------------------------


@pytest.mark.parametrize("family", MASKED)
def test_predictions_are_those_of_the_plain_forward_with_specials_left_out(family, masked_lm):
    lm = masked_lm(family)
    (row,) = at_masks(lm, TEXT)
    special = vocabulary_of(lm.tokenizer, lm.model.vocabulary).special_ids
    assert special >= set(lm.tokenizer.all_special_ids)
    ranked = np.argsort(-row).tolist()
    (entries,) = complete(lm, top_k=lm.model.vocabulary)["predictions"]
    found = lm.tokenizer.convert_tokens_to_ids([entry["token"] for entry in entries])
    shown = [token for token in ranked if token not in special]
    assert found[:20] == shown[:20]
    assert sorted(found) == sorted(shown)
    np.testing.assert_allclose(
        [entry["probability"] for entry in entries], np.exp(row[found]), rtol=1e-4
    )
    ranks = [ranked.index(token) + 1 for token in shown[:20]]
    assert [entry["rank"] for entry in entries[:20]] == ranks
    assert {entry["pieces"] for entry in entries} == {1}
    few = complete(lm, top_k=20)
    assert few["predictions"] == [entries[:20]]
    assert "continued" not in few
    for kind in ("piece", "punctuation"):  # nothing is renormalised
        (rest,) = complete(lm, top_k=lm.model.vocabulary, hide=[kind])["predictions"]
        assert rest == [entry for entry in entries if entry["kind"] != kind]
        assert 0 < len(rest) < len(entries)


def test_a_token_without_a_space_is_a_word_at_the_start_of_a_text_alone(masked_lm):
    lm = masked_lm("roberta")
    for text, kind in (("[MASK] was tired.", "word"), (TEXT, "piece")):
        (entries,) = complete(lm, text, top_k=lm.model.vocabulary)["predictions"]
        assert {entry["kind"] for entry in entries if entry["token"] == "She"} == {kind}


@pytest.mark.parametrize("family", MASKED)
def test_several_hidden_words_are_read_all_hidden_at_once(family, masked_lm):
    lm = masked_lm(family)
    text = "[MASK] said that the [MASK] was tired."
    rows = at_masks(lm, text)
    value = complete(lm, text, targets=["she", "he"])
    assert len(value["predictions"]) == 2
    for entries, row in zip(value["predictions"], rows, strict=True):
        found = lm.tokenizer.convert_tokens_to_ids([entry["token"] for entry in entries])
        np.testing.assert_allclose(
            [entry["probability"] for entry in entries], np.exp(row[found]), rtol=1e-4
        )
    named = [(entry["word"], entry["mask"]) for entry in value["targets"]]
    assert named == [("she", 1), ("he", 1), ("she", 2), ("he", 2)]
    assert value["joint"] == []


# --- target words -----------------------------------------------------------------------


@pytest.mark.parametrize("family", MASKED)
def test_a_target_of_one_piece_is_its_entry_in_the_vocabulary_and_the_predictions(
    family, masked_lm
):
    lm = masked_lm(family)
    (row,) = at_masks(lm, TEXT)
    value = complete(lm, top_k=lm.model.vocabulary, targets=["he", "she", "nurse"])
    by_rank = {entry["rank"]: entry for entry in value["predictions"][0]}
    assert [target["word"] for target in value["targets"]] == ["he", "she", "nurse"]
    for target in value["targets"]:
        (token,) = pieces_in_context(lm, TEXT, 0, target["word"])
        assert target["pieces"] == 1
        assert target["probability"] == pytest.approx(math.exp(row[token]), rel=1e-4)
        odds = target["probability"] / (1 - target["probability"])
        assert target["log_odds"] == pytest.approx(math.log(odds))
        assert by_rank[target["rank"]]["word"] == target["word"]
        assert by_rank[target["rank"]]["probability"] == pytest.approx(target["probability"])


@pytest.mark.parametrize("family", MASKED)
def test_a_target_of_several_pieces_is_the_product_along_its_pieces(family, masked_lm):
    lm = masked_lm(family, "1-2")
    text = "[MASK] was tired because the [MASK] was cold."
    for target in complete(lm, text, targets=["hairdresser", "zebra"])["targets"]:
        mask = target["mask"] - 1
        pieces = pieces_in_context(lm, text, mask, target["word"])
        assert target["pieces"] == len(pieces) > 2
        assert math.log(target["probability"]) == pytest.approx(
            chain(lm, text, pieces, mask), abs=1e-3
        )
        assert target["rank"] is None


@pytest.mark.parametrize("family", MASKED)
@pytest.mark.parametrize(
    "text", ["The [MASK] was tired.", "[MASK] was tired.", "It is [MASK]", "well- [MASK] man"]
)
def test_a_word_put_in_place_of_its_masks_is_the_text_itself(family, text, masked_lm):
    lm = masked_lm(family)
    for word in ("nurse", "hairdresser", "John", "ice cream", "Ünïq", "他"):
        pieces = pieces_in_context(lm, text, 0, word)
        ids, places = masked_ids(lm, text, [len(pieces)])
        for place, piece in zip(places, pieces, strict=True):
            ids[place] = piece
        assert tuple(ids) == encode(lm.tokenizer, text.replace("[MASK]", word), 128).ids, word


@pytest.mark.parametrize("family", ["roberta", "deberta", "modernbert"])
def test_a_word_after_a_space_alone_is_the_token_with_the_space(family, masked_lm):
    lm = masked_lm(family)
    cases = {TEXT: "Ġshe", "([MASK]) was tired.": "She", "The [MASK], so": "Ġdoctor"}
    for text, token in cases.items():
        pieces = pieces_in_context(lm, text, 0, token.strip("Ġ"))
        assert lm.tokenizer.convert_ids_to_tokens(pieces) == [token]


@pytest.mark.parametrize("family", MASKED)
def test_what_follows_a_mask_is_never_taken_into_the_word(family, masked_lm):
    lm = masked_lm(family)
    glued = pieces_in_context(lm, "The [MASK]s were tired.", 0, "nurse")
    assert glued == pieces_in_context(lm, "The [MASK] was tired.", 0, "nurse")


@pytest.mark.parametrize(
    ("family", "word"),
    [
        *(("bert", "他"), ("electra", "😀"), ("bert", "[SEP]")),
        *(("roberta", "<pad>"), ("bert", "[MASK]")),
    ],
)
def test_a_word_that_the_vocabulary_cannot_write_has_no_probability(family, word, masked_lm):
    (target,) = complete(masked_lm(family), targets=[word])["targets"]
    assert (target["probability"], target["log_odds"], target["rank"]) == (None, None, None)


# --- words of several pieces ------------------------------------------------------------


@pytest.mark.parametrize("family", ["bert", "xlm-roberta"])
def test_words_of_two_pieces_are_found_as_exhaustive_search_finds_them(family, masked_lm):
    lm = masked_lm(family)
    vocabulary = vocabulary_of(lm.tokenizer, lm.model.vocabulary)
    ids, (first, second) = masked_ids(lm, TEXT, [2])
    starts = np.flatnonzero(vocabulary.initial("said that "))
    rows = [[*ids[:first], int(start), *ids[first + 1 :]] for start in starts]
    later = log_probabilities(lm, rows)[:, second]
    joint = log_probabilities(lm, [ids])[0, first, starts][:, None] + later
    joint[:, ~vocabulary.continuation] = -np.inf
    best = np.argsort(-joint, axis=None)[:15]
    expected = [
        f"{vocabulary.tokens[starts[place // joint.shape[1]]]} "
        f"{vocabulary.tokens[place % joint.shape[1]]}"
        for place in best
    ]
    found = words_of_pieces(lm, TEXT, 0, 2, lm.model.vocabulary)[:15]
    assert [entry["token"] for entry in found] == expected
    np.testing.assert_allclose(
        [entry["probability"] for entry in found], np.exp(joint.ravel()[best]), rtol=1e-3
    )
    assert {entry["pieces"] for entry in found} == {2}


@pytest.mark.parametrize("family", MASKED)
def test_longer_words_carry_their_piece_count_and_their_own_probability(family, masked_lm):
    lm = masked_lm(family)
    found = words_of_pieces(lm, TEXT, 0, 3, 4)
    assert [entry["pieces"] for entry in found] == [2] * 4 + [3] * 4
    for entry in found:
        pieces = lm.tokenizer.convert_tokens_to_ids(entry["token"].split())
        assert entry["pieces"] == len(pieces)
        assert entry["rank"] is None
        assert " " not in entry["word"]
        assert math.log(entry["probability"]) == pytest.approx(chain(lm, TEXT, pieces), abs=1e-3)


def test_longer_words_take_their_place_among_the_single_ones(masked_lm):
    lm = masked_lm("bert")
    everything = lm.model.vocabulary
    (mixed,) = complete(lm, top_k=everything, max_pieces=2)["predictions"]
    (single,) = complete(lm, top_k=everything)["predictions"]
    longer = words_of_pieces(lm, TEXT, 0, 2, everything)
    probabilities = [entry["probability"] for entry in mixed]
    assert probabilities == sorted(probabilities, reverse=True)
    assert len(mixed) == everything
    assert all(entry in single or entry in longer for entry in mixed)
    assert {entry["pieces"] for entry in mixed} == {1, 2}


# --- several masks, left to right -------------------------------------------------------


def test_joint_fillings_with_a_wide_beam_are_those_of_exhaustive_search(masked_lm):
    lm = masked_lm("bert")
    text = "The [MASK] was [MASK]."
    ids, (first, second) = masked_ids(lm, text)
    size = lm.model.vocabulary
    rows = [[*ids[:first], token, *ids[first + 1 :]] for token in range(size)]
    joint = log_probabilities(lm, [ids])[0, first][:, None] + log_probabilities(lm, rows)[:, second]
    special = lm.tokenizer.all_special_ids
    joint[special] = joint[:, special] = -np.inf
    best = np.argsort(-joint, axis=None)[:25]
    path, fillings = joint_fillings(lm, tuple(ids), [first, second], size)
    vocabulary = vocabulary_of(lm.tokenizer, size)
    assert [filling["words"] for filling in fillings[:25]] == [
        [vocabulary.word(place // size), vocabulary.word(place % size)] for place in best.tolist()
    ]
    np.testing.assert_allclose(
        [filling["probability"] for filling in fillings[:25]],
        np.exp(joint.ravel()[best]),
        rtol=1e-3,
    )
    winner = int(best[0] // size)
    np.testing.assert_allclose(
        path[1], log_probabilities(lm, [rows[winner]])[0, second], rtol=0, atol=1e-4
    )


@pytest.mark.parametrize("family", MASKED)
def test_left_to_right_reads_the_second_word_with_the_first_in_place(family, masked_lm):
    lm = masked_lm(family)
    text = "The [MASK] was [MASK]."
    value = complete(lm, text, order="left-to-right", top_k=3)
    together = complete(lm, text, top_k=3)
    assert value["predictions"][0] == together["predictions"][0]
    assert value["predictions"][1] != together["predictions"][1]
    assert len(value["joint"]) == 3
    probabilities = [filling["probability"] for filling in value["joint"]]
    assert probabilities == sorted(probabilities, reverse=True)
    assert {len(filling["words"]) for filling in value["joint"]} == {2}


def test_one_mask_left_to_right_is_the_marginal(masked_lm):
    lm = masked_lm("bert")
    value = complete(lm, order="left-to-right")
    assert value["predictions"] == complete(lm)["predictions"]
    np.testing.assert_allclose(
        [filling["probability"] for filling in value["joint"]],
        [entry["probability"] for entry in value["predictions"][0]],
        rtol=1e-5,
    )


# --- what cannot be filled --------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "targets", "said"),
    [
        ("The nurse.", [], "The sentence has no blank"),
        ("[MASK] " + "the nurse " * 100, [], "tokens and the model reads at most 128"),
        (TEXT, ["word"] * (MAX_TARGETS + 1), "51 target words; at most 50"),
        (TEXT, ["q" * 130], "has .* tokens and the model reads at most 128"),
    ],
    ids=["no mask", "long", "many targets", "many pieces"],
)
def test_what_cannot_be_filled_is_said(text, targets, said, masked_lm):
    with pytest.raises(InputTextError, match=said):
        complete(masked_lm("roberta"), text, targets=targets)

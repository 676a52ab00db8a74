"""What reads what users give: files, texts, heads, names; one entry for each."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tests.faults.files import odd_file
from tests.faults.texts import odd_heads, odd_name, odd_number, odd_text

if TYPE_CHECKING:
    from engine.models.loading import MaskedLM
    from engine.storage.store import Store


@dataclass(frozen=True)
class Place:
    """What the cases share.

    Args:
        folder: for files; the working folder while the cases run.
        model: folder of the model.
        lm: the same model, loaded.
        store: results of the cases, so that texts pass through SQLite too.
    """

    folder: Path
    model: Path
    lm: MaskedLM
    store: Store


Receiver = Callable[[random.Random, Place], Any]

PAIRS = ("sent_more", "sent_less", "stereo_antistereo", "bias_type")
ANSWERS = ("sentence", "answer", "annotator", "language", "gender", "age")
SENTENCES = ("sentence", "occupation", "pronoun", "gender", "list")
TARGETS = ("occupation", "list")
LABELLED = ("text", "label", "second")
PLANTED = ("occupation", "p_male")
COUNTS = ("target", "sentences", "male", "female")
SEAT = ("targ1", "targ2", "attr1", "attr2")
DOMAIN = ("x", "y", "templates", "targets")
WORDS = ("female", "male", "attributes", "targets")
MASK = ("format", "version", "checkpoint", "revision", "family", "layers", "heads", "masked_heads")

# JSON files as they should be.
_SIDES = {"female": ["she", "her"], "male": ["he", "him"]}
SOUND: dict[tuple[str, ...], Any] = {
    SEAT: {key: {"category": key, "examples": [key + " a", key + " b"]} for key in SEAT},
    DOMAIN: {
        "career": {
            "x": "a",
            "y": "b",
            "templates": [f"[MASK] likes {{target}} {place}." for place in range(7)],
            "targets": {"a": list("abcdefgh"), "b": list("ijklmnop")},
        }
    },
    WORDS: {"attributes": _SIDES, "targets": {"x": ["nurse", "maid"], "y": ["doctor", "cook"]}},
    PLANTED: {"nurse": 0.1, "engineer": {"male": 0.9, "female": 0.1}},
    MASK: {
        **{"format": "biascope-mask", "version": 1, "checkpoint": "bundled", "revision": "r"},
        **{"family": "bert", "layers": 2, "heads": 2, "masked_heads": ["1-1"], "note": ""},
    },
}


def written(draw: random.Random, place: Place, columns: tuple[str, ...], ending: str = "") -> str:
    """Write an odd file; returns its path."""
    made = odd_file(draw, columns, SOUND.get(columns))
    path = place.folder / f"odd{ending or made.ending}"
    path.write_bytes(made.content)
    return str(path)


def _pairs(draw: random.Random, place: Place) -> Any:
    from engine.measures.pairs.data.file import read_pairs

    made = odd_file(draw, PAIRS)
    found = read_pairs(made.content, odd_name(draw, (f"pairs{made.ending}",)))
    texts = found.pairs[["sent_more", "sent_less"]].head(4).to_dict("records")
    return _measured(place, "pairs", texts, {"variant": draw.choice(("cps", "aul", "aula"))})


def _answers(draw: random.Random, place: Place) -> Any:
    from engine.measures.agreement.data.file import read_answers

    made = odd_file(draw, ANSWERS)
    found = read_answers(made.content, odd_name(draw, (f"answers{made.ending}",)))
    return found.answers.to_dict("records"), found.rejected.to_dict("records")


def _sentences(draw: random.Random, place: Place) -> Any:
    from engine.measures.cabm.data.file import read_framed
    from engine.measures.cabm.data.sentences import GENDER

    targets = ("nurse",) if draw.random() < 0.5 else (odd_text(draw),)
    found = read_framed(written(draw, place, SENTENCES), GENDER, targets)
    return [sentence.item() for sentence in found.sentences]


def _targets(draw: random.Random, place: Place) -> Any:
    from engine.measures.cabm.data.file import read_listed_targets
    from engine.measures.cabm.data.sentences import GENDER

    return read_listed_targets(written(draw, place, TARGETS), GENDER)


def _labelled(draw: random.Random, place: Place) -> Any:
    from engine.files.labelled import read_labelled

    return read_labelled(written(draw, place, LABELLED))


def _planted(draw: random.Random, place: Place) -> Any:
    from engine.lab.table import read_table

    return read_table(written(draw, place, PLANTED))


def _counts(draw: random.Random, place: Place) -> Any:
    from engine.measures.cabm.data.cooccurrence import read_counts

    return read_counts(written(draw, place, COUNTS), "a corpus")


def _seat_test(draw: random.Random, place: Place) -> Any:
    from engine.words.association_tests import read_seat_test

    return read_seat_test(written(draw, place, SEAT, draw.choice((".json", ".jsonl"))))


def _domains(draw: random.Random, place: Place) -> Any:
    from engine.measures.lpbs.sets import read_domains

    return read_domains(written(draw, place, DOMAIN, ".json"))


def _word_lists(draw: random.Random, place: Place) -> Any:
    from engine.words.association_tests import file_lists

    lists = written(draw, place, WORDS)
    return file_lists(lists, lists)


def _corpus(draw: random.Random, place: Place) -> Any:
    from engine.words.contexts import corpus_lines

    return list(corpus_lines(written(draw, place, ("a",))))


def _mask_text(draw: random.Random, place: Place) -> Any:
    from engine.files.mask_file import parse_mask

    made = odd_file(draw, MASK, SOUND[MASK])
    return parse_mask(made.content.decode("utf-8", "replace"))


def _mask_file(draw: random.Random, place: Place) -> Any:
    from engine.files.mask_file import load_mask

    return load_mask(written(draw, place, MASK, ".json"))


def _heads(draw: random.Random, place: Place) -> Any:
    from engine.core.spec import check_heads, parse_heads

    check_heads(parse_heads(odd_heads(draw)), 2, 2)


def _groups(draw: random.Random, place: Place) -> Any:
    from engine.measures.cabm.data.sentences import parse_groups

    return parse_groups(draw.choice(("a=b;c=d", "")) + odd_text(draw))


def _columns(draw: random.Random, place: Place) -> Any:
    from engine.measures.agreement.data import file as answers
    from engine.measures.pairs.data import file as pairs

    text = draw.choice(("sent_more=", "answer=", "")) + odd_text(draw)
    return draw.choice((pairs, answers)).COLUMNS.mapping(text)


def _set_name(draw: random.Random, place: Place) -> Any:
    from engine.files.fetch.registry import data_set, data_sets

    return data_set(odd_name(draw, tuple(data_sets())))


def _model_name(draw: random.Random, place: Place) -> Any:
    from engine.models.sources import resolve

    return resolve(odd_name(draw, (str(place.model), str(place.folder))))


def _file_name(draw: random.Random, place: Place) -> Any:
    from engine.files.text_file import read_text

    return read_text(odd_name(draw, (str(place.folder), "odd.csv")), encoding=_encoding(draw))


def _encoding(draw: random.Random) -> str | None:
    return draw.choice((None, "utf-8", "utf-16", "idna", "punycode", "hex", odd_text(draw)))


def _completion(draw: random.Random, place: Place) -> Any:
    params = {
        "top_k": draw.choice((1, 5, 1000)),
        "targets": [odd_text(draw) for _ in range(draw.randint(0, 3))],
        "hide": draw.choice(([], ["piece", "punctuation", "stop"])),
        "order": draw.choice(("independent", "left-to-right")),
        "max_pieces": draw.choice((1, 1, 1, 2)),
    }
    return _measured(place, "completion", [{"text": odd_text(draw)}], params)


def _group_completion(draw: random.Random, place: Place) -> Any:
    text = draw.choice(("", "{group} ")) + odd_text(draw)
    groups = [odd_text(draw) for _ in range(draw.randint(0, 4))]
    item = {"text": text, "groups": groups}
    return _measured(place, "group_completion", [item], {"top_k": 3, "targets": [odd_text(draw)]})


def _pppl(draw: random.Random, place: Place) -> Any:
    texts = [{"text": odd_text(draw)} for _ in range(draw.randint(1, 3))]
    return _measured(place, "pppl", texts, {})


def _pair_scores(draw: random.Random, place: Place) -> Any:
    text = odd_text(draw)
    other = draw.choice((odd_text(draw), text.replace("a", "b"), text + " he", text))
    params = {"variant": draw.choice(("cps", "aul", "aula", "sss"))}
    return _measured(place, "pairs", [{"sent_more": text, "sent_less": other}], params)


def _cloze(draw: random.Random, place: Place) -> Any:
    from engine.measures.agreement.answering import answer_params

    item = {"text": odd_text(draw), "answers": [odd_text(draw), odd_number(draw)]}
    return _measured(place, "cloze_answers", [item], answer_params(3, 2))


def _measured(place: Place, name: str, items: list[Any], params: dict[str, Any]) -> list[Any]:
    from engine.flow.measurement import measure

    return measure(name, place.lm.spec, items, params, lambda: place.lm, place.store).values


RECEIVERS: dict[str, Receiver] = {
    "pairs file": _pairs,
    "answers file": _answers,
    "occupation sentences": _sentences,
    "targets file": _targets,
    "labelled file": _labelled,
    "planted proportions": _planted,
    "co-occurrence counts": _counts,
    "SEAT test": _seat_test,
    "LPBS domains": _domains,
    "word lists": _word_lists,
    "corpus": _corpus,
    "mask text": _mask_text,
    "mask file": _mask_file,
    "heads": _heads,
    "groups": _groups,
    "columns": _columns,
    "data set name": _set_name,
    "model name": _model_name,
    "file name": _file_name,
    "completion": _completion,
    "group completion": _group_completion,
    "pseudo-perplexity": _pppl,
    "pair scores": _pair_scores,
    "cloze answers": _cloze,
}

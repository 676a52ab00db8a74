"""What reads what users give: files, texts, heads, names; for each, its inputs and its reader."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hypothesis import strategies as st

from tests.faults.files import OddFile, odd_files
from tests.faults.texts import ODD_HEADS, ODD_NUMBER, ODD_TEXT, odd_names

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


@dataclass(frozen=True)
class Receiver:
    """A reader of what users give.

    Args:
        inputs: what it is given, by name.
        read: takes the place and such an input.
    """

    inputs: st.SearchStrategy[dict[str, Any]]
    read: Callable[..., Any]

    @classmethod
    def of(cls, read: Callable[..., Any], **inputs: st.SearchStrategy[Any]) -> Receiver:
        """A reader with a strategy for each of its arguments."""
        return cls(st.fixed_dictionaries(inputs), read)


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


MODEL = "MODEL"  # the folder of the model, where an input names it


def write(file: OddFile, place: Place) -> str:
    """Write an odd file; returns its path."""
    path = place.folder / f"odd{file.ending}"
    path.write_bytes(file.content)
    return str(path)


def _pairs(place: Place, file: OddFile, name: str, variant: str) -> Any:
    from engine.measures.pairs.data.file import read_pairs

    found = read_pairs(file.content, name)
    texts = found.pairs[["sent_more", "sent_less"]].head(4).to_dict("records")
    return _measured(place, "pairs", texts, {"variant": variant})


def _answers(place: Place, file: OddFile, name: str) -> Any:
    from engine.measures.agreement.data.file import read_answers

    found = read_answers(file.content, name)
    return found.answers.to_dict("records"), found.rejected.to_dict("records")


def _sentences(place: Place, file: OddFile, target: str) -> Any:
    from engine.measures.cabm.data.file import read_framed
    from engine.measures.cabm.data.sentences import GENDER

    found = read_framed(write(file, place), GENDER, (target,))
    return [sentence.item() for sentence in found.sentences]


def _targets(place: Place, file: OddFile) -> Any:
    from engine.measures.cabm.data.file import read_listed_targets
    from engine.measures.cabm.data.sentences import GENDER

    return read_listed_targets(write(file, place), GENDER)


def _labelled(place: Place, file: OddFile) -> Any:
    from engine.files.labelled import read_labelled

    return read_labelled(write(file, place))


def _planted(place: Place, file: OddFile) -> Any:
    from engine.lab.table import read_table

    return read_table(write(file, place))


def _counts(place: Place, file: OddFile) -> Any:
    from engine.measures.cabm.data.counts_file import read_counts

    return read_counts(write(file, place), "a corpus")


def _seat_test(place: Place, file: OddFile) -> Any:
    from engine.words.association_tests import read_seat_test

    return read_seat_test(write(file, place))


def _domains(place: Place, file: OddFile) -> Any:
    from engine.measures.lpbs.sets import read_domains

    return read_domains(write(file, place))


def _word_lists(place: Place, file: OddFile) -> Any:
    from engine.words.association_tests import file_lists

    lists = write(file, place)
    return file_lists(lists, lists)


def _corpus(place: Place, file: OddFile) -> Any:
    from engine.words.contexts import corpus_lines

    return list(corpus_lines(write(file, place)))


def _mask_text(place: Place, file: OddFile) -> Any:
    from engine.files.mask_file import parse_mask

    return parse_mask(file.content.decode("utf-8", "replace"))


def _mask_file(place: Place, file: OddFile) -> Any:
    from engine.files.mask_file import load_mask

    return load_mask(write(file, place))


def _heads(place: Place, text: str) -> Any:
    from engine.core.spec import check_heads, parse_heads

    check_heads(parse_heads(text), 2, 2)


def _groups(place: Place, text: str) -> Any:
    from engine.measures.cabm.data.sentences import parse_groups

    return parse_groups(text)


def _columns(place: Place, text: str) -> Any:
    from engine.measures.agreement.data import file as answers
    from engine.measures.pairs.data import file as pairs

    return [columns.mapping(text) for columns in (pairs.COLUMNS, answers.COLUMNS)]


def _set_name(place: Place, name: str) -> Any:
    from engine.files.fetch.registry import data_set

    return data_set(name)


def _model_name(place: Place, name: str) -> Any:
    from engine.models.sources import resolve

    return resolve(name.replace(MODEL, str(place.model)))


def _file_name(place: Place, name: str, encoding: str | None) -> Any:
    from engine.files.text_file import read_text

    return read_text(name, encoding=encoding)


def _completion(place: Place, text: str, params: dict[str, Any]) -> Any:
    return _measured(place, "completion", [{"text": text}], params)


def _group_completion(place: Place, text: str, groups: list[str], target: str) -> Any:
    item, params = {"text": text, "groups": groups}, {"top_k": 3, "targets": [target]}
    return _measured(place, "group_completion", [item], params)


def _pppl(place: Place, texts: list[str]) -> Any:
    return _measured(place, "pppl", [{"text": text} for text in texts], {})


def _pair_scores(place: Place, first: str, second: str, variant: str) -> Any:
    item = {"sent_more": first, "sent_less": second}
    return _measured(place, "pairs", [item], {"variant": variant})


def _cloze(place: Place, text: str, answers: list[str]) -> Any:
    from engine.measures.agreement.answering import answer_params

    item = {"text": text, "answers": answers}
    return _measured(place, "cloze_answers", [item], answer_params(3, 2))


def _measured(place: Place, name: str, items: list[Any], params: dict[str, Any]) -> list[Any]:
    from engine.flow.measurement import measure

    return measure(name, place.lm.spec, items, params, lambda: place.lm, place.store).values


def _file(columns: tuple[str, ...], *endings: str) -> st.SearchStrategy[OddFile]:
    """Files of a kind; with endings of their own where what reads them asks for these."""
    files = odd_files(columns, SOUND.get(columns))
    if not endings:
        return files
    return st.builds(lambda file, end: file._replace(ending=end), files, st.sampled_from(endings))


def _begun(*starts: str) -> st.SearchStrategy[str]:
    """Odd texts, some of which begin as they should."""
    return st.builds(str.__add__, st.sampled_from((*starts, "")), ODD_TEXT)


def _second_texts(first: str) -> st.SearchStrategy[dict[str, str]]:
    others = st.one_of(ODD_TEXT, st.sampled_from((first.replace("a", "b"), first + " he", first)))
    return st.fixed_dictionaries(
        {
            "first": st.just(first),
            "second": others,
            "variant": st.sampled_from(("cps", "aul", "aula", "sss")),
        }
    )


_PARAMS = st.fixed_dictionaries(
    {
        "top_k": st.sampled_from((1, 5, 1000)),
        "targets": st.lists(ODD_TEXT, max_size=3),
        "hide": st.sampled_from(([], ["piece", "punctuation", "stop"])),
        "order": st.sampled_from(("independent", "left-to-right")),
        "max_pieces": st.sampled_from((1, 1, 1, 2)),
    }
)
_ENCODINGS = st.one_of(
    st.sampled_from((None, "utf-8", "utf-16", "idna", "punycode", "hex")), ODD_TEXT
)

RECEIVERS: dict[str, Receiver] = {
    "pairs file": Receiver.of(
        _pairs,
        file=_file(PAIRS),
        name=odd_names("pairs.csv", "pairs.jsonl"),
        variant=st.sampled_from(("cps", "aul", "aula")),
    ),
    "answers file": Receiver.of(
        _answers, file=_file(ANSWERS), name=odd_names("answers.csv", "answers.jsonl")
    ),
    "occupation sentences": Receiver.of(
        _sentences, file=_file(SENTENCES), target=st.one_of(st.just("nurse"), ODD_TEXT)
    ),
    "targets file": Receiver.of(_targets, file=_file(TARGETS)),
    "labelled file": Receiver.of(_labelled, file=_file(LABELLED)),
    "planted proportions": Receiver.of(_planted, file=_file(PLANTED)),
    "co-occurrence counts": Receiver.of(_counts, file=_file(COUNTS)),
    "SEAT test": Receiver.of(_seat_test, file=_file(SEAT, ".json", ".jsonl")),
    "LPBS domains": Receiver.of(_domains, file=_file(DOMAIN, ".json")),
    "word lists": Receiver.of(_word_lists, file=_file(WORDS)),
    "corpus": Receiver.of(_corpus, file=_file(("a",))),
    "mask text": Receiver.of(_mask_text, file=_file(MASK)),
    "mask file": Receiver.of(_mask_file, file=_file(MASK, ".json")),
    "heads": Receiver.of(_heads, text=ODD_HEADS),
    "groups": Receiver.of(_groups, text=_begun("a=b;c=d")),
    "columns": Receiver.of(_columns, text=_begun("sent_more=", "answer=")),
    "data set name": Receiver.of(_set_name, name=odd_names("winogender", "weat")),
    "model name": Receiver.of(_model_name, name=odd_names(MODEL, ".")),
    "file name": Receiver.of(_file_name, name=odd_names(".", "odd.csv"), encoding=_ENCODINGS),
    "completion": Receiver.of(_completion, text=ODD_TEXT, params=_PARAMS),
    "group completion": Receiver.of(
        _group_completion,
        text=_begun("{group} "),
        groups=st.lists(ODD_TEXT, max_size=4),
        target=ODD_TEXT,
    ),
    "pseudo-perplexity": Receiver.of(_pppl, texts=st.lists(ODD_TEXT, min_size=1, max_size=3)),
    "pair scores": Receiver(ODD_TEXT.flatmap(_second_texts), _pair_scores),
    "cloze answers": Receiver.of(
        _cloze, text=ODD_TEXT, answers=st.tuples(ODD_TEXT, ODD_NUMBER).map(list)
    ),
}

"""Whether a vocabulary is that of the weights: their number, the ids of special tokens, the case.

A list of words that has lost a line gives every id behind it another word, and nothing fails. What
shows it is looked for here. A vocabulary whose words were exchanged among themselves cannot be told
from the right one, nor can one that lacks entries where rows were added to the embeddings to round
their number, unless a special token moved.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from engine.core.families import CAUSAL
from engine.core.wording import counted
from engine.models.files import LARGE, object_if_there, read_object
from engine.models.sources import ModelSource

_CURE = "save in the same folder the tokenizer that the model was trained with."
_SPECIAL = ("pad", "unk", "cls", "sep", "mask", "bos", "eos")
# Lists of words, one a line or with its id; what they lack is put at their end as it is read.
_LISTS = ("vocab.txt", "vocab.json")

# What tables of embeddings are rounded up to; more than an eighth of a table is no rounding of it.
# Large ones are rounded in tens too: DeBERTa v3 has 128,100 rows for 128,001 tokens.
_ROUND = (8, 16, 32, 64, 128, 256, 512, 1024)
_ROUND_IN_TENS = (100, 1000)
_LARGE = 10_000
_SHARE = 8


def other_ids(source: ModelSource, tokenizer: Any, rows: int, kind: str) -> str:
    """What says that a tokenizer's ids stand for other words than those of the weights.

    Args:
        rows: number of embeddings of the network.
        kind: of the network; causal ones are often given other ends of text after their training.

    Returns:
        A sentence with what would do; empty where nothing says so.
    """
    vocabulary = tokenizer.get_vocab()
    file = _file_read(source, tokenizer)
    return (
        _moved(source, tokenizer, vocabulary, file, kind)
        or _put_at_the_end(source, tokenizer, vocabulary, file)
        or _too_few(vocabulary, rows, file)
    )


def doubts_of_files(source: ModelSource, tokenizer: Any, kind: str) -> tuple[str, ...]:
    """What a vocabulary and a config say without the weights, of a model that is not loaded.

    Args:
        kind: of the network, as `other_ids` takes it.

    Returns:
        Sentences; none where nothing is wrong with either.
    """
    rows = read_object(source.checkpoint, source.folder / "config.json").get("vocab_size")
    of_ids = other_ids(source, tokenizer, rows, kind) if type(rows) is int else ""
    return tuple(filter(None, (wrong_case(tokenizer), of_ids)))


def _file_read(source: ModelSource, tokenizer: Any) -> str:
    """The name of the file that the words come from."""
    names = ("tokenizer.json", *type(tokenizer).vocab_files_names.values())
    return next((name for name in names if (source.folder / name).exists()), "its vocabulary")


def _moved(
    source: ModelSource, tokenizer: Any, vocabulary: Mapping[str, int], file: str, kind: str
) -> str:
    """A special token whose id is another one in a config than in the vocabulary."""
    config = read_object(source.checkpoint, source.folder / "config.json")
    special = {*tokenizer.all_special_tokens, *tokenizer.get_added_vocab()}
    places = {number: token for token, number in vocabulary.items()}
    for name in _SPECIAL:
        wanted, own = config.get(f"{name}_token_id"), getattr(tokenizer, f"{name}_token_id", None)
        if type(wanted) is not int or type(own) is not int or wanted < 0 or wanted == own:
            continue
        if kind != CAUSAL or places.get(wanted, own) not in special:
            token = getattr(tokenizer, f"{name}_token")
            return _of_moved(token, "config.json", wanted, own, file)
    for name, token, wanted in _declared(source):
        if (own := vocabulary.get(token, wanted)) != wanted:
            return _of_moved(token, name, wanted, own, file)
    return ""


def _of_moved(token: Any, config: str, wanted: int, own: int, file: str) -> str:
    return (
        f"Its {config} gives {str(token)[:40]} the id {wanted:,}, and its tokenizer {own:,}: where "
        f"{file} has lost or gained entries, the ids behind them stand for other words; {_CURE}"
    )


def _declared(source: ModelSource) -> Iterator[tuple[str, str, int]]:
    """File, token and id of the tokens whose ids are written beside the list of words."""
    checkpoint, folder = source.checkpoint, source.folder
    name = "tokenizer.json"
    if (folder / name).exists():
        for entry in _list(read_object(checkpoint, folder / name, LARGE).get("added_tokens")):
            if isinstance(entry, dict):
                yield from _pair(name, entry.get("content"), entry.get("id"))
    name = "added_tokens.json"
    for token, number in object_if_there(checkpoint, folder / name).items():
        yield from _pair(name, token, number)
    name = "tokenizer_config.json"
    decoder = object_if_there(checkpoint, folder / name).get("added_tokens_decoder")
    for number, entry in decoder.items() if isinstance(decoder, dict) else ():
        content = entry.get("content") if isinstance(entry, dict) else None
        yield from _pair(name, content, int(number) if number.isdecimal() else None)


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _pair(name: str, token: Any, number: Any) -> Iterator[tuple[str, str, int]]:
    if isinstance(token, str) and type(number) is int:
        yield name, token, number


def _put_at_the_end(
    source: ModelSource, tokenizer: Any, vocabulary: Mapping[str, int], file: str
) -> str:
    """A special token that a list of words lacks, so that it was put behind all words."""
    if file not in _LISTS:
        return ""
    listed = tokenizer.backend_tokenizer.get_vocab_size(False)
    declared = {token for _, token, _ in _declared(source)}
    for token in tokenizer.all_special_tokens:
        if token not in declared and vocabulary.get(token, -1) >= listed:
            return (
                f"Its {file} lacks {token[:40]}, which is therefore read as the id behind all "
                f"words ({vocabulary[token]:,}): where an entry is missing, every id behind it "
                f"stands for another word; {_CURE}"
            )
    return ""


def _too_few(vocabulary: Mapping[str, int], rows: int, file: str) -> str:
    tokens = max(vocabulary.values(), default=-1) + 1
    missing = rows - tokens
    if missing <= 0 or any(missing < step and rows % step == 0 for step in _steps(rows)):
        return ""
    return (
        f"Its tokenizer ends at {counted(tokens, 'token')} and its embeddings have "
        f"{counted(rows, 'row')}, which is no number that a table is rounded up to: where {file} "
        f"has lost an entry, every id behind it stands for another word; {_CURE}"
    )


def _steps(rows: int) -> Iterator[int]:
    yield from (step for step in _ROUND if step * _SHARE <= rows)
    if rows >= _LARGE:
        yield from _ROUND_IN_TENS


# --- case ---------------------------------------------------------------------------------

# Fewer words than these tell nothing of a vocabulary's case; the share of words with capitals that
# a vocabulary without case may have (an abbreviation), and that one with case has at least.
_WORDS, _HARDLY, _CLEARLY = 100, 0.001, 0.02
_FEW_LETTERS = 20  # of a vocabulary that writes every word, if need be letter by letter
_MARKS = "▁Ġ"


def wrong_case(tokenizer: Any) -> str:
    """What is wrong where a tokenizer's case is not that of its vocabulary, and what would do.

    Of vocabularies of bytes only words of the letters A to Z are looked at; of scripts without
    case, nothing.

    Returns:
        A sentence; empty where they fit, or where the vocabulary has too few such words.
    """
    added = tokenizer.get_added_vocab()
    tokens = [token for token in tokenizer.get_vocab() if token not in added]
    in_bytes = any(token.startswith("Ġ") for token in tokens)
    cores = (token.lstrip(_MARKS).removeprefix("##") for token in tokens)
    cased = [
        core
        for core in cores
        if core.isalpha() and core.title() != core.lower() and (core.isascii() or not in_bytes)
    ]
    words = [core for core in cased if len(core) > 1]
    capitals = [word for word in words if not word.islower()]
    cure = (
        "set do_lower_case to {} in its tokenizer_config.json (and lowercase in its "
        "tokenizer.json), or save the tokenizer that the model was trained with."
    )
    lowers = _lowers(tokenizer)
    enough = len(words) >= _WORDS
    if enough and lowers and len(capitals) > _CLEARLY * len(words):
        return (
            f"Its tokenizer turns every text into lower case, but {len(capitals) / len(words):.0%} "
            f"of the words of its vocabulary have capitals, such as {min(capitals)}, and are never "
            f"read: {cure.format('false')}"
        )
    without = len({core for core in cased if len(core) == 1}) >= _FEW_LETTERS and all(
        core.islower() for core in cased
    )
    if not lowers and (without or (enough and len(capitals) < _HARDLY * len(words))):
        return (
            f"Its tokenizer keeps capitals, but hardly one of the {len(words)} words of its "
            "vocabulary has any, so that words with a capital fall into pieces or are unknown: "
            f"{cure.format('true')}"
        )
    return ""


def _lowers(tokenizer: Any) -> bool:
    """Whether every text is turned into lower case before it is cut."""
    normalizer = tokenizer.backend_tokenizer.normalizer
    return normalizer is not None and "abc" in normalizer.normalize_str("ABC")

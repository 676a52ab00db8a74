"""What is asked of a tokenizer: fast, of this folder alone, fitting its network, never panicking.

The fast tokenizers are written in Rust. Where their files are wrong they may panic, which Python
sees as an exception that is no `Exception`, and which would end a server's thread.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache, wraps
from pathlib import Path
from typing import Any

from engine.core.errors import UnusableModelError, first_line
from engine.core.wording import counted
from engine.models.files import object_if_there

# Keys of tokenizer_config.json that transformers takes for files to open, wherever they lie. What
# the folder itself holds is found without them.
_NAMES_OF_FILES = ("vocab", "merges", "gguf_file", "tokenizer_object")
_READING = ("_encode_plus", "_decode", "convert_tokens_to_string")
_PROBES = ("", "a")  # what is added to every text, and one word


def without_paths(checkpoint: str, folder: Path) -> dict[str, None]:
    """Keys of the folder's tokenizer_config.json that are not to be followed.

    Returns:
        Arguments for the tokenizer that take the place of these keys.
    """
    config = object_if_there(checkpoint, folder / "tokenizer_config.json")
    return {key: None for key in config if key.endswith("_file") or key in _NAMES_OF_FILES}


def check_class(checkpoint: str, folder: Path) -> None:
    """Refuse a tokenizer that is known not to be fast before it reads any file."""
    from transformers import PreTrainedTokenizerFast
    from transformers.models.auto.tokenization_auto import tokenizer_class_from_name

    for name in ("tokenizer_config.json", "config.json"):
        wanted = object_if_there(checkpoint, folder / name).get("tokenizer_class")
        if not isinstance(wanted, str) or wanted in _STAND_INS:
            continue
        kind = tokenizer_class_from_name(wanted)
        if kind is not None and not issubclass(kind, PreTrainedTokenizerFast):
            raise not_fast(checkpoint)


# Names of base classes, for which transformers takes a fast one.
_STAND_INS = ("PreTrainedTokenizer", "PythonBackend")


def not_fast(checkpoint: str) -> UnusableModelError:
    """The refusal of a tokenizer written in Python."""
    return UnusableModelError(
        f"{checkpoint} has no fast tokenizer; token positions in the text would be guesses. Save "
        "it with a tokenizer.json."
    )


@contextmanager
def panics_refused(what: str) -> Iterator[None]:
    """Turn a failure of the Rust library into a sentence.

    Args:
        what: what cannot be done, as the beginning of the sentence.

    Raises:
        UnusableModelError: for a panic, and for the errors that have no class of their own.
    """
    try:
        yield
    except BaseException as error:
        if type(error).__name__ != "PanicException" and type(error) is not Exception:
            raise
        raise UnusableModelError(
            f"{what} ({first_line(error)}). Its files may be damaged; fetch them again or choose "
            "another model."
        ) from None


def guard_tokenizer(tokenizer: Any, checkpoint: str) -> Any:
    """The same tokenizer, whose failures at a text are sentences."""
    kind: Any = type(tokenizer)
    tokenizer.__class__ = _guarded_class(kind, checkpoint)
    return tokenizer


@lru_cache(maxsize=64)
def _guarded_class(kind: Any, checkpoint: str) -> Any:
    def guard(name: str) -> Any:
        plain = getattr(kind, name)

        @wraps(plain)
        def read(*args: Any, **kwargs: Any) -> Any:
            with panics_refused(f"The tokenizer of {checkpoint} cannot read this text"):
                return plain(*args, **kwargs)

        return read

    # Under its own name: the class is written next to the weights where a model is saved.
    body = {name: guard(name) for name in _READING} | {"__module__": kind.__module__}
    return type(kind.__name__, (kind,), body)


def check_ids(checkpoint: str, tokenizer: Any, rows: int) -> None:
    """Refuse a tokenizer that has ids for which the network has no embedding.

    Args:
        rows: number of embeddings of the network.
    """
    highest = max(tokenizer.get_vocab().values(), default=0)
    for text in _PROBES:
        with panics_refused(f"The tokenizer of {checkpoint} cannot be read"):
            highest = max(highest, *_ids(tokenizer, text), 0)
    if highest >= rows:
        raise UnusableModelError(
            f"The tokenizer of {checkpoint} does not fit its weights: it has the id {highest:,}, "
            f"and the embeddings have {counted(rows, 'row')}. Save in the same folder the "
            "tokenizer that "
            "the model was trained with."
        )


def _ids(tokenizer: Any, text: str) -> list[int]:
    """Ids of a text, or none where the vocabulary cannot write it; a panic passes through."""
    try:
        return list(tokenizer(text, verbose=False)["input_ids"])
    except Exception:  # without an id for what is unknown, some words cannot be written
        return []


def max_length(checkpoint: str, config: Any, tokenizer: Any) -> int:
    """Longest input, tokens; RoBERTa-like tables keep rows for padding."""
    limit = tokenizer.model_max_length
    # What is no number at all (NaN) is not above any; a whole number may be too large for a float.
    if isinstance(limit, bool) or not isinstance(limit, (int, float)) or not limit >= 1:
        raise UnusableModelError(
            f"model_max_length in the tokenizer_config.json of {checkpoint} is "
            f"{str(limit)[:40]!r}; it must be a number of tokens."
        )
    offset = 0
    if config.model_type in _OFFSET_POSITIONS:
        if config.pad_token_id is None:
            raise UnusableModelError(
                f"The config.json of {checkpoint} has no pad_token_id, from which this family "
                "counts its positions; write the one that the model was trained with."
            )
        offset = config.pad_token_id + 1
    positions = getattr(config, "max_position_embeddings", None)
    if positions:
        limit = min(limit, positions - offset)
    return int(min(limit, _NO_LIMIT))


_OFFSET_POSITIONS = (
    *("roberta", "xlm-roberta", "camembert", "mpnet", "luke", "longformer", "data2vec-text"),
    *("roberta-prelayernorm", "xlm-roberta-xl", "xmod", "ibert", "esm"),
)
_NO_LIMIT = 10**30  # what transformers writes where a tokenizer knows none

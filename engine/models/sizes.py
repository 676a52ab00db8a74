"""Sizes that a config claims, compared with the weights before anything is built.

A million layers would be built for minutes, and a large vocabulary would fill the memory, before
any library saw that the weights are others. Weights that are missing are made of random numbers,
so their number is limited too.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from fnmatch import fnmatch
from math import prod
from pathlib import Path
from typing import Any

from engine.core.errors import UnusableModelError
from engine.core.families import FAMILIES
from engine.core.paths import is_elsewhere
from engine.core.wording import counted
from engine.models.files import Shapes
from engine.models.hub import WANTED
from engine.server.shared import hub_is_off

LAYERS = ("num_hidden_layers", "n_layers", "n_layer", "num_layers", "num_decoder_layers")
HEADS = ("num_attention_heads", "n_heads", "n_head", "num_heads", "num_key_value_heads")
_HEAD_WIDTHS = ("head_dim", "d_kv", "attention_head_size")
_POSITIONS = ("max_position_embeddings", "n_positions", "n_ctx")
_WIDTHS = (
    *("hidden_size", "dim", "n_embd", "d_model", "embedding_size", "vocab_size"),
    *("intermediate_size", "hidden_dim", "n_inner", "d_ff", "pooler_hidden_size"),
    *("num_hidden_groups", "inner_group_num", "relative_attention_num_buckets"),
)
# These may be nothing: no types of text, no classes, no convolution.
_MAY_BE_NOTHING = ("type_vocab_size", "num_labels", "conv_kernel_size")

# The largest values that are accepted before any weight is looked at.
_MANY_LAYERS = 1_000
_MANY_HEADS = 10_000
_WIDE = 2**24
_MANY_LABELS = 2**16  # transformers makes a name for each: millions take a minute
_LIMITS = {
    **dict.fromkeys((*LAYERS, "conv_kernel_size"), _MANY_LAYERS),
    **dict.fromkeys(HEADS, _MANY_HEADS),
    **dict.fromkeys((*_HEAD_WIDTHS, *_POSITIONS, *_WIDTHS), _WIDE),
    **{"type_vocab_size": _WIDE, "num_labels": _MANY_LABELS},
}

_FEW = 2**22  # elements that may be missing from the smallest of models

_LAYER = re.compile(r"(?:^|\.)(?:layers?|h|block|attentions)\.(\d{1,9})\.")
_GROUPS = {
    "num_hidden_groups": re.compile(r"\.albert_layer_groups\.(\d{1,9})\."),
    "inner_group_num": re.compile(r"\.albert_layers\.(\d{1,9})\."),
}
_WORDS = ("word_embeddings.weight", "embed_tokens.weight", "wte.weight", "shared.weight")
# These compute positions instead of looking them up in a table.
_WITHOUT_TABLE = (
    *("llama", "llama4_text", "modernbert", "t5", "mt5", "eurobert", "nomic_bert", "roformer"),
    *("qwen2", "qwen3", "mistral", "gemma", "gemma2", "gemma3_text", "phi3", "olmo2", "smollm3"),
    *("gpt_neox", "bloom"),
)


def check_numbers(checkpoint: str, config: Mapping[str, Any]) -> None:
    """Refuse sizes that no model has, before the config is given to any library.

    Args:
        checkpoint: as the user knows it.
        config: the content of config.json; a field that is null counts as not there.
    """
    for field, largest in _LIMITS.items():
        value = config.get(field)
        least = 0 if field in _MAY_BE_NOTHING else 1
        if value is None or (type(value) is int and least <= value <= largest):
            continue
        raise UnusableModelError(
            f"{field} in the config.json of {checkpoint} is {_shown(value)}; it must be a whole "
            f"number from {least} to {largest:,}."
        )


def check_written(checkpoint: str, config: Mapping[str, Any], shapes: Shapes) -> None:
    """As `check_sizes`, of what config.json itself says, without any library.

    What it leaves out is known only to the library, and checked when the model is loaded.
    """
    check_numbers(checkpoint, config)
    check_sizes(checkpoint, _Written(config), shapes)


class _Written:
    """A config.json as its file has it; a field that it lacks is None.

    Args:
        config: the content of the file.
    """

    def __init__(self, config: Mapping[str, Any]) -> None:
        self._config = config
        own = next((name for name in _HIDDEN if config.get(name) is not None), _HIDDEN[0])
        self.attribute_map = {"hidden_size": own}

    def __getattr__(self, name: str) -> Any:
        if name in _EMBEDDING_WIDTHS and name not in self._config:
            raise AttributeError(name)
        return self._config.get(self.attribute_map.get(name, name))


# What families call the width of their embeddings, where it may differ from that of the states.
_EMBEDDING_WIDTHS = ("embedding_size", "word_embed_proj_dim")
# What they call the width of their states.
_HIDDEN = ("hidden_size", "d_model", "n_embd", "n_embed", "dim", "emb_dim")


def check_sizes(checkpoint: str, config: Any, shapes: Shapes) -> None:
    """Refuse sizes that the weights do not have.

    Args:
        checkpoint: as the user knows it.
        config: as transformers understands it, with its defaults.
        shapes: name of every weight -> sizes of its dimensions.
    """
    if config.model_type not in FAMILIES:  # what others call their layers and tables is not known
        return
    _check_layers(checkpoint, config, shapes)
    _check_words(checkpoint, config, shapes)
    largest = max((size for shape in shapes.values() for size in shape), default=0)
    for field, value in _widths(config):
        if value > largest:
            raise _refusal(
                checkpoint, field, value, f"no weight in its files is longer than {largest:,}"
            )


def check_elements(checkpoint: str, network: Any, shapes: Shapes) -> None:
    """Refuse a network that would be made of random numbers for the most part.

    A head for another task may be missing, and is named later; more than all that is there may not.

    Args:
        checkpoint: as the user knows it.
        network: as its config describes it; its weights need not have values.
        shapes: name of every weight in the files -> sizes of its dimensions.
    """
    wanted = sum(weight.numel() for weight in network.parameters())  # tied ones count once
    there = sum(prod(shape) for shape in shapes.values())
    if wanted > 2 * there + _FEW:
        raise UnusableModelError(
            f"The config.json of {checkpoint} asks for {wanted:,} numbers in its weights, but its "
            f"files hold {there:,}; the config belongs to another model, or the weights are not "
            "complete."
        )


def without_values(build: Callable[[], Any]) -> Any:
    """A network whose weights have shapes alone and take no memory.

    Args:
        build: makes the network.
    """
    import torch
    from torch.overrides import TorchFunctionMode

    class Unfilled(TorchFunctionMode):
        """Random numbers that nobody reads are half of the work of building."""

        def __torch_function__(
            self, function: Any, _types: Any, args: Any = (), kwargs: Any = None
        ) -> Any:
            if function in (torch.nn.init.kaiming_uniform_, torch.nn.init.normal_):
                return kwargs["tensor"]
            return function(*args, **(kwargs or {}))

    # Both hold for this thread alone: others may load models meanwhile.
    with torch.device("meta"), Unfilled():
        return build()


def _check_layers(checkpoint: str, config: Any, shapes: Shapes) -> None:
    if config.model_type == "albert":  # one set of weights for all layers
        counted = {field: _count(pattern, shapes) for field, pattern in _GROUPS.items()}
    else:
        counted = dict.fromkeys(_own_names(config, LAYERS), _count(_LAYER, shapes))
    for field, count in counted.items():
        value = getattr(config, field, None)
        if type(value) is int and value > count:
            raise _refusal(checkpoint, field, value, f"its weights are those of {count:,}")


def _count(pattern: re.Pattern[str], shapes: Shapes) -> int:
    found = (pattern.search(name) for name in shapes)
    return max((int(match[1]) + 1 for match in found if match), default=0)


def _check_words(checkpoint: str, config: Any, shapes: Shapes) -> None:
    table = next((shape for name, shape in shapes.items() if name.endswith(_WORDS)), None)
    if table is None or len(table) != 2:
        return
    words = config.vocab_size
    if words is not None and words != table[0]:
        raise _refusal(
            checkpoint, "vocab_size", words, f"its embeddings have {counted(table[0], 'row')}"
        )
    given = (field for field in _EMBEDDING_WIDTHS if getattr(config, field, None) is not None)
    field = next(given, "hidden_size")
    width = getattr(config, field)
    if width is not None and width != table[1]:
        (own,) = _own_names(config, (field,))
        raise _refusal(checkpoint, own, width, f"its embeddings are {table[1]:,} wide")


def _widths(config: Any) -> Iterator[tuple[str, int]]:
    """Fields that shape a weight, and the length of a weight that each asks for."""
    fields = [*_WIDTHS, "type_vocab_size", "num_labels"]
    if config.model_type not in _WITHOUT_TABLE:
        fields += _POSITIONS
    for field in _own_names(config, fields):
        value = getattr(config, field, None)
        if type(value) is int:
            yield field, value
    for field in _own_names(config, _HEAD_WIDTHS):
        heads = max(getattr(config, name, None) or 0 for name in HEADS)
        value = getattr(config, field, None)
        if type(value) is int:
            yield field, value * heads


def _own_names(config: Any, fields: Any) -> list[str]:
    """Fields as the family's config.json calls them."""
    return list(dict.fromkeys(config.attribute_map.get(field, field) for field in fields))


def _refusal(checkpoint: str, field: str, value: int, why: str) -> UnusableModelError:
    return UnusableModelError(
        f"{field} in the config.json of {checkpoint} asks for {value:,}, but {why}; the config "
        "belongs to another model, or the weights are not complete."
    )


def _shown(value: Any) -> str:
    if type(value) is int and abs(value) >= 10**15:
        return "a number of more than 15 digits"
    return repr(value)[:40]


# --- file sizes ---------------------------------------------------------------------------
# How large a checkpoint is, before any of it is read: what a click would fetch or open.

_PATIENCE = 5  # seconds; a size is good to know, and not worth a longer wait


def folder_bytes(folder: str) -> int | None:
    """Size of the model files in a folder.

    Args:
        folder: its path; `~` stands for the home folder.

    Returns:
        Bytes; None if it cannot be told, as of a folder on another machine, which is not asked.
    """
    if is_elsewhere(folder):
        return None
    try:
        files = [path for path in Path(folder).expanduser().iterdir() if _wanted(path.name)]
        return sum(path.stat().st_size for path in files if path.is_file())
    except (OSError, RuntimeError, ValueError):  # no such folder, or no such user
        return None


def download_bytes(checkpoint: str) -> int | None:
    """Size of what would be fetched from the hub, which is asked for it; nothing is fetched.

    Args:
        checkpoint: a hub id with an optional `@revision`.

    Returns:
        Bytes; None if the hub does not tell.
    """
    if hub_is_off():
        return None
    from httpx2 import HTTPError
    from huggingface_hub import HfApi
    from huggingface_hub.errors import HfHubHTTPError, HFValidationError

    repository, _, revision = checkpoint.partition("@")
    try:
        info = HfApi().model_info(
            repository, revision=revision or None, timeout=_PATIENCE, files_metadata=True
        )
    except (HfHubHTTPError, HFValidationError, HTTPError, OSError):
        return None
    sizes = [file.size for file in info.siblings or [] if _wanted(file.rfilename)]
    known = [size for size in sizes if size is not None]
    return sum(known) if known and len(known) == len(sizes) else None


def _wanted(name: str) -> bool:
    return "/" not in name and any(fnmatch(name, pattern) for pattern in WANTED)

"""How transformers reads one folder: the only place that loads weights.

Safetensors alone and no remote code; nothing is built before its sizes are known to be possible.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from engine.core.errors import UnusableModelError, first_line
from engine.core.families import CAUSAL, ENCODER, MASKED, SEQ2SEQ, Family
from engine.core.spec import MIXED
from engine.models.architectures import family_for, projections_by_rule
from engine.models.encoders import family_in
from engine.models.files import read_object, shapes_of, unreadable, weight_files
from engine.models.sizes import check_elements, check_numbers, check_sizes, without_values
from engine.models.sources import ModelSource
from engine.models.tokenizer import (
    check_class,
    guard_tokenizer,
    not_fast,
    panics_refused,
    without_paths,
)
from engine.models.weights import why_unused
from engine.models.wrapped_names import own_names, refuse_other_network, refuse_wrapped

# Keys of a config by which a network sees only what is before a word.
_TO_THE_LEFT = ("is_decoder", "causal")


def read_network(
    source: ModelSource, dtype: str, attention: str, classifier: bool
) -> tuple[Any, tuple[str, ...], str, Family]:
    """The network of a folder, as it comes from its weights.

    Args:
        attention: `sdpa` or `eager`; some families have eager attention alone.
        classifier: as a sequence classifier, and not as the language model of its family.

    Returns:
        The network, the names of weights that the files did not hold, what `why_unused` says of
        those that it has no place for, and its family.
    """
    from transformers import AutoModelForSequenceClassification
    from transformers.utils import logging

    logging.disable_progress_bar()
    logging.set_verbosity_error()  # the health check reports missing weights in words
    config, family = _config(source, dtype, classifier)
    config.use_cache = False  # nothing here generates text, so old keys would only fill memory
    builder: Any = AutoModelForSequenceClassification if classifier else _network_of(family.kind)
    own = {} if classifier else _without_pooler(builder, config)
    attention = _attention(source.checkpoint, builder, config, attention)
    _check_once(source, builder, dtype, attention, classifier)
    try:
        loaded: Any = builder.from_pretrained(
            source.folder,
            config=config,
            dtype=_read_as(dtype),
            use_safetensors=True,
            attn_implementation=attention,
            output_loading_info=True,
            local_files_only=True,
            trust_remote_code=False,
            **own,
        )
    except Exception as error:  # networks that do not fit their files raise anything
        raise _refusal(source.checkpoint, error) from error
    network, info = loaded
    unused = why_unused(
        info["unexpected_keys"], set(network.state_dict()), network.base_model_prefix
    )
    return network, _missing_weights(network, info), unused, family


def read_tokenizer(source: ModelSource) -> Any:
    """The fast tokenizer of a folder."""
    from transformers import AutoTokenizer

    check_class(source.checkpoint, source.folder)
    try:
        with panics_refused(f"The tokenizer of {source.checkpoint} cannot be read"):
            tokenizer = AutoTokenizer.from_pretrained(
                source.folder,
                local_files_only=True,
                trust_remote_code=False,
                **without_paths(source.checkpoint, source.folder),
            )
    except UnusableModelError:
        raise
    except ImportError as error:
        raise UnusableModelError(
            f"The tokenizer of {source.checkpoint} needs a package that is not installed "
            f"({_package(error)}); install it, or save the tokenizer as a tokenizer.json."
        ) from error
    except Exception as error:  # tokenizer backends raise whatever their format raises
        raise UnusableModelError(
            f"The tokenizer of {source.checkpoint} cannot be read ({first_line(error)}); its files "
            "may be damaged or half-downloaded: fetch them again."
        ) from error
    # Without its files a tokenizer is made all the same, and knows no word.
    files = {"tokenizer.json", *type(tokenizer).vocab_files_names.values()}
    if not any((source.folder / name).exists() for name in files):
        raise UnusableModelError(
            f"{source.checkpoint} has no tokenizer (none of {', '.join(sorted(files))}); save its "
            "tokenizer in the same folder as the weights."
        )
    if not getattr(tokenizer, "is_fast", False):
        raise not_fast(source.checkpoint)
    return tokenizer


def _package(error: ImportError) -> str:
    """What an error says of a package: its name, or that line of the text that has it."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    named = (line for line in lines if "requires" in line or "install" in line)
    return error.name or next(named, lines[0] if lines else "it is not named")[:200]


def guarded_tokenizer(source: ModelSource) -> Any:
    """The tokenizer of a folder, whose failures at a text are sentences; no weight is read."""
    return guard_tokenizer(read_tokenizer(source), source.checkpoint)


def _read_as(dtype: str) -> Any:
    """The torch dtype that weights are read in; `mixed` rounds some of them afterwards."""
    import torch

    return torch.float32 if dtype == MIXED else getattr(torch, dtype)


def _config(source: ModelSource, dtype: str, classifier: bool) -> tuple[Any, Family]:
    """The configuration and its family; transformers sees it only once its sizes are possible."""
    from transformers import AutoConfig

    written = read_object(source.checkpoint, source.folder / "config.json")
    family = _family(source, written, classifier)
    check_numbers(source.checkpoint, written)
    try:
        config = AutoConfig.from_pretrained(
            source.folder, local_files_only=True, trust_remote_code=False
        )
    except Exception as error:  # configurations raise whatever their fields raise
        raise UnusableModelError(
            f"The config.json of {source.checkpoint} does not describe a model that this version "
            f"of transformers knows ({first_line(error)})."
        ) from error
    to_the_left = (key for key in _TO_THE_LEFT if getattr(config, key, False) is True)
    if family.kind in (MASKED, ENCODER) and (key := next(to_the_left, "")):
        raise UnusableModelError(
            f"The config.json of {source.checkpoint} says {key}, so that it reads from left "
            "to right and does not fill masked tokens; set it to false if it was trained to fill "
            "them, or choose another model."
        )
    if family.float32_only and dtype != "float32":
        raise UnusableModelError(
            f"{family.name} computes partly in float32, so {source.checkpoint} cannot run in "
            f"{dtype}; choose float32."
        )
    return config, family


def _family(source: ModelSource, written: dict[str, Any], classifier: bool) -> Family:
    """Its family; a classifier has a head of its own, so it is no encoder without one."""
    if classifier:
        return family_for(source.checkpoint, written)
    return family_in(source.checkpoint, source.folder, source.revision, written)


def _attention(checkpoint: str, builder: Any, config: Any, wanted: str) -> str:
    """The attention that a network is built with; of some, eager alone gives the right scores."""
    try:
        network = builder._model_mapping[type(config)]
    except KeyError:
        raise UnusableModelError(
            f"{checkpoint} (model_type {config.model_type}) has no class in transformers that "
            "would read its weights as a language model; choose another model."
        ) from None
    network = network[0] if isinstance(network, tuple) else network
    return wanted if network._supports_sdpa else "eager"


@lru_cache(maxsize=64)
def sizes_by_rule(source: ModelSource) -> tuple[int, int]:
    """Layers of a network that the table does not have, and heads of a layer that can be masked.

    The revision stands for the content, so a folder is looked at once.
    """
    network, family = _shapes_only(source)
    by_rule = family.kind != ENCODER and projections_by_rule(network)
    heads = network.config.num_attention_heads if by_rule else 0
    return int(getattr(network.config, "num_hidden_layers", 0)), heads


def _shapes_only(source: ModelSource) -> tuple[Any, Family]:
    """The network of a folder without values, as its config describes it, and its family."""
    config, family = _config(source, "float32", classifier=False)
    builder = _network_of(family.kind)
    return _without_values(source, builder, config, "float32", "eager"), family


def _without_values(
    source: ModelSource, builder: Any, config: Any, dtype: str, attention: str
) -> Any:
    def build() -> Any:
        return builder.from_config(
            config,
            dtype=_read_as(dtype),
            attn_implementation=attention,
            trust_remote_code=False,
            **_without_pooler(builder, config),
        )

    try:
        return without_values(build)
    except Exception as error:  # networks raise whatever their configuration leads to
        raise UnusableModelError(
            f"The config.json of {source.checkpoint} describes no network that can be built "
            f"({first_line(error)}); take the one that its weights were saved with."
        ) from error


def _refusal(checkpoint: str, error: Exception) -> UnusableModelError:
    """Why transformers did not load the weights; its own words refer to options and to a report."""
    if "ignore_mismatched_sizes" in str(error):
        return UnusableModelError(
            f"The config.json of {checkpoint} does not fit its weights: it asks for other shapes "
            "than they have. Take the one that they were saved with."
        )
    return unreadable(checkpoint, first_line(error))


@lru_cache(maxsize=64)
def _check_once(
    source: ModelSource, builder: Any, dtype: str, attention: str, classifier: bool
) -> None:
    """Compare what the config asks for with the headers of the weights.

    The revision stands for the content, so a model that is loaded again is not looked through.
    """
    config, family = _config(source, dtype, classifier)
    shapes = shapes_of(source.checkpoint, weight_files(source.checkpoint, source.folder))
    check_sizes(source.checkpoint, config, shapes)
    network = _without_values(source, builder, config, dtype, attention)
    check_elements(source.checkpoint, network, shapes)
    wanted, base = _names(network, family.kind), network.base_model_prefix
    refuse_wrapped(source.checkpoint, list(shapes), wanted, base)
    refuse_other_network(source.checkpoint, list(shapes), wanted, base, config.model_type)


def has_wrapped_names(source: ModelSource) -> bool:
    """Whether weights carry names of a wrapper, which `models convert` takes off."""
    try:
        shapes = shapes_of(source.checkpoint, weight_files(source.checkpoint, source.folder))
        network, family = _shapes_only(source)
    except Exception:  # what is wrong with it is said when it is loaded
        return False
    return bool(own_names(shapes, _names(network, family.kind), network.base_model_prefix))


def _network_of(kind: str) -> Any:
    """The class that reads a model of a kind."""
    from transformers import (
        AutoModel,
        AutoModelForCausalLM,
        AutoModelForMaskedLM,
        AutoModelForSeq2SeqLM,
    )

    return {
        MASKED: AutoModelForMaskedLM,
        CAUSAL: AutoModelForCausalLM,
        SEQ2SEQ: AutoModelForSeq2SeqLM,
        ENCODER: AutoModel,
    }[kind]


def _without_pooler(builder: Any, config: Any) -> dict[str, bool]:
    """What keeps an encoder from making a pooler, which nothing here reads."""
    from inspect import signature

    from transformers import AutoModel

    if builder is not AutoModel:
        return {}
    made: Any = AutoModel._model_mapping[type(config)]
    taken = signature(made[0] if isinstance(made, tuple) else made).parameters
    return {"add_pooling_layer": False} if "add_pooling_layer" in taken else {}


def _names(network: Any, kind: str) -> set[str]:
    """Names of the weights as those of a language model, whose body an encoder is."""
    names = set(network.state_dict())
    return {f"{network.base_model_prefix}.{name}" for name in names} if kind == ENCODER else names


def _missing_weights(network: Any, info: dict[str, Any]) -> tuple[str, ...]:
    """Weights the checkpoint lacked, those tied to a loaded one left out."""
    absent = set(info["missing_keys"]) | {entry[0] for entry in info["mismatched_keys"]}
    tensors = network.state_dict(keep_vars=True)
    loaded = {tensor.data_ptr() for name, tensor in tensors.items() if name not in absent}
    return tuple(
        sorted(
            name for name in absent if name in tensors and tensors[name].data_ptr() not in loaded
        )
    )

"""The only place that loads weights: safetensors, no remote code, device and dtype decided.

A `LoadedModel` is shared by everyone who measures it and is never changed after loading;
what differs between two measurements (masked heads) travels in `MaskedLM`.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any

from engine.errors import UnusableModelError, first_line
from engine.families import Family, family_of
from engine.head_gates import mask_gates, register_hooks
from engine.models.checks import weight_files
from engine.models.collector import collector_paused
from engine.models.devices import choose_device
from engine.models.files import read_object
from engine.models.headers import shapes_of, unreadable
from engine.models.sizes import check_elements, check_numbers, check_sizes, without_values
from engine.models.sources import ModelSource, has_changed, resolve
from engine.models.tokenizer import (
    check_class,
    check_ids,
    guarded,
    max_length,
    not_fast,
    panics_refused,
    without_paths,
)
from engine.spec import HeadRef, ModelSpec, check_dtype, check_heads

if TYPE_CHECKING:
    import torch


@dataclass(frozen=True, eq=False)
class LoadedModel:
    """A network with its tokenizer and the facts about its family.

    Args:
        source: where the files came from.
        missing: names of weights the checkpoint did not hold; they are random.
        max_length: tokens of the longest input, special ones included.
    """

    source: ModelSource
    dtype: str
    device: torch.device
    network: Any
    tokenizer: Any
    family: Family
    layers: int
    heads: int
    parameters: int
    max_length: int
    missing: tuple[str, ...]

    @property
    def vocabulary(self) -> int:
        """Number of token ids the LM head scores."""
        return int(self.network.config.vocab_size)

    @property
    def first_missing(self) -> str:
        """Names of the first weights that are missing."""
        return ", ".join(self.missing[:3]) + (", …" if len(self.missing) > 3 else "")

    @cached_property
    def eager(self) -> Any:
        """A twin of the network whose attention maps can be read; it shares every weight.

        The fused attention gives no maps, and switching a shared network over would change
        it under everyone else. The twin keeps the hooks of the network, so the gates
        of this model apply to it.
        """
        import copy

        if self.network.config._attn_implementation == "eager":
            return self.network
        tensors = (*self.network.parameters(), *self.network.buffers())
        twin = copy.deepcopy(self.network, {id(tensor): tensor for tensor in tensors})
        twin.set_attn_implementation("eager")
        return twin


@dataclass(frozen=True, eq=False)
class MaskedLM:
    """One loaded model under one intervention: what every measure receives."""

    model: LoadedModel
    masked_heads: tuple[HeadRef, ...] = ()

    def __post_init__(self) -> None:
        check_heads(self.masked_heads, self.model.layers, self.model.heads)

    @cached_property
    def spec(self) -> ModelSpec:
        """Identity of what is measured."""
        source = self.model.source
        return ModelSpec(source.checkpoint, source.revision, self.model.dtype, self.masked_heads)

    @cached_property
    def gates(self) -> torch.Tensor | None:
        """[layer, head] of ones and zeros, or None when nothing is masked."""
        return mask_gates(self.model, self.masked_heads)

    @property
    def tokenizer(self) -> Any:
        """The checkpoint's own tokenizer."""
        return self.model.tokenizer


def load(
    checkpoint: str | ModelSource,
    device: str = "auto",
    dtype: str = "float32",
    attention: str = "sdpa",
) -> LoadedModel:
    """Load a checkpoint for measuring.

    Args:
        checkpoint: `bundled`, a folder, or a hub id with an optional `@revision`; or where its
            files were found, then the hub is not asked again.
        attention: `sdpa`, or `eager` for a twin whose attention maps can be read.

    Raises:
        UnknownModelError: if the checkpoint cannot be found.
        UnusableModelError: if its files cannot be read as a supported language model, or change
            meanwhile.
    """
    return _loaded(checkpoint, device, dtype, attention, classifier=False)


def load_classifier(
    checkpoint: str | ModelSource, device: str = "auto", dtype: str = "float32"
) -> LoadedModel:
    """Load a sequence classifier under the same rules, with the same head gates.

    Args:
        checkpoint: a folder, or a hub id with an optional `@revision`; or where its files were
            found.

    Raises:
        UnknownModelError: if the checkpoint cannot be found.
        UnusableModelError: if its files cannot be read as a classifier of a supported family,
            or hold no trained classification head.
    """
    model = _loaded(checkpoint, device, dtype, "sdpa", classifier=True)
    if model.missing:
        raise UnusableModelError(
            f"{model.source.checkpoint} is not a trained classifier: {len(model.missing)} of its "
            f"weights are not in the checkpoint ({model.first_missing}) and would be random. "
            "Choose a checkpoint fine-tuned for sequence classification."
        )
    return model


@collector_paused()
def _loaded(
    checkpoint: str | ModelSource, device: str, dtype: str, attention: str, classifier: bool
) -> LoadedModel:
    import torch

    check_dtype(dtype)
    place = choose_device(device)
    source = checkpoint if isinstance(checkpoint, ModelSource) else resolve(checkpoint)
    network, missing, family = _network(source, dtype, attention, classifier)
    network.to(place).eval()
    network.requires_grad_(False)
    register_hooks(network, family)
    tokenizer = _tokenizer(source)
    check_ids(source.checkpoint, tokenizer, network.get_input_embeddings().weight.shape[0])
    if has_changed(source):
        raise UnusableModelError(
            f"The files of {source.checkpoint} changed while they were read; try again."
        )
    config = network.config
    return LoadedModel(
        source=source,
        dtype=dtype,
        device=torch.device(place),
        network=network,
        tokenizer=guarded(tokenizer, source.checkpoint),
        family=family,
        layers=config.num_hidden_layers,
        heads=config.num_attention_heads,
        parameters=sum(parameter.numel() for parameter in network.parameters()),
        max_length=max_length(source.checkpoint, config, tokenizer),
        missing=missing,
    )


def _config(source: ModelSource, dtype: str) -> tuple[Any, Family]:
    """The configuration and its family; transformers sees it only once its sizes are possible."""
    from transformers import AutoConfig

    written = read_object(source.checkpoint, source.folder / "config.json")
    family = _family(source.checkpoint, written)
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
    if family.float32_only and dtype != "float32":
        raise UnusableModelError(
            f"{family.name} computes partly in float32, so {source.checkpoint} cannot run in "
            f"{dtype}; choose float32."
        )
    return config, family


def _family(checkpoint: str, written: dict[str, Any]) -> Family:
    from transformers import CONFIG_MAPPING

    kind = str(written.get("model_type"))[:100]
    if kind not in CONFIG_MAPPING:
        raise UnusableModelError(
            f"The config.json of {checkpoint} does not describe a model that this version of "
            f"transformers knows (its model_type is {kind!r})."
        )
    return family_of(kind)


def _network(
    source: ModelSource, dtype: str, attention: str, classifier: bool
) -> tuple[Any, tuple[str, ...], Family]:
    import torch
    from transformers import (
        AutoModelForCausalLM,
        AutoModelForMaskedLM,
        AutoModelForSeq2SeqLM,
        AutoModelForSequenceClassification,
    )
    from transformers.utils import logging

    logging.disable_progress_bar()
    logging.set_verbosity_error()  # the health check reports missing weights in words
    config, family = _config(source, dtype)
    config.use_cache = False  # nothing here generates text, so old keys would only fill memory
    language_model = {
        "masked": AutoModelForMaskedLM,
        "causal": AutoModelForCausalLM,
        "seq2seq": AutoModelForSeq2SeqLM,
    }[family.kind]
    builder: Any = AutoModelForSequenceClassification if classifier else language_model
    if config.model_type in _EAGER_ONLY:
        attention = "eager"
    _check_once(source, builder, dtype, attention)
    try:
        loaded: Any = builder.from_pretrained(
            source.folder,
            config=config,
            dtype=getattr(torch, dtype),
            use_safetensors=True,
            attn_implementation=attention,
            output_loading_info=True,
            local_files_only=True,
            trust_remote_code=False,
        )
    except Exception as error:  # and so do networks that do not fit their configuration
        raise _refusal(source.checkpoint, error) from error
    network, info = loaded
    return network, _missing_weights(network, info), family


def _refusal(checkpoint: str, error: Exception) -> UnusableModelError:
    """Why transformers did not load the weights; its own words refer to options and to a report."""
    if "ignore_mismatched_sizes" in str(error):
        return UnusableModelError(
            f"The config.json of {checkpoint} does not fit its weights: it asks for other shapes "
            "than they have. Take the one that they were saved with."
        )
    return unreadable(checkpoint, first_line(error))


_EAGER_ONLY = ("deberta", "deberta-v2", "mpnet")


@lru_cache(maxsize=64)
def _check_once(source: ModelSource, builder: Any, dtype: str, attention: str) -> None:
    """Compare what the config asks for with the headers of the weights.

    The revision stands for the content, so a model that is loaded again is not looked through.
    """
    import torch

    config, _ = _config(source, dtype)
    shapes = shapes_of(source.checkpoint, weight_files(source.checkpoint, source.folder))
    check_sizes(source.checkpoint, config, shapes)

    def build() -> Any:
        return builder.from_config(
            config,
            dtype=getattr(torch, dtype),
            attn_implementation=attention,
            trust_remote_code=False,
        )

    try:
        network = without_values(build)
    except Exception as error:  # networks raise whatever their configuration leads to
        raise UnusableModelError(
            f"The config.json of {source.checkpoint} describes no network that can be built "
            f"({first_line(error)}); take the one that its weights were saved with."
        ) from error
    check_elements(source.checkpoint, network, shapes)


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


def _tokenizer(source: ModelSource) -> Any:
    from transformers import AutoTokenizer

    check_class(source.checkpoint, source.folder)
    try:
        with panics_refused(f"The tokenizer of {source.checkpoint} cannot be read"):
            tokenizer = AutoTokenizer.from_pretrained(
                source.folder,
                local_files_only=True,
                trust_remote_code=False,
                **without_paths(source.folder),
            )
    except UnusableModelError:
        raise
    except Exception as error:  # tokenizer backends raise whatever their format raises
        raise UnusableModelError(
            f"The tokenizer of {source.checkpoint} cannot be read ({first_line(error)})."
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

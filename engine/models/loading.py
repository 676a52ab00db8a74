"""Models that are ready to measure: device and precision, hooks, unchanged files.

Only `reading.py` has transformers read their weights. A `LoadedModel` is shared by everyone who
measures it and is never changed after loading; what differs between two measurements (masked heads,
other interventions) travels in `MaskedLM`.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any

from engine.core.errors import UnusableModelError
from engine.core.families import ENCODER, Family, blocks, body_of, encoder_of
from engine.core.interventions import NO_INTERVENTIONS, Interventions
from engine.core.spec import BUNDLED, DTYPES, MIXED, HeadRef, ModelSpec, check_dtype, check_heads
from engine.core.wording import agreeing
from engine.models.architectures import wiring
from engine.models.collector import collector_paused, watch
from engine.models.device_faults import saying_device_faults
from engine.models.devices import check_precision, choose_device, is_accelerator
from engine.models.hooks import Changes, register_hooks
from engine.models.interventions import changes_of, check_appliable, gates_of
from engine.models.reading import read_network, read_tokenizer
from engine.models.room import check_room, saying_no_room
from engine.models.sentence_modules import modules_of
from engine.models.sources import ModelSource, has_changed, resolve
from engine.models.tokenizer import check_ids, guard_tokenizer, max_length
from engine.models.vocabulary import other_ids, wrong_case
from engine.models.weights import Blank, blank, doubts

if TYPE_CHECKING:
    from collections.abc import Iterable

    import torch
    from torch import Tensor, nn


# --- loading ------------------------------------------------------------------------------
# A model is loaded with its hooks, for masked language models and for classifiers.


@dataclass(frozen=True, eq=False)
class LoadedModel:
    """A network with its tokenizer and the facts about its family.

    Args:
        source: where the files came from.
        heads: of a layer, that can be masked; 0 where heads are not available.
        missing: names of weights the checkpoint did not hold; they are random.
        splits, pads: see `architectures.Wiring`.
        steers: whether its layers are known, so that a vector can be added to what one gives.
        is_classifier: whether it has the head of a classifier in place of a language model's.
        of_files: what is noted of its files: its vocabulary, and weights that are not used.
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
    of_files: tuple[str, ...] = ()
    splits: bool = True
    pads: bool = True
    steers: bool = True
    is_classifier: bool = False

    @property
    def vocabulary(self) -> int:
        """Number of token ids the LM head scores."""
        return int(self.network.config.vocab_size)

    @property
    def first_missing(self) -> str:
        """Names of the first weights that are missing."""
        return ", ".join(self.missing[:3]) + (", …" if len(self.missing) > 3 else "")

    @cached_property
    def encoder_weights(self) -> frozenset[str]:
        """Names of the weights that the states of a text depend on: all but those of the heads."""
        encoder = encoder_of(self.network).state_dict(keep_vars=True).values()
        within = {tensor.data_ptr() for tensor in encoder}
        weights = self.network.state_dict(keep_vars=True).items()
        return frozenset(name for name, tensor in weights if tensor.data_ptr() in within)

    @cached_property
    def wrong_numbers(self) -> str:
        """Which weights hold NaN or infinite numbers, and what would do; empty where none does."""
        weights = self.network.named_parameters()
        broken = [name for name, weight in weights if not bool(weight.isfinite().all())]
        if not broken:
            return ""
        names = ", ".join(broken[:3]) + (", …" if len(broken) > 3 else "")
        full = DTYPES[0]
        cure = (
            "its training went wrong, or the file was written wrongly; take an earlier checkpoint"
            if self.dtype == full
            else f"they may be too large for {self.dtype}; try {full}"
        )
        return (
            f"{self.source.checkpoint} holds weights in {self.dtype} that are not finite numbers "
            f"(NaN or infinite, in {names}): {cure}."
        )

    @cached_property
    def blank(self) -> Blank:
        """Why its weights are none of a training; finite or not is said by `wrong_numbers`."""
        return blank(self.source.checkpoint, self.network)

    @cached_property
    def notes(self) -> tuple[str, ...]:
        """Sentences on a model whose scores may be those of something else than was meant."""
        if self.source.checkpoint == BUNDLED:  # whose weights are known, so nobody waits for a look
            return ()
        return (*self.of_files, *doubts(self.network, self.encoder_weights, self.missing))

    @cached_property
    def eager(self) -> Any:
        """A twin of the network whose attention maps can be read.

        The fused attention gives no maps, and switching a shared network over would change
        it under everyone else.
        """
        if self.network.config._attn_implementation == "eager":
            return self.network
        twin = self.twin()
        twin.set_attn_implementation("eager")
        return twin

    def twin(self) -> Any:
        """A copy of the network's modules, to be changed freely; it shares every weight.

        It keeps the hooks of the network, so the gates of this model apply to it.
        """
        import copy

        tensors = (*self.network.parameters(), *self.network.buffers())
        return copy.deepcopy(self.network, {id(tensor): tensor for tensor in tensors})


@dataclass(frozen=True, eq=False)
class MaskedLM:
    """One loaded model under its interventions: what every measure receives."""

    model: LoadedModel
    masked_heads: tuple[HeadRef, ...] = ()
    interventions: Interventions = NO_INTERVENTIONS

    def __post_init__(self) -> None:
        scaled = [HeadRef(layer, head) for layer, head, _ in self.interventions.scaled_heads]
        check_heads((*self.masked_heads, *scaled), self.model.layers, self.model.heads)
        check_appliable(self.model, self.interventions)

    @classmethod
    def of(cls, model: LoadedModel, spec: ModelSpec) -> MaskedLM:
        """A loaded model under what a spec does to it."""
        return cls(model, spec.masked_heads, spec.interventions)

    def without(self, heads: Iterable[HeadRef]) -> MaskedLM:
        """The same model with further heads masked, whatever their scale."""
        return self.of(self.model, self.spec.with_masked((*self.masked_heads, *heads)))

    @cached_property
    def spec(self) -> ModelSpec:
        """Identity of what is measured."""
        source = self.model.source
        return ModelSpec(
            source.checkpoint,
            source.revision,
            self.model.dtype,
            self.masked_heads,
            self.interventions,
        )

    @cached_property
    def gates(self) -> torch.Tensor | None:
        """[layer, head] of what each head is multiplied by, or None when that is 1 everywhere."""
        return gates_of(self.model, self.spec.masked_heads, self.spec.interventions.scaled_heads)

    @cached_property
    def changes(self) -> Changes:
        """What is done to its states besides, its fits read from where they are kept."""
        return changes_of(self.model, self.spec)

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
    """
    return _loaded(checkpoint, device, dtype, attention, classifier=False)


def load_classifier(
    checkpoint: str | ModelSource, device: str = "auto", dtype: str = "float32"
) -> LoadedModel:
    """Load a sequence classifier under the same rules, with the same head gates.

    Args:
        checkpoint: a folder, or a hub id with an optional `@revision`; or where its files were
            found.
    """
    model = _loaded(checkpoint, device, dtype, "sdpa", classifier=True)
    if model.missing:
        raise UnusableModelError(
            f"{model.source.checkpoint} is not a trained classifier: {len(model.missing)} of its "
            f"weights {agreeing(len(model.missing), 'are')} not in the checkpoint "
            f"({model.first_missing}) and would be random. "
            "Choose a checkpoint fine-tuned for sequence classification."
        )
    faults = (model.wrong_numbers, model.blank.encoder, model.blank.head)
    if any(faults):
        raise UnusableModelError(" ".join(filter(None, faults)))
    return model


@collector_paused()
def _loaded(
    checkpoint: str | ModelSource, device: str, dtype: str, attention: str, classifier: bool
) -> LoadedModel:

    check_dtype(dtype)
    place = choose_device(device)
    check_precision(place, dtype)
    source = checkpoint if isinstance(checkpoint, ModelSource) else resolve(checkpoint, dtype=dtype)
    check_room(source, dtype, place)
    with saying_device_faults(place), saying_no_room(source.checkpoint):
        return _read(source, place, dtype, attention, classifier)


def _read(
    source: ModelSource, place: torch.device, dtype: str, attention: str, classifier: bool
) -> LoadedModel:
    import torch

    network, missing, unused, family = read_network(source, dtype, attention, classifier)
    if dtype == MIXED:
        multiply_in_bfloat16(network)
    network.to(place).eval()
    network.requires_grad_(False)
    if classifier:
        read_row_by_row(network, network.config.num_labels)
    tokenizer = read_tokenizer(source)
    rows = network.get_input_embeddings().weight.shape[0]
    check_ids(source.checkpoint, tokenizer, rows)
    wired = wiring(source.checkpoint, network, family, tokenizer, classifier)
    layers = blocks(network, wired.projections, family)
    register_hooks(network, wired.projections, layers, body_of(network), family.shares_layers)
    noted = [wrong_case(tokenizer), other_ids(source, tokenizer, rows, family.kind), unused]
    if family.kind == ENCODER:
        noted += [_lost_head(network.config), *modules_of(source).notes]
    if has_changed(source):
        raise UnusableModelError(
            f"The files of {source.checkpoint} changed while they were read; try again."
        )
    config = network.config
    model = LoadedModel(
        source=source,
        dtype=dtype,
        device=torch.device(place),
        network=network,
        tokenizer=guard_tokenizer(tokenizer, source.checkpoint),
        family=family,
        layers=getattr(config, "num_hidden_layers", 0),
        heads=wired.heads,
        parameters=sum(parameter.numel() for parameter in network.parameters()),
        max_length=max_length(source.checkpoint, config, tokenizer),
        missing=missing,
        of_files=tuple(filter(None, noted)),
        splits=wired.splits,
        pads=wired.pads,
        steers=bool(layers),
        is_classifier=classifier,
    )
    watch(model)
    return model


def _lost_head(config: Any) -> str:
    """What the config of an encoder says of a language-model head; empty where it says nothing."""
    named = next((name for name in config.architectures or () if name.endswith("ForMaskedLM")), "")
    if not named:
        return ""
    return (
        f"Its config.json names {named[:60]}, and there is no language-model head in its files: "
        "measured as an encoder, by SEAT and heads only."
    )


# --- mixed --------------------------------------------------------------------------------
# Mixed precision has products of matrices in bfloat16, everything else in float32.
#
# Sums over layers, norms and the language-model head stay in float32, so that a score is two to
# three times nearer to float32's than in bfloat16 throughout, at nearly the same speed: the
# products within the layers take most of the time.


def multiply_in_bfloat16(network: Any) -> None:
    """Have the linear layers below the language-model head compute in bfloat16.

    Args:
        network: a language model in float32; the weights of these layers are rounded.
    """
    import torch
    from torch import nn
    from transformers.pytorch_utils import Conv1D

    head = network.get_output_embeddings()
    for layer in network.base_model.modules():
        if isinstance(layer, nn.Linear | Conv1D) and layer is not head:
            layer.to(torch.bfloat16)
            layer.forward = partial(_rounded, layer)  # type: ignore[method-assign]


def _rounded(layer: nn.Module, states: Tensor) -> Tensor:
    """What a layer gives of states in its own precision, in that of the states."""
    weight: Any = layer.weight
    found: Tensor = type(layer).forward(layer, states.to(weight.dtype))
    return found.to(states.dtype)


# --- class layer --------------------------------------------------------------------------
# The last layer of a classifier reads one row at a time on the CPU.
#
# With a handful of classes a product of matrices gives the rows at its edges another last digit
# than those within. A text's scores would then depend on its place in the batch, and a run that
# was stopped would not go on to the same bytes.


def read_row_by_row(network: nn.Module, classes: int) -> None:
    """Have the layers that give the scores of the classes read one row at a time.

    Args:
        network: a classifier; its weights stay as they are.
        classes: how many it has.
    """
    from torch import nn

    for layer in network.modules():
        if isinstance(layer, nn.Linear) and layer.out_features == classes:
            layer.forward = partial(_row_by_row, layer)  # type: ignore[method-assign]


def _row_by_row(layer: nn.Linear, states: Tensor) -> Tensor:
    """Scores of states [row, unit]; other shapes, and accelerators, read them together."""
    import torch
    from torch.nn.functional import linear

    if states.dim() != 2 or is_accelerator(states.device):
        return linear(states, layer.weight, layer.bias)
    # Copies begin where rows of any width may not: at an address that suits the processor.
    return torch.cat([linear(row.clone(), layer.weight, layer.bias) for row in states.split(1)])

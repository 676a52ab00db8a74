"""Taking a wrapper's part off the names of weights, in the process of `child` alone."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.core.families import CAUSAL, FAMILIES, SEQ2SEQ, model_type
from engine.models.convert import ConversionError
from engine.models.convert.writing import Writer, told_of
from engine.models.wrapped_names import own_names

if TYPE_CHECKING:
    from torch import Tensor


class Names:
    """Names that the network of a folder knows; none of one that cannot be built.

    Args:
        folder: has the config.json of the model.
    """

    def __init__(self, folder: Path) -> None:
        try:
            network = _network(json.loads((folder / "config.json").read_text(encoding="utf-8")))
        except Exception:  # what is wrong with a config is said when the model is loaded
            network = None
        self._wanted = set(network.state_dict()) if network is not None else set()
        self._base = network.base_model_prefix if network is not None else ""

    def applied(self, tensors: dict[str, Tensor]) -> dict[str, Tensor]:
        """The same weights, without what a wrapper added to their names.

        Raises:
            ConversionError: if two of them would then have one name.
        """
        own = own_names(tensors, self._wanted, self._base) if self._wanted else {}
        found = {own.get(name, name): tensor for name, tensor in tensors.items()}
        if len(found) != len(tensors):
            raise ConversionError("it holds some weights twice, under names of two wrappers")
        return found


def prepare() -> None:
    """Import what is needed, before memory is limited."""
    import safetensors.torch
    from transformers import (
        AutoConfig,
        AutoModelForCausalLM,
        AutoModelForMaskedLM,
        AutoModelForSeq2SeqLM,
        AutoModelForSequenceClassification,
    )

    del safetensors, AutoConfig, AutoModelForCausalLM, AutoModelForMaskedLM
    del AutoModelForSeq2SeqLM, AutoModelForSequenceClassification


def convert(weights: list[Path], folder: Path) -> dict[str, Any]:
    """Write safetensors again under the names that the network of their config knows.

    Returns:
        As `told_of`; what is missing and unused is known only when a network is built.
    """
    from safetensors.torch import load_file

    names, writer = Names(folder), Writer(folder, len(weights))
    for path in weights:
        writer.write(names.applied(load_file(path)))
    return told_of(writer.finish(), [], [])


def _network(config: dict[str, Any]) -> Any:
    """The network of a config, without memory for its weights; None of an unknown family."""
    import torch
    from transformers import (
        AutoConfig,
        AutoModelForCausalLM,
        AutoModelForMaskedLM,
        AutoModelForSeq2SeqLM,
        AutoModelForSequenceClassification,
    )

    family = FAMILIES.get(model_type(config))
    if family is None:
        return None
    builder: Any = {CAUSAL: AutoModelForCausalLM, SEQ2SEQ: AutoModelForSeq2SeqLM}.get(
        family.kind, AutoModelForMaskedLM
    )
    (named, *_) = config.get("architectures") or [""]
    if str(named).endswith("ForSequenceClassification"):
        builder = AutoModelForSequenceClassification
    with torch.device("meta"):
        return builder.from_config(AutoConfig.for_model(**config), trust_remote_code=False)

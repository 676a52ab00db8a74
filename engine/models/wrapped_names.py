"""Names of weights that a wrapper has lengthened: `module.`, `_orig_mod.`, `base_model.model.`.

Parallel training, compilation and adapters wrap a network, and whoever saves the wrapper's weights
saves its names. transformers finds none of them and would make random weights in their place.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator

from engine.core.errors import UnusableModelError
from engine.core.families import FAMILIES
from engine.core.program import PROGRAM
from engine.core.shell import quoted
from engine.core.wording import agreeing, counted

# Parts of a name that are a wrapper's wherever they stand: DataParallel, torch.compile, FSDP,
# DeepSpeed, checkpointed activations.
_WRAPPERS = (
    *("module", "_orig_mod", "_fsdp_wrapped_module", "_forward_module"),
    *("_checkpoint_wrapped_module", "_flat_param"),
)
_LEADING = 6  # parts at the beginning that may be those of classes around the network
_SHARE = 0.2  # of all weights; fewer are parts of something else that was saved too
# Parts of names that adapters add: those of peft, and of the library adapters.
_UNMERGED = re.compile(
    r"\.(base_layer|modules_to_save|(lora|ia3|oft|boft|hada|lokr|vera|fourierft)_\w+"
    r"|adapters?|adapter_(down|up)|loras|prefix_tuning|prompt_tuning)(\.|$)"
)
# What libraries that quantise weights keep beside them, or in their place.
_QUANTISED = re.compile(r"\.(SCB|weight_format|absmax|quant_map|qweight|qzeros)$")
_OLD = {"gamma": "weight", "beta": "bias"}  # how norms were once called


def own_names(there: Iterable[str], wanted: Collection[str], base: str) -> dict[str, str]:
    """Names without what a wrapper added to them.

    Args:
        there: names of the weights in the files.
        wanted: names of the weights of the network.
        base: what the network calls its body; names may stand without it.

    Returns:
        Name in the files -> name of the network, of those that differ; empty where fewer than a
        fifth do and no part is known as that of a wrapper.
    """
    known = _known(wanted, base)
    names = list(there)
    held = {_modern(name).removeprefix(f"{base}.") for name in names}
    found: dict[str, str] = {}
    for name in names:
        if _modern(name) in known:
            continue
        own = next((short for short in _shorter(name) if _modern(short) in known), None)
        if own is not None and _is_of_another(name, own, base):
            continue  # without it, the weights of one family would be read as those of another
        if own is not None and _modern(own).removeprefix(f"{base}.") not in held:
            found[name] = own
    wrapped = any(part in _WRAPPERS for name in found for part in name.split("."))
    return found if wrapped or len(found) >= max(1, _SHARE * len(names)) else {}


def refuse_changed(checkpoint: str, there: Collection[str]) -> None:
    """Refuse weights with an adapter among them that is not merged, or that are quantised.

    A network would be read without the adapter, or without the scales of its weights.

    Args:
        checkpoint: as the user knows it.
        there: names of the weights in the files.
    """
    unmerged = next(filter(_UNMERGED.search, there), None)
    if unmerged is not None:
        raise UnusableModelError(
            f"The weights of {checkpoint} hold an adapter that is not merged ({unmerged[:100]}); "
            "load them with the library that trained it, merge it (peft: merge_and_unload; "
            "adapters: merge_adapter) and save the result with save_pretrained."
        )
    quantised = next(filter(_QUANTISED.search, there), None)
    if quantised is not None:
        raise UnusableModelError(
            f"The weights of {checkpoint} are quantised ({quantised[:100]}), and scores of them "
            "are not those of float32; take the checkpoint that they were made from."
        )


def refuse_wrapped(
    checkpoint: str, there: Collection[str], wanted: Collection[str], base: str
) -> None:
    """Refuse weights that carry the names of a wrapper.

    Args:
        checkpoint: as the user knows it.
        there, wanted, base: as `own_names`.
    """
    renamed = own_names(there, wanted, base)
    if renamed:
        name, own = next(iter(renamed.items()))
        added = name.removesuffix(own) if name.endswith(own) else name
        raise UnusableModelError(
            f"The name{'s' * (len(renamed) > 1)} of {counted(len(renamed), 'weight')} of "
            f"{checkpoint} {agreeing(len(renamed), 'have')} a prefix, {added[:100]}, as a network "
            "that was wrapped in another gives them, so that none of these weights would be found; "
            f"take it off with `{PROGRAM} models convert {quoted(checkpoint)}`, which prints "
            "the folder to give."
        )


def refuse_other_network(
    checkpoint: str, there: Collection[str], wanted: Collection[str], base: str, kind: str
) -> None:
    """Refuse weights none of which the network of the config would find.

    Args:
        checkpoint: as the user knows it.
        there, wanted, base: as `own_names`.
        kind: what the config says of the network, its model_type.
    """
    known = _known(wanted, base)
    if there and not any(_modern(name) in known for name in there):
        raise UnusableModelError(
            f"The config.json of {checkpoint} says model_type {kind}, but none of its weights has "
            f"a name of such a network (one is {next(iter(there))[:100]}); take the config.json "
            "that they were saved with."
        )


def _known(wanted: Collection[str], base: str) -> set[str]:
    """Names under which transformers finds a weight."""
    return {*wanted, *(name.removeprefix(f"{base}.") for name in wanted)}


def _is_of_another(name: str, own: str, base: str) -> bool:
    """Whether what is before a weight's own name is the body of another family."""
    before = name.removesuffix(own).split(".")
    return any(part in FAMILIES and part != base for part in before)


def _shorter(name: str) -> Iterator[str]:
    """Names that may be meant, the longest first."""
    parts = name.split(".")
    for kept in ([part for part in parts if part not in _WRAPPERS], parts):
        for first in range(min(_LEADING, len(kept))):
            yield ".".join(kept[first:])


def _modern(name: str) -> str:
    start, dot, last = name.rpartition(".")
    return f"{start}{dot}{_OLD.get(last, last)}"

"""Names of weights that a wrapper has lengthened: `module.`, `_orig_mod.`, `base_model.model.`.

Parallel training, compilation and adapters wrap a network, and whoever saves the wrapper's weights
saves its names. transformers finds none of them and would make random weights in their place.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from shlex import quote

from engine.core.errors import UnusableModelError

# Parts of a name that are a wrapper's wherever they stand: DataParallel, torch.compile, FSDP,
# DeepSpeed, checkpointed activations.
_WRAPPERS = (
    *("module", "_orig_mod", "_fsdp_wrapped_module", "_forward_module"),
    *("_checkpoint_wrapped_module", "_flat_param"),
)
_LEADING = 6  # parts at the beginning that may be those of classes around the network
_SHARE = 0.2  # of all weights; fewer are parts of something else that was saved too
_UNMERGED = (".lora_A.", ".lora_B.", ".base_layer.", ".lora_embedding_A")
_OLD = {"gamma": "weight", "beta": "bias"}  # how norms were once called


def own_names(there: Iterable[str], wanted: Collection[str], base: str) -> dict[str, str]:
    """Names without what a wrapper added to them.

    Args:
        there: names of the weights in the files.
        wanted: names of the weights of the network.
        base: what the network calls its body; names may stand without it.

    Returns:
        Name in the files -> name of the network, of those that differ; empty where fewer than a
        fifth do.
    """
    known = {*wanted, *(name.removeprefix(f"{base}.") for name in wanted)}
    names = list(there)
    held = {_modern(name) for name in names}
    found: dict[str, str] = {}
    for name in names:
        if _modern(name) in known:
            continue
        own = next((short for short in _shorter(name) if _modern(short) in known), None)
        if own is not None and _modern(own) not in held:
            found[name] = own
    return found if len(found) >= max(1, _SHARE * len(names)) else {}


def refuse_wrapped(
    checkpoint: str, there: Collection[str], wanted: Collection[str], base: str
) -> None:
    """Refuse weights that carry the names of a wrapper, or an adapter that is not merged.

    Args:
        checkpoint: as the user knows it.
        there, wanted, base: as `own_names`.
    """
    unmerged = next((name for name in there if any(part in name for part in _UNMERGED)), None)
    if unmerged is not None:
        raise UnusableModelError(
            f"The weights of {checkpoint} hold an adapter that is not merged ({unmerged[:100]}); "
            "load them with peft, merge it (merge_and_unload) and save the result with "
            "save_pretrained."
        )
    renamed = own_names(there, wanted, base)
    if renamed:
        name, own = next(iter(renamed.items()))
        added = name.removesuffix(own) if name.endswith(own) else name
        raise UnusableModelError(
            f"The names of {len(renamed)} weights of {checkpoint} have a prefix, {added[:100]}, as "
            "a network that was wrapped in another gives them, so that none of these weights would "
            f"be found; take it off with `python -m engine models convert {quote(checkpoint)}`, "
            "which prints the folder to give."
        )


def _shorter(name: str) -> Iterator[str]:
    """Names that may be meant, the longest first."""
    parts = name.split(".")
    for kept in ([part for part in parts if part not in _WRAPPERS], parts):
        for first in range(min(_LEADING, len(kept))):
            yield ".".join(kept[first:])


def _modern(name: str) -> str:
    start, dot, last = name.rpartition(".")
    return f"{start}{dot}{_OLD.get(last, last)}"

"""Scores of an accelerator compared with the CPU's before the first of them is kept.

Every computation comes through here, on this machine or on those of a cluster. What was found is
kept for this model, device, precision and these libraries, so that it costs a second once.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from engine.core.errors import DeviceError
from engine.core.libraries import library_versions
from engine.core.wording import counted
from engine.flow.derived import derived, stored_derived
from engine.flow.shapes import AgainstCpu
from engine.models.devices import hardware_name, is_accelerator

if TYPE_CHECKING:
    import torch

    from engine.core.spec import ModelSpec
    from engine.models.loading import LoadedModel
    from engine.storage.store import Store

_NAME, _VERSION = "against_cpu", 1


# Weak keys: an entry goes with its model.
_KNOWN: WeakKeyDictionary[LoadedModel, AgainstCpu] = WeakKeyDictionary()


def against_cpu(
    model: LoadedModel, spec: ModelSpec, store: Store | None, classifier: bool = False
) -> AgainstCpu | None:
    """How far a model's scores on its device are from the CPU's; None on the CPU itself.

    Args:
        classifier: whether its classes are read, in place of its language-model head.

    Raises:
        DeviceError: if they differ by more than rounding.
    """
    if not is_accelerator(model.device):
        return None
    if model not in _KNOWN:
        _KNOWN[model] = _found(model, spec, store, classifier)
    return _KNOWN[model]


def stored_against_cpu(
    spec: ModelSpec, device: torch.device, store: Store | None
) -> AgainstCpu | None:
    """What is kept of a model on a device; nothing is computed."""
    if store is None or not is_accelerator(device):
        return None
    found = stored_derived(_NAME, _VERSION, _item(spec, device, False), {}, store)
    return found[0] if found else None


def in_words(found: Mapping[str, Any]) -> str:
    """What was found, in one sentence."""
    if found["largest_difference"] is None:
        return f"Scores on {found['device']} were not compared with the CPU's: {found['reason']}"
    scores = counted(found["scores"], "score")
    return (
        f"Scores on {found['device']} differ by at most {found['largest_difference']:.1e} "
        f"{found['unit']} from the CPU's ({scores} compared; up to {found['bound']:g} is rounding)."
    )


def _found(
    model: LoadedModel, spec: ModelSpec, store: Store | None, classifier: bool
) -> AgainstCpu:
    from engine.inference.against_cpu import BOUNDS, NATS
    from engine.models.device_faults import saying_device_faults
    from engine.models.room import NoRoomError, check_free, memory_of

    def compared() -> AgainstCpu:
        check_free(
            f"A copy of {spec.checkpoint} on the CPU", memory_of(model.parameters, spec.dtype)
        )
        with saying_device_faults(model.device):
            return _compared(model, spec, classifier)

    item = _item(spec, model.device, classifier)
    try:
        found: AgainstCpu = derived(_NAME, _VERSION, item, {}, compared, store)
    except NoRoomError as error:
        return AgainstCpu(
            device=hardware_name(model.device),
            largest_difference=None,
            scores=0,
            bound=BOUNDS[spec.dtype],
            unit=NATS,
            reason=str(error),
        )
    return found


def _compared(model: LoadedModel, spec: ModelSpec, classifier: bool) -> AgainstCpu:
    """The comparison; one that is no rounding is said and not kept."""
    from engine.inference.against_cpu import compared

    name = hardware_name(model.device)
    found = compared(model, classifier)
    if not found.is_rounding:
        raise DeviceError(
            f"{spec.checkpoint} is not measured on {model.device} ({name}) in {spec.dtype}: its "
            f"scores differ by up to {found.largest:.3g} {found.unit} from the CPU's, and no more "
            f"than {found.bound:g} is rounding. Use --device cpu, or another version of torch."
        )
    return AgainstCpu(
        device=name,
        largest_difference=found.largest,
        scores=found.scores,
        bound=found.bound,
        unit=found.unit,
        reason="",
    )


def _item(spec: ModelSpec, device: torch.device, classifier: bool) -> dict[str, Any]:
    return {
        "spec": spec.unmasked().identity(),
        "device": [device.type, hardware_name(device)],
        "libraries": library_versions(),
    } | ({"read_as": "classifier"} if classifier else {})

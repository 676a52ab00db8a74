"""A fitted erasure or steering vector as a safetensors file, with what it was fitted on.

Its identity is the sha256 of its bytes. Nothing in it is run: numbers, and one JSON object that
names model, concept, method and pairs. A fit means something only in the model that it was fitted
on, to the revision; `check_fit` refuses it elsewhere.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NotRequired

from typing_extensions import TypedDict

from engine.core.constraints import Interval
from engine.core.errors import BiascopeError, why
from engine.core.intervention_text import slug
from engine.core.interventions import ErasedConcept, SteeringVector
from engine.core.paths import ordinary_file, place_for
from engine.core.shape import misfit
from engine.core.spec import ModelSpec
from engine.core.wording import counted

if TYPE_CHECKING:
    import numpy as np

ERASURE, STEERING = "erasure", "steering"
FORMAT = "biascope-fit"
VERSION = 1
SUFFIX = ".safetensors"
MOST_BYTES = 64 * 2**20  # an erasure of rank 128 in a model of width 16,384 has 17 MB
_ARRAYS = {ERASURE: ("center", "left", "right"), STEERING: ("vector",)}
_HEADER = "biascope"


@dataclass(frozen=True, eq=False)
class Fit:
    """One fitted erasure or steering vector.

    Args:
        kind: `erasure` or `steering`.
        concept: what it is of, such as `gender`.
        method: how it was fitted.
        checkpoint: the model's name where it was fitted.
        revision: its commit hash or content digest.
        family: name of its family.
        layers: number of its layers.
        layer: whose output is steered, counted from 1; 0 of an erasure, which acts on the states
            that the language-model head reads.
        rank: dimensions that an erasure takes away; 1 of a vector.
        arrays: of an erasure `center` [width], `left` and `right` [rank, width], which map a state
            x to x − ((x − center) @ right.T) @ left; of steering the `vector` [width].
        about: how it was fitted, JSON-ready: pairs, seed, held-out accuracies.
    """

    kind: str
    concept: str
    method: str
    checkpoint: str
    revision: str
    family: str
    layers: int
    layer: int
    rank: int
    arrays: dict[str, np.ndarray] = field(repr=False)
    about: dict[str, Any] = field(default_factory=dict)

    @property
    def width(self) -> int:
        """Numbers of a state."""
        return int(next(iter(self.arrays.values())).shape[-1])

    def reference(self, digest: str) -> ErasedConcept | SteeringVector:
        """What names it in a spec; a vector at strength 1.

        Args:
            digest: of its file.
        """
        if self.kind == ERASURE:
            return ErasedConcept(self.concept, self.method, digest)
        return SteeringVector(self.concept, self.method, self.layer, digest, 1.0)


_Count = Annotated[int, Interval(ge=0)]


class _Header(TypedDict):
    """What a file says of its numbers, see `Fit`."""

    format: str
    version: int
    kind: str
    concept: str
    method: str
    checkpoint: str
    revision: str
    family: str
    layers: _Count
    layer: _Count
    rank: Annotated[int, Interval(ge=1)]
    about: NotRequired[dict[str, Any]]


def fit_bytes(fit: Fit) -> bytes:
    """The content of a fit's file, float32; the same for the same fit."""
    import numpy as np
    from safetensors.numpy import save

    header = {name: value for name, value in asdict(fit).items() if name != "arrays"}
    text = json.dumps(
        {"format": FORMAT, "version": VERSION, **header}, ensure_ascii=False, sort_keys=True
    )
    arrays = {
        name: np.ascontiguousarray(fit.arrays[name], np.float32) for name in sorted(fit.arrays)
    }
    return save(arrays, {_HEADER: text})


def digest_of(content: bytes) -> str:
    """sha256 of a fit's file."""
    return hashlib.sha256(content).hexdigest()


def read_fit(content: bytes, name: str = "This file") -> Fit:
    """Read the content of a fit's file.

    Args:
        name: of the file, for messages.

    Raises:
        BiascopeError: if it is damaged, too large, or no fit.
    """
    if len(content) > MOST_BYTES:
        raise BiascopeError(f"{name} is too large for a fitted erasure or vector.")
    header = _header(content, name)
    if header.get("format") != FORMAT:
        raise _no_fit(name)
    if header.get("version") != VERSION:
        raise BiascopeError(
            f"{name} has format version {header.get('version')!r}; this Biascope reads version "
            f"{VERSION}."
        )
    if problem := misfit(header, _Header):
        raise BiascopeError(f"{name} is damaged ({problem}); fit it again.")
    if header["kind"] not in _ARRAYS:
        raise BiascopeError(f"{name} is neither an erasure nor a vector; fit it again.")
    fields = {key: header[key] for key in _Header.__annotations__ if key in header}
    del fields["format"], fields["version"]
    slug(fields["concept"])
    slug(fields["method"])
    fit = Fit(**fields, arrays=_arrays(content, header["kind"], name))
    _check_shapes(fit, name)
    return fit


def load_fit(path: str | Path) -> tuple[Fit, bytes]:
    """Read a fit from its file.

    Returns:
        The fit, and the bytes of its file.
    """
    try:
        with ordinary_file(path, "a file that erase fit or steer fit wrote").open("rb") as stream:
            content = stream.read(MOST_BYTES + 1)
    except OSError as error:
        raise BiascopeError(f"{path} cannot be read ({why(error)}).") from None
    return read_fit(content, Path(path).name), content


def save_fit(path: str | Path, content: bytes) -> None:
    """Write a fit's file."""
    try:
        place_for(path).write_bytes(content)
    except OSError as error:
        raise BiascopeError(f"{path} cannot be written ({why(error)}).") from None


def check_fit(fit: Fit, spec: ModelSpec) -> None:
    """Refuse a fit of another model: its numbers mean nothing there.

    Args:
        spec: the model it is meant for; what is done to it does not matter.
    """
    if fit.revision == spec.revision:  # the same files, whatever they are called here
        return
    what = "erasure" if fit.kind == ERASURE else "vector"
    if fit.checkpoint != spec.checkpoint:
        raise BiascopeError(
            f"This {what} ({fit.concept}, {fit.method}) was fitted on {fit.checkpoint} "
            f"({fit.family}, {counted(fit.layers, 'layer')}, states of {fit.width} numbers), not "
            f"on {spec.checkpoint}, where its directions mean nothing. Choose {fit.checkpoint}, or "
            f"fit {fit.concept} on {spec.checkpoint}."
        )
    raise BiascopeError(
        f"This {what} ({fit.concept}, {fit.method}) was fitted on another revision of "
        f"{spec.checkpoint} ({_short(fit.revision)}, here {_short(spec.revision)}); fit it again."
    )


def _header(content: bytes, name: str) -> dict[str, Any]:
    """The JSON object that Biascope wrote into a safetensors file."""
    size = int.from_bytes(content[:8], "little")
    try:
        if not 0 < size <= len(content) - 8:
            raise ValueError
        whole = json.loads(content[8 : 8 + size])
        header = json.loads(whole["__metadata__"][_HEADER])
        if not isinstance(header, dict):
            raise TypeError
    except (ValueError, KeyError, TypeError, RecursionError):
        raise _no_fit(name) from None
    return header


def _no_fit(name: str) -> BiascopeError:
    return BiascopeError(
        f"{name} is no fitted erasure or vector of Biascope, or it is damaged or cut short. Give a "
        "file that erase fit or steer fit wrote."
    )


def _arrays(content: bytes, kind: str, name: str) -> dict[str, np.ndarray]:
    import numpy as np
    from safetensors import SafetensorError
    from safetensors.numpy import load

    try:
        found = load(content)
    except (SafetensorError, ValueError, KeyError, TypeError):
        raise _no_fit(name) from None
    wanted = _ARRAYS[kind]
    if sorted(found) != sorted(wanted) or any(
        array.dtype != np.float32 or not np.isfinite(array).all() for array in found.values()
    ):
        raise BiascopeError(
            f"{name} is damaged: it must hold {' and '.join(wanted)} as finite numbers."
        )
    return found


def _check_shapes(fit: Fit, name: str) -> None:
    shapes = {key: array.shape for key, array in fit.arrays.items()}
    width = fit.width
    wanted: dict[str, tuple[int, ...]]
    if fit.kind == ERASURE:
        wanted = {"center": (width,), "left": (fit.rank, width), "right": (fit.rank, width)}
        places = fit.layer == 0 and fit.rank <= width
    else:
        wanted = {"vector": (width,)}
        places = 1 <= fit.layer <= fit.layers and fit.rank == 1
    if shapes != wanted or not places:
        raise BiascopeError(f"{name} is damaged: its numbers do not fit together. Fit it again.")


def _short(revision: str) -> str:
    return revision.removeprefix("sha256:")[:10]

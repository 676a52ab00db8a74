"""A mask as a small file: which heads of which model are masked, and why.

Plain JSON, so that it can be read, edited and compared by hand.
"""

from __future__ import annotations

import json
import re
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Annotated, Any, NotRequired

from typing_extensions import TypedDict

from engine.core.constraints import Interval
from engine.core.errors import BiascopeError
from engine.core.paths import ordinary_file, place_for
from engine.core.shape import misfit
from engine.core.spec import HeadRef, ModelSpec, check_heads, format_heads, parse_heads
from engine.core.wording import counted
from engine.files.records import JsonError, parsed

FORMAT = "biascope-mask"
VERSION = 1
_SIZE_LIMIT = 2**20  # bytes; a mask of all heads of the largest models has a tenth of it


@dataclass(frozen=True)
class HeadMask:
    """Masked heads with the model they belong to.

    Args:
        checkpoint: the model's name where the mask was made.
        revision: its commit hash or content digest.
        family: name of its family.
        layers: number of its layers.
        heads: heads a layer.
        masked_heads: heads, counted from 0.
        note: one line of the author's.
    """

    checkpoint: str
    revision: str
    family: str
    layers: int
    heads: int
    masked_heads: tuple[HeadRef, ...]
    note: str = ""

    @classmethod
    def of(cls, spec: ModelSpec, family: str, layers: int, heads: int, note: str = "") -> HeadMask:
        """The mask of a spec."""
        return cls(
            spec.checkpoint, spec.revision, family, layers, heads, spec.masked_heads, note.strip()
        )


def mask_text(mask: HeadMask) -> str:
    """The content of a mask file."""
    heads = [str(head) for head in sorted(mask.masked_heads)]
    content = {"format": FORMAT, "version": VERSION, **asdict(mask), "masked_heads": heads}
    return json.dumps(content, ensure_ascii=False, indent=2) + "\n"


_Number = Annotated[int, Interval(ge=1)]


class _Content(TypedDict):
    """What is read of a mask file, see `HeadMask`."""

    checkpoint: str
    revision: str
    family: str
    layers: _Number
    heads: _Number
    masked_heads: list[str]
    note: NotRequired[Any]


def parse_mask(text: str) -> HeadMask:
    """Read the content of a mask file."""
    read = _object(text)
    if read.get("format") != FORMAT:
        raise BiascopeError(
            "This JSON is no mask file of Biascope. Load one that was saved with Save the mask."
        )
    if read.get("version") != VERSION:
        raise BiascopeError(
            f"This mask file has format version {read.get('version')!r}; this Biascope reads "
            f"version {VERSION}."
        )
    if problem := misfit(read, _Content):
        key = re.split(r"[^a-z_]", problem, maxsplit=1)[0]
        raise BiascopeError(f"The mask file lacks {key!r}, or it is damaged ({problem}).")
    known = {key: read[key] for key in _Content.__annotations__ if key in read}
    heads = parse_heads(" ".join(read["masked_heads"]))
    mask = HeadMask(**known | {"masked_heads": heads, "note": str(read.get("note", ""))})
    check_heads(mask.masked_heads, mask.layers, mask.heads)
    return mask


def fit_mask(
    mask: HeadMask, spec: ModelSpec, family: str, layers: int, heads: int
) -> tuple[tuple[HeadRef, ...], list[str]]:
    """The heads of a mask for a model, if it is the one the mask was made for.

    Args:
        spec: the model to mask; its own masked heads do not matter.

    Returns:
        Heads to mask, and warnings (that the revision is another).
    """
    if mask.revision == spec.revision:  # the same files, whatever they are called here
        check_heads(mask.masked_heads, layers, heads)
        return mask.masked_heads, []
    if (
        mask.checkpoint != spec.checkpoint
        or mask.family != family
        or (mask.layers, mask.heads) != (layers, heads)
    ):
        raise BiascopeError(
            f"This mask belongs to {mask.checkpoint} ({mask.family}, "
            f"{counted(mask.layers, 'layer')} of "
            f"{mask.heads} heads), not to {spec.checkpoint} ({family}, {layers} of {heads}): its "
            f"heads {format_heads(mask.masked_heads) or '(none)'} mean nothing there. "
            f"Choose {mask.checkpoint} first."
        )
    return mask.masked_heads, [
        f"The mask was made for another revision of {spec.checkpoint} "
        f"({_short(mask.revision)}, here {_short(spec.revision)}); its heads may mean something "
        "else."
    ]


def save_mask(path: str | Path, mask: HeadMask) -> None:
    """Write a mask file."""
    try:
        place_for(path).write_text(mask_text(mask), encoding="utf-8")
    except OSError as error:
        raise BiascopeError(f"{path} cannot be written ({error.strerror}).") from None


def load_mask(path: str | Path) -> HeadMask:
    """Read a mask file."""
    try:
        with ordinary_file(path, "a mask file").open("rb") as stream:
            data = stream.read(_SIZE_LIMIT + 1)
        text = data.decode("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        why = getattr(error, "strerror", None) or "it is not UTF-8 text"
        raise BiascopeError(f"{path} cannot be read ({why}).") from None
    if len(data) > _SIZE_LIMIT:
        raise BiascopeError(f"{path} is too large for a mask file.")
    return parse_mask(text)


def _object(text: str) -> dict[str, Any]:
    try:
        read = parsed(text)
    except JsonError:
        raise BiascopeError(
            "This is no mask file: it is not readable JSON, so it may be damaged or cut short."
        ) from None
    return read if isinstance(read, dict) else {}


def _short(revision: str) -> str:
    return revision.removeprefix("sha256:")[:10]

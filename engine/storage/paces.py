"""How fast work of each kind was here, kept from earlier runs in the cache: it only forecasts.

One small file beside the results. Whoever writes it replaces it whole; of two who write at once one
is lost, and so is a file that cannot be read or written. Nothing else depends on it.
"""

from __future__ import annotations

import contextlib
import json
import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from engine.storage.private_files import private_folder, write_private

FILE = "paces.json"

_MOST = 500  # kinds of work; the one that was measured longest ago goes first
_SURE = 3.0  # seconds of work that replace what was kept, however long that was
_LARGEST = 2**20  # characters of a file that is read


def kept_pace(folder: Path, kind: str, size: float) -> float | None:
    """Seconds that a unit of work took, of the size that is nearest; None where none is known.

    Args:
        folder: the cache.
        kind: of the work, the machine included.
        size: mean units of one item.
    """
    by_size = _read(folder).get(kind)
    if not by_size:
        return None
    wanted = _bucket(size)
    nearest = min(by_size, key=lambda bucket: (abs(int(bucket) - wanted), bucket))
    seconds, units = by_size[nearest]
    return seconds / units


def keep_paces(
    folder: Path, kinds: Sequence[str], size: float, seconds: float, units: float
) -> None:
    """Keep how long some work took, unless what is kept rests on more.

    Args:
        folder: the cache.
        kinds: under which it is looked for, the machine included.
        size: mean units of one item.
        seconds, units: of the work that was timed, both above 0.
    """
    paces = _read(folder)
    bucket = str(_bucket(size))
    for kind in kinds:
        by_size = paces.pop(kind, {})
        if seconds >= min(_SURE, by_size.get(bucket, (0.0, 1.0))[0]):
            by_size[bucket] = (round(seconds, 3), round(units, 3))
        paces[kind] = by_size  # the newest last
    for oldest in list(paces)[:-_MOST]:
        del paces[oldest]
    with contextlib.suppress(OSError):
        private_folder(folder)
        write_private(folder / FILE, json.dumps(paces))


def _bucket(size: float) -> int:
    return round(math.log2(max(size, 1.0)))


def _read(folder: Path) -> dict[str, dict[str, tuple[float, float]]]:
    """What the file holds of the right form: kind -> bucket of sizes -> seconds and units."""
    if not (folder / FILE).is_file():  # nor a pipe, which would be waited for
        return {}
    try:
        with (folder / FILE).open(encoding="utf-8") as stream:
            found: Any = json.loads(stream.read(_LARGEST))
    except (OSError, ValueError, RecursionError):
        return {}
    if not isinstance(found, dict):
        return {}
    sizes = {
        kind: {bucket: pair for bucket, entry in by_size.items() if (pair := _pair(bucket, entry))}
        for kind, by_size in found.items()
        if isinstance(by_size, dict)
    }
    return {kind: by_size for kind, by_size in sizes.items() if by_size}


def _pair(bucket: str, entry: Any) -> tuple[float, float] | None:
    """Seconds and units of an entry; None if it is none."""
    if not (bucket.isdecimal() and isinstance(entry, list) and len(entry) == 2):
        return None
    if not all(isinstance(number, int | float) and 0 < number < 1e12 for number in entry):
        return None
    return float(entry[0]), float(entry[1])

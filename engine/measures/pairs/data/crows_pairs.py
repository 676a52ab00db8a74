"""Reader of CrowS-Pairs files: the English one, and its parallel translations."""

from __future__ import annotations

import codecs
import io
from pathlib import Path
from typing import TYPE_CHECKING

from engine.core.errors import DataSetError

if TYPE_CHECKING:
    import pandas as pd

COLUMNS = ["sent_more", "sent_less", "stereo_antistereo", "bias_type"]


def crows_pairs(path: Path) -> pd.DataFrame:
    """The pairs of one file, in its order, with the four columns that scoring reads."""
    import pandas as pd

    # The Dutch file is UTF-8 but for stray letters in the encoding of old Macs.
    text = path.read_bytes().decode("utf-8", errors=_MAC)
    read = pd.read_csv(io.StringIO(text), keep_default_na=False, dtype=str)
    absent = [name for name in COLUMNS if name not in read]
    if absent:
        raise DataSetError(f"{path} has no column {absent[0]}; it is not a CrowS-Pairs file.")
    return read[COLUMNS]


def crows_pairs_dutch(path: Path) -> pd.DataFrame:
    """The Dutch pairs, with the direction of the English pair in the same row.

    The direction in the Dutch file differs from the English on every fifth row, about what
    chance would give, though the sentences are translations row by row.
    """
    dutch, english = crows_pairs(path), crows_pairs(path.with_name("crows_eng.csv"))
    if len(dutch) != len(english):
        raise DataSetError(f"{path} has {len(dutch)} rows where the English file has another.")
    return dutch.assign(stereo_antistereo=english["stereo_antistereo"])


def _from_mac(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeDecodeError):
        raise error
    return error.object[error.start : error.end].decode("mac_roman"), error.end


_MAC = "biascope_mac_roman"
codecs.register_error(_MAC, _from_mac)

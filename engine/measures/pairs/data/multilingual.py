"""Gender pairs in ten languages: corrected and translated from CrowS-Pairs."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from engine.core.errors import DataSetError, InputTextError
from engine.core.languages import language_name
from engine.files.fetch.registry import data_set

if TYPE_CHECKING:
    import pandas as pd

SET = "multilingual-pairs"
_COLUMNS = {"A_x": "sent_more", "B_x": "sent_less", "stereo_antistereo": "stereo_antistereo"}


def languages() -> dict[str, str]:
    """Code -> name of each language, by name."""
    codes = data_set(SET).languages
    return {code: language_name(code) for code in sorted(codes, key=language_name)}


def set_name(language: str) -> str:
    """The set of pairs of a language.

    Args:
        language: two-letter code, or its name in English.
    """
    known = languages()
    for code, name in known.items():
        if language.strip().casefold() in (code, name.casefold()):
            return f"{SET}-{code}"
    listed = ", ".join(f"{code} ({name})" for code, name in known.items())
    raise InputTextError(f"There are no gender pairs in {language!r}; there is {listed}.")


def multilingual_pairs(path: Path) -> pd.DataFrame:
    """The pairs of one file, in its order.

    Returns:
        `sent_more`, `sent_less`, `stereo_antistereo`, `bias_type` (gender), and `id`: the row of
        the English original. A row with an empty side stays; scoring names it.

    Source: Steinborn et al. 2022.
    """
    import pandas as pd

    read = pd.read_csv(path, keep_default_na=False, dtype=str, encoding="utf-8-sig")
    absent = [name for name in ("ID", *_COLUMNS) if name not in read]
    if absent:
        raise DataSetError(f"{path} has no column {absent[0]}; it is not a file of these pairs.")
    pairs = read[[*_COLUMNS]].rename(columns=_COLUMNS)
    return pairs.assign(bias_type="gender", id=read["ID"])

"""`bench device` as on a bare machine: torch, transformers, numpy, pandas, scipy and typer.

`python bare.py COMMAND …`: packages of ours that such a machine lacks cannot be imported. Those
that our versions of typer and of the hub client need are lacking only to our own code, since other
versions do without them. The models whose speed is measured are tiny.
"""

from __future__ import annotations

import runpy
import sys
from importlib.machinery import PathFinder
from pathlib import Path
from typing import Any

LACKING = {
    *("streamlit", "starlette", "plotly", "shap", "umap", "krippendorff", "cachetools", "sklearn"),
    *("statsmodels", "pyarrow", "psutil", "babel", "tzdata", "pysubs2", "charset_normalizer"),
    *("ftfy", "py3langid", "simplemma", "latex2mathml", "markdown_it", "h5py", "sentencepiece"),
    *("ray", "sentence_transformers", "numba"),
}
LACKING_TO_US = {"pydantic", "annotated_types", "httpx2"}
_OURS = str(Path(__file__).parents[4] / "engine")


class _Bare(PathFinder):
    @classmethod
    def find_spec(cls, fullname: str, path: Any = None, target: Any = None) -> Any:
        top = fullname.partition(".")[0]
        if top in LACKING or (top in LACKING_TO_US and _asked_by_us()):
            return None
        return super().find_spec(fullname, path, target)


def _asked_by_us() -> bool:
    """Whether the file that imports is one of the engine."""
    frame = sys._getframe(2)
    while frame.f_back is not None and "importlib" in frame.f_code.co_filename:
        frame = frame.f_back
    return frame.f_code.co_filename.startswith(_OURS)


def _shrink() -> None:
    """Have speeds and pressure measured with little work."""
    from engine.bench.device import pressure, speed
    from engine.bench.random_models import Shape

    speed.SHAPES = {"tiny": Shape("bert", 305, hidden=32, layers=2, heads=4, max_length=64)}
    speed._SIZES, speed._MOST = {"cpu": (64, 256)}, 10
    pressure._WIDE, pressure._PAIRS, pressure._TURNS = 1000, 66, 1


if __name__ == "__main__":
    place = sys.meta_path.index(PathFinder)
    sys.meta_path[place] = _Bare
    sys.path[0] = str(Path(_OURS).parent)
    _shrink()
    runpy.run_module("engine", run_name="__main__")

"""The script that draws the figures: Plotly's own file, read from its package."""

from __future__ import annotations

from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path

from engine.core.errors import BiascopeError, why

_PACKAGE, _INSIDE = "plotly", Path("package_data") / "plotly.min.js"
_INSTALL = "install the packages of requirements.txt again"


@lru_cache(maxsize=1)
def plotly_script() -> str:
    """Plotly's script as one text; the package is not imported."""
    spec = find_spec(_PACKAGE)
    if spec is None or spec.origin is None:
        raise BiascopeError(f"The figures cannot be drawn: plotly is not installed; {_INSTALL}.")
    path = Path(spec.origin).parent / _INSIDE
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = why(error)
        raise BiascopeError(
            f"The figures cannot be drawn: plotly's script is not in its package ({reason}); "
            f"{_INSTALL}."
        ) from None

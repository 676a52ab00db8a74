"""Biascope: show, measure and intervene on social bias in language models.

In a notebook, what a page or a command measures is a table:

    import biascope as bs

    bs.pairs("bundled", "bundled")                       # the Pairs page's shares, with intervals
    bs.fill("bundled", "The nurse said that [MASK] was tired.", targets=["he", "she"]).figure()
    bs.seat("owner/model", masked_heads="3-1,6-12").summary

Each function runs the command of its name in this process, so its numbers, its store and its
refusals (raised as `BiascopeError`) are those of the command line and of the pages. What it
returns is a `Result`.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

try:
    from engine.core.version import VERSION
except ImportError as error:  # in a source tree, where the engine has a name of its own
    _place = getattr(sys.modules.get("engine"), "__file__", None) or "no file"
    raise ImportError(
        f"In this process `engine` is another program's module ({_place}), so Biascope's is not "
        "reached. Start a new process in the folder of the clone, or run pip install . there."
    ) from error

if TYPE_CHECKING:
    from biascope.measures import agreement as agreement
    from biascope.measures import arena as arena
    from biascope.measures import cabm as cabm
    from biascope.measures import fill as fill
    from biascope.measures import heads as heads
    from biascope.measures import pairs as pairs
    from biascope.measures import report as report
    from biascope.measures import seat as seat
    from biascope.measures import sweep as sweep
    from biascope.result import Result as Result
    from engine.core.errors import BiascopeError as BiascopeError

__version__ = VERSION
_MEASURES = ("agreement", "arena", "cabm", "fill", "heads", "pairs", "report", "seat", "sweep")
__all__ = ["BiascopeError", "Result", "__version__", *_MEASURES]


def __getattr__(name: str) -> Any:
    """What is asked for is imported then: the console script reads only the version."""
    if name == "Result":
        from biascope.result import Result

        return Result
    if name == "BiascopeError":
        from engine.core.errors import BiascopeError

        return BiascopeError
    if name in _MEASURES:
        from biascope import measures

        return getattr(measures, name)
    names = ", ".join(("BiascopeError", "Result", *_MEASURES))
    raise AttributeError(f"biascope has no {name!r}; it has {names}.")


def __dir__() -> list[str]:
    return sorted(__all__)

"""Constraints in the types of stored values and files: what pydantic checks of a number.

A machine that only measures speed (`bench device`) may have neither pydantic nor these. There a
constraint is a note in the type: nothing is read that would have to be checked, and what checks
imports pydantic itself.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from annotated_types import Ge, Interval, Predicate
else:
    try:
        from annotated_types import Ge, Interval, Predicate
    except ModuleNotFoundError:

        class _Note:
            """A constraint that nothing checks."""

            def __init__(self, *_limits: Any, **_named: Any) -> None:
                pass

        Ge = Interval = Predicate = _Note

__all__ = ["Ge", "Interval", "Predicate"]

"""Work in pieces that ask for several measurements each, such as the cells of a sweep.

How long all of it takes is said before the first piece, or that this is unknown yet: a piece may
take minutes, so few pieces are much.
"""

from __future__ import annotations

from collections.abc import Sequence
from types import TracebackType
from typing import TYPE_CHECKING, Any

from engine.command_line.output import expecting, progress
from engine.flow.pace import Pace

if TYPE_CHECKING:
    from engine.storage.store import Store

_MANY = 3  # pieces, from which on it is said that nobody knows how long they take


class Pieces:
    """Counts finished pieces, and times them for the next work of the kind.

    Used as `with pieces:` around the work.

    Args:
        name: of the pieces.
        kind: JSON-ready, what decides about the speed; the machine is added.
        details: JSON-ready, what may decide about it too.
        sizes: [piece] units of work in their order; 0 of one whose results are stored.
        store: beside which the times are kept; None to know nothing and keep nothing.
        model: names it in lines on progress; empty where there is only one.
        many: pieces, from which on it is said that nobody knows how long they take.
    """

    def __init__(
        self,
        name: str,
        kind: dict[str, Any],
        details: Any,
        sizes: Sequence[float],
        store: Store | None,
        model: str = "",
        many: int = _MANY,
    ) -> None:
        self._sizes, self._done = list(sizes), 0
        left = [size for size in sizes if size]
        folder = None if store is None else store.path.parent
        self._pace = Pace(folder, {"work": name} | kind, details, left)
        self._show = progress(f"{name}, {model}" if model else name, len(sizes), many)
        if left and (expect := expecting(self._show)) is not None:
            expect(self._pace.expected(len(sizes), len(left)))

    def __enter__(self) -> Pieces:
        self._pace.__enter__()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._pace.__exit__(kind, error, trace)

    def next(self, computed: bool = True) -> None:
        """Note that a piece is finished.

        Args:
            computed: whether anything of it was; what was read from the store says nothing about
                the time of another piece.
        """
        size = self._sizes[self._done] if self._done < len(self._sizes) else 0.0
        self._pace.note([size] if computed else [])
        self._done += 1
        self.report()

    def report(self) -> None:
        """Show how far the work is; a job that was asked to stop does so."""
        if self._show is not None:
            self._show(self._done, len(self._sizes))

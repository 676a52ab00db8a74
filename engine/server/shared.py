"""Whether this server is shared by several people, and then what it allows.

One place decides, and everything that shows or stores something asks it. A server is local until
`start` has read the settings of whoever runs it; the command line never calls `start`, so it is
never restricted. What is not allowed on a shared server is refused here, in one plain sentence.
"""

from __future__ import annotations

import os
import re
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from threading import Lock
from types import MappingProxyType

from engine.core.errors import BiascopeError, escaped, hide_folders
from engine.core.spec import BUNDLED

_HIDDEN = "(a folder of the server)"
_ABSOLUTE = re.compile(r"[/~]|[A-Za-z]:[/\\]|\\\\")


@dataclass(frozen=True)
class Limits:
    """How much one browser session may ask of a shared server.

    Args:
        texts_at_once: texts that one request may have measured.
        texts_per_minute: texts measured in a minute; what the store knows costs nothing.
        characters: of one text.
        upload_mib: MiB of one uploaded file.
    """

    texts_at_once: int = 3_000
    texts_per_minute: int = 6_000
    characters: int = 3_000
    upload_mib: int = 2


@dataclass(frozen=True)
class Deployment:
    """What a shared server offers.

    Args:
        models: name shown to users -> hub id or folder; the bundled model is always among them.
        reviews: names of reviews of Curate that everybody may read, besides the sample.
        limits: of one browser session.
        folders: paths that no message may contain.
    """

    models: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({BUNDLED: BUNDLED}))
    reviews: frozenset[str] = frozenset()
    limits: Limits = Limits()
    folders: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        named = {BUNDLED: BUNDLED, **self.models}
        object.__setattr__(self, "models", MappingProxyType(named))


class NotOnSharedError(BiascopeError):
    """Something that a shared server does not do for its users."""


class OperatorError(BiascopeError):
    """Something that only whoever runs the server can fix.

    Its text may name files of the server, so it goes to the terminal and never onto a page.
    """

    def __str__(self) -> str:
        return escaped(Exception.__str__(self))


_deployment: Deployment | None = None


def use(wanted: Deployment | None) -> None:
    """Share this server from now on, or stop sharing it.

    Args:
        wanted: None for a server of one person.
    """
    global _deployment
    _deployment = wanted
    hide_folders(without_folders)


def is_shared() -> bool:
    """Whether several people use this server, who must not see or change each other's work."""
    return _deployment is not None


def hub_is_off() -> bool:
    """Whether nothing may be fetched: the hub libraries are offline, or the server is shared."""
    offline = os.environ.get("HF_HUB_OFFLINE", "").upper() in ("1", "TRUE", "YES", "ON")
    return offline or is_shared()


def deployment() -> Deployment:
    """What the shared server offers."""
    if _deployment is None:
        raise ValueError("the server is not shared")
    return _deployment


def refuse(what: str, command: str = "") -> None:
    """Refuse something on a shared server; nothing happens on a local one.

    Args:
        what: what is asked for, to begin a sentence: `Training a model`.
        command: what to type on a machine of one's own instead.
    """
    if is_shared():
        raise NotOnSharedError(refusal(what, command))


def refusal(what: str, command: str = "") -> str:
    """The sentence that refuses something on a shared server; arguments as those of `refuse`."""
    sentence = f"{what} is not possible here, because this Biascope is shared by several people."
    return f"{sentence} On your own machine, run: {command}" if command else sentence


def allowed_model(name: str) -> str:
    """Hub id or folder of a model that users may open.

    Args:
        name: as users know it.
    """
    models = deployment().models
    if name not in models:
        raise NotOnSharedError(
            "This Biascope is shared and opens only the models in its list: "
            f"{', '.join(models)}. To measure another model, run Biascope on your own machine."
        )
    return models[name]


def upload_mib(usual: int) -> int:
    """MiB that an uploaded file may have.

    Args:
        usual: on a local server.
    """
    return min(usual, deployment().limits.upload_mib) if is_shared() else usual


def check_upload(name: str, size: int) -> None:
    """Refuse an uploaded file that is larger than a shared server takes.

    Args:
        size: bytes.
    """
    if is_shared() and size > (most := deployment().limits.upload_mib) * 2**20:
        raise NotOnSharedError(
            f"{name} has {size / 2**20:.1f} MiB; this shared Biascope takes files of at most "
            f"{most} MiB. Measure a part of it, or run Biascope on your own machine."
        )


def without_folders(text: str) -> str:
    """A message without the paths of a shared server; as it is on a local one."""
    if _deployment is not None:
        for folder in _deployment.folders:
            text = text.replace(folder, _HIDDEN)
    return text


def without_path(name: str) -> str:
    """What was named on the command line, for the users of a shared server; else as it is.

    Args:
        name: of a model, perhaps a folder of the server that is in no list, and words after it.

    Returns:
        Only the last part of an absolute path.
    """
    if _deployment is None or not is_absolute(name):
        return name
    return re.split(r"[/\\]", name.rstrip("/\\"))[-1] or _HIDDEN


def is_absolute(name: str) -> bool:
    """Whether a name begins as the path of a file or folder of some machine."""
    return _ABSOLUTE.match(name) is not None


def hidden_folders(paths: Sequence[Path]) -> tuple[str, ...]:
    """Paths as messages contain them, the longest first; one that hides nothing is left out."""
    found = {str(form) for path in paths for form in (path.absolute(), path.resolve())}
    return tuple(sorted((text for text in found if text != "/"), key=len, reverse=True))


# --- token bucket -------------------------------------------------------------------------
# A token bucket: so much at once, and so much a minute.


class TokenBucket:
    """Tokens that are spent at once and come back at a steady rate; threads may share it.

    Args:
        size: tokens of a full bucket, which it begins with.
        per_second: tokens that come back.
        clock: seconds; another one in tests.
    """

    def __init__(
        self, size: float, per_second: float, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._size, self._per_second, self._clock = size, per_second, clock
        self._left, self._at = size, clock()
        self._lock = Lock()

    def spend(self, tokens: float) -> float:
        """Take tokens, all of them or none.

        Args:
            tokens: at most the size of the bucket.

        Returns:
            0 if they were taken; else seconds until there are enough.
        """
        if tokens > self._size:
            raise ValueError(f"the bucket holds {self._size}, not {tokens}")
        with self._lock:
            now = self._clock()
            self._left = min(self._size, self._left + (now - self._at) * self._per_second)
            self._at = now
            if tokens > self._left:
                return (tokens - self._left) / self._per_second
            self._left -= tokens
            return 0.0

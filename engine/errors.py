"""Errors that a user can fix: what was expected, what came, and what would do."""

import unicodedata

_OBEYED = ("Cc", "Cs", "Zl", "Zp")  # control characters, halves of characters, ends of lines


class BiascopeError(Exception):
    """Something the user can put right; its text may be shown to anyone as it is.

    The text often quotes a file or a name. What a terminal would obey, or what would end the
    line, is written out as Python writes it.
    """

    def __str__(self) -> str:
        return "".join(
            sign.encode("unicode_escape").decode()
            if unicodedata.category(sign) in _OBEYED
            else sign
            for sign in super().__str__()
        )


class UnknownModelError(BiascopeError):
    """No model could be found or fetched under this name."""


class UnusableModelError(BiascopeError):
    """The files were found, but no honest score can come of them."""


class InputTextError(BiascopeError):
    """A sentence, a target word or a file cannot be measured as it is."""


class DataSetError(BiascopeError):
    """A data set is not on this machine, cannot be fetched, or is not the one expected."""


class StorageError(BiascopeError):
    """Results could be computed but not kept; nothing already computed is lost."""

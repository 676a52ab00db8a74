"""Biascope: show, measure and intervene on social bias in language models."""

from engine.core.version import VERSION

__version__ = VERSION
__all__ = ["__version__"]

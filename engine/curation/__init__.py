"""Curation: from subtitles to a reviewed set of sentence pairs.

Subtitle files become sentences (`subtitles/`). Those that hold a keyword (`keywords/`) are kept
once each, with a proposed counterpart (`counterparts/`) or the reason why there is none: they are
the `Candidate`s, which a model ranks (`ranking`) and people judge (`review/`). What they accept is
written as a file of pairs with its datasheet (`export/`).

Source: Rikanson 2025 (CineBias), chapter 3.
"""

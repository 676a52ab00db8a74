"""VADER: the valence of a sentence, from rated words and a few rules.

VADER's word list is in the project (MIT, its licence is in this folder). The package has had no
release since 2020, so it is no dependency: its rules are written again in `compound`, and a test
holds them to the package's numbers. All other lexicons stay at their source.
"""

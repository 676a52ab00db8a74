"""Evaluators: who judges a completion. Declared in TOML, of four kinds that are never averaged."""

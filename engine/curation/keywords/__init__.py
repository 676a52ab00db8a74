"""Keyword lists by language and category, and where a sentence holds their words."""

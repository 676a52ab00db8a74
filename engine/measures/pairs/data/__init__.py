"""Sentence pairs: the bundled set, public sets, and files that users bring."""

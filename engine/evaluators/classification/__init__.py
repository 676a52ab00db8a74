"""Classifiers as evaluators: their files, their memory, and their answers through the store."""

"""Prompts of the Arena: sentences about groups of people with a masked word."""

"""Sentences about occupations, and counts of occupations beside group words."""

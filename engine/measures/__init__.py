"""Measures: one file each, pure science on top of `engine.inference`.

A measure turns items (sentences, pairs, word lists) into JSON-ready values for one
`MaskedLM`. It never loads a model, opens a file or keeps a result; `engine.flow.measurement`
does that around it, the same way for the screen, the command line and the jobs.
"""

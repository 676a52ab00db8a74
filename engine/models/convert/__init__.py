"""Safetensors made once, on request, from weights that are never read for measuring.

The reading of the other formats runs in a process of its own (`child`), with limits on memory and
time and without a network; nothing else of Biascope imports those readers. What was made is found
again by `made`.
"""

"""Measures, data sets and evaluators of the user's own: found, read, checked, added to the lists.

A plug-in is a file in a folder of `BIASCOPE_PLUGINS`, or an entry point of an installed package.
`finding` and `reading` know where it is and what it holds; `measures`, `data_sets` and `evaluators`
say whether it can be what it wants to be; `loading` adds it to the lists that others read, once in
a process. One that cannot be used is named with the reason, and left out.

A plug-in is code that runs with the rights of whoever starts Biascope. Nothing that comes from
somebody else, as a link, a pin or a report, adds one.
"""

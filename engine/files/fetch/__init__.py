"""Fetching public data sets, and where they are on this machine.

Data stays at its source: no third-party sentence is in the project. `registry` pins each file to a
commit, a size and a sha256; a file that differs is not used, wherever `places` finds it
(`BIASCOPE_DATA`, then the cache). `datasets get` names size and licence; `download` writes into
`.part` files that a later call continues, and moves into place only complete files.
"""

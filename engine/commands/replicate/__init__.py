"""The `replicate` commands, one file each."""

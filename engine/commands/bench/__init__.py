"""The `bench` commands, one file each."""

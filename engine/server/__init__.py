"""Whether several people use the server, what it allows them, and its settings."""

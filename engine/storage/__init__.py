"""What is kept on this machine: results (`store`), long work (`jobs`), private files."""

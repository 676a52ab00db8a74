"""The reader's own file of answers: uploaded or by its path, columns recognised or chosen."""

"""HONEST's templates, bundled, by name, or of a user's file."""

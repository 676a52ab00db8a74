"""The Stage page: pinned results presented one claim a screen, and the collections they are in."""

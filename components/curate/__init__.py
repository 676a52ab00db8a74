"""The Curate page: from subtitles to a reviewed set of sentence pairs."""

"""Tab of the CABM page: association of person words with professions (BEC-Pro)."""

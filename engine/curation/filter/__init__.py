"""What an assistant or a classifier says of candidates: provenance, never a decision."""

"""Controls that several pages use: own files, background work, tabs, and the drawn components."""

"""What people decided about candidates: kept at each decision, by pass and reviewer."""

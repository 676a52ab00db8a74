"""What lies below the figures: sentences, agreement among people, two models, the table."""

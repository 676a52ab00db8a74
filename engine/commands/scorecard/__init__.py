"""`scorecard`: finished tables: shown, joined with results from elsewhere, exported."""

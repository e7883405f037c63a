"""The report: one HTML page that needs nothing else, with a table behind every picture."""

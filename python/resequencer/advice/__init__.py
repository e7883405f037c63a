"""How long to wait: statistics and simulation over small tables that Spark has aggregated. Needs no Spark."""

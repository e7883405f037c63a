"""What no ready-made linter checks here: the SQL that models compile to, and the structure of the core."""

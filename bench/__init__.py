"""What the project costs, measured: every figure is a ratio within one run."""

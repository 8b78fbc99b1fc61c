"""Quoting from end to end: what may be quoted, the choice, and what completes it."""

"""Refusing: whether the evidence answers at all, and what is said where it does not."""

"""Copies of everything embedded: taken while people work, and brought back."""

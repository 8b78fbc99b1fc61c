"""Weights of scores, learned offline from what users thought of answers."""

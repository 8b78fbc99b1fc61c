"""Giving documents of older versions what newer ones search and rank by."""

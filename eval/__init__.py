"""Datasets, metrics and reports."""

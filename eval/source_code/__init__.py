"""Datasets of somebody's own source code."""

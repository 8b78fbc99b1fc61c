"""Embedding and language models."""

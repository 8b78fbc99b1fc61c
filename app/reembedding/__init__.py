"""Giving collections another embedding model while people search them."""

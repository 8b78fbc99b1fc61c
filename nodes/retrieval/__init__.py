"""Searching through the ports: what retrieval steps share."""

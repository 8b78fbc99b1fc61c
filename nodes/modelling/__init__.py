"""Asking a language model: within a budget, with replies that are checked, and with every failure named."""

"""A running service, or several, measured while many ask and files are taken in."""

"""`sheaf bench`: how fast, how small and how flat, measured beside peers in one run."""

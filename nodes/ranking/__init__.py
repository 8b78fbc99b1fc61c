"""Fusion, boosts, thresholds and selection: pure functions over scores and hits."""

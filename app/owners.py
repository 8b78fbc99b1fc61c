"""Whose things they are where nobody says."""

LOCAL_OWNER = "local"
"""Whom the command line acts for, unless it is told another, and every request where keys are off."""

"""What each feature is worth: every question with it and without it."""

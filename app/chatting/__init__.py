"""Questions, answers, and the conversations that they make."""

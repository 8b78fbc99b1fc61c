"""Pages as they look, with the passage that an answer rests on marked; and sections as text. No HTTP in it."""

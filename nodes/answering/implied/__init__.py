"""What a text tells without the word that asks for it: dates, names, units, signatures, attendance."""

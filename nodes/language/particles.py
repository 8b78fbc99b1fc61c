"""Small words that stand inside names: "Battle of the Bulge", "Ludwig van Beethoven"."""

from __future__ import annotations

PARTICLES = "of|the|de|del|della|di|da|dos|du|la|le|les|van|von|der|den|zu|zum|zur|y|e|bin|ibn|al"
"""For patterns."""

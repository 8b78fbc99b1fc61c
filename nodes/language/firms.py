"""What the names of firms end in, as most people write it; `nodes/documents/organisations.py` reads the rarer forms."""

from __future__ import annotations

LEGAL_FORMS = "Inc|Ltd|LLC|GmbH|AG|Corp|Co|PLC|SA|Group|Company"
"""For patterns."""
LEGAL_FORM_WORDS = frozenset(LEGAL_FORMS.lower().split("|"))

"""How letters and mails greet, and close; patterns, to be read without regard to case."""

from __future__ import annotations

GREETING = r"(?:dear|hello|hi|sehr geehrte[rs]?|liebe[rs]?|guten tag|hallo|chère?s?|bonjour|estimad[oa]s?|gentile)"
CLOSING = (
    r"(?:yours (?:sincerely|faithfully|truly)|sincerely(?: yours)?|"
    r"(?:(?:kind|best|warm|many) )?(?:regards|wishes|thanks)|"
    r"mit freundlichen grüßen|freundliche grüße|viele grüße|cordialement|bien à vous|saludos(?: cordiales)?|"
    r"atentamente|cordiali saluti)"
)

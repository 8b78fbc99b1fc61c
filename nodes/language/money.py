"""Currencies, by the codes that stand before or behind amounts."""

from __future__ import annotations

CURRENCIES = "AUD|BRL|CAD|CHF|CNY|DKK|EUR|GBP|HKD|INR|JPY|MXN|NOK|NZD|PLN|SEK|SGD|USD"
"""For patterns."""
MONEY_WORDS = "dollars?|euros?|pounds?|francs?|yen|cents?|pence"
"""Currencies as they are spoken, for patterns."""
CURRENCY_CODES = frozenset(CURRENCIES.split("|"))

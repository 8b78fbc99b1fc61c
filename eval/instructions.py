"""What people put before or behind a question to an assistant.

Written before the patterns of `nodes/language/instructions.py` were read, to measure them on what they were not made
for. That holds as long as no pattern is made for one of these.
"""

from __future__ import annotations

INSTRUCTIONS = (
    "Keep it under 50 words. {}",
    "{} Keep your answer to a single sentence.",
    "{} Answer in bullet points, please.",
    "As a nurse on the night shift, I need to know this: {}",
    "Speaking as a complete beginner: {}",
    "{} Give sources.",
    "{} Please cite the page you took this from.",
    "{} No preamble, just the answer.",
    "You are a friendly support agent. {}",
    "Imagine I am twelve years old. {}",
    "{} Explain it so that my grandmother would understand.",
    "{} Use plain language without jargon.",
    "{} If you don't know, say so.",
    "{} Don't make anything up.",
    "Quick question: {}",
    "Hi there, hope you're doing well! {}",
    "{} Thanks in advance for your help!",
    "{} Cheers, Tom",
    "I'm in a hurry, so be brief. {}",
    "{} Think step by step before you reply.",
    "{} Format the reply as a Markdown table.",
    "{} Return the result as JSON only.",
    "{} Reply in English, even if the documents are in another language.",
    "Using only the documents provided, tell me: {}",
    "According to our internal files, {}",
    "{} I need this for a slide deck tomorrow.",
    "{} My boss wants to know by noon.",
    "Sorry if this has been asked before, but {}",
    "Could you help me out with something? {}",
    "TL;DR please: {}",
    "{} Be as detailed as possible.",
    "{} List every case you can find.",
    "{} Double-check your answer.",
    "{} Write it in the tone of a formal letter.",
    "{} (max. 3 lines)",
    "{} Feel free to ask me if anything is unclear.",
    "I've been reading the handbook all morning and I'm still lost. {}",
    "{} Include the date of each document you rely on.",
    "Act as an auditor and answer the following. {}",
    "{} And skip the disclaimers.",
)
"""Each with a place for the question."""

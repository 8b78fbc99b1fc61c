"""What starting loads: nothing before it is needed. Counted in packages, which no other work on the machine changes."""

from __future__ import annotations

import subprocess
import sys

import pytest

STORES_AND_MODELS = {
    "alembic",
    "elasticsearch",
    "fastapi",
    "lancedb",
    "matplotlib",
    "mcp",
    "nltk",
    "onnxruntime",
    "openai",
    "pandas",
    "psycopg",
    "pyarrow",
    "ragas",
    "tiktoken",
    "transformers",
    "uvicorn",
    "wordllama",
}
"""Each is loaded by the command that uses it, when it does."""
HEAVY = STORES_AND_MODELS | {
    "aiosqlite",
    "asyncio",
    "httpx",
    "langchain_core",
    "langgraph",
    "llama_index",
    "numpy",
    "pydantic",
    "rich",
    "sqlalchemy",
}
HELP = """
from app.cli.main import main
try:
    main([{arguments}])
except SystemExit:
    pass
"""
TELL = """
import sys
print("loaded", *sorted({name.partition(".")[0] for name in sys.modules}))
"""


def loaded(code: str) -> set[str]:
    """The packages that a fresh Python has loaded after this."""
    done = subprocess.run([sys.executable, "-c", code + TELL], capture_output=True, text=True, check=True)
    return set(done.stdout.splitlines()[-1].split())


@pytest.mark.parametrize("arguments", ['"--help"', '"ask", "--help"'])
def test_help_loads_nothing_that_works(arguments: str) -> None:
    assert loaded(HELP.format(arguments=arguments)) & HEAVY == set()


def test_sheaf_loads_stores_and_models_only_when_they_are_used() -> None:
    assert loaded("import app.sheaf") & STORES_AND_MODELS == set()


def test_a_service_loads_what_agents_speak_when_one_calls() -> None:
    assert loaded("import app.service.application") & (STORES_AND_MODELS - {"fastapi"}) == set()

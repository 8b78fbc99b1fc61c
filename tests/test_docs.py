"""The examples of the documentation, run as they stand against a service of their own."""

from __future__ import annotations

import os
import re
import shutil
import socket
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
EXAMPLE = re.compile(r"^```(sh|python) run\n(.*?)^```$", re.MULTILINE | re.DOTALL)
NEEDED = ("bash", "curl", "jq")


def free_ports(number: int) -> list[int]:
    """Ports that nobody listens on."""
    sockets = [socket.create_server(("127.0.0.1", 0)) for _ in range(number)]
    ports: list[int] = [each.getsockname()[1] for each in sockets]
    for each in sockets:
        each.close()
    return ports


def script(text: str) -> str:
    """The examples of a document, one after the other; what they leave running ends with them."""
    lines = ["set -euo pipefail", "trap 'kill $(jobs -p)' EXIT"]
    for language, code in EXAMPLE.findall(text):
        lines.append(code if language == "sh" else f"{sys.executable} - <<'PYTHON'\n{code}PYTHON")
        lines.append("echo; echo ----")
    return "\n".join(lines)


@pytest.mark.slow
@pytest.mark.skipif(not all(map(shutil.which, NEEDED)), reason=f"needs {', '.join(NEEDED)}")
def test_the_examples_of_the_api_run_as_they_stand(tmp_path: Path) -> None:
    text = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
    for port, free in zip(("8000", "8001"), free_ports(2), strict=True):
        text = text.replace(port, str(free))
    (tmp_path / "app").symlink_to(ROOT / "app")
    environment = {name: value for name, value in os.environ.items() if not name.startswith("SHEAF_")}
    environment |= {"SHEAF_HOME": str(tmp_path / "home"), "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}
    done = subprocess.run(
        ["bash", "-c", script(text)], cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
    )
    said = done.stdout + done.stderr
    assert done.returncode == 0, said
    *parts, _ = done.stdout.split("\n----\n")
    assert len(parts) == len(EXAMPLE.findall(text))
    told = "\n".join(parts)
    assert '"status": "ready"' in told
    assert "447" in told
    assert "event: done" in told
    assert (tmp_path / "page.png").read_bytes().startswith(b"\x89PNG")
    assert "options.top_k" in told
    assert "10 years" in told
    assert "read_section" in told
    assert '"unauthorized"' in told
    assert parts[-1].strip() == "204"

"""The examples of the documentation, run as they stand against a service of their own."""

from __future__ import annotations

import os
import re
import shutil
import socket
import subprocess
import sys
from fnmatch import fnmatch
from pathlib import Path

import pytest

from app.cli.main import COMMANDS
from app.observing.metrics import Metrics

ROOT = Path(__file__).parents[1]
EXAMPLE = re.compile(r"^```(sh|python) run\n(.*?)^```$", re.MULTILINE | re.DOTALL)
NEEDED = ("bash", "curl", "jq")
PARTS = ("app", "docs", "eval", "graphs", "nodes", "tests")


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


def parts_of(document: str, folder: Path, ports: tuple[str, ...]) -> list[str]:
    """What each example of a document says, all run as they stand in a folder with a home of their own."""
    text = (ROOT / "docs" / document).read_text(encoding="utf-8")
    for port, free in zip(ports, free_ports(len(ports)), strict=True):
        text = text.replace(port, str(free))
    (folder / "app").symlink_to(ROOT / "app")
    environment = {name: value for name, value in os.environ.items() if not name.startswith("SHEAF_")}
    environment |= {"SHEAF_HOME": str(folder / "home"), "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}
    done = subprocess.run(
        ["bash", "-c", script(text)], cwd=folder, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    *parts, _ = done.stdout.split("\n----\n")
    assert len(parts) == len(EXAMPLE.findall(text))
    return parts


@pytest.mark.slow
@pytest.mark.skipif(not all(map(shutil.which, NEEDED)), reason=f"needs {', '.join(NEEDED)}")
def test_the_examples_of_the_api_run_as_they_stand(tmp_path: Path) -> None:
    parts = parts_of("api.md", tmp_path, ("8000", "8001"))
    told = "\n".join(parts)
    assert '"status": "ready"' in told
    assert "447" in told
    assert "event: done" in told
    assert (tmp_path / "page.png").read_bytes().startswith(b"\x89PNG")
    assert "options.top_k" in told
    assert "10 years" in told
    assert "[('annual-report-2023.pdf', 'unchanged')]" in told
    assert "read_section" in told
    assert '"unauthorized"' in told
    assert parts[-1].strip() == "204"


@pytest.mark.slow
@pytest.mark.skipif(not all(map(shutil.which, NEEDED)), reason=f"needs {', '.join(NEEDED)}")
def test_the_examples_of_the_guide_for_operators_run_as_they_stand(tmp_path: Path) -> None:
    watched, restored = parts_of("operations.md", tmp_path, ("8000",))
    assert '"ready": true' in watched
    assert "rag_http_requests_total{" in watched
    assert "annual-report-2023.pdf" in restored
    assert "9,840" in restored


def test_what_the_guide_for_operators_names_is_there() -> None:
    text = (ROOT / "docs" / "operations.md").read_text(encoding="utf-8")
    metrics = Metrics().text().decode()
    named = set(re.findall(r"`(rag_\w+|process_\w+)`", text))
    assert named
    assert [name for name in named if name.removesuffix("_total") not in metrics] == []
    commands = set(re.findall(r"\bsheaf ([a-z]+)\b", " ".join(re.findall(r"`[^`]+`", text))))
    assert commands
    assert commands <= set(COMMANDS)


def test_what_the_table_of_changes_names_is_there() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| .+ \|$", text.partition("## I want to …")[2].partition("\n## ")[0], re.MULTILINE)[2:]
    files = {path.relative_to(ROOT).as_posix() for top in PARTS for path in (ROOT / top).rglob("*") if path.is_file()}
    for row in rows:
        # Beside another file of its row, the name alone is told.
        for named in re.findall(r"`([\w/*]+\.py)`", row):
            assert any(fnmatch(path, named) or fnmatch(path, f"*/{named}") for path in files), named
        tested = [path for command in re.findall(r"`pytest ([^`]+)`", row) for path in command.split()]
        assert [path for path in tested if not (ROOT / path).exists()] == []
        for folder in re.findall(r"`([\w/]+)/`", row):
            assert (ROOT / folder).is_dir(), folder
    [signal] = [row for row in rows if "another signal" in row]
    for needed in ("nodes/domain/switches.py", "tests/nodes/chat/test_switches.py", "sheaf eval ablation"):
        assert needed in signal

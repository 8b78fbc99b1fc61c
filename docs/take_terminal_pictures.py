"""Takes the pictures of the terminal in `docs/pictures`: `.venv/bin/python docs/take_terminal_pictures.py`.

It runs the examples of `docs/debugging.md` over the sample documents in a home of its own, and needs Chromium.
"""

from __future__ import annotations

import io
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from PIL import Image
from playwright.sync_api import sync_playwright
from rich.console import Console
from rich.text import Text

FOLDER = Path(__file__).parent
ADDRESS = "http://127.0.0.1:2024"
"""In the example; any free port does here, as another program may have that one."""
COLUMNS = 118
MOST_BYTES = 150_000
COLOURS = 128
LONGEST_START_SECONDS = 300


def said(command: list[str], environment: dict[str, str]) -> str:
    """What a command prints, with its colours."""
    done = subprocess.run(command, env=environment, stdout=subprocess.PIPE, text=True, check=True)
    return done.stdout


def drawn(prompt: str, output: str) -> str:
    """A terminal with a command and its output, as SVG."""
    console = Console(record=True, width=COLUMNS, file=io.StringIO(), force_terminal=True)
    console.print(f"[bold green]$[/] {prompt}", highlight=False)
    console.print(Text.from_ansi(output.rstrip()))
    return console.export_svg(title="sheaf")


def take(svg: str, path: Path) -> None:
    """Writes the SVG as PNG, in few colours for the sake of its size."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"))
        page = browser.new_page(device_scale_factor=1.0, viewport={"width": 1200, "height": 800})
        page.set_content(f"<body style='margin:0'>{svg}</body>")
        picture = page.locator("svg").first.screenshot()
        browser.close()
    image = Image.open(io.BytesIO(picture)).convert("RGB").quantize(COLOURS)
    image.save(path, optimize=True)
    if path.stat().st_size > MOST_BYTES:
        raise SystemExit(f"{path} has {path.stat().st_size} bytes.")


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


@contextmanager
def studio(environment: dict[str, str], folder: Path) -> Iterator[str]:
    """`langgraph dev`, and its address."""
    port = free_port()
    address = f"http://127.0.0.1:{port}"
    configuration = str(FOLDER.parent / "langgraph.json")
    command = ["langgraph", "dev", "--no-browser", "--no-reload", "--port", str(port), "--config", configuration]
    with (folder / "log").open("w") as log:
        server = subprocess.Popen(command, cwd=folder, env=environment, stdout=log, stderr=log, start_new_session=True)
    try:
        end = time.monotonic() + LONGEST_START_SECONDS
        while True:
            try:
                urllib.request.urlopen(f"{address}/ready", timeout=10)  # noqa: S310 - the address above
                break
            except OSError:
                if time.monotonic() > end:
                    raise SystemExit((folder / "log").read_text()) from None
                time.sleep(0.5)
        yield address
    finally:
        os.killpg(server.pid, signal.SIGTERM)
        server.wait()


def main() -> None:
    """All of them."""
    text = (FOLDER / "debugging.md").read_text()
    commands = [each.strip() for each in re.findall(r"^```sh\n(sheaf .*?)^```$", text, re.MULTILINE | re.DOTALL)]
    [script] = re.findall(r"^```python studio\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    with tempfile.TemporaryDirectory() as folder:
        environment = {name: value for name, value in os.environ.items() if not name.startswith(("SHEAF_", "LANG"))}
        environment |= {
            "SHEAF_HOME": f"{folder}/home",
            "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
            "COLUMNS": str(COLUMNS),
            "FORCE_COLOR": "1",
            "LANGGRAPH_CLI_NO_ANALYTICS": "1",
        }
        said(["sheaf", "demo", "--json"], environment)
        for command, name in zip(commands, ("trace", "why"), strict=True):
            take(drawn(command, said(["bash", "-c", command], environment)), FOLDER / "pictures" / f"{name}.png")
        with studio(environment, Path(folder)) as address:
            output = said([sys.executable, "-c", script.replace(ADDRESS, address)], environment)
        take(drawn("python step_through.py", output), FOLDER / "pictures" / "studio.png")


if __name__ == "__main__":
    main()

"""Sends whatever the OpenAPI document allows, and what it forbids, to a service of its own: `make fuzz`.

Schemathesis makes the requests and holds each reply to the document: no status that is not in it, no 500, bodies and
headers as described. It runs twice: without keys and with them.
"""

from __future__ import annotations

import asyncio
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from app.catalogue.catalogue import SqlCatalogue
from app.keys import create_key
from app.samples import sample_paths
from app.settings import load_settings
from app.sheaf import IngestFile, Sheaf

ROOT = Path(__file__).parents[3]
CHECKS = (
    "not_a_server_error",
    "status_code_conformance",
    "content_type_conformance",
    "response_headers_conformance",
    "response_schema_conformance",
    "unsupported_method",
)
"""Without those that hold what a document cannot say for an error: the `next` of a page, a question without words."""
LIMITS = {"SHEAF_SERVICE__REQUESTS_PER_MINUTE": "1000000", "SHEAF_SERVICE__UPLOADS_PER_MINUTE": "1000000"}

Auth = Literal["off", "keys"]


@dataclass(frozen=True)
class Run:
    """What a run came to."""

    passed: bool
    requests: int
    output: str


@contextmanager
def process(home: Path, auth: Auth) -> Iterator[str]:
    """A service over this home in a process of its own; its address."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("SHEAF_")}
    environment |= {"SHEAF_HOME": str(home), "SHEAF_AUTH": auth, **LIMITS}
    call = "from tests.app.service.served_process import main; main()"
    with subprocess.Popen(
        [sys.executable, "-c", call], cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True
    ) as service:
        assert service.stdout is not None
        try:
            yield f"http://127.0.0.1:{int(service.stdout.readline())}"
        finally:
            service.terminate()


async def new_key(home: Path) -> str:
    """A key for the owner of everything in this home."""
    catalogue = await SqlCatalogue.open(load_settings(home=home).catalogue_url)
    try:
        return await create_key(catalogue, "fuzz", "local")
    finally:
        await catalogue.close()


def fuzz(home: Path, auth: Auth, *arguments: str) -> Run:
    """Runs Schemathesis against a service over this home.

    Args:
        home: is changed by the run.
        auth: with `keys`, requests carry a key that holds, and those that do not have to be refused.
        arguments: more for `st run`.
    """
    checks, headers = list(CHECKS), []
    if auth == "keys":
        checks.append("ignored_auth")
        headers = ["-H", f"Authorization: Bearer {asyncio.run(new_key(home))}"]
    with process(home, auth) as url:
        command = ["run", f"{url}/openapi.json", "--checks", ",".join(checks), *headers, "--wait-for-schema", "30"]
        command += ["--request-timeout", "60", "--suppress-health-check", "all", "--generation-database", "none"]
        done = subprocess.run(
            [str(Path(sys.executable).with_name("st")), *command, "--no-color", "--warnings", "off", *arguments],
            cwd=home,
            capture_output=True,
            text=True,
            check=False,
        )
    output = done.stdout + done.stderr
    counted = re.search(r"(\d+) generated", output)
    return Run(done.returncode == 0, int(counted[1]) if counted else 0, output)


async def _ingest_samples(home: Path) -> None:
    async with Sheaf(load_settings(home=home)) as sheaf:
        await sheaf.ingest([IngestFile(path) for path in sample_paths()])


def main() -> None:
    """Both runs, over the sample documents; fails where one of them finds something."""
    failed = False
    for auth in ("off", "keys"):
        with tempfile.TemporaryDirectory(prefix="sheaf-fuzz-", ignore_cleanup_errors=True) as folder:
            home = Path(folder) / "home"
            asyncio.run(_ingest_samples(home))
            run = fuzz(home, auth, "--phases", "examples,coverage,fuzzing,stateful", *sys.argv[1:])
        print(run.output)
        print(f"SHEAF_AUTH={auth}: {run.requests} requests, {'nothing found' if run.passed else 'see above'}.")
        failed |= not run.passed
    sys.exit(failed)


if __name__ == "__main__":
    main()

"""The containers, as far as they can be looked at without an engine: everything they name is there."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

from app.cli.main import COMMANDS
from app.settings import Settings, known_keys, variable

ROOT = Path(__file__).parents[1]
PASSWORDS = {"DATABASE_PASSWORD", "FILES_PASSWORD", "FILES_ROOT_PASSWORD"}
SHEAF = ("service", "worker")


@pytest.fixture(scope="module")
def compose() -> dict[str, Any]:
    content: dict[str, Any] = yaml.safe_load((ROOT / "compose.yaml").read_text(encoding="utf-8"))
    return content


@pytest.fixture(scope="module")
def instructions() -> list[tuple[str, str]]:
    """Name and arguments of each instruction of the Dockerfile, continued lines joined."""
    text = (ROOT / "Dockerfile").read_text(encoding="utf-8").replace("\\\n", " ")
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    return [(name, rest.strip()) for name, _, rest in (line.partition(" ") for line in lines)]


def settings_named(text: str) -> set[str]:
    return set(re.findall(r"\bSHEAF_[A-Z0-9_]+", text))


@pytest.mark.parametrize("name", ["compose.yaml", "Dockerfile", "docs/operations.md", "docs/embeddings.md"])
def test_every_setting_that_is_named_is_one(name: str) -> None:
    named = settings_named((ROOT / name).read_text(encoding="utf-8"))
    assert named
    assert named <= {variable(key) for key in known_keys()}


def test_the_settings_of_the_containers_are_taken(
    compose: dict[str, Any], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in SHEAF:
        with monkeypatch.context() as environment:
            for key, value in compose["services"][name]["environment"].items():
                environment.setenv(key, value)
            settings = Settings()
        assert settings.store == "elasticsearch"
        assert not settings.is_worked_by_service
        assert settings.auth == "keys"
        assert settings.files_url is not None
        assert settings.files_url.startswith("s3://")


def test_commands_exist(compose: dict[str, Any], instructions: list[tuple[str, str]]) -> None:
    assert ("ENTRYPOINT", '["sheaf"]') in instructions
    [default] = [yaml.safe_load(rest) for name, rest in instructions if name == "CMD"]
    for name in SHEAF:
        command = compose["services"][name].get("command", default)
        assert command[0] in COMMANDS


def test_what_the_image_copies_is_there_and_is_sent_to_the_builder(instructions: list[tuple[str, str]]) -> None:
    copied = [rest.split()[:-1] for name, rest in instructions if name == "COPY" and not rest.startswith("--from")]
    sources = {source for each in copied for source in each}
    sent = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    assert sources == {line.removeprefix("!") for line in sent if line.startswith("!")}
    assert [source for source in sources if not (ROOT / source).exists()] == []


def test_the_image_has_the_extras_of_the_project(instructions: list[tuple[str, str]]) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = {extra for name, rest in instructions if name == "RUN" for extra in re.findall(r"--extra (\S+)", rest)}
    assert extras == {"scale", "otel"}
    assert extras <= set(project["optional-dependencies"])
    tag = yaml.safe_load((ROOT / "compose.yaml").read_text(encoding="utf-8"))["services"]["service"]["image"]
    assert tag == f"sheaf:{project['version']}"


def test_the_image_runs_as_somebody_without_rights_and_takes_signals(instructions: list[tuple[str, str]]) -> None:
    last = [name for name, _ in instructions].index("ENTRYPOINT")
    final = instructions[max(index for index, (name, _) in enumerate(instructions) if name == "FROM") : last + 2]
    names = [name for name, _ in final]
    assert ("USER", "10001:10001") in final
    assert names.index("USER") > names.index("RUN")
    assert "HEALTHCHECK" in names
    assert [rest for name, rest in final if name == "RUN" and ("apt" in rest or "pip" in rest)] == []


def test_every_service_is_bounded_and_comes_back(compose: dict[str, Any]) -> None:
    for name, service in compose["services"].items():
        assert service["deploy"]["resources"]["limits"].keys() == {"cpus", "memory"}, name
        assert service["restart"] in {"unless-stopped", "no"}, name
        assert "no-new-privileges:true" in service["security_opt"], name
        assert not service["image"].endswith(":latest"), name
        assert ":" in service["image"].rpartition("/")[2], name
        for other in service.get("depends_on", {}):
            is_lasting = compose["services"][other]["restart"] != "no"
            wanted = "service_healthy" if is_lasting else "service_completed_successfully"
            assert service["depends_on"][other]["condition"] == wanted
            assert not is_lasting or "healthcheck" in compose["services"][other]


def test_only_the_service_is_reached_and_only_from_this_machine(compose: dict[str, Any]) -> None:
    ports = {name: service["ports"] for name, service in compose["services"].items() if "ports" in service}
    assert ports == {"service": ["127.0.0.1:8000:8000"]}
    assert compose["networks"]["inside"] == {"internal": True}
    for name, service in compose["services"].items():
        assert ("outside" in service["networks"]) is (name in SHEAF)


def test_no_password_stands_in_the_file() -> None:
    text = (ROOT / "compose.yaml").read_text(encoding="utf-8")
    assert set(re.findall(r"(?<!\$)\$\{(\w+):\?", text)) == PASSWORDS
    assert re.findall(r"(?<!\$)\$\{\w+(?!\w*:\?)\}", text) == []


def is_compose_here() -> bool:
    """Whether there is a Compose of the generation that knows every key of the file."""
    if shutil.which("docker") is None:
        return False
    return subprocess.run(["docker", "compose", "version"], capture_output=True, check=False).returncode == 0


@pytest.mark.skipif(not is_compose_here(), reason="needs docker compose, version 2 or later")
def test_compose_itself_takes_the_file(tmp_path: Path) -> None:
    passwords = tmp_path / "passwords"
    passwords.write_text("".join(f"{name}=x\n" for name in PASSWORDS))
    command = ["docker", "compose", "--env-file", str(passwords), "config", "--quiet"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.skipif(shutil.which("hadolint") is None, reason="needs hadolint")
def test_the_dockerfile_passes_its_linter() -> None:
    done = subprocess.run(["hadolint", "Dockerfile"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.stdout == ""
    assert done.returncode == 0


MC = """#!/bin/sh
echo "$*" >> "$CALLS"
case "$*" in
  *"user info"*) echo "$INFO" ;;
  *"policy attach"*) exit "$ATTACHES" ;;
esac
"""


@pytest.mark.parametrize(
    ("info", "attaches", "status", "attached"),
    [
        ('{"status": "success", "accessKey": "sheaf", "userStatus": "enabled"}', 0, 0, 1),
        ('{"status": "success", "accessKey": "sheaf", "userStatus": "enabled"}', 1, 1, 1),
        ('{"status": "success", "accessKey": "sheaf", "policyName": "sheaf"}', 1, 0, 0),
        ('{"status": "error"}', 1, 1, 1),
    ],
)
def test_the_bucket_is_ready_only_where_the_user_has_its_rights(
    compose: dict[str, Any], tmp_path: Path, info: str, attaches: int, status: int, attached: int
) -> None:
    [script] = compose["services"]["bucket"]["command"]
    program = tmp_path / "mc"
    program.write_text(MC, encoding="utf-8")
    program.chmod(0o755)
    calls = tmp_path / "calls"
    environment = {
        "PATH": f"{tmp_path}:{os.environ['PATH']}",
        "CALLS": str(calls),
        "INFO": info,
        "ATTACHES": str(attaches),
        "FILES_PASSWORD": "secret",
    }
    done = subprocess.run(["/bin/sh", "-ec", script.replace("$$", "$")], env=environment, check=False, cwd=tmp_path)
    assert done.returncode == status
    assert calls.read_text(encoding="utf-8").count("policy attach") == attached

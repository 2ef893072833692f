"""The files of the container agree with the tree: what the build copies, and which options the servers get."""

import json
import re
import tomllib
from pathlib import Path
from typing import Any

import click
import yaml

from mock_server.serve import serve

TREE = Path(__file__).parent.parent
CONTAINERFILE = (TREE / "container" / "Containerfile").read_text("utf-8")
COMPOSE: dict[str, Any] = yaml.safe_load((TREE / "container" / "compose.yaml").read_text("utf-8"))
OPTIONS = {option for parameter in serve.params if isinstance(parameter, click.Option) for option in parameter.opts}


def test_the_build_copies_everything_that_the_wheel_is_built_from() -> None:
    copied = set((TREE / ".containerignore").read_text("utf-8").split())
    built = tomllib.loads((TREE / "pyproject.toml").read_text("utf-8"))["tool"]["hatch"]["build"]["targets"]

    needed = [*built["wheel"]["packages"], "README.md", "LICENSE", "NOTICE", "pyproject.toml", "requirements.lock"]
    assert [name for name in needed if f"!{name}" not in copied] == []
    assert all(page.startswith("docs/") and page.endswith(".md") for page in built["wheel"]["force-include"])
    assert "!docs/*.md" in copied


def test_the_image_starts_the_sandbox_with_options_that_exist() -> None:
    (command,) = re.findall(r"^CMD (\[.+\])$", CONTAINERFILE, re.MULTILINE)
    words: list[str] = json.loads(command)

    assert words[0] == "serve"
    assert {word for word in words if word.startswith("--")} <= OPTIONS


def test_the_servers_of_compose_have_options_that_exist() -> None:
    words = COMPOSE["services"]["first"]["command"]

    assert {word.partition("=")[0] for word in words if word.startswith("--")} <= OPTIONS


def test_haproxy_names_the_servers_of_compose() -> None:
    named = re.findall(
        r"^  server (\w+) \w+:8080$", (TREE / "container" / "haproxy.cfg").read_text("utf-8"), re.MULTILINE
    )

    assert named == [name for name, service in COMPOSE["services"].items() if service.get("image") == "teesheet"]


def test_the_health_check_of_compose_is_that_of_the_image() -> None:
    (check,) = re.findall(r"HEALTHCHECK .*\\\n +CMD (\[.+\])$", CONTAINERFILE, re.MULTILINE)

    assert COMPOSE["services"]["first"]["healthcheck"]["test"][1:] == json.loads(check)


def test_the_process_is_not_root_and_its_health_check_needs_no_curl() -> None:
    assert re.findall(r"^USER (\d+):", CONTAINERFILE, re.MULTILINE) == ["10001"]
    assert "curl" not in CONTAINERFILE.split("HEALTHCHECK")[1]

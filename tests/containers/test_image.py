"""The image does what its page says: built twice, run, killed, started again, and used by Testcontainers."""

import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.containers.engine import TREE, Engine
from tests.contract.test_tools import free_port
from tests.embedding.npm_packages import Installed, installed, wheel
from tests.pages import Block, blocks

pytestmark = pytest.mark.containers

PAGE = (TREE / "docs" / "containers.md").read_text("utf-8")
EXAMPLES: dict[str, Block] = {block.language: block for block in blocks(PAGE)}
TOKEN = "a-token-of-these-tests"  # noqa: S105 - protects nothing
KEY = {"X-Api-Key": "sbx_image_alpha"}
HOOK = {"url": "https://agency.example/hooks", "events": ["booking.confirmed"]}
TYPES = [
    "--strict",
    "--target",
    "es2022",
    "--module",
    "esnext",
    "--moduleResolution",
    "bundler",
    "--types",
    "node",
    "--skipLibCheck",
]
TESTCONTAINERS, TESTCONTAINERS_OF_NODE = "testcontainers==4.15.0", "testcontainers@11.14.0"


@pytest.fixture(scope="module")
def engine(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Engine:
    """An engine with the image `teesheet`, in the format of Docker."""
    made = Engine(tmp_path_factory.mktemp("engine"), request.config.cache.mkdir("containers"))
    made.build("teesheet", form="docker")
    return made


@pytest.fixture
def container(engine: Engine) -> Iterator[tuple[str, str]]:
    """The name and the address of a container that runs as the page says."""
    port = free_port()
    name = f"image-{port}"
    engine.ran(*documented(name, port))
    address = f"http://127.0.0.1:{port}"
    wait_for(address)
    yield name, address
    engine.run("rm", "-f", "-v", name)


def documented(name: str, port: int) -> list[str]:
    """The words of `podman run` on the page, for a container that goes on in the background."""
    (line,) = re.findall(r"^podman (run .*)$", PAGE, re.MULTILINE)
    places = {"--rm": f"--detach --name {name}", "127.0.0.1:8080:": f"127.0.0.1:{port}:", "teesheet:/": f"{name}:/"}
    for written, ours in places.items():
        assert written in line
        line = line.replace(written, ours)
    return shlex.split(line.replace("-e TEESHEET_ADMIN_TOKEN", f"-e TEESHEET_ADMIN_TOKEN={TOKEN}"))


def wait_for(address: str) -> None:
    """Returns as soon as a sandbox answers."""
    until = time.monotonic() + 60
    while time.monotonic() < until:
        try:
            httpx.get(f"{address}/_sandbox/v1/health").raise_for_status()
        except httpx.HTTPError:
            time.sleep(0.1)
        else:
            return
    raise AssertionError(f"nothing answers at {address}")


def test_two_builds_have_one_digest(engine: Engine) -> None:
    for tag in ("first", "second"):
        engine.build(f"teesheet:{tag}", form="oci")

    digests = {engine.ran("inspect", "--format", "{{.Digest}}", f"teesheet:{tag}") for tag in ("first", "second")}

    assert len(digests) == 1


def test_the_process_is_nobody_and_writes_only_to_its_volume(engine: Engine, container: tuple[str, str]) -> None:
    name, _ = container

    user = engine.ran("exec", name, "id", "-u")
    written = {
        place: engine.run("exec", name, "touch", f"{place}/file").returncode == 0
        for place in ("/opt/teesheet", "/etc", "/var/lib/teesheet", "/tmp")  # noqa: S108 - a place in the container
    }

    assert user == "10001"
    assert written == {"/opt/teesheet": False, "/etc": False, "/var/lib/teesheet": True, "/tmp": True}  # noqa: S108


def test_state_outlives_the_container(engine: Engine, container: tuple[str, str]) -> None:
    name, address = container
    httpx.post(f"{address}/api/v1/webhooks", json=HOOK, headers=KEY).raise_for_status()

    engine.ran("rm", "-f", name)
    engine.ran(*documented(name, int(address.rpartition(":")[2])))
    wait_for(address)

    assert len(httpx.get(f"{address}/api/v1/webhooks", headers=KEY).json()["data"]) == 1


def test_the_health_check_fails_while_the_process_is_stopped(engine: Engine, container: tuple[str, str]) -> None:
    name, _ = container
    process = int(engine.ran("inspect", "--format", "{{.State.Pid}}", name))

    healthy = engine.run("healthcheck", "run", name).returncode
    os.kill(process, signal.SIGSTOP)
    stopped = engine.run("healthcheck", "run", name).returncode
    os.kill(process, signal.SIGCONT)

    assert (healthy, stopped) == (0, 1)


def test_without_a_token_it_ends_with_one_sentence(engine: Engine) -> None:
    ended = engine.run("run", "--rm", "--network", "host", "teesheet")

    assert (ended.returncode, "TEESHEET_ADMIN_TOKEN" in ended.stderr) == (2, True)


def clients_of_docker(socket: str) -> dict[str, str]:
    """The environment in which Testcontainers uses podman. Ryuk is an image of a registry."""
    known = {"DOCKER_HOST": socket, "TESTCONTAINERS_RYUK_DISABLED": "true"}
    return known | {"TESTCONTAINERS_CONNECTION_MODE": "docker_host", "TESTCONTAINERS_HOST_OVERRIDE": "localhost"}


def test_the_example_in_python_is_typed_and_runs(engine: Engine, tmp_path: Path) -> None:
    (tmp_path / EXAMPLES["python"].name).write_text(EXAMPLES["python"].text, "utf-8")
    python = tmp_path / "environment" / "bin" / "python"
    engine.ran("-m", "venv", str(tmp_path / "environment"), program=sys.executable)
    wanted = [TESTCONTAINERS, "mypy", "pytest", str(wheel(tmp_path))]
    engine.ran("-m", "pip", "install", "-q", "-c", f"{TREE}/requirements.lock", *wanted, program=str(python))

    typed = subprocess.run(
        [python, "-m", "mypy", "--strict", EXAMPLES["python"].name],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    with engine.answering_as_docker() as socket:
        done = subprocess.run(
            [python, "-m", "pytest", "-q", EXAMPLES["python"].name],
            cwd=tmp_path,
            env={**os.environ, **clients_of_docker(socket)},
            capture_output=True,
            text=True,
            check=False,
        )

    assert typed.returncode == 0, typed.stdout
    assert (done.returncode, "1 passed" in done.stdout) == (0, True), done.stdout + done.stderr


@pytest.fixture(scope="module")
def package(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Installed:
    """The npm package beside vitest."""
    return installed(request.config.cache.mkdir("npm"), tmp_path_factory.mktemp("npm"))


def test_the_npm_package_starts_the_image(engine: Engine, package: Installed, tmp_path: Path) -> None:
    podman = shutil.which("podman")
    assert podman
    (tmp_path / "podman").symlink_to(podman)
    places = {"PATH": f"{tmp_path}:/usr/sbin:/sbin", "TEESHEET_IMAGE": "localhost/teesheet"}
    code = (
        'const { Sandbox, levers } = require("teesheet");\n'
        "Sandbox.start().then(async (sandbox) => {\n"
        "  console.log((await sandbox.ask(levers.getHealth())).status);\n"
        "  await sandbox.stop();\n"
        "});"
    )

    ended = package.run("node", "-e", code, **{**engine.environment, **places})

    assert (ended.returncode, ended.stdout) == (0, "ok\n"), ended.stderr


def test_the_example_for_node_is_typed_and_runs(engine: Engine, package: Installed) -> None:
    example = package.folder / EXAMPLES["ts"].name
    example.write_text(EXAMPLES["ts"].text, "utf-8")
    # npm removes what nobody saved, so both come together.
    (tarball,) = (package.folder.parent / "npm").glob("*.tgz")
    added = package.run("npm", "install", "--no-audit", "--no-fund", "--no-save", str(tarball), TESTCONTAINERS_OF_NODE)

    typed = package.run("npx", "tsc", "--noEmit", *TYPES, example.name)
    with engine.answering_as_docker() as socket:
        done = package.run("npx", "vitest", "run", example.name, "--reporter=json", **clients_of_docker(socket))

    assert added.returncode == 0, added.stderr
    assert typed.returncode == 0, typed.stdout
    assert json.loads(done.stdout)["numPassedTests"] == 1, done.stdout + done.stderr

"""The npm package: its tarball, its types, the examples with vitest and jest, and what is left after a crash.

Needs Node and the npm registry. Where Node is missing, these tests fail: they were asked for.
"""

import json
import re
import sys
import time
import tomllib
from pathlib import Path

import psutil
import pytest

from openapi.places import load_yaml
from tests.embedding.npm_packages import NPM, TREE, Installed, installed, starters, wheel

_START = 'const { Sandbox } = require("teesheet");\n'


def test_it_has_the_version_of_the_sandbox_that_it_installs() -> None:
    ours = tomllib.loads((TREE / "pyproject.toml").read_text("utf-8"))["project"]["version"]

    assert json.loads((NPM / "package.json").read_text("utf-8"))["version"] == ours


@pytest.fixture(scope="module")
def package(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Installed:
    return installed(request.config.cache.mkdir("npm"), tmp_path_factory.mktemp("npm"))


@pytest.mark.node
def test_the_tarball_has_code_and_types_and_nothing_else(package: Installed) -> None:
    assert {"package.json", "README.md", "built/index.js", "built/index.d.ts", "built/levers.d.ts"} <= package.files
    assert all(re.fullmatch(r"package\.json|README\.md|built/\w+\.(js|d\.ts)", file) for file in package.files)


@pytest.mark.node
@pytest.mark.parametrize("script", ["types", "vitest", "jest"])
def test_an_example_runs_in_an_empty_folder(package: Installed, script: str) -> None:
    ended = package.run("npm", "run", script)

    assert ended.returncode == 0, ended.stdout + ended.stderr


@pytest.mark.node
@pytest.mark.parametrize(
    "end", ["process.kill(process.pid, 'SIGKILL')", "throw new Error('a test crashes')", "undefined"]
)
def test_nothing_is_left_when_the_process_ends_without_stop(package: Installed, end: str) -> None:
    code = f"{_START}Sandbox.start().then((sandbox) => {{ console.log(sandbox.address); {end}; }});"

    address = package.run("node", "-e", code).stdout.strip()

    assert address.startswith("http://127.0.0.1:")
    assert _is_free(int(address.rpartition(":")[2]))


def _is_free(port: int) -> bool:
    """Whether nobody listens on *port* any more, after ten seconds at most."""
    until = time.monotonic() + 10
    while time.monotonic() < until:
        listening = {c.laddr.port for c in psutil.net_connections("tcp4") if c.status == psutil.CONN_LISTEN}
        if port not in listening:
            return True
        time.sleep(0.1)
    return False


@pytest.mark.node
@pytest.mark.parametrize(
    ("environment", "sentence"),
    [
        ({"PATH": ""}, "NoSandbox: No program starts the teesheet sandbox. Install one of them"),
        (
            {"TEESHEET_COMMAND": "no-such-program"},
            "SandboxNotStarted: The sandbox did not start: spawn no-such-program",
        ),
        ({"TEESHEET_COMMAND": "teesheet --no-such-option"}, "It said: Error: No such option"),
    ],
    ids=["nothing", "unknown", "option"],
)
def test_a_sandbox_that_cannot_start_says_why(package: Installed, environment: dict[str, str], sentence: str) -> None:
    code = f"{_START}Sandbox.start().catch((failure) => console.log(`${{failure.name}}: ${{failure.message}}`));"

    said = package.run("node", "-e", code, **environment).stdout

    assert sentence in said


@pytest.mark.node
def test_uvx_and_pipx_and_a_container_are_found_in_this_order(package: Installed, tmp_path: Path) -> None:
    (tmp_path / "none").mkdir()
    for program in ("uvx", "pipx", "podman"):
        (tmp_path / program).mkdir()
        (tmp_path / program / program).write_text("#!/bin/sh\n")
        (tmp_path / program / program).chmod(0o755)
    folders = [str(tmp_path / name) for name in ("uvx", "pipx", "podman")]
    code = (
        'const { teesheetCommand } = require("teesheet/built/programs.js");\n'
        f"const folders = {json.dumps(folders)};\n"
        'const found = (path) => teesheetCommand({ image: "teesheet" }, "0.2.0", { PATH: path.join(":") }).join(" ");\n'
        "console.log(JSON.stringify([found(folders), found(folders.slice(1)), found(folders.slice(2))]));"
    )

    assert json.loads(package.run("node", "-e", code).stdout) == [
        "uvx --from teesheet==0.2.0 teesheet",
        "pipx run --spec teesheet==0.2.0 teesheet",
        "podman run --rm --interactive --network=host teesheet",
    ]


@pytest.mark.node
def test_bookings_are_the_most_that_the_contract_gives_in_one_answer(package: Installed) -> None:
    contract = load_yaml(Path("openapi/control/records.yaml"))
    code = (
        f"{_START}"
        "globalThis.fetch = async (url) => { console.log(String(url)); return new Response('{\"data\": []}'); };\n"
        "Sandbox.at('http://sandbox.test').world('w').bookings();"
    )

    asked = package.run("node", "-e", code).stdout.strip()

    assert asked.endswith(f"/bookings?limit={contract['parameters']['Limit']['schema']['maximum']}")


@pytest.mark.node
def test_the_reason_is_that_of_the_newest_answer_with_the_request_id(package: Installed) -> None:
    code = (
        f"{_START}Sandbox.start().then(async (sandbox) => {{\n"
        "  const world = sandbox.world();\n"
        "  const ask = (id) => world.fetch(`/travel/bookings/${id}`, { headers: { 'X-Request-Id': 'again' } });\n"
        "  await ask('bkg_first');\n"
        "  console.log((await world.why(await ask('bkg_second'))).sentence);\n"
        "  await sandbox.stop();\n"
        "});"
    )

    assert "bkg_second" in package.run("node", "-e", code).stdout


@pytest.fixture(scope="module")
def spec(tmp_path_factory: pytest.TempPathFactory) -> str:
    """What uvx and pipx install: the wheel of this tree."""
    return str(wheel(tmp_path_factory.mktemp("wheel")))


@pytest.mark.node
@pytest.mark.parametrize("program", ["uvx", "pipx"])
def test_a_sandbox_starts_without_an_environment(
    package: Installed, spec: str, program: str, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    programs = starters(request.config.cache.mkdir("starters"))
    for name in {"uvx": ("uv", "uvx"), "pipx": ("pipx",)}[program]:
        (tmp_path / name).symlink_to(programs / name)
    python = str(Path(sys.base_prefix) / "bin" / "python3")
    environment = {
        "PATH": f"{tmp_path}:/usr/bin:/bin",
        "TEESHEET_SPEC": spec,
        "UV_PYTHON": python,
        "PIPX_DEFAULT_PYTHON": python,
        "PIPX_HOME": str(tmp_path / "home"),
    }
    code = (
        f"{_START}const {{ levers }} = require('teesheet');\n"
        "Sandbox.start().then(async (sandbox) => {\n"
        "  const health = await sandbox.ask(levers.getHealth());\n"
        "  await sandbox.stop();\n"
        "  console.log(sandbox.address, health.status);\n"
        "});"
    )

    ended = package.run("node", "-e", code, **environment)

    address, status = ended.stdout.split() or ("", ended.stderr)
    assert status == "ok"
    assert _is_free(int(address.rpartition(":")[2]))

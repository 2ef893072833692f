"""An engine for containers without a daemon and a registry: podman with a store of its own, and a base from Debian."""

import os
import shutil
import subprocess
import sys
import time
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

TREE = Path(__file__).parents[2]
NEEDED = ("podman", "runc", "mmdebstrap", "iptables")
BASE = "localhost/debian-python:12"
PYTHON = "3.11"  # The Python of Debian 12.
MOMENT = "1767225600"
SECONDS = 600
# A machine without the right to raise limits refuses the usual ones of podman.
_SETTINGS = """
[containers]
default_ulimits = ["nofile=4096:4096", "nproc=4096:4096"]
log_driver = "k8s-file"
[engine]
runtime = "runc"
cgroup_manager = "cgroupfs"
events_logger = "file"
"""
_STORE = '[storage]\ndriver = "vfs"\ngraphroot = "{folder}/store"\nrunroot = "{folder}/run"\n'


class Engine:
    """podman with its images below *folder*. *tools* keeps the base image between runs."""

    def __init__(self, folder: Path, tools: Path) -> None:
        missing = [program for program in NEEDED if shutil.which(program) is None]
        assert not missing, f"{missing} are not on the PATH. Install them to run the tests marked `containers`."
        self.folder, self.tools = folder, tools
        (folder / "containers.conf").write_text(_SETTINGS)
        (folder / "storage.conf").write_text(_STORE.format(folder=folder))
        self.environment = {
            **os.environ,
            "CONTAINERS_CONF": str(folder / "containers.conf"),
            "CONTAINERS_STORAGE_CONF": str(folder / "storage.conf"),
        }
        self.wheels = self._wheels()
        self.ran("import", str(self._base()), BASE)

    def run(self, *words: str, program: str = "podman") -> subprocess.CompletedProcess[str]:
        """A command of podman run to its end."""
        return subprocess.run(
            [program, *words], env=self.environment, capture_output=True, text=True, timeout=SECONDS, check=False
        )

    def ran(self, *words: str, program: str = "podman") -> str:
        """What a command prints. It must end well."""
        done = self.run(*words, program=program)
        assert done.returncode == 0, f"{words} failed:\n{done.stdout}{done.stderr}"
        return done.stdout.strip()

    def build(self, tag: str, *, form: str) -> None:
        """Builds the Containerfile of the tree on the base of Debian, in the format *form*."""
        arguments = {"PYTHON": BASE, "PIP_FIND_LINKS": "/wheels", "PIP_NO_INDEX": "1"}
        words = [word for name, value in arguments.items() for word in ("--build-arg", f"{name}={value}")]
        words += ["--isolation", "chroot", "--format", form, "--no-cache", "--timestamp", MOMENT]
        # The store copies the whole image for each layer.
        words += ["--layers=false"]
        words += ["--volume", f"{self.wheels}:/wheels:ro", "-f", str(TREE / "container" / "Containerfile")]
        self.ran("build", *words, "-t", tag, str(TREE))

    @contextmanager
    def answering_as_docker(self) -> Iterator[str]:
        """The address of a socket that takes the requests of clients of Docker."""
        socket = self.folder / "docker.sock"
        words = ["podman", "system", "service", "--time=0", f"unix://{socket}"]
        with subprocess.Popen(words, env=self.environment) as service:
            until = time.monotonic() + 30
            while not socket.exists() and time.monotonic() < until:
                time.sleep(0.1)
            yield f"unix://{socket}"
            service.terminate()

    def _base(self) -> Path:
        """The file system of a small Debian with Python."""
        made = self.tools / "debian-12.tar"
        if not made.exists():
            included = "--include=python3,python3-venv,ca-certificates"
            part = self.tools / "part.tar"
            self.ran("--variant=minbase", included, "bookworm", str(part), program="mmdebstrap")
            part.rename(made)
        return made

    def _wheels(self) -> Path:
        """What the build installs, since the build itself reaches no registry."""
        project = tomllib.loads((TREE / "pyproject.toml").read_text("utf-8"))["project"]
        extras = project["optional-dependencies"]
        wanted = [*project["dependencies"], *extras["postgres"][1:], *extras["upgrade"], *extras["fast"], "hatchling"]
        folder = self.folder / "wheels"
        options = ["--only-binary=:all:", "--python-version", PYTHON, "-c", str(TREE / "requirements.lock")]
        self.ran("-m", "pip", "download", "-q", "-d", str(folder), *options, *wanted, program=sys.executable)
        return folder

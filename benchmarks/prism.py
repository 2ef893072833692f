"""Prism, the peer: installed outside the repository, serving the bundled contract with examples of our size."""

import json
import subprocess
from pathlib import Path
from typing import Any

from benchmarks.processes import CACHE, free_port

VERSION = "5.14.2"
_PORT = free_port()
BASE_URL = f"http://127.0.0.1:{_PORT}"
_CONTRACT = Path(__file__).parents[1] / "openapi" / "dist" / "openapi.json"


def installed() -> Path:
    """The command of Prism, from the cache folder or else from the npm registry."""
    folder = CACHE / f"prism-{VERSION}"
    command = folder / "node_modules" / ".bin" / "prism"
    if not command.exists():
        folder.mkdir(parents=True, exist_ok=True)
        package = f"@stoplight/prism-cli@{VERSION}"
        subprocess.run(["npm", "install", "--no-audit", "--no-fund", "--prefix", str(folder), package], check=True)
    return command


def contract_with(courses: Any, tee_times: Any, folder: Path) -> Path:
    """A copy of the bundled contract whose first examples are these answers of ours, so that sizes are alike."""
    document = json.loads(_CONTRACT.read_bytes())
    examples = document["components"]["examples"]
    examples["Courses"]["value"] = courses
    examples["OnlineTeeTimes"]["value"] = tee_times
    copy = folder / "contract.json"
    copy.write_text(json.dumps(document))
    return copy


def command(contract: Path) -> list[str]:
    """How to start it: static examples, and silent, since writing a log would slow it down."""
    return [str(installed()), "mock", "--port", str(_PORT), "--verboseLevel", "silent", str(contract)]

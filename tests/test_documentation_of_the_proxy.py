"""The page about the proxy runs from top to bottom."""

import json
from pathlib import Path

from tests.pages import PROXY, Look, read_page


def _passed_to_the_sandbox(_said: str, folder: Path) -> None:
    assert len(json.loads((folder / "courses.json").read_text("utf-8"))["data"]) == 2
    assert json.loads((folder / "course.json").read_text("utf-8"))["data"]["id"] == "crs_h3w8kz11"


def _shows_the_refused_request(said: str, _folder: Path) -> None:
    assert "query.holes is 12, not one of 9, 18" in said


def _is_answered_by_the_proxy(said: str, _folder: Path) -> None:
    assert json.loads(said)["answeredBy"] == "teesheet proxy"


def _is_compatible(said: str, _folder: Path) -> None:
    assert "Compatible: nothing in this traffic is newly broken." in said


def test_the_proxy_page_runs_from_top_to_bottom(tmp_path: Path) -> None:
    looks: dict[str, Look] = {
        "traffic": _passed_to_the_sandbox,
        "page": _shows_the_refused_request,
        "enforced": _is_answered_by_the_proxy,
        "replay": _is_compatible,
    }

    # A recording of three reads decides few requirements, as the page says.
    read_page(PROXY, tmp_path, looks, {"judge": "3: .venv/bin/teesheet judge"})

"""The documentation as text for models: every page of the list is served, and the whole text holds every page."""

import re
import tomllib
from pathlib import Path

import httpx
import pytest

from mock_server.documentation.models import NAMES
from tests.sandbox.agencies import Agency

TREE = Path(__file__).parents[2]


def read(alpha: Agency, path: str) -> httpx.Response:
    answer: httpx.Response = alpha.http.get(f"{alpha.address}{path}")
    assert answer.status_code == 200
    return answer


def test_every_link_of_the_list_is_served(alpha: Agency) -> None:
    links = re.findall(r"^- \[[^]]+\]\((/[^)]+)\): \S", read(alpha, "/llms.txt").text, re.MULTILINE)

    assert len(links) == 2 + len(NAMES)
    assert [link for link in links if not read(alpha, link).content] == []


def test_every_page_is_introduced_by_one_whole_sentence(alpha: Agency) -> None:
    pages = re.findall(r"^- .*/docs/pages/.*$", read(alpha, "/llms.txt").text, re.MULTILINE)

    assert len(pages) == len(NAMES)
    assert [line for line in pages if not line.endswith(".") or "](../" in line] == []


@pytest.mark.parametrize("name", NAMES)
def test_the_whole_text_holds_every_page(alpha: Agency, name: str) -> None:
    assert (TREE / "docs" / f"{name}.md").read_text("utf-8") in read(alpha, "/llms-full.txt").text


def test_the_text_is_plain(alpha: Agency) -> None:
    assert read(alpha, "/llms.txt").headers["content-type"] == "text/plain; charset=utf-8"


def test_the_wheel_carries_the_pages() -> None:
    build = tomllib.loads((TREE / "pyproject.toml").read_text("utf-8"))["tool"]["hatch"]["build"]["targets"]["wheel"]

    assert build["force-include"] == {
        f"docs/{name}.md": f"mock_server/documentation/pages/{name}.md" for name in sorted(NAMES)
    }

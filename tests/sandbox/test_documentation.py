"""The documentation page: served from packaged files, about the contract that is obeyed, without the network."""

import re
from pathlib import Path

import pytest
from openapi_spec_validator import OpenAPIV30SpecValidator, OpenAPIV31SpecValidator

import mock_server.documentation
from openapi.bundler import DOCUMENTS, PUBLISHED_CHANGES_FILE, bundle, contract
from tests.sandbox.agencies import Agency

FOLDER = Path(mock_server.documentation.__file__).parent
PAGE = (FOLDER / "index.html").read_text("utf-8")
SHOWN = dict(re.findall(r'^  (\w+): "(\.\./[^"]+)"', (FOLDER / "start.js").read_text("utf-8"), re.MULTILINE))
REFERENCES = re.findall(r'(?:src|href)="([^"]+)"', PAGE)
ASSETS = [reference for reference in REFERENCES if not reference.startswith("../")]


def test_the_page_is_served(alpha: Agency) -> None:
    answer = alpha.http.get(f"{alpha.address}/docs/")

    assert (answer.status_code, answer.text) == (200, PAGE)


@pytest.mark.parametrize("path", ["/", "/docs"])
def test_other_ways_lead_to_the_page(alpha: Agency, path: str) -> None:
    answer = alpha.http.get(f"{alpha.address}{path}", follow_redirects=True)

    assert answer.url.path == "/docs/"


@pytest.mark.parametrize("reference", REFERENCES)
def test_everything_the_page_refers_to_is_served(alpha: Agency, reference: str) -> None:
    answer = alpha.http.get(f"{alpha.address}/docs/{reference}")

    assert (answer.status_code, len(answer.content) > 0) == (200, True)


def test_the_page_offers_what_its_script_can_show() -> None:
    assert re.findall(r'href="\?document=(\w+)"', PAGE) == list(SHOWN) == list(DOCUMENTS)


@pytest.mark.parametrize("name", DOCUMENTS)
def test_the_page_shows_the_document_that_is_obeyed(alpha: Agency, name: str) -> None:
    shown = alpha.http.get(f"{alpha.address}/docs/{SHOWN[name]}")

    assert shown.json() == bundle(DOCUMENTS[name])


def test_the_page_loads_scripts_and_styles() -> None:
    assert {"swagger-ui.css", "swagger-ui-bundle.js", "start.js"} <= set(ASSETS)


@pytest.mark.parametrize("name", ["index.html", "start.js"])
def test_the_page_names_no_address_of_another_host(name: str) -> None:
    text = Path(mock_server.documentation.__file__).with_name(name).read_text("utf-8")

    assert re.findall(r"(?:https?:)?//[a-z0-9-]+\.[a-z]+", text) == []


def test_the_styles_load_nothing_from_another_host() -> None:
    text = Path(mock_server.documentation.__file__).with_name("swagger-ui.css").read_text("utf-8")

    assert re.findall(r"(?:@import|url\()\s*[\"']?(?:https?:)?//", text) == []


def test_no_validator_of_another_host_is_asked() -> None:
    text = Path(mock_server.documentation.__file__).with_name("start.js").read_text("utf-8")

    assert "validatorUrl: null" in text


def test_the_contract_that_is_served_is_the_bundled_one(alpha: Agency) -> None:
    assert alpha.http.get(f"{alpha.address}/openapi.json").json() == contract()


def test_the_changes_of_the_contract_are_served_as_a_feed(alpha: Agency) -> None:
    answer = alpha.http.get(f"{alpha.address}/changes.atom")

    assert (answer.headers["Content-Type"], answer.content) == (
        "application/atom+xml",
        PUBLISHED_CHANGES_FILE.read_bytes(),
    )


def test_the_contract_is_a_valid_openapi_3_1_document(alpha: Agency) -> None:
    document = alpha.http.get(f"{alpha.address}/openapi.json").json()

    assert list(OpenAPIV31SpecValidator(document).iter_errors()) == []


def test_the_rendering_is_a_valid_openapi_3_0_document(alpha: Agency) -> None:
    document = alpha.http.get(f"{alpha.address}/openapi-3.0.json").json()

    assert list(OpenAPIV30SpecValidator(document).iter_errors()) == []


def test_the_rendering_has_the_same_operations(alpha: Agency) -> None:
    rendered = alpha.http.get(f"{alpha.address}/openapi-3.0.json").json()["paths"]

    assert rendered.keys() == contract()["paths"].keys()


@pytest.mark.parametrize("path", ["/docs/nothing.js", "/docs/../settings.py", "/docs/%2e%2e/settings.py"])
def test_nothing_else_of_the_package_is_served(alpha: Agency, path: str) -> None:
    assert alpha.http.get(f"{alpha.address}{path}").status_code == 404

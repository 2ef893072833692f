"""The door of the console: the key, the cookie, and what a page of another origin cannot do."""

import asyncio
import re
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from mock_server.app import Sandbox
from mock_server.console.pages import PAGES
from tests.console.visitors import Visitor, browser, sandbox_in_memory

Visiting = Callable[[Callable[[Visitor], Awaitable[Any]]], Any]
A_RULE = 'POST /_sandbox/v1/rules {"effect": {"drop": {}}}'


async def rules_of(visitor: Visitor) -> Any:
    """The rules of the world."""
    return (await visitor.control("GET", "/rules"))["data"]


def test_without_a_key_every_page_is_the_door(sandbox: Sandbox) -> None:
    page = asyncio.run(browser(sandbox).open("journal"))

    assert "API key of your world" in page


def test_the_folder_without_its_slash_leads_to_the_console(sandbox: Sandbox) -> None:
    page = asyncio.run(browser(sandbox).open("/_sandbox"))

    assert "API key of your world" in page


def test_a_key_opens_its_world_and_leads_to_the_wanted_page(sandbox: Sandbox) -> None:
    async def steps() -> Visitor:
        visitor = browser(sandbox)
        await visitor.post("door", {"key": "sbx_tour_bravo", "back": "journal?status=409"})
        return visitor

    visitor = asyncio.run(steps())

    assert str(visitor.seen.url).endswith("/_sandbox/journal?status=409")
    assert "<b>tour</b>" in visitor.seen.text
    assert "<b>bravo</b>" in visitor.seen.text


def test_the_key_is_in_a_strict_cookie_and_in_no_address(sandbox: Sandbox) -> None:
    form = {"key": "sbx_demo_alpha"}

    answer = asyncio.run(
        browser(sandbox).http.post("/_sandbox/door", data=form, headers={"Origin": "http://localhost"})
    )

    cookie = answer.headers["Set-Cookie"]
    assert "HttpOnly; SameSite=Strict" in cookie
    assert "sbx_" not in answer.headers["Location"]


def test_behind_tls_the_cookie_is_secure() -> None:
    sandbox = sandbox_in_memory(public_url="https://sandbox.example", admin_token="t" * 16)
    headers = {"Host": "sandbox.example", "Origin": "https://sandbox.example"}

    answer = asyncio.run(browser(sandbox).http.post("/_sandbox/door", data={"key": "sbx_demo_alpha"}, headers=headers))

    assert answer.headers["Set-Cookie"].endswith("; Secure")


@pytest.mark.parametrize("key", ["", "wrong", "sbx_UPPER_alpha", "sbx_demo_alpha\r\nX: y", "ключ"])
def test_a_key_that_is_none_gets_a_sentence(sandbox: Sandbox, key: str) -> None:
    visitor = browser(sandbox)

    page = asyncio.run(visitor.enter(key))

    assert visitor.seen.status_code == 403
    assert "key" in page.split('role="alert"')[1].split("</p>")[0]


@pytest.mark.parametrize(
    "back", ["//evil.example", "https://evil.example/", "/docs/", "../docs/", "journal/../../docs", "a\\b", "\n/x"]
)
def test_the_way_back_stays_in_the_console(sandbox: Sandbox, back: str) -> None:
    form = {"key": "sbx_demo_alpha", "back": back}

    answer = asyncio.run(
        browser(sandbox).http.post("/_sandbox/door", data=form, headers={"Origin": "http://localhost"})
    )

    assert answer.headers["Location"] == "./"


@pytest.mark.parametrize("address", sorted(address for address in PAGES if "{" not in address))
def test_every_page_forbids_scripts_and_frames_of_others(visiting: Visiting, address: str) -> None:
    async def steps(visitor: Visitor) -> Any:
        await visitor.open(address)
        return visitor.seen.headers

    headers = visiting(steps)

    assert "default-src 'none'" in headers["Content-Security-Policy"]
    assert "frame-ancestors 'none'" in headers["Content-Security-Policy"]
    assert "unsafe" not in headers["Content-Security-Policy"]
    assert headers["Cache-Control"] == "no-store"


@pytest.mark.parametrize("name", sorted(Path("mock_server/console/templates").glob("*.html"), key=str))
def test_no_template_has_a_style_or_a_script_of_its_own(name: Path) -> None:
    text = name.read_text("utf-8")

    assert " style=" not in text
    assert "<style" not in text
    assert "| safe" not in text
    assert text.count("<script") == text.count("<script src=")


def test_every_form_inside_a_visit_carries_the_proof_of_the_visit() -> None:
    templates = Path("mock_server/console/templates").glob("*.html")
    forms = [
        (template.name, form)
        for template in templates
        for form in re.findall(r'<form[^>]*method="post".*?</form>', template.read_text("utf-8"), re.DOTALL)
    ]

    without_proof = [name for name, form in forms if "proof(view)" not in form]

    assert without_proof == ["door.html"]


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Host": "evil.example", "Origin": "http://evil.example"},
    ],
)
def test_a_form_of_another_page_does_nothing(visiting: Visiting, headers: dict[str, str]) -> None:
    async def steps(visitor: Visitor) -> tuple[int, Any]:
        await visitor.post("do", {"call": A_RULE, "form_token": visitor.token}, **headers)
        return visitor.seen.status_code, await rules_of(visitor)

    assert visiting(steps) == (403, [])


def test_a_form_without_an_origin_does_nothing(visiting: Visiting) -> None:
    async def steps(visitor: Visitor) -> tuple[int, Any]:
        answer = await visitor.http.post("/_sandbox/do", data={"call": A_RULE, "form_token": visitor.token})
        return answer.status_code, await rules_of(visitor)

    assert visiting(steps) == (403, [])


@pytest.mark.parametrize("token", ["", "0" * 64])
def test_a_form_without_the_token_of_the_visit_does_nothing(visiting: Visiting, token: str) -> None:
    async def steps(visitor: Visitor) -> tuple[str, Any]:
        page = await visitor.post("do", {"call": A_RULE, "form_token": token})
        return page, await rules_of(visitor)

    page, rules = visiting(steps)

    assert ("nothing was done" in page, rules) == (True, [])


@pytest.mark.parametrize(
    "call", ["", "POST", "GET /docs/", "POST //evil.example/_sandbox/v1/rules", "POST /_sandbox/do"]
)
def test_a_form_reaches_only_the_control_plane_and_the_interface(visiting: Visiting, call: str) -> None:
    async def steps(visitor: Visitor) -> tuple[int, str]:
        page = await visitor.post("do", {"call": call, "form_token": visitor.token})
        return visitor.seen.status_code, page

    status, page = visiting(steps)

    assert (status, "only calls the control plane and the interface" in page) == (403, True)


def test_signing_out_ends_the_visit(visiting: Visiting) -> None:
    async def steps(visitor: Visitor) -> str:
        return await visitor.post("leave", {"form_token": visitor.token})

    assert "API key of your world" in visiting(steps)


def test_a_world_that_is_gone_says_so(visiting: Visiting) -> None:
    async def steps(visitor: Visitor) -> str:
        await visitor.control("DELETE", "/worlds/self")
        await asyncio.sleep(1.1)  # The moment of creation has whole seconds.
        return await visitor.open("journal")

    assert "This is another world of the same name" in visiting(steps)


def test_a_key_that_was_revoked_leads_to_the_door(tmp_path: Path) -> None:
    file = tmp_path / "keys.toml"
    file.write_text('[keys]\n"first-secret-key-1" = "demo/alpha"\n')
    before = sandbox_in_memory(keys_file=str(file), admin_token="t" * 16)
    file.write_text('[keys]\n"second-secret-key" = "demo/alpha"\n')
    after = sandbox_in_memory(keys_file=str(file), admin_token="t" * 16)

    async def steps() -> tuple[str, str]:
        visitor = browser(before)
        await visitor.enter("first-secret-key-1")
        home = await visitor.open()
        restarted = browser(after, cookies=visitor.http.cookies)
        return home, await restarted.open("journal")

    home, page = asyncio.run(steps())

    assert "first-secret-key-1" not in home
    assert "does not accept this key any more" in page


@pytest.mark.parametrize("address", ["nothing", "journal/999999", "journal/one", "static/nothing.js", "%3Cscript%3E"])
def test_a_page_that_is_not_there_says_so_and_shows_a_way_on(visiting: Visiting, address: str) -> None:
    async def steps(visitor: Visitor) -> tuple[int, str]:
        page = await visitor.open(address)
        return visitor.seen.status_code, page

    status, page = visiting(steps)

    assert status in (400, 404)
    assert "To the first page" in page
    assert "<script>" not in page

"""The command, as a user calls it: in front of a real sandbox, with its archive, its page and its refusals."""

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from conformance.commands.proxy import proxy as command
from tests.conformance.proxy.roads import answering, saying
from tests.proxies import COMMAND, free_place, proxying
from tests.sandbox.servers import Server, serving

KEY = {"X-Api-Key": "sbx_passing_alpha"}
COURSES = "/travel/courses?pageSize=2"


@pytest.fixture(scope="module")
def sandbox() -> Iterator[Server]:
    with serving("--ephemeral") as server:
        yield server


def test_the_traffic_of_a_conforming_service_has_no_finding(sandbox: Server) -> None:
    with proxying(sandbox.address) as running:
        answers = [httpx.get(f"{running.address}{COURSES}", headers=KEY) for _ in range(3)]
        said = running.end()

    assert {answer.status_code for answer in answers} == {200}
    assert said.split("\n")[1:3] == ["3 exchanges passed, 3 answers were judged.", "Nothing was found."]


def test_what_passes_can_be_judged_again(sandbox: Server, tmp_path: Path) -> None:
    archive = tmp_path / "passed.har"
    with proxying(sandbox.address, "--har", str(archive)) as running:
        httpx.get(f"{running.address}{COURSES}", headers=KEY)
        httpx.get(f"{running.address}/travel/courses?holes=12", headers=KEY)
        running.end()

    judged = subprocess.run(
        [sys.executable, "-m", "mock_server.cli", "judge", str(archive)], capture_output=True, text=True, check=False
    )
    entries = json.loads(archive.read_text())["log"]["entries"]
    assert [(entry["_agency"], entry["_role"]) for entry in entries] == [("$KEY_1", "read"), ("$KEY_1", "attempt")]
    assert "sbx_passing_alpha" not in archive.read_text()
    assert judged.returncode == 3, judged.stdout + judged.stderr


def test_a_service_that_breaks_the_contract_is_found_and_named_by_requirement() -> None:
    body = b'{"data":[{"id":1}],"meta":{"pagination":{"page":1,"pageSize":20,"totalItems":1,"totalPages":1}}}'
    answer = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s" % (len(body), body)
    with saying(answering(answer)) as port, proxying(f"http://127.0.0.1:{port}") as running:
        httpx.get(f"{running.address}/travel/courses", headers=KEY)
        said = running.end()

    assert "The service violates" in said
    assert "CRS-01  $KEY_1  once" in said
    assert max(map(len, said.splitlines())) <= 80


def test_the_page_shows_the_findings_and_no_path_of_the_service_is_hidden(sandbox: Server) -> None:
    page = free_place()
    with proxying(sandbox.address, "--page", page) as running:
        httpx.get(f"{running.address}/travel/courses?holes=12", headers=KEY)
        shown = _once_it_says(f"http://{page}/", "searchCourses")

    assert "query.holes is 12, not one of 9, 18" in shown


def _once_it_says(address: str, word: str) -> str:
    transport = httpx.HTTPTransport(retries=5)
    with httpx.Client(transport=transport) as client:
        for _ in range(100):
            shown = client.get(address).text
            if word in shown:
                return shown
    return shown


def test_an_enforcing_proxy_refuses_what_the_contract_refuses(sandbox: Server) -> None:
    with proxying(sandbox.address, "--enforce") as running:
        answer = httpx.get(f"{running.address}/travel/courses?holes=12", headers=KEY)
        fine = httpx.get(f"{running.address}{COURSES}", headers=KEY)

    assert (answer.status_code, answer.headers["Teesheet-Proxy"]) == (400, "request-refused")
    assert answer.json()["errors"] == [{"place": "query.holes", "detail": "query.holes is 12, not one of 9, 18"}]
    assert (fine.status_code, "Teesheet-Proxy" in fine.headers) == (200, False)


def test_an_enforcing_proxy_answers_for_a_service_that_breaks_the_contract() -> None:
    broken = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n[]"
    with saying(answering(broken)) as port, proxying(f"http://127.0.0.1:{port}", "--enforce") as running:
        answer = httpx.get(f"{running.address}/travel/courses", headers=KEY)
        said = running.end()

    assert (answer.status_code, answer.headers["Teesheet-Proxy"]) == (502, "answer-replaced")
    assert answer.json()["detail"].startswith("The proxy enforces the contract: the service answered 200")
    assert "The service violates" in said


def test_a_second_contract_is_judged_beside_the_first(sandbox: Server, tmp_path: Path) -> None:
    document = json.loads((Path("openapi") / "dist" / "openapi.json").read_text())
    del document["paths"]["/travel/courses"]
    candidate = tmp_path / "candidate.json"
    candidate.write_text(json.dumps(document))
    with proxying(sandbox.address, "--contract", "openapi/openapi.yaml", "--contract", str(candidate)) as running:
        httpx.get(f"{running.address}{COURSES}", headers=KEY)
        said = "".join(running.end().split())

    # A terminal of 80 columns breaks the long path of the file.
    assert f"{candidate}hasnooperationforGET/travel/courses" in said


def test_a_delivery_passes_on_to_its_subscriber_and_is_judged(sandbox: Server) -> None:
    taken = b"HTTP/1.1 204 No Content\r\n\r\n"
    with saying(answering(taken)) as port:
        webhooks = f"127.0.0.1:0=http://127.0.0.1:{port}"
        with proxying(sandbox.address, "--webhooks", webhooks) as running:
            answer = httpx.post(f"{running.next_line().split()[2]}/hook", content=b"no JSON")
            said = running.end()

    assert answer.status_code == 204
    assert "EVT-12  (deliveries)  once" in said


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--to", "ftp://127.0.0.1"], "--to must have an http or https address"),
        (["--to", "http://127.0.0.1:1/api/v1?x=1"], "--to must have neither a user nor a query"),
        (["--to", "http://127.0.0.1:1/api/v1", "--listen", "8090"], "--listen must be HOST:PORT"),
        (["--to", "http://127.0.0.1:1/api/v1", "--listen", "192.0.2.1:80"], "cannot listen on 192.0.2.1:80"),
        (["--to", "http://127.0.0.1:1/api/v1", "--har", "/nowhere/a.har"], "/nowhere/a.har cannot be written"),
        (["--to", "http://127.0.0.1:1/api/v1", "--target", "/nowhere.toml"], "/nowhere.toml cannot be read"),
        (["--to", "http://127.0.0.1:1/api/v1", *("--contract", "published") * 3], "at most twice"),
        (["--to", "http://127.0.0.1:1/api/v1", "--contract", "/nowhere.yaml"], "nowhere.yaml"),
        (["--to", "http://127.0.0.1:1/api/v1", "--webhooks", "127.0.0.1:0"], "--webhooks must be HOST:PORT=URL"),
        (["--to", "http://127.0.0.1:1/api/v1", "--page", "192.0.2.1:80"], "cannot be served on 192.0.2.1:80"),
    ],
)
def test_a_proxy_that_cannot_start_says_why(options: list[str], sentence: str) -> None:
    ended = subprocess.run([*COMMAND, *options], capture_output=True, text=True, check=False, timeout=60)

    assert (ended.returncode, sentence in ended.stderr, "Traceback" in ended.stderr) == (2, True, False), ended.stderr


def test_the_page_about_the_proxy_names_every_option() -> None:
    page = (Path(__file__).parents[3] / "docs" / "proxy.md").read_text(encoding="utf-8")

    assert set(re.findall(r"^\| `(--\w+)`", page, re.MULTILINE)) == {
        option for parameter in command.params for option in parameter.opts
    }

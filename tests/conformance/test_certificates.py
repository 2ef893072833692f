"""Certificates: a run trusts the authorities that it is given, and refuses others."""

import json
import ssl
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import Result

from tests.conformance.bad_target import BadTarget, behaving, conforming
from tests.conformance.conftest import Command

KEY = "key-of-alpha"
LOOPBACK = Path(__file__).with_name("loopback.pem")


@pytest.fixture
def secured() -> Iterator[BadTarget]:
    """The small conforming target behind TLS, with a certificate of its own that asks clients for none."""
    with behaving(conforming()) as target:
        context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        context.load_cert_chain(LOOPBACK)
        target.socket = context.wrap_socket(target.socket, server_side=True)
        yield target


def over_tls(command: Command, target: BadTarget, folder: Path, *options: object) -> Result:
    address = target.base_url.replace("http://", "https://")
    return command("check", address, "--api-key", KEY, "--only", "PAG-03", "--report", folder, *options)


def test_a_certificate_that_nobody_vouches_for_is_refused(secured: BadTarget, command: Command, tmp_path: Path) -> None:
    result = over_tls(command, secured, tmp_path)

    assert (result.exit_code, secured.asked) == (2, [])
    assert "No secure connection" in result.stderr


def test_an_authority_of_ones_own_is_trusted(secured: BadTarget, command: Command, tmp_path: Path) -> None:
    result = over_tls(command, secured, tmp_path, "--ca-file", LOOPBACK, "--client-cert", LOOPBACK)

    assert (result.exit_code, "INSECURE" in result.stdout) == (0, False)


def test_a_run_that_checks_no_certificate_says_so_loudly(secured: BadTarget, command: Command, tmp_path: Path) -> None:
    result = over_tls(command, secured, tmp_path, "--insecure")

    assert result.exit_code == 0
    assert "INSECURE: certificates were not checked" in result.stdout
    assert "INSECURE" in (tmp_path / "report.html").read_text("utf-8")
    assert "INSECURE" in (tmp_path / "report.md").read_text("utf-8")
    assert json.loads((tmp_path / "report.json").read_bytes())["traffic"]["certificateChecked"] is False

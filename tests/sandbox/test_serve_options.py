"""Every option of `teesheet serve` reaches the settings: an option and its member have one name."""

from dataclasses import fields

import httpx
import pytest

from mock_server.candidates.named import Named
from mock_server.serve import serve
from mock_server.settings import Settings
from tests.sandbox.agencies import CONTROL
from tests.sandbox.servers import serving

OPTIONS = {option.name: option for option in serve.params}
MEMBERS = {member.name: member for kind in (Settings, Named) for member in fields(kind)}
# What decides about the socket, the database and the end of the process, and is no setting.
OF_THE_PROCESS = {"host", "port", "ephemeral", "end_with_stdin"}
# What follows from the socket, and a limit that nobody sets.
WITHOUT_OPTION = {"loopback", "max_body_bytes"}


def test_every_option_is_a_setting_and_every_setting_an_option() -> None:
    assert set(OPTIONS) - OF_THE_PROCESS == set(MEMBERS) - WITHOUT_OPTION


@pytest.mark.parametrize(
    "name", ["seed", "max_worlds", "workers", "max_connections", "journal_body_characters", "log_format", "log_level"]
)
def test_an_option_and_its_setting_have_one_default(name: str) -> None:
    assert OPTIONS[name].default == MEMBERS[name].default


def test_a_server_takes_the_values_of_its_options() -> None:
    with serving("--ephemeral", "--seed", "7") as server:
        shown = httpx.get(f"{server.address}{CONTROL}/info", headers={"X-Api-Key": "sbx_demo_alpha"}).json()["data"]

    assert shown["seed"] == 7


def test_the_command_has_few_parameters_of_its_own() -> None:
    assert serve.callback is not None
    assert serve.callback.__code__.co_argcount <= 5

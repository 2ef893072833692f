"""A file of keys: whoever shares a sandbox gives each agency a key of its own, and no other key works."""

from pathlib import Path

import httpx
import pytest

from tests.sandbox.servers import refused_start, serving

SECRET = "a-long-secret-of-alpha"  # noqa: S105 - It opens nothing.
KEYS = f'[keys]\n"{SECRET}" = "shared/alpha"\n"a-long-secret-of-bravo" = "other/bravo"\n'


def test_the_keys_of_the_file_work_and_no_others(tmp_path: Path) -> None:
    file = tmp_path / "keys.toml"
    file.write_text(KEYS)
    with serving("--ephemeral", "--keys", str(file)) as server:
        statuses = {
            key: httpx.get(f"{server.address}/api/v1/travel/bookings", headers={"X-Api-Key": key}).status_code
            for key in (SECRET, "a-long-secret-of-bravo", "sbx_shared_alpha", SECRET[:-1], SECRET + "a")
        }
        reached = httpx.get(f"{server.address}/_sandbox/v1/worlds/self", headers={"X-Api-Key": SECRET}).json()
        foreign = httpx.get(f"{server.address}/_sandbox/v1/worlds/other", headers={"X-Api-Key": SECRET})

    assert list(statuses.values()) == [200, 200, 401, 401, 401]
    assert reached["data"]["name"] == "shared"
    assert foreign.status_code == 403


WRONG = (
    "",
    "[keys",
    "[keys]\n",
    "keys = 1\n",
    '[keys]\n"short" = "a/b"\n',
    f'[keys]\n"{SECRET}" = "Alpha"\n',
    f'[keys]\n"{SECRET}" = 1\n',
)


@pytest.mark.parametrize("text", WRONG)
def test_a_file_that_is_none_is_refused_without_telling_its_keys(tmp_path: Path, text: str) -> None:
    file = tmp_path / "keys.toml"
    file.write_text(text)

    ended = refused_start("--ephemeral", "--keys", str(file))

    assert (ended.returncode, len(ended.stderr.strip().splitlines())) == (2, 1)
    assert SECRET not in ended.stderr


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    ended = refused_start("--ephemeral", "--keys", str(tmp_path / "none.toml"))

    assert (ended.returncode, "cannot be read" in ended.stderr) == (2, True)

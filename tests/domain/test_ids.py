"""Names that repeat: the same seed gives the same ids, and no reference comes twice."""

import pytest

from mock_server.domain.ids import booking_reference, object_id

# Written down once: ids must never change between releases, since tests of users hold them.
KNOWN_IDS = {
    ("bkg", 1, 1): "bkg_hcr6chdmj23m",
    ("hld", 1, 1): "hld_atbawdcpvhqh",
    ("bkg", 1, 2): "bkg_bdb9s50zjm41",
    ("bkg", 7, 1): "bkg_n7zj3t6k8d93",
}


@pytest.mark.parametrize(("facts", "known"), KNOWN_IDS.items(), ids=str)
def test_an_id_follows_from_seed_kind_and_counter(facts: tuple[str, int, int], known: str) -> None:
    assert object_id(*facts) == known


def test_a_reference_follows_from_seed_and_counter() -> None:
    assert booking_reference(1, 1) == "TS-STGEN2"


def test_ids_of_one_kind_differ() -> None:
    assert len({object_id("bkg", 1, counter) for counter in range(10_000)}) == 10_000


def test_a_hundred_thousand_references_differ() -> None:
    assert len({booking_reference(1, counter) for counter in range(100_000)}) == 100_000


def test_a_reference_can_be_read_on_the_telephone() -> None:
    spelled = "".join(booking_reference(1, counter).removeprefix("TS-") for counter in range(1, 500))

    assert set(spelled) <= set("0123456789ABCDEFGHJKMNPQRSTVWXYZ")


def test_an_id_is_free_of_letters_that_look_like_digits() -> None:
    spelled = "".join(object_id("bkg", 1, counter).removeprefix("bkg_") for counter in range(1, 500))

    assert set(spelled) <= set("0123456789abcdefghjkmnpqrstvwxyz")


def test_the_largest_counter_still_has_a_reference_of_six_letters() -> None:
    assert len(booking_reference(1, 2**30 - 1)) == len("TS-4K7QW2")

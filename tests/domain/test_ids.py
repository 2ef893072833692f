"""Names that repeat: the same seed and name give the same ids. `tests/proofs` shows that no reference comes twice."""

import pytest

from mock_server.domain.ids import Numbered, booking_reference, object_id, origin_of

# Written down once: ids must never change between releases, since tests of users hold them.
KNOWN_IDS = {
    (Numbered.BOOKING, "1|demo", 1): "bkg_kqbz1830f19k",
    (Numbered.HOLD, "1|demo", 1): "hld_9ysmhf5p34y1",
    (Numbered.BOOKING, "1|demo", 2): "bkg_jzk5qsb53t2z",
    (Numbered.BOOKING, "7|demo", 1): "bkg_3az6tn7w2vm6",
    (Numbered.BOOKING, "1|spring", 1): "bkg_828xv44q6dm7",
}


def test_an_origin_is_seed_and_name() -> None:
    assert origin_of(7, "demo") == "7|demo"


@pytest.mark.parametrize(("facts", "known"), KNOWN_IDS.items(), ids=str)
def test_an_id_follows_from_origin_kind_and_counter(facts: tuple[Numbered, str, int], known: str) -> None:
    assert object_id(*facts) == known


def test_a_reference_follows_from_origin_and_counter() -> None:
    assert booking_reference("1|demo", 1) == "TS-D9DNY9"


def test_ids_of_one_kind_differ() -> None:
    assert len({object_id(Numbered.BOOKING, "1|demo", counter) for counter in range(10_000)}) == 10_000


def test_a_reference_can_be_read_on_the_telephone() -> None:
    spelled = "".join(booking_reference("1|demo", counter).removeprefix("TS-") for counter in range(1, 500))

    assert set(spelled) <= set("0123456789ABCDEFGHJKMNPQRSTVWXYZ")


def test_an_id_is_free_of_letters_that_look_like_digits() -> None:
    spelled = "".join(object_id(Numbered.BOOKING, "1|demo", counter).removeprefix("bkg_") for counter in range(1, 500))

    assert set(spelled) <= set("0123456789abcdefghjkmnpqrstvwxyz")


def test_the_largest_counter_still_has_a_reference_of_six_letters() -> None:
    assert len(booking_reference("1|demo", 2**30 - 1)) == len("TS-4K7QW2")

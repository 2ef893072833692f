"""How checks in lanes get their fixtures, and when these end."""

from pathlib import Path

from tests.conformance.conftest import Checked
from tests.conformance.small_suites import found, suite_of, verdict


def test_a_fixture_that_a_check_only_uses_comes_before_it(in_lanes: Checked, tmp_path: Path) -> None:
    suite = suite_of(
        tmp_path,
        """
        pytestmark = pytest.mark.usefixtures("made")
        MADE = []

        made = pytest.fixture(lambda: MADE.append(1), name="made")

        @verifies("CRS-05")
        def test_a() -> None:
            expect(MADE == [1], "it is made", MADE)
        """,
    )

    assert verdict(in_lanes("CRS-05", suite=suite), "CRS-05") == "pass"


def test_checks_that_share_a_fixture_run_one_after_the_other_with_one_value(in_lanes: Checked, tmp_path: Path) -> None:
    suite = suite_of(
        tmp_path,
        """
        @pytest.fixture(scope="session")
        def diary() -> list[str]:
            return []

        @verifies("BKC-13")
        def test_a(diary: list[str]) -> None:
            diary.append("a")

        @verifies("BKC-01")
        def test_b(diary: list[str]) -> None:
            expect(diary == ["a"], "the diary of the check before", diary)
        """,
    )

    result = in_lanes("BKC-13", "BKC-01", suite=suite)

    assert (verdict(result, "BKC-13"), verdict(result, "BKC-01")) == ("pass", "pass")


def test_a_check_that_asks_for_a_fixture_while_it_runs_is_in_the_lane_of_its_file(
    in_lanes: Checked, tmp_path: Path
) -> None:
    suite = suite_of(
        tmp_path,
        """
        from conformance.scope.lanes import Lane, current_lane

        @pytest.fixture(scope="session")
        def lane() -> Lane:
            return current_lane()

        @verifies("BKC-13")
        def test_a(lane: Lane) -> None:
            expect(lane == current_lane(), "the lane of the fixture", str(lane))

        @verifies("BKC-01")
        def test_b(request: pytest.FixtureRequest) -> None:
            lane = request.getfixturevalue("lane")
            expect(lane == current_lane(), "the lane of the fixture", str(lane))
        """,
    )

    result = in_lanes("BKC-13", "BKC-01", suite=suite)

    assert (verdict(result, "BKC-13"), verdict(result, "BKC-01")) == ("pass", "pass")


def test_a_fixture_of_a_check_ends_with_the_check(in_lanes: Checked, tmp_path: Path) -> None:
    suite = suite_of(
        tmp_path,
        """
        OPEN = []

        @pytest.fixture
        def door():
            OPEN.append("door")
            yield
            OPEN.pop()

        @verifies("BKC-13")
        @pytest.mark.parametrize("number", [1, 2, 3])
        def test_a(door: None, number: int, request: pytest.FixtureRequest) -> None:
            assert request.getfixturevalue("door") is None

        @verifies("BKC-01", closing=True)
        def test_b() -> None:
            expect(OPEN == [], "no door is open", OPEN)
        """,
    )

    result = in_lanes("BKC-13", "BKC-01", suite=suite)

    assert (verdict(result, "BKC-13"), verdict(result, "BKC-01")) == ("pass", "pass")


def test_a_fixture_that_raises_gives_its_judgement_to_every_check_that_needs_it(
    in_lanes: Checked, tmp_path: Path
) -> None:
    suite = suite_of(
        tmp_path,
        """
        @pytest.fixture(scope="session")
        def tee_sheet() -> None:
            raise Untested("Nobody sells a tee time.")

        @verifies("BKC-13")
        def test_a(tee_sheet: None) -> None:
            pass

        @verifies("BKC-01")
        def test_b(tee_sheet: None) -> None:
            pass
        """,
    )

    result = in_lanes("BKC-13", "BKC-01", suite=suite)

    assert {found(result, row).message for row in ("BKC-13", "BKC-01")} == {"Nobody sells a tee time."}

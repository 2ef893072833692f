"""Stops the checks of a replay at the place where the user stopped the run."""

from collections.abc import Sequence

import pytest

from conformance.recordings.run_record import Interruption
from conformance.running.plugin import check_name
from conformance.session.session import CheckSession


class StoppingAgain:
    """A pytest plugin. *interruptions* is empty when the run went to its end."""

    def __init__(self, interruptions: Sequence[Interruption], session: CheckSession) -> None:
        self._decided = {interruption.check: interruption.decided for interruption in interruptions}
        self._session = session

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_setup(self) -> None:
        """Stops the replay before any check that follows the check in which the user stopped the run."""
        if self._session.recording.current_check in self._decided:
            raise KeyboardInterrupt

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_makereport(self, item: pytest.Item, call: pytest.CallInfo[None]) -> None:
        """Gives no finding for the check in which the user stopped the run, even if the replay ends it."""
        if call.when == "call" and not self._decided.get(check_name(item), True):
            raise KeyboardInterrupt

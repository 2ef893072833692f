"""A transport that keeps another transport to the pace of the run, and notices when the target is gone."""

from conformance.evidence.exchanges import Request, Response
from conformance.recordings.recording import Transport
from conformance.wire.pace import Pace
from conformance.wire.transport import NoAnswer


class PacedTransport:
    """*inner*, kept to *pace*. Safe to use from several threads when *inner* is."""

    def __init__(self, inner: Transport, pace: Pace) -> None:
        self._inner = inner
        self._pace = pace
        self._sign_of_life: Request | None = None

    def exchange(self, request: Request) -> Response:
        """Waits for the turn of *request*, and returns its response. Raises `NoAnswer`, and `CutShort` when nothing
        more may be sent.
        """
        if self._pace.seems_gone:
            self._pace.ask_for_a_sign_of_life(self._is_there)
        with self._pace.slots:
            began = self._pace.begin(request)
            try:
                response = self._inner.exchange(request)
            except NoAnswer as silence:
                self._pace.silent(silence, began)
                raise
        self._pace.answered(request, response, began)
        if request.method == "GET" and response.is_success:
            self._sign_of_life = self._sign_of_life or request
        return response

    def _is_there(self) -> bool:
        """Whether the first read that succeeded gets any answer now."""
        if self._sign_of_life is None:
            return False
        try:
            self._inner.exchange(self._sign_of_life)
        except NoAnswer as silence:
            return silence.unusable
        return True

"""How a client uses its key, and what it puts into addresses. Spec: Authentication."""

from collections.abc import Iterator

from conformance.grading.calls import REDACTED, Call, ClientTraffic
from conformance.grading.observations import Observation, decides, judged, wrong

_KEY_NAMES = frozenset({"api_key", "apikey", "api-key", "x-api-key", "key", "token", "access_token"})
_PERSONAL_NAMES = frozenset({"email", "phone", "firstname", "lastname", "name"})
_REDACTED_EMAIL = "redacted@"
_TOKENS = ("createToken", "refreshToken")
_UNAUTHORISED, _FORBIDDEN = 401, 403


@decides("ACC-01")
def key_on_every_call(traffic: ClientTraffic) -> Iterator[Observation]:
    """Every request carries X-Api-Key."""
    for call in traffic.calls:
        yield judged(bool(call.header("x-api-key")), f"{call.where} has no X-Api-Key", call)


@decides("ACC-02")
def no_key_in_an_address(traffic: ClientTraffic) -> Iterator[Observation]:
    """Keys and tokens are never in a path or a query, where every log keeps them."""
    for call in traffic.calls:
        url = call.exchange.request.url
        in_query = any(name.lower() in _KEY_NAMES or value == REDACTED for name, value in call.exchange.request.query)
        yield judged(not in_query and REDACTED not in url, f"{call.where} has a key in its address", call)


@decides("ACC-03")
def no_personal_data_in_an_address(traffic: ClientTraffic) -> Iterator[Observation]:
    """Names, e-mail addresses and phone numbers are never in an address."""
    for call in traffic.calls:
        is_named = any(name.lower() in _PERSONAL_NAMES for name, _ in call.exchange.request.query)
        is_shown = _REDACTED_EMAIL in call.exchange.request.url
        yield judged(not is_named and not is_shown, f"{call.where} has personal data in its address", call)


@decides("ACC-04")
def no_repeats_without_access(traffic: ClientTraffic) -> Iterator[Observation]:
    """A call that was refused with 401 or 403 is not sent again with the same credentials."""
    for call in traffic.calls:
        if call.status in (_UNAUTHORISED, _FORBIDDEN):
            yield _stopped(traffic, call)


def _stopped(traffic: ClientTraffic, refused: Call) -> Observation:
    for later in traffic.after(refused):
        if later.operation in _TOKENS and later.is_accepted:
            break
        if later.question == refused.question and later.status == refused.status:
            sentence = f"{refused.where} was refused with {refused.status}, and the client sent it again"
            return wrong(sentence, refused, later)
    return judged(True, "", refused)

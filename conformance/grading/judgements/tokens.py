"""How a client uses tokens. Spec: Authentication. How a token is presented is an assumption: A-08."""

from collections.abc import Iterator

from conformance.grading.calls import Call, ClientTraffic
from conformance.grading.observations import Observation, decides, judged, right, wrong

_RENEWS = ("createToken", "refreshToken")
_UNAUTHORISED = 401
_FEW_TOKENS, _CALLS_OF_A_TOKEN = 2, 3


def _has_token(call: Call) -> bool:
    return (call.header("authorization") or "").lower().startswith(("bearer", "[redacted"))


@decides("ATK-01")
def a_refused_token_is_renewed(traffic: ClientTraffic) -> Iterator[Observation]:
    """After 401, a client gets a new token before it sends a token again."""
    for call in traffic.calls:
        if call.status == _UNAUTHORISED and _has_token(call) and call.operation not in _RENEWS:
            following = next((later for later in traffic.after(call) if _has_token(later) or _renews(later)), None)
            if following is None or _renews(following):
                yield right(call)
            else:
                yield wrong(f"the token of {call.where} was refused, and was sent again", call, following)


def _renews(call: Call) -> bool:
    return call.operation in _RENEWS


@decides("ATK-02")
def the_key_stays_beside_the_token(traffic: ClientTraffic) -> Iterator[Observation]:
    """A token does not replace X-Api-Key: every request carries the key."""
    for call in traffic.calls:
        if _has_token(call):
            yield judged(bool(call.header("x-api-key")), f"{call.where} has a token and no X-Api-Key", call)


@decides("ATK-03")
def tokens_are_used_again(traffic: ClientTraffic) -> Iterator[Observation]:
    """A client uses a token until it expires, and does not get a token for each call."""
    created = list(traffic.of("createToken"))
    others = sum(not _renews(call) for call in traffic.calls)
    if created:
        sentence = f"the client created {len(created)} tokens for {others} calls"
        yield judged(len(created) <= max(_FEW_TOKENS, others // _CALLS_OF_A_TOKEN), sentence, *created)


@decides("ATK-04")
def a_refused_refresh_is_given_up(traffic: ClientTraffic) -> Iterator[Observation]:
    """A refresh token works once. After a refusal, a client creates a new token."""
    for call in traffic.of("refreshToken"):
        if call.status == _UNAUTHORISED:
            following = next((later for later in traffic.after(call) if _renews(later)), None)
            if following is None or following.operation == "createToken":
                yield right(call)
            else:
                yield wrong("a refresh was refused, and the client sent a refresh again", call, following)


@decides("ATK-05")
def what_met_the_end_of_a_token_is_sent_again(traffic: ClientTraffic) -> Iterator[Observation]:
    """After a new token, a client repeats the request that was refused because of the old token."""
    for call in traffic.calls:
        if call.status == _UNAUTHORISED and _has_token(call) and not _renews(call):
            renewal = next((later for later in traffic.after(call) if _renews(later) and later.is_accepted), None)
            if renewal:
                again = any(later.question == call.question for later in traffic.after(renewal))
                sentence = f"{call.where} was refused because its token had ended, and was never sent with the new one"
                yield judged(again, sentence, call, renewal)

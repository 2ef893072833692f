"""HAR 1.2 as a JSON Schema: the members the format demands and their types."""

from typing import Any


def _object(**properties: Any) -> dict[str, Any]:
    """An object that needs all of *properties*."""
    return {"type": "object", "required": list(properties), "properties": properties}


_TEXT = {"type": "string"}
_INTEGER = {"type": "integer"}
_PAIRS = {"type": "array", "items": _object(name=_TEXT, value=_TEXT)}
_MESSAGE = {"httpVersion": _TEXT, "cookies": _PAIRS, "headers": _PAIRS, "headersSize": _INTEGER, "bodySize": _INTEGER}
_DURATION = {"type": "number", "minimum": 0}

_REQUEST = _object(method=_TEXT, url=_TEXT, queryString=_PAIRS, **_MESSAGE)
_REQUEST["properties"]["postData"] = _object(mimeType=_TEXT, text=_TEXT, params=_PAIRS)

_CONTENT = _object(size=_INTEGER, mimeType=_TEXT)
_CONTENT["properties"] |= {"text": _TEXT, "encoding": _TEXT}

_ENTRY = _object(
    startedDateTime={"type": "string", "pattern": r"^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$"},
    time=_DURATION,
    request=_REQUEST,
    response=_object(status=_INTEGER, statusText=_TEXT, content=_CONTENT, redirectURL=_TEXT, **_MESSAGE),
    cache={"type": "object"},
    timings=_object(send=_DURATION, wait=_DURATION, receive=_DURATION),
)

HAR_1_2 = _object(
    log=_object(
        version={"const": "1.2"},
        creator=_object(name=_TEXT, version=_TEXT),
        entries={"type": "array", "items": _ENTRY},
    )
)

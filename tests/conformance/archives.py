"""HAR archives as other programs write them, made up for tests."""

import json
from pathlib import Path
from typing import Any

BASE_URL = "https://golf.example/api/v1"
COURSES = json.dumps(
    {"data": [], "meta": {"pagination": {"page": 1, "pageSize": 20, "totalPages": 0, "totalItems": 0}}}
)


def entry(
    path: str = "/travel/courses",
    *,
    method: str = "GET",
    base_url: str = BASE_URL,
    key: str | None = "key-of-alpha",
    sent: object = None,
    status: int = 200,
    answer: str | None = COURSES,
    **members: Any,
) -> dict[str, Any]:
    """An entry with only the members that every program writes. *members* replaces some of them."""
    headers = [] if key is None else [{"name": "X-Api-Key", "value": key}]
    request: dict[str, Any] = {"method": method, "url": base_url + path, "headers": headers}
    if sent is not None:
        text = sent if isinstance(sent, str) else json.dumps(sent)
        request["postData"] = {"mimeType": "application/json", "text": text}
    content = {"mimeType": "application/json"} | ({} if answer is None else {"size": len(answer), "text": answer})
    response = {
        "status": status,
        "headers": [{"name": "content-type", "value": "application/json"}],
        "content": content,
    }
    return {
        "startedDateTime": "2026-05-01T09:30:00.000Z",
        "time": 12,
        "request": request,
        "response": response,
    } | members


def archive(file: Path, *entries: dict[str, Any]) -> Path:
    """*entries*, written to *file* as an archive."""
    creator = {"name": "a proxy", "version": "1"}
    file.write_text(json.dumps({"log": {"version": "1.2", "creator": creator, "entries": entries}}), encoding="utf-8")
    return file

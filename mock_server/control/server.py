"""The whole server: its version and contract, its health, and how the suite reaches it."""

from collections.abc import Mapping
from importlib.metadata import version
from typing import Any

from fixtures.catalogue import TRAITS
from mock_server.api.calls import Answer, Call
from mock_server.api.metrics import CONTENT_TYPE
from mock_server.clock import wall_clock
from mock_server.control.reach import Reach
from mock_server.control.target import target_file
from mock_server.domain.magic import MAGIC_NAMES
from openapi.bundler import METHODS


def get_info(_call: Call, reach: Reach) -> Answer:
    """GET /info: what this server is, which operations are built, and how often it was at fault."""
    main, faults = reach.shelf.now.main, reach.faults
    body = {
        "teesheet": version("teesheet"),
        "contract": {
            "title": main.title,
            "version": main.version,
            "sha256": main.sha256,
        },
        "basePath": main.contract.base_path,
        "seed": reach.store.courses.seed,
        "secrets": "random" if reach.store.server_secret else "derived",
        "courses": len(reach.store.courses.courses),
        "database": reach.store.engine.dialect.name,
        "operations": {
            "stateful": sorted(main.contract.operations.keys() - main.from_examples.keys()),
            "answeredFromExamples": sorted(main.from_examples),
        },
        "faults": {
            "responseContractViolations": faults.response_contract_violations,
            "internalErrors": faults.internal_errors,
        },
    }
    return Answer(200, {"data": body})


def get_index(_call: Call, reach: Reach) -> Answer:
    """GET /: every resource of the control plane, from its document."""
    document = reach.control_document
    base = reach.public_url + document["servers"][0]["url"]
    body = {
        "title": document["info"]["title"],
        "version": document["info"]["version"],
        "document": f"{base}/openapi.json",
        "resources": [_resource(base, path, item) for path, item in document["paths"].items()],
    }
    return Answer(200, {"data": body})


def _resource(base: str, path: str, item: Mapping[str, Any]) -> dict[str, Any]:
    operations = [
        {"method": method.upper(), "operationId": item[method]["operationId"], "summary": item[method]["summary"]}
        for method in METHODS
        if method in item
    ]
    return {"href": base + path, "isTemplate": "{" in path, "operations": operations}


def get_target(call: Call, reach: Reach) -> Answer:
    """GET /target: a target file for the conformance suite, for the world of the caller's key or the world `demo`."""
    base_url = reach.public_url + reach.shelf.now.main.contract.base_path
    control_url = reach.public_url + reach.control_document["servers"][0]["url"]
    text = target_file(reach.store.courses, base_url, control_url, call.caller.world or "demo")
    return Answer(200, text.encode(), media_type="application/toml")


def get_control_document(_call: Call, reach: Reach) -> Answer:
    """GET /openapi.json: the document of the control plane."""
    return Answer(200, reach.control_document)


def get_health(_call: Call, reach: Reach) -> Answer:
    """GET /health: reads the database, and writes to it if the last write failed. Raises StoreUnavailable."""
    reach.store.require_working()
    up = wall_clock() - reach.started_at
    body = {
        "status": "ok",
        "database": reach.store.engine.dialect.name,
        "worlds": reach.store.count_worlds(),
        "workers": reach.workers,
        "uptimeSeconds": int(up.total_seconds()),
    }
    return Answer(200, {"data": body})


def get_metrics(_call: Call, reach: Reach) -> Answer:
    """GET /metrics: the counts of all processes, and present numbers from the database."""
    faults = reach.faults
    gauges = {
        "teesheet_worlds": ("Worlds in the database.", reach.store.count_worlds()),
        "teesheet_deliveries_waiting": ("Deliveries that wait to be sent.", reach.store.count_waiting_deliveries()),
        "teesheet_response_contract_violations": (
            "Answers of this process that broke the contract and were not sent.",
            faults.response_contract_violations,
        ),
        "teesheet_internal_errors": ("Requests that failed inside this process.", faults.internal_errors),
    }
    return Answer(200, reach.metrics.exposition(gauges), media_type=CONTENT_TYPE)


def list_magic_names(_call: Call, _reach: Reach) -> Answer:
    """GET /magic: the reserved last names, from the table that the sandbox uses."""
    names = [
        {"lastName": name.name, "appliesTo": sorted(name.applies_to), "summary": name.summary} for name in MAGIC_NAMES
    ]
    return Answer(200, {"data": names})


def list_named_courses(_call: Call, reach: Reach) -> Answer:
    """GET /behaviours: the course of each behaviour, with the id that it has on this server."""
    named = [
        {
            "behaviour": course.trait,
            "summary": TRAITS[course.trait],
            "id": course.id,
            "bookingCode": course.booking_code,
            "name": course.name,
            "timeZone": course.time_zone,
        }
        for course in reach.store.courses.courses
        if course.trait is not None
    ]
    return Answer(200, {"data": named})

"""Rules with what they did, templates, limits, and the choices of a world."""

from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from mock_server.console.choice_words import FOR_A_CLIENT
from mock_server.console.rule_words import TEMPLATES, Template, in_words
from mock_server.domain.world_settings import ALTERNATIVES
from tests.console.visitors import Visitor

Visiting = Callable[[Callable[[Visitor], Awaitable[Any]]], Any]


def test_every_choice_of_a_world_is_explained_to_a_client() -> None:
    explained = {name: tuple(choices) for name, choices in FOR_A_CLIENT.items() if name != "signatureClock"}

    assert explained == {alternative.name: alternative.choices for alternative in ALTERNATIVES.values()}


@pytest.mark.parametrize("template", TEMPLATES, ids=lambda template: template.words)
def test_the_control_plane_takes_every_template_and_the_page_says_what_it_does(
    visiting: Visiting, template: Template
) -> None:
    async def steps(visitor: Visitor) -> tuple[Any, str]:
        created = await visitor.control("POST", "/rules", template.rule)
        return created["data"], await visitor.open("rules")

    rule, page = visiting(steps)

    assert rule["id"] in page
    assert in_words(rule).replace("'", "&#39;") in page


def test_a_template_acts_and_the_page_counts_what_it_met_and_did(visiting: Visiting) -> None:
    async def steps(visitor: Visitor) -> tuple[int, str]:
        await visitor.open("rules")
        await visitor.post("do", {**visitor.form("Bad gateway"), "set.match.agency": "bravo"})
        answers = [
            await visitor.http.get("/api/v1/travel/bookings", headers={"X-Api-Key": visitor.key(agency)})
            for agency in ("alpha", "bravo")
        ]
        return answers[1].status_code, await visitor.open("rules")

    status, page = visiting(steps)

    assert status == 502
    assert 'data-name="Requests met">1<' in page
    assert 'data-name="Acted on">1<' in page
    assert "used up" in page


def test_rules_are_removed_one_by_one_and_all_together(visiting: Visiting) -> None:
    async def steps(visitor: Visitor) -> list[int]:
        left = []
        for template in TEMPLATES[:3]:
            await visitor.control("POST", "/rules", template.rule)
        for path in ("DELETE /_sandbox/v1/rules/", "Remove all rules"):
            await visitor.open("rules")
            await visitor.post("do", visitor.form(path))
            left.append(len((await visitor.control("GET", "/rules"))["data"]))
        return left

    assert visiting(steps) == [2, 0]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ('{"effect": {"drop": {"when": "after"}}}', "waits for its request"),
        ("{drop}", "This text is no JSON"),
        ('{"effect": {"explode": {}}}', "explode"),
        ("[]", "body"),
    ],
)
def test_a_rule_that_somebody_wrote_is_taken_or_refused_with_a_sentence(
    visiting: Visiting, text: str, sentence: str
) -> None:
    async def steps(visitor: Visitor) -> str:
        await visitor.open("rules")
        return await visitor.post("do", {**visitor.form("Add this rule"), "json": text})

    assert sentence in visiting(steps)


def test_the_rate_limit_is_set_and_removed(visiting: Visiting) -> None:
    async def steps(visitor: Visitor) -> list[Any]:
        limits = []
        await visitor.open("rules")
        await visitor.post("do", {**visitor.form("Set the limit"), "set.rateLimit.requests.number": "3"})
        limits.append((await visitor.control("GET", "/settings"))["data"]["rateLimit"])
        await visitor.open("rules")
        await visitor.post("do", visitor.form("Remove the limit"))
        limits.append((await visitor.control("GET", "/settings"))["data"]["rateLimit"])
        return limits

    assert visiting(steps) == [{"requests": 3, "seconds": 60}, None]


def test_every_course_declines_until_the_policy_is_removed(visiting: Visiting) -> None:
    async def steps(visitor: Visitor) -> list[Any]:
        policies = []
        for button in ("All decline", "Restore the usual answer"):
            await visitor.open("rules")
            await visitor.post("do", visitor.form(button))
            policies.append([item["answer"] for item in (await visitor.control("GET", "/policies"))["data"]])
        return policies

    assert visiting(steps) == [["decline"], []]


def test_reserved_names_are_listed(visiting: Visiting) -> None:
    async def steps(visitor: Visitor) -> str:
        return await visitor.open("rules")

    assert "Sandbox-Declines" in visiting(steps)


def test_a_choice_is_set_and_the_page_shows_the_answer_of_this_world(visiting: Visiting) -> None:
    async def steps(visitor: Visitor) -> tuple[int, str]:
        await visitor.open("choices")
        page = await visitor.post("do", visitor.form("Set pageSize to clamp"))
        answer = await visitor.http.get(
            "/api/v1/travel/courses?country=GB&pageSize=101", headers={"X-Api-Key": visitor.key()}
        )
        return answer.status_code, page

    status, page = visiting(steps)
    chosen = page.split('id="A-13"')[1].split("</section>")[0].split('class="choice chosen"')[1].split("</li>")[0]

    assert (status, "<b>clamp</b>" in chosen) == (200, True)


def test_every_assumption_is_on_the_page(visiting: Visiting) -> None:
    async def steps(visitor: Visitor) -> tuple[list[str], str]:
        rows = (await visitor.control("GET", "/contract/assumptions"))["data"]
        return [row["id"] for row in rows], await visitor.open("choices")

    ids, page = visiting(steps)

    assert [row_id for row_id in ids if f'id="{row_id}"' not in page] == []


def test_names_in_sentences_of_the_contract_are_set_as_code(visiting: Visiting) -> None:
    page = visiting(lambda visitor: visitor.open("choices"))

    assert "`" not in page
    assert "<code>application/problem+json</code>" in page

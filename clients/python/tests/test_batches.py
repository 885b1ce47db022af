"""Many pieces of experience at once, and one after the other over one connection."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from membrane_client import InvalidArgument, Membrane, MemoryRecord, RedactedRecord, item


def turn(scope: str, number: int) -> item.Item:
    return item.event("me", "user_input", f"m{number}", f"turn {number}", scope=scope, episode="c")


def test_items_of_a_batch_see_those_before_them(memory: Membrane, scope: str) -> None:
    answers = memory.ingest_batch(
        [
            turn(scope, 1),
            turn(scope, 2),
            item.observation("me", "user", "likes", "Go", scope=scope),
            item.observation("me", " ", "likes", "Go", scope=scope),
            item.observation("me", "user", "likes", "Go", scope=scope),
            item.tool_output("me", "grep", scope=scope),
            item.working_state("me", "thread", "planning", scope=scope),
        ]
    )
    assert [one.number for one in answers] == list(range(7))
    assert [one.answer and one.answer.result for one in answers] == [
        "created",
        "appended",
        "created",
        None,
        "reinforced",
        "created",
        "created",
    ]
    assert isinstance(answers[0].ingested.record, RedactedRecord)
    assert isinstance(answers[1].ingested.record, MemoryRecord)
    refused = answers[3].error
    assert isinstance(refused, InvalidArgument) and refused.field == "subject"
    with pytest.raises(InvalidArgument):
        answers[3].ingested


def test_all_or_nothing_names_the_faulty_item(memory: Membrane, scope: str) -> None:
    items = [
        item.observation("me", "user", "likes", "Go", scope=scope),
        item.observation("me", "user", " ", "Go", scope=scope),
    ]
    with pytest.raises(InvalidArgument, match=r"items\[1\]") as refused:
        memory.ingest_batch(items, all_or_nothing=True)
    assert refused.value.field == "items[1].predicate"
    assert memory.ingest_batch(items[:1], all_or_nothing=True)[0].ingested.result == "created"


def test_a_stream_answers_each_item_in_its_order(memory: Membrane, scope: str) -> None:
    def items() -> Iterator[item.Item]:
        for number in range(500):
            faulty = number % 100 == 7
            yield item.event("me", "", "r", scope=scope) if faulty else turn(scope, number)

    answers = list(memory.ingest_stream(items()))
    assert [one.number for one in answers] == list(range(500))
    assert [one.number for one in answers if one.error] == [7, 107, 207, 307, 407]


def test_what_the_items_raise_is_raised(memory: Membrane, scope: str) -> None:
    def items() -> Iterator[item.Item]:
        yield turn(scope, 1)
        raise KeyError("mine")

    with pytest.raises(KeyError, match="mine"):
        list(memory.ingest_stream(items()))


def test_what_is_no_item_is_refused(memory: Membrane) -> None:
    wrong: list[tuple[Any, str]] = [
        ([turn("s", 1), "text"], "items[1]"),
        (turn("s", 1), "items"),
        ("text", "items"),
        (7, "items"),
    ]
    for items, field in wrong:
        for refusing in (memory.ingest_batch, lambda given: list(memory.ingest_stream(given))):
            with pytest.raises(InvalidArgument) as refused:
                refusing(items)
            assert refused.value.field == field

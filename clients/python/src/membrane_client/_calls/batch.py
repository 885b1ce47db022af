"""Takes many pieces of experience in at once, or one after the other over one connection."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from google.protobuf.message import Message

from .. import _checks
from .._checks import require
from .._failures import item_failure
from .._stubs import membrane_pb2 as pb
from ..answers import IngestedItem
from .call import Call, fill
from .ingestion import read_ingested


@dataclass(frozen=True)
class Item:
    """A piece of experience, as the functions of membrane_client.item make it."""

    _member: str
    _request: Message


def messages(items: Iterable[Item]) -> Iterator[pb.IngestItem]:
    """The items as they are sent."""
    for number, item in enumerate(_checks.items("items", items)):
        yield message(number, item)


def message(number: int, item: Item) -> pb.IngestItem:
    """One of them, from 0."""
    require(f"items[{number}]", item, Item)
    made = pb.IngestItem()
    getattr(made, item._member).CopyFrom(item._request)
    return made


def read_item(answer: pb.IngestItemResponse) -> IngestedItem:
    """What became of an item."""
    if answer.HasField("error"):
        return IngestedItem(answer.number, None, item_failure(answer.error))
    return IngestedItem(answer.number, read_ingested(answer.answer), None)


def ingest_batch(items: Iterable[Item], *, all_or_nothing: bool = False) -> Call[list[IngestedItem]]:
    """Takes in up to 1,000 items with one commit as a rule; answers one IngestedItem for each.

    Each is taken in as if those before it had been sent by themselves. A faulty item is refused by
    itself, or with all_or_nothing refuses all. The functions of membrane_client.item make items.
    """
    request = pb.IngestBatchRequest(items=list(messages(items)))
    fill(request, all_or_nothing=all_or_nothing)
    return Call("IngestBatch", request, lambda answer: [read_item(one) for one in answer.items])

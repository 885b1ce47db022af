"""The client has what the contract has."""

from __future__ import annotations

import inspect
import keyword
import re
from pathlib import Path

import pytest
from google.protobuf.descriptor import MethodDescriptor

import generate_stubs
from membrane_client import AsyncMembrane, Membrane, RecordDraft, _channel, _retry
from membrane_client._calls import ingestion
from tests.samples import PAYLOADS

RPCS: list[MethodDescriptor] = list(_channel.SERVICE.methods)


def method_of(rpc: MethodDescriptor) -> str:
    words = re.findall(r"[A-Z]+(?![a-z])|[A-Z][a-z]+", rpc.name)
    return "_".join(words).lower()


def test_the_stubs_are_those_of_the_contract(tmp_path: Path) -> None:
    generate_stubs.generate(tmp_path)
    for name in generate_stubs.FILES:
        committed = (generate_stubs.STUBS / name).read_text(encoding="utf-8")
        assert committed == (tmp_path / name).read_text(encoding="utf-8"), name


@pytest.mark.parametrize("client", [Membrane, AsyncMembrane])
def test_every_rpc_is_a_method_with_all_fields(client: type) -> None:
    for rpc in RPCS:
        parameters = set(inspect.signature(getattr(client, method_of(rpc))).parameters) - {"self"}
        names = [field.name for field in rpc.input_type.fields]
        fields = {name + "_" if keyword.iskeyword(name) else name for name in names}
        if rpc.client_streaming:
            fields = {"items"}
        assert parameters == fields, rpc.name


@pytest.mark.parametrize("client", [Membrane, AsyncMembrane])
def test_every_method_is_an_rpc_or_goes_through_pages(client: type) -> None:
    names = {name for name in vars(client) if not name.startswith("_")} - {"close"}
    paged = {rpc for rpc in RPCS if "next_cursor" in rpc.output_type.fields_by_name}
    assert len(names) == len(RPCS) + len(paged)
    assert len([name for name in names if name.startswith("iterate_")]) == len(paged)


def test_what_is_sent_again_only_reads_or_has_an_idempotency_key() -> None:
    safe = {
        rpc.name
        for rpc in RPCS
        if rpc.name == "IngestBatch"  # Each of its items has one.
        or "idempotency_key" in rpc.input_type.fields_by_name
        or re.match("Get|List|Replay|Retrieve", rpc.name)
    }
    assert safe == set(_retry.RETRIED)


def test_both_clients_are_documented_alike() -> None:
    for name in vars(Membrane):
        if not name.startswith("_"):
            assert getattr(Membrane, name).__doc__ == getattr(AsyncMembrane, name).__doc__
            assert getattr(Membrane, name).__doc__


def test_every_ingestion_has_an_idempotency_key_of_its_own() -> None:
    draft = RecordDraft(payload=PAYLOADS[0])
    keys = {
        call.request.idempotency_key  # type: ignore[attr-defined]
        for _ in range(2)
        for call in (
            ingestion.ingest_event("a", "k", "r"),
            ingestion.ingest_tool_output("a", "t"),
            ingestion.ingest_observation("a", "s", "p"),
            ingestion.ingest_outcome("a", "id", "success"),
            ingestion.ingest_working_state("a", "t", "done"),
            ingestion.ingest_record(draft),
        )
    }
    assert len(keys) == 12 and "" not in keys

"""The asyncio client behind the methods of the other one, so that each test is written once."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Coroutine
from typing import Any

from membrane_client import AsyncMembrane


class LoopedMembrane:
    """Runs each call of an AsyncMembrane in an event loop of its own, to its end."""

    def __init__(self, address: str, **options: Any) -> None:
        self._client = AsyncMembrane(address, **options)
        self._loop = asyncio.new_event_loop()

    def __getattr__(self, name: str) -> Any:
        method = getattr(self._client, name)

        def run(*args: Any, **kwargs: Any) -> Any:
            made = method(*args, **kwargs)
            return self._run(made) if inspect.iscoroutine(made) else self._items(made)

        return run

    def _items(self, made: Any) -> Any:
        async def collect() -> list[Any]:
            return [item async for item in made]

        return iter(self._run(collect()))

    def _run(self, made: Coroutine[Any, Any, Any]) -> Any:
        return self._loop.run_until_complete(made)

    def __enter__(self) -> LoopedMembrane:
        return self

    def __exit__(self, *failed: object) -> None:
        self._run(self._client.close())
        self._loop.close()

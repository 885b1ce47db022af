"""The tools: a release goes out if it was built, then tested, then deployed to the right place."""

from __future__ import annotations

from typing import Any


class Workshop:
    """What was done to a release so far."""

    def __init__(self) -> None:
        self._done: list[str] = []

    @property
    def is_released(self) -> bool:
        """Whether it is out."""
        return "deploy" in self._done

    def use(self, tool: str, args: dict[str, Any]) -> str:
        """Uses a tool; answers what it says."""
        answer = self._answer(tool, args)
        if answer == "ok":
            self._done.append(tool)
        return answer

    def _answer(self, tool: str, args: dict[str, Any]) -> str:
        if tool == "test" and "build" not in self._done:
            return "there is nothing to test"
        if tool == "deploy" and "test" not in self._done:
            return "refused: not tested"
        if tool == "deploy" and args["region"] != "eu-west":
            return "refused: the shop is not there"
        return "ok"

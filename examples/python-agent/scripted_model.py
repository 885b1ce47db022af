"""What stands for a language model: it follows a skill that the prompt has, or guesses."""

from __future__ import annotations

import re
from typing import Any

GUESSES = (
    ("deploy", "test", "build"),
    ("test", "build", "deploy"),
    ("build", "test", "deploy"),
)


class ScriptedModel:
    """Answers the same to the same prompt, and needs no network."""

    def plan(self, prompt: str, whim: int) -> list[tuple[str, dict[str, Any]]]:
        """The tools to call, in order, with their arguments; a region of None is not known."""
        steps = re.findall(r"(?m)^\d+\..*?\b(build|test|deploy)\b", prompt)
        region = re.search(r"is_deployed_to (\S+)", prompt)
        return [
            (tool, {"region": region.group(1) if region else None} if tool == "deploy" else {})
            for tool in steps or GUESSES[whim % len(GUESSES) - 1]
        ]

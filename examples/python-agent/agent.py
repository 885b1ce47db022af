"""An agent whose only memory is a server: it recalls, acts, tells what happened, and gets better.

python agent.py ADDRESS [ATTEMPTS]
"""

from __future__ import annotations

import sys

from scripted_model import ScriptedModel
from workshop import Workshop

from membrane_client import MemoryRecord, Membrane, OutcomeStatus, SemanticPayload

TASK = "release the new version of the shop"
SCOPE = "shop"


class Agent:
    """Does the task with a model and tools; keeps nothing but its connection."""

    def __init__(self, memory: Membrane, model: ScriptedModel) -> None:
        self._memory = memory
        self._model = model

    def attempt(self) -> bool:
        """Attempts the task once; answers whether it went well."""
        number = sum(1 for _ in self._memory.iterate_episodes()) + 1
        facts, skills = self._recall(), self._how_to()
        prompt = "\n".join([TASK, *facts.values(), *skills.values()])
        print(f"attempt {number}: I remember {len(facts)} facts and {len(skills)} skills")
        workshop = Workshop()
        run = self._act(f"release {number}", prompt, workshop, number)
        outcome: OutcomeStatus = "success" if workshop.is_released else "failure"
        self._memory.ingest_outcome("agent", run, outcome, used_record_ids=[*facts, *skills])
        print(f"  {outcome}")
        return workshop.is_released

    def _recall(self) -> dict[str, str]:
        """Facts that help, by their ids."""
        found = self._memory.retrieve(TASK, memory_types=["semantic"], matching_only=True, limit=5)
        return {
            record.id: f"{fact.subject} {fact.predicate} {fact.object}"
            for record in found.records
            if isinstance(record, MemoryRecord)
            and isinstance(fact := record.payload, SemanticPayload)
        }

    def _how_to(self) -> dict[str, str]:
        """The skill that fits best, by its id."""
        found = self._memory.retrieve(TASK, memory_types=["competence", "plan_graph"])
        best = found.selection.selected[:1] if found.selection else []
        return {
            record.id: skill.text
            for record in best
            for skill in self._memory.iterate_skills(record_id=record.id)
        }

    def _act(self, episode: str, prompt: str, workshop: Workshop, number: int) -> str:
        """What happens becomes one episode; answers the id of its record."""
        begun = self._memory.ingest_event(
            "user", "user_input", episode, TASK, scope=SCOPE, episode=episode
        )
        for tool, args in self._model.plan(prompt, number):
            if "region" in args and args["region"] is None:
                args["region"] = self._ask()
            answer = workshop.use(tool, args)
            print(f"    {tool}: {answer}")
            self._memory.ingest_tool_output(
                "agent", tool, args=args, result=answer, scope=SCOPE, episode=episode
            )
        return begun.id

    def _ask(self) -> str:
        """What nobody has told yet is asked once, and remembered."""
        region = "eu-west"
        print(f"    I ask the user where the shop is deployed, and hear: {region}")
        self._memory.ingest_observation("user", "shop", "is_deployed_to", region, scope=SCOPE)
        return region


def main(address: str, attempts: int = 4) -> None:
    """Lets the agent try, sleep over it, and try again."""
    with Membrane(address) as memory:
        agent = Agent(memory, ScriptedModel())
        for _ in range(attempts):
            agent.attempt()
            learned = memory.run_consolidation()
            skills = learned["competence_extracted"] + learned["plan_graphs_extracted"]
            print(f"  over night I learn {skills} skills")


if __name__ == "__main__":
    main(sys.argv[1], *map(int, sys.argv[2:]))

"""Uses every tool of a server, by the official client for Python.

python drive.py legacy|auto URL             over HTTP
python drive.py legacy|auto COMMAND ARGS…   over standard input and output
"""
import json
import os
import re
import sys

import anyio
from mcp import Client, StdioServerParameters


async def main(mode: str, target: str, *args: str) -> None:
    is_http = target.startswith("http")
    server = target if is_http else StdioServerParameters(
        command=target, args=list(args), env=dict(os.environ))
    async with Client(server, mode=mode) as client:

        async def use(name: str, **given: object) -> str:
            answer = await client.call_tool(name, given)
            text = answer.content[0].text
            if answer.is_error:
                raise RuntimeError(f"{name}: {text}")
            print(f"{name}: {text.splitlines()[0]}")
            return text

        listed = await client.list_tools()
        print("tools:", *[tool.name for tool in listed.tools])
        subject = f"python-{mode}"
        created = await use("remember", subject=subject, predicate="prefers_editor", object="vim")
        record = re.search(r"[0-9a-f-]{36}", created).group()
        await use("recall", query=f"{subject} editor")
        await use("get", id=record, include=["reasons", "audit"])
        begun = await use("begin_task", task="deploy the service")
        task = begun.removeprefix("task_id: ")
        await use("log_step", task_id=task, tool="run_tests", args={"all": True}, result="passed")
        await use("finish_task", task_id=task, outcome="success", used_record_ids=[record])
        await use("how_to", task="deploy the service")
        await use("save_state", thread_id=subject, summary="half done")
        await use("load_state", thread_id=subject)
        await use("revise", id=record, action="contest", reason="it was said otherwise")
        await use("forget", id=record, reason="asked to", dry_run=False)

        prompts = await client.list_prompts()
        print("prompts:", *[prompt.name for prompt in prompts.prompts])
        prompt = await client.get_prompt("recall_for_task", {"task": "deploy"})
        print("prompt:", prompt.messages[0].content.text.splitlines()[0])
        templates = await client.list_resource_templates()
        print("templates:", *[it.uri_template for it in templates.resource_templates])
        state = await client.read_resource(f"membrane://thread/{subject}")
        print("state:", json.loads(state.contents[0].text)["payload"]["context_summary"])


anyio.run(main, *sys.argv[1:])

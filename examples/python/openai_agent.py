"""An agent of the OpenAI Agents SDK whose session can be erased. The model is scripted.

pip install 'nepenthe-memory[openai-agents]'
python openai_agent.py
"""

import asyncio
from typing import Any

import nepenthe
from agents import Agent, Model, ModelResponse, RunConfig, Runner, Usage
from nepenthe.openai_agents import NepentheSession
from openai.types.responses import ResponseOutputMessage, ResponseOutputText


class Scripted(Model):
    """Says how many messages of the user it has seen."""

    async def get_response(self, system_instructions: Any, input: Any, *rest: Any, **named: Any) -> ModelResponse:
        seen = [item["content"] for item in input if item.get("role") == "user"]
        text = ResponseOutputText(type="output_text", text=f"You said {len(seen)}: {seen[0]}", annotations=[])
        message = ResponseOutputMessage(id="m", type="message", role="assistant", status="completed", content=[text])
        return ModelResponse(output=[message], usage=Usage(), response_id=None)

    def stream_response(self, *given: Any, **named: Any) -> Any:
        raise NotImplementedError


async def main() -> None:
    agent = Agent("helper", model=Scripted())
    config = RunConfig(tracing_disabled=True)
    with nepenthe.open("agent.db", scope="chats", embedder="none") as memory:
        session = NepentheSession("session-1", memory)
        for said in ("I like tea.", "And milk."):
            print((await Runner.run(agent, said, session=session, run_config=config)).final_output)
        print("kept:", len(await session.get_items()))
        receipt = await session.purge_session()
        print("erased:", receipt and receipt.assurance)
        print((await Runner.run(agent, "Who am I?", session=session, run_config=config)).final_output)


asyncio.run(main())

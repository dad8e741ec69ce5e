"""A real model answers through the real client, from what it is told, in two languages."""

from __future__ import annotations

import json

import pytest

from assistant_app.llm.catalog import ModelEntry
from assistant_app.llm.factory import make_chat_model
from assistant_app.llm.listing import list_models
from assistant_app.llm.port import ChatMessage, ChatRequest, Finished, Role, TextDelta
from tests.llm.contract import answer_of, text_of

pytestmark = [pytest.mark.real_model, pytest.mark.timeout(600)]


def ask(url: str, question: str, **more: object) -> ChatRequest:
    return ChatRequest(
        (ChatMessage(Role.SYSTEM, "Answer briefly."), ChatMessage(Role.USER, question)),
        max_tokens=60,
        temperature=0.0,
        **more,  # type: ignore[arg-type]
    )


def test_it_streams_an_answer_from_recalled_facts(real_model_url: str) -> None:
    model = make_chat_model("compatible:small-instruct", base_url=real_model_url)
    facts = "<recalled_memories>\n- My sister Anna lives in Porto.\n</recalled_memories>\n\n"
    events = answer_of(model, ask(real_model_url, facts + "Where does my sister live?"))
    assert "Porto" in text_of(events)
    assert sum(isinstance(event, TextDelta) for event in events) > 3
    assert isinstance(events[-1], Finished)
    assert events[-1].usage.completion_tokens


def test_it_answers_in_chinese(real_model_url: str) -> None:
    model = make_chat_model("compatible:small-instruct", base_url=real_model_url)
    facts = "<recalled_memories>\n- 我妹妹安娜住在波尔图。\n</recalled_memories>\n\n"
    events = answer_of(model, ask(real_model_url, facts + "我要去看望妹妹，她住在哪里？"))
    assert "波尔图" in text_of(events)


def test_it_keeps_to_a_schema(real_model_url: str) -> None:
    schema = {
        "type": "object",
        "properties": {"city": {"type": "string"}},
        "required": ["city"],
    }
    model = make_chat_model("compatible:small-instruct", base_url=real_model_url)
    request = ask(real_model_url, "Anna lives in Porto. Which city?", response_schema=schema)
    assert set(json.loads(text_of(answer_of(model, request)))) == {"city"}


def test_its_server_lists_it(real_model_url: str) -> None:
    import asyncio

    listed = asyncio.run(list_models("llamacpp", base_url=real_model_url))
    assert listed == (ModelEntry("llamacpp", "small-instruct", 4096),)

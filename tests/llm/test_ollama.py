"""The Ollama client: its window, its format, its faults."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant_app.base.errors import ErrorCode, UserError
from assistant_app.llm.ollama import Ollama
from assistant_app.llm.ollama_wire import choose_window, tokens_of_request
from assistant_app.llm.port import (
    ChatMessage,
    ChatModel,
    ChatRequest,
    Finished,
    FinishReason,
    Role,
    ToolCall,
    ToolCallRequested,
    Usage,
    Waiting,
)
from tests.llm.contract import (
    QUICK,
    WEATHER,
    answer_of,
    collect,
    reasoning_of,
    run_with,
    text_of,
    user,
)
from tests.llm.test_openai_compatible import attempt, error_of
from tests.servers.model_server import ModelServer, RawAnswer


def model_at(server: ModelServer, **more: Any) -> Ollama:
    choices: dict[str, Any] = {"model": "test-model", "timeouts": QUICK}
    return Ollama(base_url=server.url, **{**choices, **more})


@given(
    st.integers(0, 200_000),
    st.integers(1, 8000),
    st.none() | st.integers(512, 200_000),
    st.integers(2048, 131_072),
    st.integers(0, 131_072),
)
def test_the_window_holds_what_is_sent_within_its_bounds(
    needed: int, answer: int, limit: int | None, cap: int, present: int
) -> None:
    window = choose_window(needed, answer=answer, limit=limit, cap=cap, present=present)
    most = min(cap, limit) if limit else cap
    assert 0 < window <= most
    assert window >= min(needed + answer, most)
    assert window >= min(present, most)  # never smaller: that would load the model anew
    assert window == choose_window(needed, answer=answer, limit=limit, cap=cap, present=window)


@pytest.mark.parametrize(
    ("needed", "window"), [(10, 4096), (1600, 4096), (1700, 8192), (6000, 16_384), (99_999, 32_768)]
)
def test_the_window_grows_in_powers_of_two(needed: int, window: int) -> None:
    assert choose_window(needed, answer=2048, limit=131_072, cap=32_768) == window


def test_a_long_conversation_asks_for_a_window_that_holds_it() -> None:
    request = ChatRequest(
        tuple(
            ChatMessage((Role.USER, Role.ASSISTANT)[turn % 2], "word and word " * 50)
            for turn in range(31)
        )
    )
    with ModelServer() as server:
        server.context_tokens = 131_072
        answer_of(model_at(server), request)
        assert server.chats[0]["options"]["num_ctx"] >= tokens_of_request(request.messages, request)
        assert server.chats[0]["truncate"] is False


def test_the_window_of_the_running_model_is_kept() -> None:
    with ModelServer() as server:
        server.context_tokens, server.running_window = 131_072, 12_000
        answer_of(model_at(server), user("Hi"))
        assert server.chats[0]["options"]["num_ctx"] == 12_000


def test_the_window_never_shrinks_between_requests() -> None:
    async def work(model: ChatModel) -> None:
        await collect(model, user("word " * 6000))
        await collect(model, user("Hi"))

    with ModelServer() as server:
        server.context_tokens = 131_072
        run_with(model_at(server), work)
        first, second = (body["options"]["num_ctx"] for body in server.chats)
    assert first == second > 4096


def test_a_window_that_proves_too_small_is_raised_once() -> None:
    with ModelServer("reply", text="fine") as server:
        server.context_tokens = 131_072
        server.next_modes = ["context-too-long"]
        assert text_of(answer_of(model_at(server), user("Hi"))) == "fine"
        assert [body["options"]["num_ctx"] for body in server.chats] == [4096, 32_768]
        server.mode = "context-too-long"
        assert error_of(model_at(server)).code is ErrorCode.CONTEXT_TOO_LONG


def test_a_request_carries_everything_in_ollamas_form() -> None:
    call = ToolCall("call_1", "weather", {"city": "Köln"})
    request = ChatRequest(
        (
            ChatMessage(Role.USER, "Weather?"),
            ChatMessage(Role.ASSISTANT, "", (call,)),
            ChatMessage(Role.TOOL, "rain", tool_call_id="call_1"),
        ),
        tools=(WEATHER,),
        max_tokens=50,
        temperature=0.5,
        response_schema={"type": "object"},
    )
    with ModelServer() as server:
        answer_of(model_at(server), request)
        sent = server.chats[0]
    assert sent["options"] == {"num_ctx": 4096, "temperature": 0.5, "num_predict": 50}
    assert sent["format"] == {"type": "object"}
    assert sent["messages"][1]["tool_calls"][0]["function"]["arguments"] == {"city": "Köln"}
    assert sent["messages"][2]["tool_name"] == "weather"


def test_thinking_in_its_field_and_in_tags_is_never_text() -> None:
    for mode in ("reasoning", "think-tags"):
        with ModelServer(mode, text="Porto.") as server:
            events = answer_of(model_at(server), user("Hi"))
        assert text_of(events) == "Porto."
        assert "SECRET-REASONING" in reasoning_of(events)


def test_a_call_in_an_earlier_line_decides_the_reason_of_the_end() -> None:
    with ModelServer("tool-call-empty-args") as server:
        events = answer_of(model_at(server), user("Hi", tools=(WEATHER,)))
    calls = [event.call for event in events if isinstance(event, ToolCallRequested)]
    assert [call.arguments for call in calls] == [{}]
    assert events[-1] == Finished(FinishReason.TOOL_CALLS, Usage(11, 7))


def test_tools_that_a_model_refuses_are_left_out() -> None:
    async def work(model: ChatModel) -> Any:
        events = await collect(model, user("Hi", tools=(WEATHER,)))
        return text_of(events), (await model.capabilities()).tools

    with ModelServer("no-tools", text="fine") as server:
        assert run_with(model_at(server), work) == ("fine", False)
    with ModelServer("no-schema", text="fine") as server:
        request = user("Hi", response_schema={"type": "object"})
        assert text_of(answer_of(model_at(server), request)) == "fine"


@pytest.mark.parametrize("mode", ["cut-mid-event", "cut-clean", "error-in-stream"])
def test_a_broken_answer_keeps_its_text_and_is_an_error(mode: str) -> None:
    with ModelServer(mode) as server:
        events, error = attempt(model_at(server), user("Hi"))
    assert text_of(events) == "The first words"
    assert error is not None
    assert error.code is ErrorCode.STREAM_BROKEN


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ('{"error": "model runner has stopped"}\n', ErrorCode.PROVIDER_ERROR),
        ('{"error": "model \\"x\\" not found"}\n', ErrorCode.MODEL_NOT_FOUND),
        ("no json\n", ErrorCode.BAD_RESPONSE),
        ("[]\n", ErrorCode.BAD_RESPONSE),
        ('{"other": 1}\n', ErrorCode.BAD_RESPONSE),
        ('{"message": {"tool_calls": [{"function": {}}]}}\n', ErrorCode.STREAM_BROKEN),
    ],
)
def test_an_error_instead_of_an_answer_has_its_code(body: str, code: ErrorCode) -> None:
    with ModelServer("raw") as server:
        server.raw = RawAnswer((body.encode(),), content_type="application/x-ndjson")
        assert error_of(model_at(server)).code is code


def ndjson_answer(*lines: str) -> Any:
    with ModelServer("raw") as server:
        body = "\n".join(lines).encode()
        server.raw = RawAnswer((body,), content_type="application/x-ndjson")
        return attempt(model_at(server), user("Hi"))


def test_a_last_line_without_its_end_counts_when_it_is_whole() -> None:
    begun = '{"message": {"content": "a"}}'
    events, error = ndjson_answer(begun, '{"done": true}')
    assert (text_of(events), error) == ("a", None)
    events, error = ndjson_answer(begun, '{"done": tr')
    assert (text_of(events), error.code) == ("a", ErrorCode.STREAM_BROKEN)
    events, error = ndjson_answer('{"done": true}', begun, "")
    assert (text_of(events), error) == ("", None)  # nothing counts after the end


def test_calls_in_odd_forms_are_read() -> None:
    calls = [
        "nonsense",
        {"id": "c9", "function": {"name": "weather", "arguments": '{"city": "Porto"}'}},
        {"function": {"name": "weather", "arguments": None}},
    ]
    line = {"message": {"content": None, "tool_calls": calls}}
    events, error = ndjson_answer(json.dumps(line), '{"done": true}')
    found = [event.call for event in events if isinstance(event, ToolCallRequested)]
    assert error is None
    assert [call.arguments for call in found] == [{"city": "Porto"}, {}]
    assert found[0].id == "c9"


def test_other_running_models_and_unknown_windows_do_not_matter() -> None:
    with ModelServer(models=("other", "test-model")) as server:
        server.api_show = {"model_info": {"general.name": "x", "test.context_length": "many"}}
        server.running_window = 5000
        able = run_with(model_at(server), lambda model: model.capabilities())
    assert (able.context_tokens, able.tools) == (32_768, True)


def test_an_end_by_length_is_told() -> None:
    line = {"message": {"content": "a"}, "done": True, "done_reason": "length"}
    with ModelServer("raw") as server:
        server.raw = RawAnswer((json.dumps(line).encode(),), content_type="application/x-ndjson")
        events = answer_of(model_at(server), user("Hi"))
    assert events[-1] == Finished(FinishReason.LENGTH)


def test_a_missing_model_is_told_by_the_request_itself() -> None:
    with ModelServer("model-missing") as server:
        error = error_of(model_at(server, model="gone"))
    assert error.code is ErrorCode.MODEL_NOT_FOUND
    assert error.params["model"] == "gone"


def test_a_server_without_show_still_answers() -> None:
    with ModelServer(text="fine") as server:
        assert text_of(answer_of(model_at(server, model="unlisted"), user("Hi"))) == "fine"


def test_a_web_page_is_a_bad_response() -> None:
    with ModelServer("html") as server:
        assert error_of(model_at(server)).code is ErrorCode.BAD_RESPONSE


def test_a_busy_server_is_asked_again() -> None:
    with ModelServer("429-then-ok", text="fine") as server:
        events = answer_of(model_at(server), user("Hi"))
    assert isinstance(events[0], Waiting)
    assert text_of(events) == "fine"


@pytest.mark.parametrize(
    ("model", "url", "local"),
    [
        ("qwen3:4b", "0.0.0.0", True),
        ("qwen3:4b", "http://192.168.1.5:11434", False),
        ("gpt-oss:120b-cloud", "127.0.0.1", False),
    ],
)
def test_local_is_what_stays_on_this_machine(model: str, url: str, local: bool) -> None:
    assert Ollama(model=model, base_url=url).is_local is local
    assert Ollama(model=model, base_url=url).model_id == f"ollama:{model}"


def test_an_unreachable_server_has_unknown_abilities_and_a_clear_error() -> None:
    with ModelServer() as server:
        url = server.url
    gone = Ollama(model="m", base_url=url)
    assert run_with(gone, lambda m: m.capabilities()).context_tokens is None
    with pytest.raises(UserError) as error:
        answer_of(Ollama(model="m", base_url=url), user("Hi"))
    assert error.value.code is ErrorCode.PROVIDER_UNREACHABLE

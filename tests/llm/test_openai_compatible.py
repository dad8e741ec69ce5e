"""The OpenAI-compatible client against servers that behave, misbehave and break."""

from __future__ import annotations

import asyncio
import json
import logging
import socket
from typing import Any

import pytest

from assistant_app.base.errors import ErrorCode, UserError
from assistant_app.llm import openai_wire
from assistant_app.llm.openai_compatible import OpenAICompatible
from assistant_app.llm.port import (
    ChatEvent,
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
    WaitReason,
)
from assistant_app.llm.timeouts import Timeouts
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
from tests.servers.model_server import ModelServer, RawAnswer

KEY = "sk-planted-5521-abcdef"


def model_at(url: str, **more: Any) -> OpenAICompatible:
    choices: dict[str, Any] = {"provider": "compatible", "model": "test-model", "timeouts": QUICK}
    return OpenAICompatible(base_url=url, **{**choices, **more})


def attempt(model: ChatModel, request: ChatRequest) -> tuple[list[ChatEvent], UserError | None]:
    """The events of an answer and the error that ended it."""

    async def work(model: ChatModel) -> tuple[list[ChatEvent], UserError | None]:
        events: list[ChatEvent] = []
        try:
            async for event in model.stream(request):
                events.append(event)  # noqa: PERF401 - what came before the error counts
        except UserError as error:
            return events, error
        return events, None

    found: tuple[list[ChatEvent], UserError | None] = run_with(model, work)
    return found


def error_of(model: ChatModel, request: ChatRequest | None = None) -> UserError:
    events, error = attempt(model, request or user("Hi"))
    assert error is not None
    assert not any(isinstance(event, Finished) for event in events)
    return error


def raw_answer(*pieces: str | bytes, **more: Any) -> tuple[list[ChatEvent], UserError | None]:
    with ModelServer("raw") as server:
        encoded = tuple(p.encode() if isinstance(p, str) else p for p in pieces)
        server.raw = RawAnswer(encoded, **more)
        return attempt(model_at(server.url), user("Hi"))


def delta(content: str, reason: str | None = None, **more: Any) -> str:
    choice = {"index": 0, "delta": {"content": content, **more}, "finish_reason": reason}
    return f"data: {json.dumps({'choices': [choice]})}\n\n"


# --- What is sent -------------------------------------------------------------------------------


def test_a_request_carries_everything_that_was_asked_for() -> None:
    call = ToolCall("call_1", "weather", {"city": "Köln"})
    request = ChatRequest(
        (
            ChatMessage(Role.SYSTEM, "Be brief."),
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
        answer_of(model_at(server.url, key=KEY), request)
        sent, logged = server.chats[0], server.requests[-1]
    assert logged.had_key
    assert sent["model"] == "test-model"
    assert sent["stream_options"] == {"include_usage": True}
    assert (sent["max_tokens"], sent["temperature"]) == (50, 0.5)
    assert sent["tools"][0]["function"]["name"] == "weather"
    assert sent["response_format"]["json_schema"]["schema"] == {"type": "object"}
    assert [message["role"] for message in sent["messages"]] == [
        "system",
        "user",
        "assistant",
        "tool",
    ]
    assert json.loads(sent["messages"][2]["tool_calls"][0]["function"]["arguments"]) == {
        "city": "Köln"
    }
    assert sent["messages"][3]["tool_call_id"] == "call_1"


@pytest.mark.parametrize(
    "form", ["{}", "{}/", "{}/v1", "{}/v1/", "{}/v1/chat/completions", "  {}  ", "{}//v1//"]
)
def test_every_form_of_the_base_url_reaches_the_same_address(form: str) -> None:
    with ModelServer() as server:
        answer_of(model_at(form.format(server.url)), user("Hi"))
        answer_of(model_at(form.format(server.url.removeprefix("http://"))), user("Hi"))
        assert {logged.path for logged in server.requests} == {"/v1/chat/completions"}


def test_a_call_without_result_is_never_sent() -> None:
    call = ToolCall("call_1", "weather", {})
    broken = ChatRequest(
        (
            ChatMessage(Role.USER, "a"),
            ChatMessage(Role.ASSISTANT, "", (call,)),
            ChatMessage(Role.USER, "b"),
        )
    )
    with ModelServer() as server:
        answer_of(model_at(server.url), broken)
        assert server.chats[0]["messages"] == [{"role": "user", "content": "a\n\nb"}]


def test_mistral_gets_call_ids_of_its_own_form() -> None:
    call = ToolCall("call_0123456789", "weather", {})
    request = ChatRequest(
        (
            ChatMessage(Role.ASSISTANT, "", (call,)),
            ChatMessage(Role.TOOL, "rain", tool_call_id=call.id),
        )
    )
    with ModelServer() as server:
        answer_of(model_at(server.url, provider="mistral"), request)
        sent = server.chats[0]["messages"]
    assert len(sent[0]["tool_calls"][0]["id"]) == 9
    assert sent[0]["tool_calls"][0]["id"] == sent[1]["tool_call_id"]


@pytest.mark.parametrize("key", ["sk-\nabc", "sk-\u200babc", "ｓｋ－ａｂｃ", "sk abc"])
def test_a_key_that_cannot_be_sent_is_refused_without_being_shown(key: str) -> None:
    with pytest.raises(UserError) as error:
        model_at("http://127.0.0.1:1", key=key)
    assert error.value.code is ErrorCode.KEY_INVALID
    assert key not in str(error.value)


def test_loopback_is_reached_directly_whatever_the_proxies_say() -> None:
    environ = {
        "HTTP_PROXY": "http://127.0.0.1:9",
        "ALL_PROXY": "socks://127.0.0.1:9/",
        "all_proxy": "socks://127.0.0.1:9/",
    }
    with ModelServer() as server:
        events = answer_of(model_at(server.url, environ=environ), user("Hi"))
    assert text_of(events)


def test_a_proxy_variable_that_httpx_does_not_know_never_crashes() -> None:
    model = model_at("http://chat.invalid", environ={"ALL_PROXY": "socks://10.0.0.1:1080/"})
    assert error_of(model).code is ErrorCode.PROVIDER_UNREACHABLE


# --- What the server does not know --------------------------------------------------------------


def test_stream_options_are_dropped_where_a_server_refuses_them_and_not_sent_again() -> None:
    async def twice(model: ChatModel) -> list[str]:
        return [text_of(await collect(model, user("Hi"))) for _ in range(2)]

    with ModelServer("no-stream-options", text="fine") as server:
        assert run_with(model_at(server.url), twice) == ["fine", "fine"]
        assert ["stream_options" in body for body in server.chats] == [True, False, False]


def test_a_refusal_without_a_reason_is_tried_once_without_stream_options() -> None:
    with ModelServer("raw") as server:
        server.raw = RawAnswer((b"{}",), status=400)
        assert error_of(model_at(server.url)).code is ErrorCode.PROVIDER_ERROR
        assert ["stream_options" in body for body in server.chats] == [True, False]


def test_tools_and_schema_are_dropped_where_refused_and_the_capabilities_tell() -> None:
    request = user("Hi", tools=(WEATHER,), response_schema={"type": "object"})

    async def work(model: ChatModel) -> Any:
        events = await collect(model, request)
        return text_of(events), await model.capabilities()

    with ModelServer("no-tools") as server:
        text, able = run_with(model_at(server.url), work)
        assert (text != "", able.tools, able.json_schema) == (True, False, True)
    with ModelServer("no-schema") as server:
        text, able = run_with(model_at(server.url), work)
        assert (text != "", able.tools, able.json_schema) == (True, True, False)


def test_max_tokens_is_said_the_newer_way_where_the_server_wants_it() -> None:
    with ModelServer("raw") as server:
        words = "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead."
        server.raw = RawAnswer((json.dumps({"error": {"message": words}}).encode(),), status=400)
        error_of(model_at(server.url), user("Hi", max_tokens=5))
        assert [body.get("max_completion_tokens") for body in server.chats[:2]] == [None, 5]
        assert "max_tokens" not in server.chats[1]


def test_a_server_that_does_not_stream_is_understood() -> None:
    with ModelServer("no-stream", text="All at once.") as server:
        events = answer_of(model_at(server.url), user("Hi"))
    assert text_of(events) == "All at once."
    assert events[-1] == Finished(FinishReason.STOP, Usage(11, 7))


# --- What comes ---------------------------------------------------------------------------------


def test_think_tags_over_several_pieces_are_reasoning() -> None:
    with ModelServer("think-tags", text="Porto.") as server:
        events = answer_of(model_at(server.url), user("Hi"))
    assert text_of(events) == "Porto."
    assert "SECRET-REASONING" in reasoning_of(events)


def test_surrogates_are_mended_at_the_door() -> None:
    with ModelServer("surrogate") as server:
        events = answer_of(model_at(server.url), user("Hi"))
    assert text_of(events) == "broken \ufffd here, whole 😀 here"
    text_of(events).encode()


def test_many_events_arrive_whole() -> None:
    with ModelServer("many-events", count=3000) as server:
        events = answer_of(model_at(server.url), user("Hi"))
    assert text_of(events) == "".join(f"{number} " for number in range(3000))


@pytest.mark.parametrize("mode", ["tool-call", "tool-call-empty-args"])
def test_a_tool_call_and_then_its_result(mode: str) -> None:
    async def work(model: ChatModel) -> str:
        first = ChatMessage(Role.USER, "Weather?")
        events = await collect(model, ChatRequest((first,), tools=(WEATHER,)))
        call = next(event.call for event in events if isinstance(event, ToolCallRequested))
        assert call.arguments == {}
        messages = (
            first,
            ChatMessage(Role.ASSISTANT, "", (call,)),
            ChatMessage(Role.TOOL, "rain", tool_call_id=call.id),
        )
        return text_of(await collect(model, ChatRequest(messages, tools=(WEATHER,))))

    with ModelServer(mode) as server:
        assert run_with(model_at(server.url), work) == "The tool said: rain"


def test_parts_of_content_and_both_names_of_reasoning_are_read() -> None:
    parts = [
        {"type": "thinking", "thinking": [{"type": "text", "text": "one "}]},
        {"type": "text", "text": "Por"},
    ]
    stream = (
        f"data: {json.dumps({'choices': [{'delta': {'content': parts}}]})}\n\n",
        delta("to", reasoning="two ", reasoning_content="two "),
        delta("", "stop", reasoning="three"),
    )
    events, error = raw_answer(*stream)
    assert error is None
    assert text_of(events) == "Porto"
    assert reasoning_of(events) == "one two three"


@pytest.mark.parametrize(
    ("reason", "expected"),
    [
        ("stop", FinishReason.STOP),
        ("length", FinishReason.LENGTH),
        ("content_filter", FinishReason.CONTENT_FILTER),
        ("eos", FinishReason.STOP),
    ],
)
def test_the_reason_of_the_end_is_told(reason: str, expected: FinishReason) -> None:
    events, error = raw_answer(delta("a", reason))
    assert error is None
    assert events[-1] == Finished(expected)


def test_an_end_by_done_alone_and_one_without_the_last_blank_line_are_whole() -> None:
    for stream in ((delta("a"), "data: [DONE]\n\n"), (delta("a"), "data: [DONE]")):
        events, error = raw_answer(*stream)
        assert error is None
        assert (text_of(events), events[-1]) == ("a", Finished(FinishReason.STOP))


def test_a_connection_that_breaks_after_the_end_does_no_harm() -> None:
    events, error = raw_answer(delta("a", "stop"), cut=True)
    assert error is None
    assert isinstance(events[-1], Finished)


def test_an_answer_cut_inside_a_tool_call_by_its_limit_has_no_call() -> None:
    piece = {"index": 0, "id": "c", "function": {"name": "weather", "arguments": '{"ci'}}
    events, error = raw_answer(delta("a", "length", tool_calls=[piece]))
    assert error is None
    assert events[-1] == Finished(FinishReason.LENGTH)
    assert not any(isinstance(event, ToolCallRequested) for event in events)


# --- What breaks --------------------------------------------------------------------------------


@pytest.mark.parametrize("mode", ["cut-mid-event", "cut-clean", "error-in-stream"])
def test_a_broken_answer_keeps_its_text_and_is_an_error(mode: str) -> None:
    with ModelServer(mode) as server:
        events, error = attempt(model_at(server.url), user("Hi"))
        assert len(server.chats) == 1  # what has begun is not sent again
    assert text_of(events) == "The first words"
    assert error is not None
    assert error.code is ErrorCode.STREAM_BROKEN
    assert error.params["host"] == server.url.removeprefix("http://")


@pytest.mark.parametrize(
    "stream",
    [
        ("data: {nonsense\n\n",),
        ("data: 7\n\n",),
        ("data: [DONE]\n\n",),
        ("Something else\n\n",),
    ],
)
def test_an_answer_that_cannot_be_read_is_a_bad_response(stream: tuple[str, ...]) -> None:
    events, error = raw_answer(*stream)
    assert events == []
    assert error is not None
    assert error.code is ErrorCode.BAD_RESPONSE


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ("{}", ErrorCode.STREAM_BROKEN),
        ("nonsense", ErrorCode.BAD_RESPONSE),
        ('{"choices": [{"message": {"content": "a"}}]}', ErrorCode.STREAM_BROKEN),
        ('{"choices": [{"delta": {}, "finish_reason": "error"}]}', ErrorCode.PROVIDER_ERROR),
        ('{"choices": [], "object": "error", "message": "no"}', ErrorCode.PROVIDER_ERROR),
    ],
)
def test_a_whole_answer_that_is_none_has_its_code(body: str, code: ErrorCode) -> None:
    _, error = raw_answer(body, content_type="application/json")
    assert error is not None
    assert error.code is code


def test_an_answer_in_one_piece_that_never_ends_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(openai_wire, "MAX_EVENT_CHARACTERS", 100)
    _, error = raw_answer("x" * 101, content_type="application/json")
    assert error is not None
    assert error.code is ErrorCode.BAD_RESPONSE


def test_what_comes_after_done_and_other_choices_are_passed_over() -> None:
    other = {"choices": [{"index": 1, "delta": {"content": "other"}}, "nonsense"]}
    stream = (delta("a"), f"data: {json.dumps(other)}\n\n", "data: [DONE]\n\n", delta("b"))
    events, error = raw_answer("".join(stream))
    assert error is None
    assert text_of(events) == "a"


def test_usage_in_groqs_place_is_found() -> None:
    usage = {"x_groq": {"usage": {"prompt_tokens": 3, "completion_tokens": 4}}, "choices": []}
    events, error = raw_answer(delta("a", "stop"), f"data: {json.dumps(usage)}\n\n")
    assert error is None
    assert events[-1] == Finished(FinishReason.STOP, Usage(3, 4))


def test_arguments_that_cannot_be_read_are_told_to_the_model_not_to_the_user() -> None:
    piece = {"index": 0, "id": "c", "function": {"name": "weather", "arguments": "city"}}
    events, error = raw_answer(delta("", "tool_calls", tool_calls=[piece]))
    assert error is None
    calls = [event.call for event in events if isinstance(event, ToolCallRequested)]
    assert calls == [ToolCall("c", "weather", {}, unreadable="city")]


def test_a_tool_call_without_a_name_is_a_bad_response() -> None:
    piece = {"index": 0, "id": "c", "function": {"arguments": "{}"}}
    _, error = raw_answer(delta("", "tool_calls", tool_calls=[piece]))
    assert error is not None
    assert (error.code, error.params["cause"]) == (ErrorCode.STREAM_BROKEN, "bad_response")
    assert error.params["host"]


def test_an_error_with_an_endless_text_is_read_no_further_than_needed() -> None:
    with ModelServer("raw") as server:
        server.raw = RawAnswer((b"sorry " * 100_000,), status=403, content_type="text/plain")
        error = error_of(model_at(server.url))
    assert error.code is ErrorCode.PROVIDER_FORBIDDEN
    assert len(error.params["detail"]) <= 200


def test_an_error_that_breaks_off_still_has_its_code() -> None:
    with ModelServer("raw") as server:
        server.raw = RawAnswer((b"sorr",), status=403, content_type="text/plain", cut=True)
        assert error_of(model_at(server.url)).code is ErrorCode.PROVIDER_FORBIDDEN


def test_an_empty_answer_is_broken() -> None:
    _, error = raw_answer()
    assert error is not None
    assert error.code is ErrorCode.STREAM_BROKEN


def test_nonsense_after_the_answer_began_breaks_it() -> None:
    events, error = raw_answer(delta("a"), "data: {nonsense\n\n")
    assert text_of(events) == "a"
    assert error is not None
    assert (error.code, error.params["cause"]) == (ErrorCode.STREAM_BROKEN, "bad_response")


@pytest.mark.parametrize(
    ("error_object", "code"),
    [
        ({"message": "slow down", "code": 429}, ErrorCode.PROVIDER_RATE_LIMITED),
        ({"message": "no", "type": "authentication_error"}, ErrorCode.PROVIDER_AUTH),
        ({"code": "context_length_exceeded", "message": "x"}, ErrorCode.CONTEXT_TOO_LONG),
        ("overloaded", ErrorCode.PROVIDER_ERROR),
    ],
)
def test_an_error_instead_of_an_answer_has_its_own_code(error_object: Any, code: ErrorCode) -> None:
    _, error = raw_answer(f"data: {json.dumps({'error': error_object})}\n\n")
    assert error is not None
    assert error.code is code
    whole = json.dumps({"error": error_object})
    _, error = raw_answer(whole, content_type="application/json")
    assert error is not None
    assert error.code is code


@pytest.mark.parametrize(
    ("mode", "code"),
    [
        ("403", ErrorCode.PROVIDER_FORBIDDEN),
        ("context-too-long", ErrorCode.CONTEXT_TOO_LONG),
        ("model-missing", ErrorCode.MODEL_NOT_FOUND),
        ("html", ErrorCode.BAD_RESPONSE),
    ],
)
def test_a_refusal_has_its_code_and_is_not_repeated(mode: str, code: ErrorCode) -> None:
    with ModelServer(mode) as server:
        error = error_of(model_at(server.url))
        assert len(server.chats) == 1
    assert error.code is code
    assert error.params["model"] == "test-model"


def test_the_key_is_in_no_error_and_no_log(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG, "assistant_app")
    with ModelServer("401-echo-key") as server:
        model = model_at(server.url, key=KEY)
        error = error_of(model)
    assert error.code is ErrorCode.PROVIDER_AUTH
    assert error.params["status"] == "401"
    assert "Incorrect API key" in error.params["detail"]
    shown = f"{error} {error!r} {error.params} {error.__cause__!r} {model!r} {caplog.text}"
    assert KEY not in shown


def test_nobody_there_is_unreachable() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{free.getsockname()[1]}"
        assert error_of(model_at(url)).code is ErrorCode.PROVIDER_UNREACHABLE
    assert error_of(model_at("http://nowhere.invalid")).code is ErrorCode.PROVIDER_UNREACHABLE


def test_a_server_without_tls_is_a_tls_fault() -> None:
    with ModelServer() as server:
        error = error_of(model_at(server.url.replace("http", "https")))
    assert error.code is ErrorCode.TLS_FAILED


def test_redirects_are_followed_on_the_same_host_only() -> None:
    with ModelServer() as other, ModelServer("redirect", text="found") as server:
        server.redirect_to = f"{other.url}/v1/chat/completions"
        error = error_of(model_at(server.url, key=KEY))
        assert error.code is ErrorCode.PROVIDER_ERROR
        assert other.requests == []
        server.redirect_to = "/v1/chat/completions"
        server.mode, server.next_modes = "reply", ["redirect"]
        assert text_of(answer_of(model_at(server.url), user("Hi"))) == "found"
        server.mode = "redirect"
        assert error_of(model_at(server.url)).code is ErrorCode.PROVIDER_ERROR


# --- Waiting ------------------------------------------------------------------------------------


def test_a_busy_server_is_asked_again_and_the_pause_is_told() -> None:
    with ModelServer("429-then-ok", text="fine") as server:
        server.retry_after = "0.01"
        events = answer_of(model_at(server.url), user("Hi"))
    assert events[0] == Waiting(WaitReason.RETRY, 0.01)
    assert text_of(events) == "fine"


@pytest.mark.parametrize(
    ("mode", "code"),
    [("429", ErrorCode.PROVIDER_RATE_LIMITED), ("500", ErrorCode.PROVIDER_ERROR)],
)
def test_a_server_that_stays_busy_is_asked_three_times(mode: str, code: ErrorCode) -> None:
    with ModelServer(mode) as server:
        events, error = attempt(model_at(server.url), user("Hi"))
        assert len(server.chats) == 3
    assert [type(event) for event in events] == [Waiting, Waiting]
    assert error is not None
    assert error.code is code


def test_a_server_that_asks_for_a_long_pause_is_not_waited_for() -> None:
    with ModelServer("429") as server:
        server.retry_after = "3600"
        assert error_of(model_at(server.url)).code is ErrorCode.PROVIDER_RATE_LIMITED
        assert len(server.chats) == 1


def test_a_model_that_loads_for_long_is_told_once() -> None:
    limits = Timeouts(loading_notice=0.02)
    with ModelServer("slow", text="a b c", delay=0.2) as server:
        events = answer_of(model_at(server.url, timeouts=limits), user("Hi"))
    assert events[0] == Waiting(WaitReason.LOADING)
    assert sum(isinstance(event, Waiting) for event in events) == 1
    assert text_of(events) == "a b c"


def test_no_first_token_in_time_is_a_timeout() -> None:
    limits = Timeouts(loading_notice=0.02, first_token=0.1)
    with ModelServer("hang") as server:
        events, error = attempt(model_at(server.url, timeouts=limits), user("Hi"))
        assert server.client_gone.wait(10)
    assert events == [Waiting(WaitReason.LOADING)]
    assert error is not None
    assert (error.code, error.params["phase"]) == (ErrorCode.PROVIDER_TIMEOUT, "first_token")


def test_comments_that_keep_the_connection_alive_are_no_first_token() -> None:
    limits = Timeouts(loading_notice=0.05, first_token=0.3)
    with ModelServer("keep-alive") as server:
        events, error = attempt(model_at(server.url, timeouts=limits), user("Hi"))
        assert server.client_gone.wait(10)
    assert events == [Waiting(WaitReason.LOADING)]
    assert error is not None
    assert (error.code, error.params["phase"]) == (ErrorCode.PROVIDER_TIMEOUT, "first_token")


def test_silence_in_an_answer_breaks_it() -> None:
    with ModelServer("hang-after-first-token") as server:
        model = model_at(server.url, timeouts=Timeouts(silence=0.1))
        events, error = attempt(model, user("Hi"))
        assert server.client_gone.wait(10)
    assert text_of(events) == "The first words"
    assert error is not None
    assert (error.code, error.params["cause"]) == (ErrorCode.STREAM_BROKEN, "provider_timeout")


# --- Stop ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("mode", ["hang", "hang-after-first-token"])
def test_stop_closes_the_connection_though_the_server_never_sends_another_byte(mode: str) -> None:
    with ModelServer(mode) as server:

        async def work(model: ChatModel) -> None:
            task = asyncio.create_task(collect(model, user("Hi")))
            await asyncio.to_thread(server.hanging.wait, 30)
            assert not task.done()
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await asyncio.wait_for(task, 30)
            # The model is not closed yet: it was the cancelling that closed the connection.
            assert await asyncio.to_thread(server.client_gone.wait, 30)

        run_with(model_at(server.url), work)


def test_stop_ends_the_pause_before_another_attempt() -> None:
    with ModelServer("429") as server:
        server.retry_after = "29"

        async def work(model: ChatModel) -> None:
            stream = model.stream(user("Hi"))
            assert await anext(stream) == Waiting(WaitReason.RETRY, 29.0)
            task = asyncio.ensure_future(anext(stream))
            await asyncio.sleep(0.01)
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task

        run_with(model_at(server.url), work)
        assert len(server.chats) == 1


def test_leaving_the_loop_early_closes_the_connection() -> None:
    with ModelServer("hang-after-first-token") as server:

        async def work(model: ChatModel) -> None:
            async for _ in model.stream(user("Hi")):
                break
            assert await asyncio.to_thread(server.client_gone.wait, 30)

        run_with(model_at(server.url), work)


def test_stop_while_a_model_is_looked_up_ends_the_request() -> None:
    with ModelServer("hang") as server:

        async def work(model: ChatModel) -> None:
            task = asyncio.create_task(collect(model, user("Hi")))
            await asyncio.sleep(0)  # not even the connection stands
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task

        run_with(model_at(server.url), work)


# --- Abilities ----------------------------------------------------------------------------------


def test_the_context_window_is_looked_up_once() -> None:
    async def work(model: ChatModel) -> list[int | None]:
        return [(await model.capabilities()).context_tokens for _ in range(2)]

    with ModelServer() as server:
        assert run_with(model_at(server.url), work) == [8192, 8192]
        assert len(server.requests) == 1


def test_a_server_that_cannot_be_asked_leaves_the_window_unknown() -> None:
    with ModelServer("500") as server:
        able = run_with(model_at(server.url), lambda model: model.capabilities())
    assert able.context_tokens is None


def test_local_is_what_stays_on_this_machine() -> None:
    assert model_at("http://localhost:1234/v1").is_local
    assert not model_at("https://api.openai.com").is_local
